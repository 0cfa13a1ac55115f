import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { call, download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { exportReport, printReport, REPORTS, type ReportKind } from '../contract.report.ts';
import { titleOf, useEvaluation } from './parts.tsx';
import { PATHS } from './paths.ts';

const PAGES = { org: PATHS.orgReport, score: PATHS.scoreReport, material: PATHS.materialReport } as const;
export const reportPath = (kind: ReportKind, evaluationId: string) => pathWithQuery(PAGES[kind], { evaluationId });

/** The report as it was last seen of this evaluation, with what was chosen there. */
export function backToReport(kind: ReportKind, evaluationId: string): string {
  const last = placeOf(PAGES[kind]);
  const { search } = new URL(last, 'http://page');
  return readQuery(search, ['evaluationId']).evaluationId === evaluationId ? last : reportPath(kind, evaluationId);
}

/** What narrows and orders a report, in its address beside the evaluation; the empty text where nothing is chosen. */
export function useAsked<Name extends string>(kind: ReportKind, evaluationId: string, names: readonly Name[]) {
  const navigate = useNavigate();
  const found = readQuery(useLocation().search, names);
  const asked = Object.fromEntries(names.map((name) => [name, found[name] ?? ''])) as Record<Name, string>;
  const ask = (changes: Partial<Record<Name, string>>) =>
    navigate(pathWithQuery(PAGES[kind], { evaluationId, ...asked, ...changes }), { replace: true });
  return [asked, ask] as const;
}

/** The year and the evaluation that a report is of, in its address. */
function useReportOf(path: string) {
  const navigate = useNavigate();
  const use = useEvaluation(path, true);
  const { one, all, picker } = use;
  const years = [...new Set(all.map(({ year }) => year))];
  const toYear = (year: string) => {
    const first = all.find((each) => String(each.year) === year);
    if (first) navigate(pathWithQuery(path, { evaluationId: first.id }), { replace: true });
  };
  return {
    ...use,
    pickers: one && (
      <div className="trinity-pickers">
        <select
          className="trinity-pick"
          aria-label="年度"
          value={one.year}
          onChange={(event) => toYear(event.target.value)}
        >
          {years.map((year) => (
            <option key={year} value={year}>
              {year}年
            </option>
          ))}
        </select>
        {picker}
      </div>
    ),
  };
}

/** A page that needs an evaluation that has begun: on its way, none there, or what is shown of it. */
export function WithEvaluation({
  title,
  path,
  children,
}: {
  title: string;
  path: string;
  children: (evaluationId: string, pickers: ReactNode) => ReactNode;
}) {
  const { one, found, pickers } = useReportOf(path);
  if (one) return <div className="trinity-page">{children(one.id, pickers)}</div>;
  if (!found.data) return <Waiting query={found} />;
  return (
    <>
      <PageHead title={title} />
      <div className="card">
        <Empty title="还没有开始的考评">考评开始后，得分和资料报送情况统计在这里。</Empty>
      </div>
    </>
  );
}

/** What a call answers for one evaluation, below the head that stands at once. */
export function Loaded<E extends Endpoint, Answer>({
  endpoint,
  input,
  head,
  children,
}: {
  endpoint: E;
  input: InputOf<E>;
  head: ReactNode;
  children: (answer: Answer) => ReactNode;
}) {
  const found = useCall(endpoint, input, { quiet: true, keepPrevious: true, staleTime: 0 });
  return (
    <>
      {head}
      {found.data ? children(found.data as Answer) : <Waiting query={found} />}
    </>
  );
}

interface Asked {
  group?: string;
  grade?: string;
  sort?: 'group' | 'total' | 'least' | 'rise';
  by?: 'units' | 'items';
}

/** Head of a report with its year and evaluation, 导出 and 打印 of what is shown, and the other reports beside it. */
export function ReportTop({
  kind,
  evaluationId,
  pickers,
  asked,
}: {
  kind: ReportKind;
  evaluationId: string;
  pickers: ReactNode;
  asked: Asked;
}) {
  const [printing, setPrinting] = useState(false);
  const input = { evaluationId, kind, ...asked };
  return (
    <>
      <PageHead title={REPORTS[kind]}>
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => download(exportReport, input).catch(() => {})}
        >
          导出
        </Button>
        <Button icon="print" onClick={() => setPrinting(true)}>
          打印
        </Button>
      </PageHead>
      <div className="trinity-bar">
        <nav className="trinity-tabs" aria-label="报表">
          <Link to={pathWithQuery(PATHS.report, { evaluationId })}>考评报表</Link>
          {(Object.keys(REPORTS) as ReportKind[]).map((each) => (
            <Link key={each} to={backToReport(each, evaluationId)} aria-current={each === kind ? 'page' : undefined}>
              {REPORTS[each]}
            </Link>
          ))}
        </nav>
        {pickers}
      </div>
      {printing && (
        <PaperDialog
          title={REPORTS[kind]}
          ask={(signal) => call(printReport, input, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
    </>
  );
}

/** What is counted, and whether it is final. */
export const ReportHead = ({
  of,
  children,
}: {
  of: { name: string; year: number; isFinal: boolean; asOf: string };
  children?: ReactNode;
}) => (
  <div className="card-head trinity-head">
    <h2>{titleOf(of)}</h2>
    <span className={of.isFinal ? 'tag ok' : 'tag warn'}>{of.isFinal ? '已冻结' : '进行中，尚未冻结'}</span>
    {!of.isFinal && <span className="muted">截至{dateTime(of.asOf)}</span>}
    {children}
  </div>
);

/** A field that narrows or orders a report. */
export const Choose = ({
  label,
  value,
  none,
  options,
  onChange,
}: {
  label: string;
  value: string;
  /** What the empty choice is called; left out: there is none. */
  none?: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) => (
  <label className="trinity-choice">
    <span>{label}</span>
    <select className="trinity-pick" value={value} onChange={(event) => onChange(event.target.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
      {/* An address may ask for what is not there. */}
      {value !== '' && !options.some((one) => one.value === value) && <option value={value}>{value}</option>}
    </select>
  </label>
);
export const optionsOfTexts = (texts: readonly string[]) => texts.map((text) => ({ value: text, label: text }));
