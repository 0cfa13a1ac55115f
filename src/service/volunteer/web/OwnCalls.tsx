import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { answerCall, type OwnCall, ownCalls } from '../contract.call.ts';
import { CallTags } from './CallView.tsx';

const notify = (text: string) => emit('notice', { kind: 'success', text });

/** The emergency calls to the session's person, with the two answers. */
export function OwnCalls() {
  const query = useCall(ownCalls, { pageSize: '30' }, { quiet: true, staleTime: 0 });
  if (!query.data) return <Waiting query={query} lines={5} />;
  const { rows } = query.data;
  if (rows.length === 0) {
    return (
      <div className="card">
        <Empty title="没有叫到您的召集">报到的社区有急事、召集应急队或小区党员时，会通知您到这里答复。</Empty>
      </div>
    );
  }
  return (
    <ul className="service-cards">
      {rows.map((row) => (
        <One key={row.id} row={row} />
      ))}
    </ul>
  );
}

function One({ row }: { row: OwnCall }) {
  const answer = useAct(answerCall);
  const say = (coming: boolean) =>
    answer.mutate({ id: row.id, coming }, { onSuccess: () => notify(coming ? '已答复能到' : '已答复不能到') });
  return (
    <li className="card service-card">
      <div className="service-card-body">
        <h3>
          {row.title} <CallTags row={row} />
        </h3>
        <p>到{row.place}集合</p>
        {row.content && <p>{row.content}</p>}
        <p className="muted">
          {row.orgName}，{row.raisedAt}
        </p>
        <p>
          {row.arrivedAt === null
            ? row.answer === 0
              ? '您还没有答复'
              : `您答复了${row.answerName}`
            : `${row.arrivedAt}到场`}
        </p>
        {row.can.answer && (
          <div className="service-card-acts">
            <Button look="primary" disabled={answer.isPending || row.answer === 1} onClick={() => say(true)}>
              能到
            </Button>
            <Button disabled={answer.isPending || row.answer === 2} onClick={() => say(false)}>
              不能到
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
