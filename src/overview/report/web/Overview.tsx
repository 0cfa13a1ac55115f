import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { listOwnReports } from '../contract.own.ts';
import { reportSetting } from '../contract.setting.ts';
import { ADD_OWN, ownKey } from '../rules.own.ts';
import { GROUPS, type GroupKey, pathOf, REPORTS } from '../rules.ts';
import './report.css';

/** `dataReport/overview`: every report that the session may read, by what it is about, in the order that is set. */
export default function Overview() {
  const session = useSession();
  const query = useCall(reportSetting, {}, { quiet: true });
  return (
    <div className="report-page">
      <PageHead />
      <OwnReports />
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

/** 自定义报表 of the own organisation and those that are offered from above; whoever may read people sees them. */
function OwnReports() {
  const session = useSession();
  const { data } = useCall(listOwnReports, may(session, 'member:read') ? {} : null, { quiet: true });
  if (!data || (data.reports.length === 0 && !data.can.design)) return null;
  return (
    <section className="card" aria-label="自定义报表">
      <div className="card-head">
        <h2>自定义报表</h2>
        <span className="card-extra">
          {data.reports.length}个{data.can.design && <Link to={ADD_OWN}>新建</Link>}
        </span>
      </div>
      {data.reports.length === 0 ? (
        <Empty title="还没有自定义报表">
          <Link to={ADD_OWN}>新建一个</Link>：用人员条件定各栏，按下级党组织出表，可以导出、打印，也可以给下级用。
        </Empty>
      ) : (
        <ul className="report-cards">
          {data.reports.map(({ id, title, about, isOwn, orgName }) => (
            <li key={id}>
              <Link to={pathOf(ownKey(id))}>
                <b>{title}</b>
                <span>{about || '没有说明'}</span>
                {!isOwn && <em>{orgName}提供</em>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
