import { useState } from 'react';
import { useParams } from 'react-router';
import { DecisionTag, GivenSection, PartsTable } from '#house/web/given/parts.tsx';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FillDetail, getFill } from '../contract.read.ts';
import { decideFill, printFill, recallFill } from '../contract.ts';
import { Filled, FillHead } from './FillParts.tsx';
import { PATHS } from './paths.ts';

/** 填报详情: what an organisation filled in, each handing in, and the decision on it. */
export default function FillView() {
  const { id = '' } = useParams();
  const fillQuery = useCall(getFill, { id }, { quiet: true, staleTime: 0 });
  useTitle(fillQuery.data && `${fillQuery.data.title} ${fillQuery.data.orgName}`);
  return (
    <RecordLoader query={fillQuery}>
      {(fill) => <Detail key={fill.id} fill={fill} again={() => void fillQuery.refetch()} />}
    </RecordLoader>
  );
}

function Detail({ fill, again }: { fill: FillDetail; again: () => void }) {
  const decide = useAct(decideFill, { quiet: true });
  const recall = useAct(recallFill);
  const urge = useUrgeAbove('dataCentre', fill.id);
  const [printed, setPrinted] = useState(false);
  const { id, version, title, orgName, can } = fill;
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  const act = async (decision: 'agree' | 'return', opinion: string) => {
    await decide.mutateAsync({ id, version, decision, opinion });
    notify(decision === 'agree' ? '审核通过' : '已退回');
  };
  return (
    <div className="record-page">
      <FillHead fill={fill}>
        {can.fill && (
          <ButtonLink look="primary" icon="edit" to={PATHS.fillOf(id)}>
            {fill.state === 'returned' ? '补正' : '填报'}
          </ButtonLink>
        )}
        <ApprovalActs
          acts={{
            agree: can.decide && {
              label: '审核通过',
              title: `审核 ${title} ${orgName}`,
              act: '审核通过',
              words: { label: '意见', free: true, max: 500 },
              consequence: `${orgName}${fill.round}的填报办结，计入汇总。`,
              run: (opinion) => act('agree', opinion),
            },
            return: can.decide && {
              label: '退回',
              title: `退回 ${title} ${orgName}`,
              act: '退回',
              words: { label: '退回原因', max: 500 },
              consequence: `退回后不计入汇总，由${orgName}补正后重新上报。`,
              run: (opinion) => act('return', opinion),
            },
            urge: can.recall && urge,
            withdraw: can.recall && {
              label: '撤回',
              run: async () => {
                await recall.mutateAsync({ id });
                notify('已撤回，可以修改后重新上报');
              },
            },
          }}
          onClosed={again}
        />
        {fill.rows.length > 0 && (
          <Button icon="print" onClick={() => setPrinted(true)}>
            打印
          </Button>
        )}
        <ButtonLink icon="sheet" to={PATHS.tableOf(fill.tableId)}>
          数据表
        </ButtonLink>
      </FillHead>
      {/* Whoever decides is named above already. */}
      {fill.obstacle && fill.obstacle !== `由${fill.deciderName}审核` && !can.recall && (
        <p className="muted" role="note">
          {fill.obstacle}
        </p>
      )}
      <section className="card centre-card" aria-label="填报内容">
        <div className="card-head">
          <h2>填报内容</h2>
          <span className="muted">
            {fill.isOwn && can.fill && fill.savedAt && `${dateTime(fill.savedAt)}${fill.savedBy}暂存，还没有上报`}
          </span>
        </div>
        <Filled fill={fill} />
      </section>
      {fill.filings.length > 0 && <Filings fill={fill} />}
      {printed && (
        <PaperDialog
          title={`${title} ${orgName}`}
          ask={(signal) => call(printFill, { id }, { quiet: true, signal })}
          onClose={() => setPrinted(false)}
        />
      )}
    </div>
  );
}

const Filings = ({ fill }: { fill: FillDetail }) => (
  <GivenSection id="centre-filings" title="上报记录" act={null}>
    <PartsTable label="上报记录" heads={['上报', '上报人', '结果', '审核', '意见']}>
      {fill.filings.map((filing) => (
        <tr key={filing.id}>
          <th scope="row">
            {dateTime(filing.filedAt)}
            {filing.isLate && <span className="given-late centre-note">补报</span>}
          </th>
          <td>{filing.filedBy}</td>
          <td>
            <DecisionTag decision={filing.decision} verb="审核" />
          </td>
          <td>{filing.decidedAt ? `${filing.decidedBy}，${dateTime(filing.decidedAt)}` : noValue}</td>
          <td className="wraps">{filing.opinion || noValue}</td>
        </tr>
      ))}
    </PartsTable>
  </GivenSection>
);
