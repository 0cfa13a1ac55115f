import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportStatistics } from '../contract.out.ts';
import { decideMonth, type PersonRow, statistics } from '../contract.ts';
import { scoreText, yearText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './assessment.css';

const SIGNS: Readonly<Record<PersonRow['months'][number]['state'], readonly [sign: string, words: string]>> = {
  confirmed: ['■', '已确认'],
  submitted: ['◆', '已提交，待确认'],
  saved: ['◆', '已保存，待提交'],
  none: ['◆', '待评'],
  returned: ['●', '已退回'],
  overdue: ['●', '逾期未评'],
  past: ['—', '不评'],
  exempt: ['免', '免考'],
};
const SIZE = 50;

/** 考核统计: people × twelve months; a cell opens its scoring, a column of those who wait is confirmed at once. */
export default function Statistics() {
  const session = useSession();
  const navigate = useNavigate();
  const { year, orgId, page = '1' } = readQuery(useLocation().search, ['year', 'orgId', 'page']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refusing, setRefusing] = useState(false);
  const [agreeing, setAgreeing] = useState(false);
  const decide = useAct(decideMonth, { quiet: true });
  const query = useCall(
    statistics,
    { ...(year ? { year } : {}), ...(orgId ? { orgId } : {}), pageNum: page, pageSize: SIZE },
    { quiet: true, keepPrevious: true },
  );
  const go = (more: Record<string, string | undefined>) =>
    navigate(pathWithQuery(PATHS.statistics, { year, orgId, page, ...more }));
  const month = new Date().getMonth() + 1;
  const answer = async (ids: string[], agree: boolean, opinion = '') => {
    const { decided } = await decide.mutateAsync({ ids, agree, opinion });
    emit('notice', { kind: 'success', text: `已${agree ? '确认' : '退回'}${decided}份评分` });
  };
  return (
    <div className="assess-page">
      <PageHead title="考核统计">
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() =>
            download(exportStatistics, { ...(year ? { year } : {}), ...(orgId ? { orgId } : {}) }).catch(() => {})
          }
        >
          导出
        </Button>
      </PageHead>
      <RecordLoader query={query}>
        {(found) => {
          const waiting = found.rows.flatMap(({ months }) =>
            months.filter(({ state }) => state === 'submitted').map(({ monthId }) => monthId),
          );
          const ids = found.rows.filter(({ id, can }) => chosen.has(id) && can.score).map(({ id }) => id);
          return (
            <section className="card" aria-label="党员考核统计">
              <div className="card-head">
                <h2>{found.orgName}</h2>
                <span className="secondary">
                  {found.planName ? `执行《${found.planName}》` : `${found.year}年还没有发布的考核方案`}
                </span>
                <span className="card-extra">
                  <YearSelect
                    year={found.year}
                    years={found.years}
                    onYear={(next) => go({ year: String(next), page: '1' })}
                  />
                </span>
              </div>
              <p className="assess-legend">
                ■ 已确认　◆ 待评或待确认　● 逾期或退回　— 不评　免 免考
                {found.overdue > 0 && `；本页逾期${found.overdue}项`}
                {found.submitted > 0 && `；待确认${found.submitted}项`}
              </p>
              {found.rows.length === 0 ? (
                <p className="assess-empty">这里没有参加考核的党员。</p>
              ) : (
                <div className="assess-table">
                  <table>
                    <caption className="visually-hidden">党员各月考核</caption>
                    <thead>
                      <tr>
                        <th scope="col">党员</th>
                        {found.rows[0]?.months.map((one) => (
                          <th key={one.month} scope="col">
                            {one.month}月
                          </th>
                        ))}
                        <th scope="col">月均</th>
                        <th scope="col">年度</th>
                        <th scope="col">等次</th>
                        <th scope="col">奖惩</th>
                      </tr>
                    </thead>
                    <tbody>
                      {found.rows.map((row) => (
                        <tr key={row.id}>
                          <th scope="row">
                            <label>
                              <input
                                type="checkbox"
                                aria-label={`选择${row.name}`}
                                disabled={!row.can.score}
                                checked={chosen.has(row.id)}
                                onChange={(event) => {
                                  const next = new Set(chosen);
                                  if (event.target.checked) next.add(row.id);
                                  else next.delete(row.id);
                                  setChosen(next);
                                }}
                              />{' '}
                              {row.name}
                            </label>
                            {row.probationary && <small className="muted"> 预备</small>}
                            {row.exempt && (
                              <small className="muted" title={row.exempt}>
                                {' '}
                                免考
                              </small>
                            )}
                          </th>
                          {row.months.map((one) => {
                            const [sign, words] = SIGNS[one.state];
                            return (
                              <td key={one.month}>
                                {one.state === 'past' || one.state === 'exempt' ? (
                                  <span
                                    className="assess-sign past"
                                    title={one.state === 'exempt' ? row.exempt : words}
                                  >
                                    {sign}
                                  </span>
                                ) : (
                                  <Link
                                    className={`assess-sign ${one.state}`}
                                    to={PATHS.scoring(row.id, found.year, one.month)}
                                    aria-label={`${row.name}${one.month}月：${words}${one.total === null ? '' : `，${scoreText(one.total)}分`}`}
                                    title={words}
                                  >
                                    {sign}
                                    {one.total !== null && <small>{scoreText(one.total)}</small>}
                                  </Link>
                                )}
                              </td>
                            );
                          })}
                          <td>{row.mean === null ? '—' : scoreText(row.mean)}</td>
                          <td>{row.yearTotal === null ? '—' : yearText(row.yearTotal)}</td>
                          <td>{row.grade || '—'}</td>
                          <td>
                            <Link to={PATHS.rewards(row.id, found.year)}>查看</Link>
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              )}
              <div className="assess-foot">
                {found.total > SIZE && (
                  <span>
                    <Button disabled={page === '1'} onClick={() => go({ page: String(Number(page) - 1) })}>
                      上一页
                    </Button>{' '}
                    第{page}页，共{found.total}人{' '}
                    <Button
                      disabled={Number(page) * SIZE >= found.total}
                      onClick={() => go({ page: String(Number(page) + 1) })}
                    >
                      下一页
                    </Button>
                  </span>
                )}
                {may(session, 'assess:score') && waiting.length > 0 && (
                  <>
                    <Button onClick={() => setRefusing(true)}>退回待确认的{waiting.length}份</Button>
                    <Button disabled={decide.isPending} onClick={() => setAgreeing(true)}>
                      确认待确认的{waiting.length}份
                    </Button>
                  </>
                )}
                {may(session, 'assess:score') && found.planName && (
                  <Button
                    look="primary"
                    disabled={found.rows.length === 0}
                    onClick={() => {
                      const people =
                        ids.length > 0 ? ids : found.rows.filter(({ can }) => can.score).map(({ id }) => id);
                      navigate(PATHS.batch(people.slice(0, 200).join(','), found.year, month));
                    }}
                  >
                    {ids.length > 0 ? `批量评分（${ids.length}人）` : '批量评分'}
                  </Button>
                )}
              </div>
              {agreeing && (
                <ConfirmDialog
                  title="确认评分"
                  icon="check"
                  act="确认"
                  onConfirm={() => answer(waiting, true)}
                  onClose={() => setAgreeing(false)}
                >
                  本页待确认的{waiting.length}份评分确认后计入年度考核，党员本人可以看到。
                </ConfirmDialog>
              )}
              {refusing && (
                <ReasonDialog
                  title="退回评分"
                  act="退回"
                  label="退回原因"
                  max={200}
                  onDone={(opinion) => answer(waiting, false, opinion)}
                  onClose={() => setRefusing(false)}
                >
                  本页待确认的{waiting.length}份评分退回修改。
                </ReasonDialog>
              )}
            </section>
          );
        }}
      </RecordLoader>
    </div>
  );
}
