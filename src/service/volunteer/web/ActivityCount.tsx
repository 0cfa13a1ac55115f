import { Link, useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { activityCount, exportCount } from '../contract.people.ts';
import './parts.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { PATHS } from './paths.ts';

type Figures = ReplyOf<typeof activityCount>;
const thousands = (value: number) => value.toLocaleString('en-US');

/** `activityCount`: what a year of volunteering came to, by the organisations below and by posts. */
export default function ActivityCount() {
  const { orgId, year, quarter } = readQuery(useLocation().search, ['orgId', 'year', 'quarter']);
  const of = { ...(orgId ? { orgId } : {}), ...(year ? { year } : {}), ...(quarter ? { quarter } : {}) };
  const query = useCall(activityCount, of, { quiet: true });
  return (
    <div className="list-page">
      <PageHead title="活动统计">
        <Button icon="export" onClick={() => void download(exportCount, of).catch(() => {})}>
          导出
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>{(answer) => <Shown answer={answer} orgId={orgId} quarter={quarter} />}</RecordLoader>
    </div>
  );
}

/** A number that opens the list of as many. */
const Opens = ({ value, to }: { value: number; to: string }) =>
  value === 0 ? <>0</> : <Link to={to}>{thousands(value)}</Link>;

const QUARTERS = ['', '1', '2', '3', '4'] as const;

function Shown({
  answer,
  orgId,
  quarter,
}: {
  answer: Figures;
  orgId: string | undefined;
  quarter: string | undefined;
}) {
  const { total } = answer;
  const to = (more: Record<string, string>) =>
    pathWithQuery(PATHS.count, {
      ...(orgId ? { orgId } : {}),
      year: String(answer.year),
      ...(quarter ? { quarter } : {}),
      ...more,
    });
  const { period } = answer;
  const lists = (path: string, more: Record<string, string> = {}) =>
    pathWithQuery(path, { ...(orgId ? { orgId } : {}), period, ...more });
  const numbers: [string, number, string | null][] = [
    ['活动（个）', total.activities, lists(PATHS.list)],
    ['报名（人次）', total.taken, null],
    ['到场（人次）', total.came, lists(PATHS.signed)],
    ['认定时长（小时）', total.hours, null],
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
      <nav className="service-tabs" aria-label="季度">
        {QUARTERS.map((one) => (
          <Link key={one} to={to({ quarter: one })} aria-current={one === (quarter ?? '') ? 'page' : undefined}>
            {one ? `第${one}季度` : '全年'}
          </Link>
        ))}
      </nav>
      <section className="card matter-gap" aria-label="总数">
        <div className="card-head service-count-head">
          <h2>{answer.orgName}</h2>
          <span className="card-extra">已发布和已结束的活动，按开始时间</span>
        </div>
        <ul className="service-figures">
          {numbers.map(([label, value, href]) => (
            <li key={label}>
              <b>{href === null ? thousands(value) : <Opens value={value} to={href} />}</b>
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
                        <Opens value={row.activities} to={lists(PATHS.list, { orgId: row.id })} />
                      </td>
                      <td className="number">{thousands(row.taken)}</td>
                      <td className="number">
                        <Opens value={row.came} to={lists(PATHS.signed, { orgId: row.id })} />
                      </td>
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
                    <Opens value={row.activities} to={lists(PATHS.list, { post: row.post })} />
                    个，{thousands(row.hours)}小时
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
