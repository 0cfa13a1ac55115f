import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { duesRate } from '#procedures/dues/contract.ts';
import { COLLECTED_WORDS, collectedText } from '#procedures/dues/rules.ts';
import { Part } from './Part.tsx';

const yuan = (fen: number) =>
  (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 党费收缴率 (`COLLECTED_WORDS`) of the last months; each opens what it adds up. */
export function DuesPart() {
  const session = useSession();
  const allowed = may(session, 'dues:read');
  const answer = useCall(duesRate, {}, { quiet: true, enabled: allowed });
  if (!allowed) return null;
  const now = new Date();
  const running = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
  const to = (month: string) =>
    pathWithQuery(`/affairs/dues/total-detail/${session.user.workOrgId}`, { from: month, until: month });
  return (
    <Part
      title="党费收缴率"
      className="home-dues"
      answer={answer}
      skeleton={2}
      extra={
        <Link className="card-extra" to="/affairs/dues?tab=closing">
          月结一页
        </Link>
      }
    >
      {(months) =>
        months.length === 0 ? (
          <p className="home-dues-none">近几个月还没有开账。</p>
        ) : (
          <ul>
            {months.map(({ month, due, paid }) => (
              <li key={month}>
                <Link to={to(month)} title={`已缴${yuan(paid)}，应缴${yuan(due)}元`}>
                  <span>
                    {Number(month.slice(0, 4))}年{Number(month.slice(5))}月
                  </span>
                  <i aria-hidden="true">
                    <em style={{ width: due === 0 ? '0%' : collectedText(paid, due) }} />
                  </i>
                  <b title={COLLECTED_WORDS}>{collectedText(paid, due)}</b>
                  {month === running && (
                    <small>
                      收缴中，已缴{yuan(paid)}，应缴{yuan(due)}元
                    </small>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
}
