import { Link, useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { activityCount } from '../contract.people.ts';
import './parts.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { PATHS } from './paths.ts';

type Figures = ReplyOf<typeof activityCount>;
const thousands = (value: number) => value.toLocaleString('en-US');

/** `activityCount`: what a year of volunteering came to, by the organisations below and by posts. */
export default function ActivityCount() {
  const { orgId, year } = readQuery(useLocation().search, ['orgId', 'year']);
  const of = { ...(orgId ? { orgId } : {}), ...(year ? { year } : {}) };
  const query = useCall(activityCount, of, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="活动统计">
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>{(answer) => <Shown answer={answer} orgId={orgId} />}</RecordLoader>
    </div>
  );
}

function Shown({ answer, orgId }: { answer: Figures; orgId: string | undefined }) {
  const { total } = answer;
  const to = (more: Record<string, string>) =>
    pathWithQuery(PATHS.count, { ...(orgId ? { orgId } : {}), year: String(answer.year), ...more });
  const numbers: [string, number][] = [
    ['活动（个）', total.activities],
    ['报名（人次）', total.taken],
    ['到场（人次）', total.came],
    ['认定时长（小时）', total.hours],
  ];
  return (
    <>
      <nav className="service-tabs" aria-label="年份">
        {answer.years.map((year) => (
          <Link key={year} to={to({ year: String(year) })} aria-current={year === answer.year ? 'page' : undefined}>
            {year}年
          </Link>
        ))}
      </nav>
      <section className="card matter-gap" aria-label="总数">
        <div className="card-head service-count-head">
          <h2>{answer.orgName}</h2>
          <span className="card-extra">已发布和已结束的活动，按开始时间</span>
        </div>
        <ul className="service-figures">
          {numbers.map(([label, value]) => (
            <li key={label}>
              <b>{thousands(value)}</b>
              <span>{label}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="service-count">
        <section className="card" aria-label="按下级组织">
          <div className="card-head">
            <h2>按下级组织</h2>
          </div>
          {answer.below.length === 0 ? (
            <p className="matter-quiet">{answer.year}年没有志愿活动。</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
            <section className="service-table" aria-label="各组织的活动" tabIndex={0}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">党组织</th>
                    {['活动', '报名', '到场', '时长'].map((head) => (
                      <th scope="col" className="number" key={head}>
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {answer.below.map((row) => (
                    <tr key={row.id}>
                      <th scope="row">
                        {row.isLeaf || row.id === orgId ? row.name : <Link to={to({ orgId: row.id })}>{row.name}</Link>}
                      </th>
                      <td className="number">
                        <Link to={pathWithQuery(PATHS.list, { orgId: row.id })}>{thousands(row.activities)}</Link>
                      </td>
                      <td className="number">{thousands(row.taken)}</td>
                      <td className="number">{thousands(row.came)}</td>
                      <td className="number">{thousands(row.hours)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </section>
        <section className="card" aria-label="按服务岗位">
          <div className="card-head">
            <h2>按服务岗位</h2>
          </div>
          {answer.posts.length === 0 ? (
            <p className="matter-quiet">没有。</p>
          ) : (
            <dl className="matter-facts">
              {answer.posts.map((row) => (
                <div key={row.name}>
                  <dt>{row.name}</dt>
                  <dd>
                    {row.activities}个，{thousands(row.hours)}小时
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      </div>
    </>
  );
}
