import { useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { applyOwn, ownFlow, withdrawOwn } from '../contract.acts.ts';
import { BLANK } from './OutflowForm.tsx';
import { LeavingFields } from './parts.tsx';

type Own = ReplyOf<typeof ownFlow>;
const { toOrgId: _toOrgId, ...START } = BLANK;

/** `moveApply`: the person asks to be registered as floating, sees where it stands, and withdraws. */
export default function MoveApply() {
  const query = useCall(ownFlow, {}, { quiet: true, staleTime: 0 });
  const [asking, setAsking] = useState(false);
  return (
    <RecordLoader query={query}>
      {(own) =>
        asking && own.whyNot === '' ? (
          <Apply own={own} onDone={() => setAsking(false)} />
        ) : (
          <Standing own={own} onAsk={() => setAsking(true)} />
        )
      }
    </RecordLoader>
  );
}

function Standing({ own, onAsk }: { own: Own; onAsk: () => void }) {
  const withdraw = useAct(withdrawOwn);
  return (
    <div className="flow-stack">
      <PageHead title="流动申请">
        {own.whyNot === '' && (
          <Button look="primary" icon="plus" onClick={onAsk}>
            申请流出
          </Button>
        )}
      </PageHead>
      <div className="banner">
        <Icon name="help" />
        <span className="grow">
          {own.whyNot || '外出6个月以上的，向党支部申请流出；组织关系不变，党费交原支部，在流入地参加组织生活。'}
        </span>
      </div>
      <section className="card" aria-label="我的流动">
        <div className="card-head">
          <h2>我的流动</h2>
          <span className="card-extra">{own.orgName}</span>
        </div>
        {own.rows.length === 0 && <p className="matter-quiet">还没有流动登记。</p>}
        <ul className="flow-log">
          {own.rows.map((row) => (
            <li key={row.id}>
              <span>{row.startedOn}</span>
              <span>
                {row.region}，{row.reasonName}
                {row.toOrgName && `，${row.toOrgName}`}
                <br />
                <span className={row.status === 1 ? 'tag red' : 'tag'}>{row.statusName}</span>
                {row.note && <span className="muted"> {row.note}</span>}
              </span>
              {row.can.withdraw ? (
                <ApprovalActs
                  acts={{
                    withdraw: {
                      title: '撤回流动申请',
                      act: '撤回',
                      consequence: `${row.startedOn}起到${row.region}的申请将撤回，之后可以重新申请。`,
                      run: async () => {
                        await withdraw.mutateAsync({ id: row.id, version: row.version });
                        emit('notice', { kind: 'success', text: '已撤回' });
                      },
                    },
                  }}
                />
              ) : (
                <span className="muted">{row.endedOn ?? ''}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Apply({ own, onDone }: { own: Own; onDone: () => void }) {
  const apply = useAct(applyOwn, { quiet: true });
  const form = useForm({ schema: applyOwn.input, initial: START, isNew: true });
  return (
    <FormPage
      title="申请流出"
      form={form}
      act="提交"
      onSave={async () => {
        await apply.mutateAsync(form.values);
        emit('notice', { kind: 'success', text: `已提交，由${own.orgName}确认` });
        clearKeptInput();
        onDone();
      }}
      onCancel={onDone}
      sections={[
        {
          id: 'where',
          title: '去哪里',
          content: (
            <>
              <LeavingFields form={form} place={false} />
              <TextField form={form} name="toOrgName" label="流入地党组织" max={60} hint="知道的填写" />
            </>
          ),
        },
      ]}
    />
  );
}
