import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { EVENTS, type EventKind, type InstanceDetail } from '../../contract.ts';
import './record.css';

const SIGNS: Readonly<Partial<Record<EventKind, readonly [tone: string, icon: IconName]>>> = {
  agreed: ['ok', 'check'],
  finished: ['ok', 'check'],
  rejected: ['bad', 'close'],
  returned: ['warn', 'undo'],
  stuck: ['warn', 'warning'],
  withdrawn: ['', 'back'],
};

/** What was checked by rules, faults first, then all that happened so far. */
export function RecordCard({ instance }: { instance: InstanceDetail }) {
  const faults = instance.checks.filter(({ ok }) => !ok);
  const passed = instance.checks.filter(({ ok }) => ok);
  return (
    <section className="card work-record" aria-label="核对与办理过程">
      {instance.checks.length > 0 && (
        <>
          <div className="card-head">
            <h2>规则核对</h2>
            <span className="card-extra">
              <span className="work-ok">
                <Icon name="check" size={14} />
                通过 {passed.length}
              </span>
              {faults.length > 0 && (
                <span className="work-bad">
                  <Icon name="close" size={14} />
                  待补 {faults.length}
                </span>
              )}
            </span>
          </div>
          <ul className="work-checks">
            {[...faults, ...passed].map((check) => (
              <li key={check.title} className={check.ok ? undefined : 'no'}>
                <span className="work-sign">
                  <Icon name={check.ok ? 'check' : 'close'} size={13} />
                  <span className="visually-hidden">{check.ok ? '通过' : '不通过'}</span>
                </span>
                <div>
                  <p className="work-check">{check.title}</p>
                  <p className="work-evidence">{check.detail}</p>
                </div>
                <span className="work-basis">{check.basis}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="card-head">
        <h2>办理过程</h2>
        {instance.copies.length > 0 && (
          <span className="card-extra ellipsis">抄送{instance.copies.map(({ name }) => name).join('、')}</span>
        )}
      </div>
      <ol className="work-history">
        {instance.history.map((event, at) => {
          const [tone, icon] = SIGNS[event.kind] ?? ['', 'clock'];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the history only grows at its end
            <li key={at}>
              <span className={`work-event ${tone}`}>
                <Icon name={icon} size={13} />
              </span>
              <div>
                <p className="work-happened">
                  <b>{event.actor || '系统'}</b>
                  {event.behalfOf && <span className="muted">代{event.behalfOf}</span>}
                  <span className={`work-what ${tone}`}>{EVENTS[event.kind]}</span>
                  {event.nodeName && <span className="muted small">{event.nodeName}</span>}
                </p>
                {event.detail && <p className="work-detail">{event.detail}</p>}
              </div>
              <time dateTime={event.at}>{dateTime(event.at)}</time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
