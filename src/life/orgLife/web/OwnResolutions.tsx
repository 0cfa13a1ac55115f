import { useCall } from '#platform/web/call/hooks.ts';
import { ownResolutions } from '../contract.resolution.ts';

const TONES = { done: 'ok', late: 'bad', open: 'warn', task: 'info' } as const;

/** What meetings agreed that one does oneself, with its day; nothing where there is none. */
export function OwnResolutions() {
  const { data = [] } = useCall(ownResolutions, {}, { quiet: true });
  if (data.length === 0) return null;
  return (
    <section className="card" aria-label="由我负责的议定事项">
      <div className="card-head">
        <h2>由我负责的议定事项</h2>
      </div>
      <ul className="life-people">
        {data.map((one) => (
          <li key={one.id}>
            <span className="grow">
              {one.text}
              <small className="muted">
                {one.orgName}，{one.heldOn}
                {one.meetingTitle}；{one.dueOn}前办结
              </small>
              {one.evidence && <small className="muted">办理结果：{one.evidence}</small>}
            </span>
            <span className={`tag ${TONES[one.state]}`}>{one.stateName}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
