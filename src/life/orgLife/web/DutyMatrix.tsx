import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { dutyMatrix } from '../contract.duty.ts';
import { cellText, stateName } from '../rules.duty.ts';
import { DUTY_TYPES } from '../rules.ts';
import { ExportMatrix } from './exports.tsx';
import { Bar } from './parts.tsx';
import { PATHS } from './paths.ts';
import './event.css';

/** 应开总表: the organisations below one by period; a row opens the next level, a branch its year, a cell its list. */
export function DutyMatrix() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { orgId, type = '1', year } = readQuery(search, ['orgId', 'type', 'year']);
  const query = useCall(
    dutyMatrix,
    { ...(orgId ? { orgId } : {}), type, ...(year ? { year } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const due = stateName('due', Number(type));
  const go = (more: Record<string, string | undefined>) => navigate(PATHS.matrix({ orgId, type, year, ...more }));
  return (
    <div className="life-page">
      <PageHead title="应开总表">
        {query.data && <ExportMatrix values={{ orgId, type, year: String(query.data.year) }} />}
      </PageHead>
      <fieldset className="life-types">
        <legend className="visually-hidden">应开项目</legend>
        {Object.entries(DUTY_TYPES)
          .filter(([value]) => value !== '9')
          .map(([value, label]) => (
            <Button
              key={value}
              size="compact"
              className={value === type ? 'chosen' : undefined}
              aria-pressed={value === type}
              onClick={() => go({ type: value })}
            >
              {label}
            </Button>
          ))}
        <label>
          <span className="visually-hidden">年份</span>
          <select
            className="field-box"
            value={String(query.data?.year ?? '')}
            onChange={(event) => go({ year: event.target.value })}
          >
            {(query.data?.years ?? []).map((one) => (
              <option key={one} value={one}>
                {one}年
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      {query.data ? (
        <section className="card life-matrix">
          <div className="card-head">
            <h2>{query.data.org.name}</h2>
            <span className="secondary">{query.data.clause}</span>
            {query.data.org.parentId && (
              <span className="card-extra">
                <Link to={PATHS.matrix({ orgId: query.data.org.parentId, type, year })}>上一级</Link>
              </span>
            )}
          </div>
          {query.data.rows.length === 0 ? (
            <p className="life-empty">这里没有要求开展这一项的组织。</p>
          ) : (
            <div className="life-scroll">
              <table>
                <caption className="visually-hidden">下级组织各期达标情况</caption>
                <thead>
                  <tr>
                    <th scope="col">组织</th>
                    {query.data.periods.map(({ period, label }) => (
                      <th key={period} scope="col">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {query.data.rows.map((row) => (
                    <tr key={row.orgId}>
                      <th scope="row">
                        <Link
                          to={row.isBranch ? PATHS.year(row.orgId) : PATHS.matrix({ orgId: row.orgId, type, year })}
                        >
                          {row.name}
                        </Link>
                      </th>
                      {row.cells.map((cell) => (
                        <td key={cell.period}>
                          {cell.total === 0 ? (
                            <span className="muted">—</span>
                          ) : (
                            <Link
                              className="life-cell"
                              to={PATHS.owed({ orgId: row.orgId, type, period: cell.period })}
                              aria-label={`${row.name}${cell.period}：达标${cell.ok}，${due}${cell.due}，缺${cell.missing}，免${cell.exempt}`}
                            >
                              <span>{cellText(cell, row.isBranch, Number(type))}</span>
                              <Bar counts={cell} />
                            </Link>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <p className="muted small life-legend">■ 达标　◆ {due}（本期未完）　● 缺　免 已免开　— 不要求或未到期</p>
        </section>
      ) : (
        <Waiting query={query} />
      )}
    </div>
  );
}
