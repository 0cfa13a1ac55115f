import { useState } from 'react';

import { StandingBanner } from '#house/web/given/parts.tsx';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { type CaseDetail, decideCase, getCase, recallCase, withdrawCase } from '../contract.case.ts';
import { CASE_STATES, type CaseState } from '../rules.case.ts';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './trinity.css';

const TONES: Readonly<Record<CaseState, string>> = {
  asked: 'tag info',
  published: 'tag ok',
  returned: 'tag warn',
  recalled: 'tag',
  withdrawn: 'tag bad',
};
/** How a case stands. */
export const CaseTag = ({ state }: { state: CaseState }) => <span className={TONES[state]}>{CASE_STATES[state]}</span>;

/** One case: what was done, its files, and how it came about. */
export function CaseView({ id }: { id: string }) {
  const caseQuery = useCall(getCase, { id }, { quiet: true, staleTime: 0 });
  useTitle(caseQuery.data?.title);
  return (
    <RecordLoader query={caseQuery}>
      {(one) => <Detail one={one} again={() => void caseQuery.refetch()} />}
    </RecordLoader>
  );
}

function Detail({ one, again }: { one: CaseDetail; again: () => void }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const decide = useAct(decideCase, { quiet: true });
  const recall = useAct(recallCase, { quiet: true });
  const withdraw = useAct(withdrawCase, { quiet: true });
  const urge = useUrgeAbove('trinityCase', one.id);
  const { id, version, can, state } = one;
  const say = (text: string) => emit('notice', { kind: 'success', text });
  return (
    <div className="record-page">
      <RecordTop title={one.title}>
        <ButtonLink icon="back" to={PATHS.cases}>
          优秀案例
        </ButtonLink>
      </RecordTop>
      <section className="card record-head">
        <span className="seal" aria-hidden="true">
          {one.title.slice(0, 1)}
        </span>
        <div className="record-name">
          <h1>
            {one.title}
            <span className="record-tags">
              <CaseTag state={state} />
            </span>
          </h1>
          <p className="record-facts">
            <span>{one.orgName}</span>
            <span>
              {one.evaluationName}，{one.partTitle}
            </span>
            {one.publishedOn && <span>{one.publishedOn}发布</span>}
          </p>
        </div>
        <div className="record-acts">
          <ApprovalActs
            acts={{
              agree: can.decide && {
                label: '发布',
                title: `发布 ${one.title}`,
                consequence: `发布后，${one.giverName}和下级组织都能看到案例和附件。`,
                run: async () => {
                  await decide.mutateAsync({ id, version, agree: true });
                  say('已发布');
                },
              },
              refuse: can.decide && {
                label: '不采用',
                title: `不采用 ${one.title}`,
                words: { label: '不采用的原因' },
                consequence: '推荐的单位会收到通知，可以修改后再推荐。',
                run: async (reason) => {
                  await decide.mutateAsync({ id, version, agree: false, reason });
                  say('已退回推荐的单位');
                },
              },
              urge: can.recall && urge,
              withdraw: can.recall && {
                label: '撤回',
                run: async () => {
                  await recall.mutateAsync({ id });
                  say('已撤回，可以重新推荐');
                },
              },
            }}
            onClosed={again}
          />
          {can.withdraw && (
            <Button icon="close" aria-haspopup="dialog" onClick={() => setWithdrawing(true)}>
              撤下
            </Button>
          )}
          {one.scoreId && (
            <ButtonLink icon="document" to={PATHS.materialOf(one.scoreId)}>
              资料详情
            </ButtonLink>
          )}
        </div>
      </section>
      <StandingBanner
        state={state === 'asked' ? 'asked' : state === 'returned' ? 'returned' : state === 'withdrawn' ? 'void' : ''}
        opinion={one.reason}
        waits={`${one.askedByName}推荐，由${one.deciderName}审核${one.obstacle && !can.recall ? `。${one.obstacle}` : ''}`}
        over={`已撤下：${one.reason}`}
      />
      <section className="card trinity-card" aria-label="案例">
        <dl className="record-fields">
          <Line label="案例简介" wide>
            <span className="record-text">{one.summary}</span>
          </Line>
          <Line label="指标">{one.itemTitle}</Line>
          <Line label="推荐">
            {one.askedByName ? `${one.askedByName}，${dateTime(one.askedAt)}` : '组织考评的党组织'}
          </Line>
          <Line label="发布组织">{one.giverName}</Line>
          <Line label="审核">
            {one.decidedBy && one.decidedAt ? `${one.decidedBy}，${dateTime(one.decidedAt)}` : noValue}
          </Line>
        </dl>
      </section>
      {one.papers.length > 0 && <Previews key={version} files={one.papers} />}
      {withdrawing && (
        <ReasonDialog
          title={`撤下 ${one.title}`}
          act="撤下"
          label="撤下的原因"
          onDone={async (reason) => {
            await withdraw.mutateAsync({ id, version, reason });
            say('已撤下');
          }}
          onClose={() => setWithdrawing(false)}
        >
          撤下后其他组织看不到，{one.orgName}会收到通知。
        </ReasonDialog>
      )}
    </div>
  );
}
