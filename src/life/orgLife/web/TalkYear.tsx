import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, ListField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addTalk, listTalks, removeTalk, talkFields, type TalkYear as Year } from '../contract.life.ts';
import { PATHS } from './paths.ts';
import './event.css';

/** 谈心谈话 of a branch in a year: who has not talked with whom, and what was noted. */
export default function TalkYear() {
  const { search } = useLocation();
  const { orgId, year } = readQuery(search, ['orgId', 'year']);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'add' | { fromId: string; toId: string } | { remove: string } | null>(null);
  const query = useCall(
    listTalks,
    { ...(orgId ? { orgId } : {}), ...(year ? { year } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const remove = useAct(removeTalk);
  return (
    <div className="life-page">
      <PageHead title="谈心谈话">
        {query.data?.can.add && (
          <Button look="primary" icon="plus" onClick={() => setAsking('add')}>
            登记谈话
          </Button>
        )}
      </PageHead>
      <RecordLoader query={query} refused={(one) => (one.isBranch ? '' : '谈心谈话在党支部登记，请到党支部查看')}>
        {(one) => (
          <>
            <section className="card" aria-label="还没有谈到">
              <div className="card-head">
                <h2>{one.orgName}还没有谈到的</h2>
                <span className="card-extra">
                  <YearSelect
                    year={one.year}
                    years={one.years}
                    onYear={(next) => navigate(PATHS.talks(orgId, String(next)))}
                  />
                </span>
              </div>
              <p className="muted small life-legend">
                《中国共产党支部工作条例（试行）》：党支部委员之间、委员和党员之间、党员和党员之间，每年谈心谈话一般不少于1次。
              </p>
              {one.later > 0 && (
                <p className="muted small life-legend">
                  {one.year}年内转入的{one.later}人从下一年起要求。
                </p>
              )}
              <Lacking one={one} onAdd={(fromId, toId) => setAsking({ fromId, toId })} />
            </section>
            <section className="card" aria-label="已登记的谈话">
              <div className="card-head">
                <h2>已登记的谈话</h2>
                <span className="secondary">{one.talks.length}次，只记谁和谁、哪天、什么主题</span>
              </div>
              {one.talks.length === 0 && <p className="life-empty">这一年还没有登记谈心谈话。</p>}
              <ul className="life-people">
                {one.talks.map((talk) => (
                  <li key={talk.id}>
                    <span className="grow">
                      {talk.fromName}与{talk.toName}
                      {talk.matter && <small className="muted">{talk.matter}</small>}
                    </span>
                    <span className="secondary">{talk.heldOn}</span>
                    {talk.can.remove && (
                      <Button
                        size="compact"
                        aria-label={`删去${talk.fromName}与${talk.toName}${talk.heldOn}的谈话`}
                        onClick={() => setAsking({ remove: talk.id })}
                      >
                        删去
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </section>
            {asking !== null && asking !== 'add' && 'remove' in asking ? (
              <ConfirmDialog
                title="删去谈话"
                icon="trash"
                act="删去"
                onConfirm={async () => {
                  await remove.mutateAsync({ id: asking.remove });
                  emit('notice', { kind: 'success', text: '已删去' });
                }}
                onClose={() => setAsking(null)}
              >
                登记错的谈话删去后不再计入。
              </ConfirmDialog>
            ) : (
              asking !== null && (
                <Add
                  one={one}
                  pair={asking === 'add' ? { fromId: '', toId: '' } : asking}
                  onClose={() => setAsking(null)}
                />
              )
            )}
          </>
        )}
      </RecordLoader>
    </div>
  );
}

/** Lines of each sort that are shown at once. */
const SHOWN = 30;

function Lacking({ one, onAdd }: { one: Year; onAdd: (fromId: string, toId: string) => void }) {
  const leader = one.people.find(({ leads }) => leads)?.id ?? '';
  const rows: [string, string, { key: string; text: string; from: string; to: string }[]][] = [
    [
      '支部委员之间',
      '委员两两都谈过了',
      one.pairs.map(({ from, to }) => ({
        key: `${from.id}-${to.id}`,
        text: `${from.name}与${to.name}`,
        from: from.id,
        to: to.id,
      })),
    ],
    [
      '委员和党员之间',
      leader ? '每名党员都和委员谈过了' : '班子成员还没有登记，无法核对',
      one.withoutLeader.map(({ id, name }) => ({ key: id, text: name, from: leader, to: id })),
    ],
    [
      '党员和党员之间',
      '每名党员都和其他党员谈过了',
      one.withoutMember.map(({ id, name }) => ({ key: id, text: name, from: id, to: '' })),
    ],
  ];
  return (
    <ul className="life-people">
      {rows.map(([label, done, lacking]) => (
        <li key={label}>
          <span className="life-talk-label">
            {label}
            <small className="muted">{lacking.length === 0 ? '' : `还差${lacking.length}`}</small>
          </span>
          <span className="grow life-talk-chips">
            {lacking.length === 0 && <span className={done.includes('无法') ? 'muted' : 'life-state ok'}>{done}</span>}
            {lacking.slice(0, SHOWN).map(({ key, text, from, to }) =>
              one.can.add ? (
                <Button key={key} size="compact" onClick={() => onAdd(from, to)}>
                  {text}
                </Button>
              ) : (
                <span key={key} className="tag">
                  {text}
                </span>
              ),
            )}
            {lacking.length > SHOWN && <span className="muted">等{lacking.length}项</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Add({ one, pair, onClose }: { one: Year; pair: { fromId: string; toId: string }; onClose: () => void }) {
  const save = useAct(addTalk, { quiet: true });
  const form = useForm({
    schema: z.object({
      fromId: z.string().min(1, '请选择谈话人'),
      toId: z.string().min(1, '请选择谈话对象'),
      heldOn: talkFields.heldOn,
      matter: z.string().max(100, '谈话主题不能超过100个字'),
    }),
    initial: { ...pair, heldOn: '', matter: '' },
    of: `Add ${pair.fromId} ${pair.toId}`,
    isNew: true,
    check: (values): Record<string, string> => (values.fromId === values.toId ? { toId: '谈心谈话应是两个人' } : {}),
  });
  const options = [
    { value: '', label: '请选择' },
    ...one.people.map(({ id, name, leads }) => ({ value: id, label: leads ? `${name}（支部委员）` : name })),
  ];
  return (
    <FormDialog
      title="登记谈心谈话"
      icon="members"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          orgId: one.orgId,
          fromId: form.text('fromId'),
          toId: form.text('toId'),
          heldOn: form.text('heldOn'),
          matter: form.text('matter'),
        })
      }
      onClose={onClose}
    >
      <ListField form={form} name="fromId" label="谈话人" required options={options} />
      <ListField form={form} name="toId" label="谈话对象" required options={options} />
      <DateField form={form} name="heldOn" label="谈话日期" required />
      <TextField form={form} name="matter" label="谈话主题" max={100} hint="例如：思想动态、工作困难；不记谈话内容" />
    </FormDialog>
  );
}
