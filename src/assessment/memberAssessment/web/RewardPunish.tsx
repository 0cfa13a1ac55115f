import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { rewardPunish } from '../contract.ts';
import { scoreText } from '../rules.ts';
import './assessment.css';

/** 奖惩 of a year, read from the record's tab: it is not typed twice. */
export default function RewardPunish() {
  const { pmId = '0', year = '0' } = useParams();
  const query = useCall(rewardPunish, { memberId: pmId, year }, { quiet: true });
  return (
    <div className="assess-page">
      <PageHead title={query.data ? `${query.data.name} ${year}年奖惩` : '奖惩'} />
      <RecordLoader query={query}>
        {(found) => (
          <section className="card" aria-label="奖惩">
            <div className="card-head">
              <h2>
                {found.rows.length === 0
                  ? `${year}年`
                  : `加${scoreText(found.rewards)}分，减${scoreText(found.punish)}分`}
              </h2>
              <span className="secondary">取自党员档案“奖惩情况”，计入年度考核</span>
              <span className="card-extra">
                <Link to={`/affairs/member/browse/${pmId}`}>党员档案</Link>
              </span>
            </div>
            {found.rows.length === 0 ? (
              <p className="assess-empty">{year}年没有奖惩记录。</p>
            ) : (
              <div className="assess-table">
                <table>
                  <caption className="visually-hidden">奖惩</caption>
                  <thead>
                    <tr>
                      <th scope="col">批准日期</th>
                      <th scope="col">类型</th>
                      <th scope="col" className="text">
                        名称
                      </th>
                      <th scope="col" className="text">
                        批准机关
                      </th>
                      <th scope="col">级别</th>
                      <th scope="col">计分</th>
                    </tr>
                  </thead>
                  <tbody>
                    {found.rows.map((row) => (
                      <tr key={row.id}>
                        <th scope="row">{row.approvedOn}</th>
                        <td>{row.typeName}</td>
                        <td className="text">{row.name}</td>
                        <td className="text">{row.approvedBy}</td>
                        <td>{row.levelName || '—'}</td>
                        <td>{row.points < 0 ? `−${scoreText(-row.points)}` : `+${scoreText(row.points)}`}</td>
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
