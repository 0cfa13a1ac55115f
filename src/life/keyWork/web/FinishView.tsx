import { Link, useLocation } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Previews } from '#platform/web/upload/Previews.tsx';
import { getPart, getReport, type PartDetail } from '../contract.read.ts';
import { decidePart, recallPart } from '../contract.ts';
import { PartHead, Standing } from './PartView.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

/** 完成情况: what was reported as completed, and the decision on it. */
export default function FinishView() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const partQuery = useCall(getPart, { id }, { quiet: true, staleTime: 0 });
  useTitle(partQuery.data && `完成情况 ${partQuery.data.title}`);
  return (
    <RecordLoader query={partQuery}>
      {(part) => <Detail key={part.id} part={part} again={() => void partQuery.refetch()} />}
    </RecordLoader>
  );
}

function Detail({ part, again }: { part: PartDetail; again: () => void }) {
  const decide = useAct(decidePart, { quiet: true });
  const recall = useAct(recallPart);
  const urge = useUrgeAbove('keyWork', part.id);
  const { id, version, title, can } = part;
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  const last = part.reports.find(({ isFinal }) => isFinal);
  const act = async (decision: 'agree' | 'return', opinion: string) => {
    await decide.mutateAsync({ id, version, decision, opinion });
    notify(decision === 'agree' ? '验收通过' : '已退回');
  };
  return (
    <div className="record-page">
      <PartHead part={part}>
        <ApprovalActs
          acts={{
            agree: can.decide && {
              label: '验收通过',
              title: `验收 ${title}`,
              act: '验收通过',
              words: { label: '意见', free: true, max: 500 },
              consequence: `${part.orgName}的这项重点工作办结，计入报表。`,
              run: (opinion) => act('agree', opinion),
            },
            return: can.decide && {
              label: '退回',
              title: `退回 ${title}`,
              act: '退回',
              words: { label: '退回原因', max: 500 },
              consequence: `退回后由${part.orgName}补正，重新报送。`,
              run: (opinion) => act('return', opinion),
            },
            urge: can.recall && urge,
            withdraw: can.recall && {
              label: '撤回',
              run: async () => {
                await recall.mutateAsync({ id });
                notify('已撤回，可以补充后重新报送');
              },
            },
          }}
          onClosed={again}
        />
        <ButtonLink icon="eye" to={PATHS.partOf(id)}>
          要求和各期
        </ButtonLink>
      </PartHead>
      <Standing part={part} />
      {part.obstacle && !can.recall && (
        <p className="muted" role="note">
          {part.obstacle}
        </p>
      )}
      {last ? (
        <Material id={last.id} part={part} />
      ) : (
        <section className="card">
          <Empty title="还没有报送完成情况">
            {can.report ? <Link to={PATHS.finishOf(id)}>报送完成情况</Link> : '责任单位报送后在这里验收。'}
          </Empty>
        </section>
      )}
    </div>
  );
}

function Material({ id, part }: { id: string; part: PartDetail }) {
  const reportQuery = useCall(getReport, { id }, { quiet: true });
  if (!reportQuery.data) return <Waiting query={reportQuery} />;
  const report = reportQuery.data;
  return (
    <>
      <section className="card key-body" aria-label="完成情况">
        <dl className="record-fields">
          <Line label="报送">
            {report.reportedBy}，{dateTime(report.reportedAt)}
            {report.isLate && <span className="tag warn">逾期</span>}
          </Line>
          <Line label="截止日期">{part.endsOn}</Line>
          <Line label="验收">{report.decidedAt ? `${report.decidedBy}，${dateTime(report.decidedAt)}` : noValue}</Line>
          <Line label="意见">{report.opinion || noValue}</Line>
          <Line label="完成情况" wide>
            <span className="record-text">{report.content}</span>
          </Line>
        </dl>
      </section>
      <Previews files={report.files} />
    </>
  );
}
