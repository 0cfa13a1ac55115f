import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import { type FairRow, fairness } from '../contract.out.ts';
import { scoreText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './assessment.css';

const MARKS: Readonly<Record<FairRow['marks'][number], string>> = {
  alike: '● 分数几乎一样',
  high: '▲ 明显偏高',
  low: '▼ 明显偏低',
};

/** 评分公允: branches whose people are all alike, or that stand far off the others. */
export function Fairness() {
  const navigate = useNavigate();
  const { year, orgId } = readQuery(useLocation().search, ['year', 'orgId']);
  const query = useCall(fairness, { ...(year ? { year } : {}), ...(orgId ? { orgId } : {}) }, { quiet: true });
  return (
    <div className="assess-page">
      <PageHead title="评分公允" />
      <RecordLoader query={query}>
        {(found) => (
          <section className="card" aria-label="评分公允">
            <div className="card-head">
              <h2>{found.orgName}</h2>
              <span className="secondary">
                {found.branches}个支部有已确认的评分，中间水平{scoreText(found.middle)}分
              </span>
              <span className="card-extra">
                <YearSelect
                  year={found.year}
                  years={found.years}
                  onYear={(next) => navigate(PATHS.tab('fair', { year: String(next), orgId }))}
                />
              </span>
            </div>
            <p className="assess-legend">
              ● 五人以上的支部，人与人相差不到半分　▲▼
              支部平均和各支部的中间水平相差十分以上。这里只提示核对，不改变评分。
            </p>
            {found.rows.length === 0 ? (
              <p className="assess-empty">{found.year}年还没有已确认的评分。</p>
            ) : (
              <div className="assess-table">
                <table>
                  <caption className="visually-hidden">各支部评分</caption>
                  <thead>
                    <tr>
                      <th scope="col">党支部</th>
                      <th scope="col">人数</th>
                      <th scope="col">平均</th>
                      <th scope="col">最低</th>
                      <th scope="col">最高</th>
                      <th scope="col">离散</th>
                      <th scope="col">提示</th>
                    </tr>
                  </thead>
                  <tbody>
                    {found.rows.map((row) => (
                      <tr key={row.orgId}>
                        <th scope="row">
                          <Link to={pathWithQuery(PATHS.statistics, { orgId: row.orgId, year: String(found.year) })}>
                            {row.orgName}
                          </Link>
                        </th>
                        <td>{row.people}</td>
                        <td>{scoreText(row.mean)}</td>
                        <td>{scoreText(row.least)}</td>
                        <td>{scoreText(row.most)}</td>
                        <td>{scoreText(row.spread)}</td>
                        <td>
                          {row.marks.map((mark) => (
                            <span key={mark} className="tag bad">
                              {MARKS[mark]}
                            </span>
                          ))}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </section>
        )}
      </RecordLoader>
    </div>
  );
}
