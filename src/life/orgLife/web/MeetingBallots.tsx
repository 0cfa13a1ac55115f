import { Link, useNavigate } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { BALLOTS, STATES } from '#procedures/ballot/rules.ts';
import { addMeetingBallot, meetingBallots } from '../contract.ballot.ts';

const TONES: Readonly<Record<number, string>> = { 1: 'warn', 2: 'gold', 3: 'ok' };

/** 无记名投票 of a meeting: those that are held at it, and one more among those due; nothing where there is none. */
export function MeetingBallots({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data } = useCall(meetingBallots, { id }, { quiet: true });
  const add = useAct(addMeetingBallot);
  if (!data || (data.rows.length === 0 && !data.can.add)) return null;
  const start = async () => {
    try {
      const { ballotId } = await add.mutateAsync({ id });
      navigate(BALLOTS.edit(ballotId));
    } catch {
      // The client has shown why.
    }
  };
  return (
    <section className="card" aria-label="无记名投票">
      <div className="card-head">
        <h2>无记名投票</h2>
        {data.can.add && (
          <span className="card-extra">
            <Button icon="plus" disabled={add.isPending} onClick={() => void start()}>
              发起投票
            </Button>
          </span>
        )}
      </div>
      {data.rows.length === 0 && (
        <p className="life-empty">需要表决的，由应到的有表决权党员用手机不记名投票，平台不知道谁投了什么。</p>
      )}
      <ul className="life-people">
        {data.rows.map((one) => (
          <li key={one.id}>
            <span className="grow">
              <Link to={one.href}>{one.title}</Link>
              {one.state > 0 && (
                <small className="muted">
                  应投{one.voters}人，收回{one.cast}票
                </small>
              )}
            </span>
            <span className={`tag ${TONES[one.state] ?? ''}`}>{STATES[one.state as keyof typeof STATES]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
