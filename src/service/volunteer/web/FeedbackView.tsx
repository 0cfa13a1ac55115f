import { useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type FeedbackDetail,
  type FeedbackPerson,
  feedbackPeople,
  getFeedback,
  printFeedback,
  signFeedback,
} from '../contract.feedback.ts';
import { SignDialog, SlipTag } from './FeedbackParts.tsx';
import '#platform/web/field/matter.css';
import './volunteer.css';

const COLUMNS: readonly Column<FeedbackPerson>[] = [
  { key: 'name', title: '姓名', width: 120, card: 'title', cell: (row) => row.name },
  {
    key: 'homeName',
    title: '所在党组织',
    width: 280,
    card: 'line',
    cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
  },
  { key: 'hours', title: '时长（小时）', width: 110, align: 'right', card: 'side', cell: (row) => row.hours },
  { key: 'times', title: '次数', width: 80, align: 'right', card: 'line', cell: (row) => row.times },
  { key: 'absences', title: '缺席', width: 80, align: 'right', card: 'line', cell: (row) => row.absences },
];

/** One slip: the sums of the quarter, who was there, and the step that is next. */
export default function FeedbackView({ id }: { id: string }) {
  const query = useCall(getFeedback, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(row) => <Shown row={row} />}
    </RecordLoader>
  );
}

function Shown({ row }: { row: FeedbackDetail }) {
  const { id, can } = row;
  const [open, setOpen] = useState<'sign' | 'print' | null>(null);
  const step = useAct(signFeedback);
  useTitle(row.title);
  const numbers: [string, number | string, string][] = [
    ['报到和服务', row.people, '人'],
    ['参加', row.served, '人'],
    ['时长', row.hours, '小时'],
    ['人次', row.times, '次'],
    ['缺席', row.absences, '次'],
    ['办结需求', row.needs, '件'],
  ];
  return (
    <div className="list-page">
      <RecordTop title={row.title} />
      <MatterHead name={row.title} state={<SlipTag row={row} />}>
        <Button icon="print" aria-haspopup="dialog" onClick={() => setOpen('print')}>
          打印
        </Button>
        {can.sign && (
          <Button look="primary" icon="check" aria-haspopup="dialog" onClick={() => setOpen('sign')}>
            签收
          </Button>
        )}
        {can.receive && (
          <Button
            look="primary"
            icon="check"
            disabled={step.isPending}
            onClick={() =>
              step.mutate(
                { id, status: 2 },
                { onSuccess: () => emit('notice', { kind: 'success', text: '已接收，回执交回社区' }) },
              )
            }
          >
            接收回执
          </Button>
        )}
      </MatterHead>
      <section className="card matter-gap" aria-label="合计">
        <ul className="service-figures">
          {numbers.map(([label, value, unit]) => (
            <li key={label}>
              <b>{value}</b>
              <span>
                {label}（{unit}）
              </span>
            </li>
          ))}
        </ul>
      </section>
      <div className="matter-gap">
        <FactCard title="反馈单" extra={row.period}>
          <Fact label="单位党组织">{row.unitName}</Fact>
          <Fact label="社区党组织">{row.orgName}</Fact>
          <Fact label="服务岗位">{row.postNames}</Fact>
          <Fact label="居民评价">{row.stars && `平均${row.stars}星`}</Fact>
          <Fact label="生成日期">{row.draftedOn}</Fact>
          <Fact label="社区签收">{row.signedOn && `${row.signedOn}，${row.signedName}`}</Fact>
          <Fact label="社区意见">{row.word}</Fact>
          <Fact label="单位接收">{row.receivedOn && `${row.receivedOn}，${row.receivedName}`}</Fact>
        </FactCard>
      </div>
      <div className="matter-gap">
        <PlainList<FeedbackPerson>
          caption="人员"
          endpoint={feedbackPeople}
          columns={COLUMNS}
          search={{ name: 'keyWords', placeholder: '姓名' }}
          unit="人"
          keep={['id']}
          inputOf={(values) => ({ ...values, id })}
          label={(one) => one.name}
          empty={{ title: '没有人员', text: '本季度没有报到和参加服务的人员。' }}
        />
      </div>
      {open === 'sign' && (
        <SignDialog
          title={`签收 ${row.title}`}
          pending={step.isPending}
          onSign={async (word) => {
            await step.mutateAsync({ id, status: 1, word });
            emit('notice', { kind: 'success', text: '已签收，交单位接收' });
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'print' && (
        <PaperDialog
          title={row.title}
          ask={(signal) => call(printFeedback, { id }, { quiet: true, signal })}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
