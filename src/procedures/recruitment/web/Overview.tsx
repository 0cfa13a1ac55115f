import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { ACCEPTED, type Accepted, overview } from '../contract.ts';
import { MoreLinks } from './MoreLinks.tsx';
import { LISTS, listOf, PATHS } from './paths.ts';
import './recruitment.css';

/** 发展党员: how many stand at each stage, what is due and overdue; each number opens its people. */
export function Overview() {
  useTitle('发展党员');
  const session = useSession();
  const overviewQuery = useCall(overview, {}, { quiet: true });
  if (overviewQuery.error && !overviewQuery.data)
    return <Failed error={overviewQuery.error} onRetry={() => overviewQuery.refetch()} />;
  if (!overviewQuery.data) return <Skeleton lines={10} />;
  const { stages, views, year, accepted, plan, desks } = overviewQuery.data;
  const most = Math.max(1, ...stages.map(({ count }) => count));
  return (
    <div className="fz-page">
      <PageHead title="发展党员" />
      <div className="fz-cards">
        <section className="card">
          <div className="card-head">
            <h2>各阶段人数</h2>
          </div>
          <ul className="fz-funnel">
            {stages.map(({ stage, label, count }) => (
              <li key={stage}>
                <Link to={pathWithQuery(PATHS.list(listOf(stage)), { stage: String(stage) })}>
                  <span>{label}</span>
                  <i style={{ width: `${(count / most) * 100}%` }} aria-hidden="true" />
                  <b>{count}人</b>
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section className="card">
          <div className="card-head">
            <h2>待办和期限</h2>
          </div>
          <table className="fz-views">
            <thead>
              <tr>
                <th scope="col">情况</th>
                <th scope="col">人数</th>
                <th scope="col">名单</th>
              </tr>
            </thead>
            <tbody>
              {views.map(({ view, label, count, stages: each }) => (
                <tr key={view}>
                  <th scope="row">{label}</th>
                  <td className={view === 'overdue' && count > 0 ? 'fz-late' : ''}>{count}</td>
                  <td>
                    {each
                      .filter((one) => one.count > 0)
                      .map((one) => (
                        <Link
                          key={one.stage}
                          to={pathWithQuery(PATHS.list(listOf(one.stage)), { stage: String(one.stage), view })}
                        >
                          {LISTS[listOf(one.stage)].title}
                          {one.count}人
                        </Link>
                      ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="card">
          <div className="card-head">
            <h2>{year}年新接收预备党员</h2>
          </div>
          <dl className="fz-facts">
            <Fact label="本年计划" value={plan === null ? '没有下达' : `${plan}人`} />
            {(Object.keys(ACCEPTED) as Accepted[]).map((key) => (
              <div key={key}>
                <dt>{ACCEPTED[key]}</dt>
                <dd>
                  <Link to={pathWithQuery(PATHS.list('probationary'), { stage: '2', accepted: key })}>
                    {accepted[key]}人
                  </Link>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="card">
          <div className="card-head">
            <h2>超期在谁那里</h2>
          </div>
          {desks.length === 0 ? (
            <p className="fz-quiet">没有超期的。</p>
          ) : (
            <ul className="fz-desks">
              {desks.map(({ orgId, orgName, count }) => (
                <li key={orgId}>
                  <span>{orgName}</span>
                  {may(session, 'recruit:write') ? (
                    <Link className="fz-late" to={pathWithQuery(PATHS.due, { view: 'overdue', deskId: orgId })}>
                      {count}人
                    </Link>
                  ) : (
                    <b className="fz-late">{count}人</b>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
        <MoreLinks />
      </div>
    </div>
  );
}

export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || <span className="muted">未填写</span>}</dd>
    </div>
  );
}
