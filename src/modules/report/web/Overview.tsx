import { Link } from 'react-router';
import { may, useSession } from '#platform/web/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Empty } from '#platform/web/states.tsx';
import { GROUPS, type GroupKey, pathOf, REPORT_KEYS, REPORTS } from '../rules.ts';
import './report.css';

/** `dataReport/overview`: every report that the session may read, by what it is about. */
export default function Overview() {
  const session = useSession();
  const mine = REPORT_KEYS.filter((key) => may(session, REPORTS[key].right));
  const groups = (Object.keys(GROUPS) as GroupKey[])
    .map((group) => ({ group, keys: mine.filter((key) => REPORTS[key].group === group) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <div className="report-page">
      <PageHead />
      {groups.length === 0 && (
        <section className="card">
          <Empty title="没有可以查看的报表">报表按它统计的内容授权，请联系本组织的党务管理员。</Empty>
        </section>
      )}
      {groups.map(({ group, keys }) => (
        <section key={group} className="card" aria-label={GROUPS[group]}>
          <div className="card-head">
            <h2>{GROUPS[group]}</h2>
            <span className="card-extra">{keys.length}个</span>
          </div>
          <ul className="report-cards">
            {keys.map((key) => (
              <li key={key}>
                <Link to={pathOf(key)}>
                  <b>{REPORTS[key].title}</b>
                  <span>{REPORTS[key].about}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
