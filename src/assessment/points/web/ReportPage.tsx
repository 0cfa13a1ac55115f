import { useState } from 'react';
import { useParams } from 'react-router';
import { quarterText } from '#platform/time/periods.ts';
import { call, download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportScoreSheet, printScoreSheet } from '../contract.out.ts';
import { scoreSheet } from '../contract.ts';
import { DIMENSIONS, pointsText } from '../rules.ts';
import './points.css';

const now = new Date();
const YEAR = now.getFullYear();
const MONTH = now.getMonth() + 1;
/** The months and quarters of this year so far, this year and the two before. */
const PERIODS: readonly (readonly [value: string, label: string])[] = [
  ...Array.from({ length: MONTH }, (_, back) => MONTH - back).map(
    (month) => [`${YEAR}-${String(month).padStart(2, '0')}`, `${YEAR}年${month}月`] as const,
  ),
  ...Array.from({ length: Math.ceil(MONTH / 3) }, (_, back) => Math.ceil(MONTH / 3) - back).map(
    (quarter) => [`${YEAR}Q${quarter}`, quarterText(YEAR, quarter)] as const,
  ),
  ...[YEAR, YEAR - 1, YEAR - 2].map((year) => [String(year), `${year}年`] as const),
];

/** 亮分表 of an organisation: month, quarter or year, to be hung up and signed. */
export default function ReportPage() {
  const { id = '' } = useParams();
  const [period, setPeriod] = useState(PERIODS[0]?.[0] ?? String(YEAR));
  const [printing, setPrinting] = useState(false);
  const query = useCall(scoreSheet, { orgId: id, period }, { quiet: true, keepPrevious: true });
  return (
    <div className="points-page">
      <PageHead title="积分报表">
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => download(exportScoreSheet, { orgId: id, period }).catch(() => {})}
        >
          导出
        </Button>
        <Button look="primary" icon="print" onClick={() => setPrinting(true)}>
          打印
        </Button>
      </PageHead>
      <RecordLoader query={query}>
        {(sheet) => (
          <section className="card" aria-label="亮分表">
            <div className="card-head">
              <h2>
                {sheet.orgName}
                {sheet.label}党员积分亮分表
              </h2>
              <span className="card-extra">
                <select
                  className="field-box"
                  aria-label="期间"
                  value={period}
                  onChange={(event) => setPeriod(event.target.value)}
                >
                  {PERIODS.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </span>
            </div>
            {sheet.people.length === 0 ? (
              <p className="points-empty">这里没有参加积分的党员。</p>
            ) : (
              <div className="points-table">
                <table>
                  <caption className="visually-hidden">亮分表</caption>
                  <thead>
                    <tr>
                      <th scope="col">姓名</th>
                      {DIMENSIONS.map((name) => (
                        <th key={name} scope="col">
                          {name}
                        </th>
                      ))}
                      <th scope="col">本期小计</th>
                      <th scope="col">累计总分</th>
                      <th scope="col">名次</th>
                      <th scope="col">本人签名</th>
                    </tr>
                  </thead>
                  <tbody>
                    {sheet.people.map((one) => (
                      <tr key={one.id}>
                        <th scope="row">{one.name}</th>
                        {one.parts.map((part, n) => (
                          <td key={DIMENSIONS[n]}>{part === 0 ? '—' : pointsText(part)}</td>
                        ))}
                        <td>{one.parts.every((part) => part === 0) ? '—' : pointsText(one.sum)}</td>
                        <td>
                          <b>{one.exempt ? '—' : pointsText(one.score)}</b>
                        </td>
                        <td>{one.exempt ? '免考' : one.place}</td>
                        <td />
                      </tr>
                    ))}
                  </tbody>
                </table>
                <p className="points-empty">支部书记签名：　　　　　　　　公布日期：　　　　年　　月　　日</p>
              </div>
            )}
          </section>
        )}
      </RecordLoader>
      {printing && (
        <PaperDialog
          title="亮分表"
          ask={(signal) => call(printScoreSheet, { orgId: id, period }, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
    </div>
  );
}
