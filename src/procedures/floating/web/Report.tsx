import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportReport, flowReport } from '../contract.numbers.ts';
import { SIDES, type Side } from '../contract.ts';
import { REASON_CODES, type ReportLine, reportLines } from '../rules.report.ts';
import { REASONS } from '../rules.ts';
import { PATHS } from './paths.ts';
import '#platform/web/field/matter.css';
import './floating.css';

/** `outReport` and `inReport`, with `?orgId=`: region × trade × reason of who is away or here now. */
export default function Report() {
  const { pathname, search } = useLocation();
  const side: Side = pathname.endsWith('/inReport') ? 'in' : 'out';
  const { orgId } = readQuery(search, ['orgId']);
  const input = { side, ...(orgId ? { orgId } : {}) };
  const query = useCall(flowReport, input, { quiet: true });
  const start = useAct(exportReport, { quiet: true });
  const [open, setOpen] = useState(false);
  return (
    <div className="list-page">
      <PageHead title={`${SIDES[side]}报表`}>
        <Button look="primary" icon="export" onClick={() => setOpen(true)}>
          导出报表
        </Button>
      </PageHead>
      <RecordLoader query={query}>{(answer) => <Table side={side} orgId={orgId} answer={answer} />}</RecordLoader>
      {open && (
        <StartDialog
          title={`导出${SIDES[side]}报表`}
          example="季度流动党员情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...input, purpose })}
          onClose={() => setOpen(false)}
        >
          在后台导出按地区、行业和原因统计的人数，不含个人信息；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </div>
  );
}

interface Props {
  side: Side;
  orgId: string | undefined;
  answer: ReplyOf<typeof flowReport>;
}

function Table({ side, orgId, answer }: Props) {
  const lines = reportLines(answer.cells);
  const total = (reason?: number) =>
    lines.reduce((sum, line) => sum + (reason === undefined ? line.n : (line.reasons[reason] ?? 0)), 0);
  /** A number opens its people; of what names no region there is no list. */
  const opened = (line: ReportLine, n: number, reason?: number) => {
    if (n === 0 || line.region === '') return n;
    const where: Record<string, string> = line.region === 'abroad' ? { range: '3' } : { region: line.regionName };
    const to = PATHS.rows({
      ...where,
      ...(orgId ? { orgId } : {}),
      ...(side === 'in' ? { view: 'in' } : {}),
      trade: String(line.trade),
      ...(reason === undefined ? {} : { reason: String(reason) }),
    });
    return <Link to={to}>{n}</Link>;
  };
  return (
    <section className="card" aria-label={`${SIDES[side]}报表`}>
      <div className="card-head">
        <h2>{answer.orgName}</h2>
        <span className="card-extra">现在共{total()}人</span>
      </div>
      {lines.length === 0 ? (
        <p className="matter-quiet">现在没有{SIDES[side]}的党员。</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="flow-report" aria-label="按地区、行业和原因的人数" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{side === 'out' ? '流入地区' : '来自地区'}</th>
                <th scope="col">从事行业</th>
                {REASON_CODES.map((reason) => (
                  <th scope="col" className="number" key={reason}>
                    {REASONS[reason as keyof typeof REASONS]}
                  </th>
                ))}
                <th scope="col" className="number">
                  合计
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.region} ${line.trade}`}>
                  <th scope="row">{line.regionName}</th>
                  <td>{line.tradeName}</td>
                  {REASON_CODES.map((reason) => (
                    <td className="number" key={reason}>
                      {opened(line, line.reasons[reason] ?? 0, reason)}
                    </td>
                  ))}
                  <td className="number">{opened(line, line.n)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row" colSpan={2}>
                  合计
                </th>
                {REASON_CODES.map((reason) => (
                  <td className="number" key={reason}>
                    {total(reason)}
                  </td>
                ))}
                <td className="number">{total()}</td>
              </tr>
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
