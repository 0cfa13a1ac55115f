import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { reportSetting } from '../contract.setting.ts';
import { GROUPS, type GroupKey, pathOf, REPORTS } from '../rules.ts';
import './report.css';

/** `dataReport/overview`: every report that the session may read, by what it is about, in the order that is set. */
export default function Overview() {
  const session = useSession();
  const query = useCall(reportSetting, {}, { quiet: true });
  return (
    <div className="report-page">
      <PageHead />
      <RecordLoader query={query}>
        {({ lines }) => {
          const mine = lines.filter(({ key, shown }) => shown && may(session, REPORTS[key].right));
          const groups = (Object.keys(GROUPS) as GroupKey[])
            .map((group) => ({ group, some: mine.filter(({ key }) => REPORTS[key].group === group) }))
            .filter(({ some }) => some.length > 0);
          if (groups.length === 0)
            return (
              <section className="card">
                <Empty title="没有可以查看的报表">报表按它统计的内容授权，请联系本组织的党务管理员。</Empty>
              </section>
            );
          return groups.map(({ group, some }) => (
            <section key={group} className="card" aria-label={GROUPS[group]}>
              <div className="card-head">
                <h2>{GROUPS[group]}</h2>
                <span className="card-extra">{some.length}个</span>
              </div>
              <ul className="report-cards">
                {some.map(({ key, note }) => (
                  <li key={key}>
                    <Link to={pathOf(key)}>
                      <b>{REPORTS[key].title}</b>
                      <span>{REPORTS[key].about}</span>
                      {note && <em>{note}</em>}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ));
        }}
      </RecordLoader>
    </div>
  );
}
