import { useState } from 'react';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  CALL_VIEWS,
  type CallDetail,
  type CallPerson,
  callPeople,
  endCall,
  exportCall,
  getCall,
  markArrived,
} from '../contract.call.ts';
import '#platform/web/field/matter.css';
import './volunteer.css';

/** Milliseconds after which the counts of a call that runs are asked for again. */
const LIVE = 5000;
const TONES: Readonly<Record<number, string>> = { 0: 'tag warn', 1: 'tag ok', 2: 'tag' };

/** Where a call stands, and that it is a drill. */
export const CallTags = ({ row }: { row: { state: number; stateName: string; isDrill: boolean } }) => (
  <>
    <span className={row.state === 1 ? 'tag red' : 'tag'}>{row.stateName}</span>
    {row.isDrill && <span className="tag gold">演练</span>}
  </>
);

const COLUMNS: readonly Column<CallPerson>[] = [
  { key: 'name', title: '姓名', width: 110, card: 'title', cell: (row) => row.name },
  {
    key: 'answer',
    title: '答复',
    width: 90,
    card: 'tag',
    cell: (row) => <span className={TONES[row.answer]}>{row.answerName}</span>,
    filter: { kind: 'choice', name: 'view', options: optionsOf(CALL_VIEWS) },
  },
  { key: 'arrivedAt', title: '到场', width: 150, card: 'side', cell: (row) => row.arrivedAt ?? noValue },
  { key: 'answeredAt', title: '答复时间', width: 150, card: 'line', cell: (row) => row.answeredAt ?? noValue },
  { key: 'phone', title: '手机号', width: 120, card: 'line', cell: (row) => row.phone || noValue },
  { key: 'sms', title: '短信', width: 100, card: 'line', cell: (row) => row.smsName },
  {
    key: 'homeName',
    title: '所在党组织',
    width: 210,
    card: 'line',
    cell: (row) => <span title={row.homeName}>{row.homeName}</span>,
  },
];

/** One call: who can come, who cannot, who is silent and who is there, renewed while it runs. */
export default function CallView({ id }: { id: string }) {
  const query = useCall(
    getCall,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: (latest) => (latest?.state === 1 ? LIVE : false) },
  );
  return <RecordLoader query={query}>{(row) => <Shown row={row} />}</RecordLoader>;
}

function Shown({ row }: { row: CallDetail }) {
  const { id, can } = row;
  const [isEnding, setEnding] = useState(false);
  const end = useAct(endCall, { quiet: true });
  const mark = useAct(markArrived);
  useTitle(row.title);
  const numbers: [string, number][] = [
    ['叫到', row.asked],
    ['能到', row.coming],
    ['不能到', row.declined],
    ['未答', row.silent],
    ['已到', row.arrived],
  ];
  const arrive = (people: readonly CallPerson[], done?: () => void) =>
    mark.mutate(
      { id, personIds: people.map((one) => one.id) },
      {
        onSuccess: ({ arrived }) => {
          emit('notice', { kind: 'success', text: `已登记${arrived}人到场` });
          done?.();
        },
      },
    );
  return (
    <div className="list-page">
      <RecordTop title={row.title} />
      <MatterHead name={row.title} state={<CallTags row={row} />}>
        <Button icon="export" onClick={() => void download(exportCall, { id }).catch(() => {})}>
          导出
        </Button>
        {can.run && (
          <Button look="primary" icon="check" aria-haspopup="dialog" onClick={() => setEnding(true)}>
            结束召集
          </Button>
        )}
      </MatterHead>
      <section className="card matter-gap" aria-label="答复" aria-live="polite">
        <ul className="service-figures">
          {numbers.map(([label, value]) => (
            <li key={label}>
              <b>{value}</b>
              <span>{label}（人）</span>
            </li>
          ))}
        </ul>
      </section>
      <FactCard title="召集" extra={row.orgName}>
        <Fact label="召集谁">{row.called}</Fact>
        <Fact label="集合地点">{row.place}</Fact>
        <Fact label="说明">{row.content}</Fact>
        <Fact label="召集时间">
          {row.raisedAt}，{row.raisedBy}
        </Fact>
        {row.endedAt !== null && (
          <Fact label="结束">
            {row.endedAt}，{row.endNote}
          </Fact>
        )}
      </FactCard>
      <div className="matter-gap">
        <PlainList<CallPerson>
          caption="叫到的人"
          endpoint={callPeople}
          columns={COLUMNS}
          search={{ name: 'keyWords', placeholder: '姓名' }}
          unit="人"
          keep={['id']}
          inputOf={(values) => ({ ...values, id })}
          label={(one) => one.name}
          {...(can.run
            ? {
                bulk: ({ rows, clear }) => (
                  <Button disabled={mark.isPending} onClick={() => arrive(rows, clear)}>
                    登记到场
                  </Button>
                ),
              }
            : {})}
          refresh={() => (row.state === 1 ? LIVE : false)}
          empty={{ title: '没有这样的人', text: '换一个筛选看看。' }}
        />
      </div>
      {isEnding && (
        <ReasonDialog
          title={`结束召集 ${row.title}`}
          act="结束"
          label="情况"
          max={200}
          onDone={async (note) => {
            await end.mutateAsync({ id, note });
            emit('notice', { kind: 'success', text: '召集已结束，叫到的人已收到通知' });
          }}
          onClose={() => setEnding(false)}
        >
          叫到的{row.asked}人会收到通知，结束后不能再答复。
        </ReasonDialog>
      )}
    </div>
  );
}
