import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { articleStatistics, countedArticles, exportStatistics, type StatisticsRow } from '../contract.statistics.ts';
import { STEPS, type Step } from '../rules.ts';
import { kindOf, PATHS } from './paths.ts';
import './statistics.css';

const PAGE = 50;
const LISTED = 10;
const KEYS = Object.keys(STEPS) as Step[];
const MONTHS = Array.from({ length: 12 }, (_one, at) => at + 1);

interface Asked {
  orgId: string;
  name: string;
  step: Step;
  month: number | null;
  alone: boolean;
}

/** 稿件统计: what each organisation has sent in, had adopted and got back, by year and month. */
export default function Statistics() {
  const navigate = useNavigate();
  const { orgId, year, month } = readQuery(useLocation().search, ['orgId', 'year', 'month']);
  const [page, setPage] = useState(1);
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const [exporting, setExporting] = useState(false);
  const start = useAct(exportStatistics, { quiet: true });
  const of = { ...(orgId ? { orgId } : {}), ...(year ? { year } : {}), ...(month ? { month } : {}) };
  const articleStatisticsQuery = useCall(
    articleStatistics,
    { ...of, pageNum: page, pageSize: PAGE },
    { quiet: true, keepPrevious: true },
  );
  const go = (given: Record<string, string | undefined>) => {
    setPage(1);
    navigate(pathWithQuery(PATHS.statistics, { orgId, year, month, ...given }), { replace: true });
  };
  const shownMonth = month ? Number(month) : null;
  return (
    <div className="list-page">
      <PageHead title="稿件统计">
        {orgId && (
          <Button icon="back" onClick={() => go({ orgId: undefined })}>
            回到本组织
          </Button>
        )}
        <Button icon="export" onClick={() => setExporting(true)}>
          导出
        </Button>
      </PageHead>
      <RecordLoader query={articleStatisticsQuery}>
        {(answer) => (
          <>
            <section className="card stat-months" aria-label="各月">
              <div className="card-head">
                <h2>{answer.org.name}</h2>
                <span className="secondary">含下级，点数字看稿件</span>
                <span className="card-extra">
                  <YearSelect year={answer.year} years={answer.years} onYear={(next) => go({ year: String(next) })} />
                </span>
              </div>
              <div className="stat-scroll">
                <table className="stat-table">
                  <thead>
                    <tr>
                      <th scope="col">月份</th>
                      {MONTHS.map((one) => (
                        <th key={one} scope="col" className="number">
                          <Button
                            look="word"
                            className={shownMonth === one ? 'stat-now' : undefined}
                            aria-pressed={shownMonth === one}
                            onClick={() => go({ month: shownMonth === one ? undefined : String(one) })}
                          >
                            {one}月
                          </Button>
                        </th>
                      ))}
                      <th scope="col" className="number">
                        全年
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {KEYS.map((step) => (
                      <tr key={step}>
                        <th scope="row">{STEPS[step]}</th>
                        {answer.months.map((one) => (
                          <td key={one.month} className="number">
                            <Figure
                              n={one[step]}
                              label={`${one.month}月${STEPS[step]}`}
                              onOpen={() =>
                                setOpenDialog({
                                  orgId: answer.org.id,
                                  name: answer.org.name,
                                  step,
                                  month: one.month,
                                  alone: false,
                                })
                              }
                            />
                          </td>
                        ))}
                        <td className="number">
                          <Figure
                            n={answer.months.reduce((sum, one) => sum + one[step], 0)}
                            label={`全年${STEPS[step]}`}
                            onOpen={() =>
                              setOpenDialog({
                                orgId: answer.org.id,
                                name: answer.org.name,
                                step,
                                month: null,
                                alone: false,
                              })
                            }
                          />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </section>
            <section className="card" aria-label="各组织">
              <div className="card-head">
                <h2>各组织</h2>
                <span className="secondary">
                  {answer.year}年{shownMonth === null ? '全年' : `${shownMonth}月`}
                </span>
              </div>
              <div className="stat-scroll">
                <table className="stat-table">
                  <thead>
                    <tr>
                      <th scope="col">组织</th>
                      {KEYS.map((step) => (
                        <th key={step} scope="col" className="number">
                          {STEPS[step]}
                        </th>
                      ))}
                      <th scope="col" className="number">
                        阅读（人次）
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {answer.rows.map((row) => (
                      <Line
                        key={row.id}
                        row={row}
                        onDown={() => go({ orgId: row.id })}
                        onOpen={(step) =>
                          setOpenDialog({
                            orgId: row.id,
                            name: row.name,
                            step,
                            month: shownMonth,
                            alone: row.id === answer.org.id,
                          })
                        }
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              {answer.total > PAGE && (
                <Pager page={page} size={PAGE} total={answer.total} capped={false} onPage={setPage} unit="个" />
              )}
            </section>
            {openDialog && <Counted asked={openDialog} year={answer.year} onClose={() => setOpenDialog(null)} />}
          </>
        )}
      </RecordLoader>
      {exporting && (
        <StartDialog
          title="导出稿件统计"
          example="季度信息报送通报"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...of, purpose })}
          onClose={() => setExporting(false)}
        >
          按当前的组织和月份在后台导出，每个组织一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </div>
  );
}

function Line({ row, onDown, onOpen }: { row: StatisticsRow; onDown: () => void; onOpen: (step: Step) => void }) {
  return (
    <tr>
      <th scope="row">
        {row.hasBelow ? (
          <Button look="word" onClick={onDown}>
            {row.name}
          </Button>
        ) : (
          row.name
        )}
      </th>
      {KEYS.map((step) => (
        <td key={step} className="number">
          <Figure n={row[step]} label={`${row.name}${STEPS[step]}`} onOpen={() => onOpen(step)} />
        </td>
      ))}
      <td className="number">{row.readers}</td>
    </tr>
  );
}

function Figure({ n, label, onOpen }: { n: number; label: string; onOpen: () => void }) {
  if (n === 0) return <span className="muted">0</span>;
  return (
    <Button look="word" aria-haspopup="dialog" aria-label={`${label}${n}篇`} onClick={onOpen}>
      {n}
    </Button>
  );
}

function Counted({ asked, year, onClose }: { asked: Asked; year: number; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const { orgId, step, month, alone } = asked;
  const of = { orgId, step, year, ...(month === null ? {} : { month }), alone };
  const countedArticlesQuery = useCall(
    countedArticles,
    { ...of, pageNum: page, pageSize: LISTED },
    { quiet: true, keepPrevious: true },
  );
  return (
    <Dialog
      title={`${asked.name} ${year}年${month === null ? '' : `${month}月`}${STEPS[step]}`}
      icon="news"
      width={700}
      onClose={onClose}
    >
      {!countedArticlesQuery.data && <Waiting query={countedArticlesQuery} lines={5} />}
      <ul className="stat-list">
        {(countedArticlesQuery.data?.rows ?? []).map((row) => (
          <li key={`${row.id}${row.at}`}>
            <Link to={PATHS.deskView(kindOf(row.kind), row.id)}>{row.title}</Link>
            <span className="muted small">
              {row.orgName}　{dateTime(row.at)}
              {step === 'adopted' && `　${row.readers}人阅读`}
            </span>
          </li>
        ))}
      </ul>
      {countedArticlesQuery.data && countedArticlesQuery.data.total > LISTED && (
        <Pager
          page={page}
          size={LISTED}
          total={countedArticlesQuery.data.total}
          capped={false}
          onPage={setPage}
          unit="篇"
        />
      )}
    </Dialog>
  );
}
