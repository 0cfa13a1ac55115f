import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useOrg } from '#people/org/web/pickers.tsx';
import type { Endpoint } from '#platform/contract.ts';
import { Bars } from '#platform/web/bars/Bars.tsx';
import { call } from '#platform/web/call/api.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getOwnReport } from '../contract.own.ts';
import { exportReport, getReport, type ListRow, listReport, printReport, type ReportAnswer } from '../contract.ts';
import { sharedUnit } from '../rules.heads.ts';
import { ownKey } from '../rules.own.ts';
import { cellText, pathOf, REPORT_KEYS, REPORTS, tabsOf, UNITS } from '../rules.ts';
import { Ask } from './Ask.tsx';
import { OwnActs } from './OwnActs.tsx';
import { ReportTable } from './ReportTable.tsx';
import './report.css';

const SubscribeDialog = lazyPart(() => import('./SubscribeDialog.tsx'));

/** Names of the address: whose numbers, of when, ages on 31 December of which year, and the number whose list stands below (`own`: of the organisation alone). */
const NAMES = ['orgId', 'period', 'ageYear', 'column', 'own'] as const;
type Given = Partial<Record<(typeof NAMES)[number], string>>;

/** `/decisionSupport/{key}`: the page of every report; what it shows is what the report declares. */
export default function ReportPage() {
  const { pathname, search } = useLocation();
  const { id, frozen } = useParams();
  const given = readQuery(search, NAMES);
  const session = useSession();
  const own = useCall(getOwnReport, id ? { id } : null, { quiet: true });
  if (frozen !== undefined)
    return <Shown key={frozen} report={`frozen-${frozen}`} title="冻结的年报" given={given} tabs={[]} />;
  if (id === undefined) {
    const key = REPORT_KEYS.find((one) => pathOf(one) === pathname) ?? REPORT_KEYS[0];
    return (
      <Shown
        key={key}
        report={key}
        title={REPORTS[key].title}
        given={given}
        tabs={tabsOf(key).filter(({ right }) => may(session, right))}
      />
    );
  }
  return (
    <RecordLoader query={own}>
      {(found) => (
        <Shown
          key={id}
          report={ownKey(id)}
          title={found.title}
          given={given}
          tabs={[]}
          acts={<OwnActs found={found} />}
        />
      )}
    </RecordLoader>
  );
}

interface ShownProps {
  report: string;
  title: string;
  given: Given;
  /** The reports beside this one. */
  tabs: ReturnType<typeof tabsOf>;
  acts?: ReactNode;
}

function Shown({ report, title, given, tabs, acts }: ShownProps) {
  const { orgId, period, ageYear } = given;
  const asked = {
    key: report,
    ...(orgId ? { orgId } : {}),
    ...(period ? { period } : {}),
    ...(ageYear ? { ageYear } : {}),
  };
  const query = useCall(getReport, asked, { quiet: true, keepPrevious: true });
  const session = useSession();
  const [ordered, setOrdered] = useState(false);
  const [printed, setPrinted] = useState(false);
  const [exported, setExported] = useState<'table' | 'list' | null>(null);
  return (
    <div className="report-page">
      <PageHead title={query.data?.title ?? title}>
        <Button icon="export" disabled={!query.data} onClick={() => setExported('table')}>
          导出
        </Button>
        <Button icon="print" disabled={!query.data} onClick={() => setPrinted(true)}>
          打印
        </Button>
        {acts}
      </PageHead>
      <Tabs report={report} tabs={tabs} orgId={orgId} />
      <RecordLoader query={query}>
        {(answer) => (
          <>
            <Ask answer={answer} path={pathOf(report)} />
            {answer.note && (
              <div className="banner">
                <Icon name="bell" />
                <span className="grow">{answer.note}</span>
              </div>
            )}
            <section className="card report-card" aria-label={title} aria-busy={query.isFetching}>
              <div className="card-head report-head">
                <h2>{answer.org.name}</h2>
                <Above
                  orgId={answer.org.id}
                  to={(id) => pathWithQuery(pathOf(report), { orgId: id, period, ageYear })}
                />
                {may(session, 'report:schedule') && !answer.asOf && (
                  <Button size="compact" icon="bell" onClick={() => setOrdered(true)}>
                    订阅
                  </Button>
                )}
                <span className="card-extra">
                  {answer.period
                    ? `${answer.period.label}，${answer.period.from} 至 ${answer.period.to}`
                    : `截至${answer.asOf || answer.today}`}
                  {answer.ages && `，年龄截至${answer.ages.day}`}
                  {sharedUnit(answer.columns) && `，单位：${sharedUnit(answer.columns)}`}
                </span>
              </div>
              <ReportTable answer={answer} path={pathOf(report)} chosen={given.column} />
              <Words answer={answer} />
            </section>
            {answer.charts.length > 0 && <Charts answer={answer} />}
            {!answer.mayName && (
              <div className="banner">
                <Icon name="lock" />
                <span className="grow">
                  这里只显示数字；人员名单要有“查看党员”权限，请找{answer.org.name}的管理员或上级党组织。
                </span>
              </div>
            )}
            {answer.list && (
              <Names answer={answer} list={answer.list} given={given} onExport={() => setExported('list')} />
            )}
          </>
        )}
      </RecordLoader>
      {printed && (
        <PaperDialog
          title={title}
          ask={(signal) => call(printReport, asked, { quiet: true, signal })}
          onClose={() => setPrinted(false)}
        />
      )}
      {ordered && (
        <Suspense>
          <SubscribeDialog report={report} title={title} onClose={() => setOrdered(false)} />
        </Suspense>
      )}
      {exported && (
        <Export part={exported} name={title} asked={asked} given={given} onClose={() => setExported(null)} />
      )}
    </div>
  );
}

/** The ways to the reports beside this one. */
function Tabs({ report, tabs, orgId }: Pick<ShownProps, 'report' | 'tabs'> & { orgId: string | undefined }) {
  if (tabs.length < 2) return null;
  return (
    <div className="tabs" role="tablist" aria-label="报表">
      {tabs.map(({ key, name }) => (
        <Link
          key={key}
          className="tab"
          role="tab"
          aria-selected={key === report}
          to={pathWithQuery(pathOf(key), orgId ? { orgId } : {})}
        >
          {name}
        </Link>
      ))}
    </div>
  );
}

/** The way up: the organisations above, as far as the session's own. */
function Above({ orgId, to }: { orgId: string; to: (id: string) => string }) {
  const { path } = useOrg(orgId);
  const above = path.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <nav className="report-above" aria-label="上级组织">
      {above.map(({ id, name }) => (
        <Link key={id} to={to(id)}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The sums of some groups of columns as bars, each leading to its list. */
const Charts = ({ answer }: { answer: ReportAnswer }) => (
  <div className="report-charts">
    {answer.charts.map((group) => (
      <section key={group} className="card" aria-label={group}>
        <div className="card-head">
          <h2>{group}</h2>
          <span className="card-extra">{answer.org.name}</span>
        </div>
        <Bars
          caption={`${answer.org.name}${group}`}
          kind="rows"
          unit="人"
          shares={answer.columns.flatMap(({ key, title, group: of }, at) => {
            const cell = answer.total[at];
            return of === group ? [{ key, label: title, value: cell?.value ?? 0, href: cell?.href ?? null }] : [];
          })}
        />
      </section>
    ))}
  </div>
);

const Words = ({ answer }: { answer: ReportAnswer }) => (
  <div className="report-words">
    <b>统计口径</b>
    <ul>
      {answer.words.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  </div>
);

const columnOf = (
  { key, title, width }: { key: string; title: string; width: number },
  at: number,
): Column<ListRow> => ({
  key,
  title,
  width,
  ...(at === 0 ? { always: true as const, card: 'title' as const } : { card: 'line' as const }),
  cell: (row) => {
    const text = row.cells[at] || '—';
    return at === 0 && row.href !== null ? <Link to={row.href}>{text}</Link> : <span title={text}>{text}</span>;
  },
});

/** What the list below holds, in the words of the number that opened it. */
function sentenceOf(
  { org, period, ages, columns, total, today, asOf }: ReportAnswer,
  column: string,
  own: boolean,
): string {
  const at = columns.findIndex(({ key }) => key === column);
  const shown = columns[at];
  if (!shown) return '';
  const day = period ? `${period.label}（${period.from} 至 ${period.to}）` : `截至${asOf || today}`;
  const value = total[at]?.value;
  // The sum is that of the whole organisation, not of what stands directly at it.
  const number =
    own || value === null || value === undefined
      ? ''
      : `：${cellText(value, shown.unit)}${shown.unit === 'percent' ? '' : UNITS[shown.unit]}`;
  return `${org.name}${own ? '（本级）' : ''}，${day}${ages ? `，年龄截至${ages.day}` : ''}，${shown.group}${shown.group && ' '}${shown.title}${number}`;
}

interface NamesProps {
  answer: ReportAnswer;
  list: NonNullable<ReportAnswer['list']>;
  given: Given;
  onExport: () => void;
}

/** Who is behind a number: of the one that was chosen, else of the report's first. */
function Names({ answer, list: main, given, onExport }: NamesProps) {
  const { column = main.first, own = '0' } = given;
  const list = answer.lists.find(({ of }) => of.includes(column)) ?? main;
  const shown = answer.columns.find(({ key }) => key === column);
  const title = list.title || `${shown?.title ?? ''}名单`;
  const period = answer.period?.value;
  const ageYear = answer.ages?.year;
  const head = useRef<HTMLHeadingElement>(null);
  // A number was pressed above: its list may stand below the window.
  const pressed = given.column ? `${column} ${own} ${answer.org.id}` : '';
  useEffect(() => {
    if (pressed) head.current?.scrollIntoView({ block: 'center' });
  }, [pressed]);
  return (
    <>
      <h2 className="section-title report-names" ref={head}>
        {title}
        {own === '1' && '（本级）'}
        <Button size="compact" icon="export" onClick={onExport}>
          导出名单
        </Button>
      </h2>
      {shown && <p className="report-sentence">{sentenceOf(answer, column, own === '1')}</p>}
      <PlainList<ListRow>
        key={`${answer.org.id} ${period} ${ageYear} ${column} ${own}`}
        caption={title}
        endpoint={listReport as Endpoint}
        columns={list.columns.map(columnOf)}
        unit={list.unit}
        keep={NAMES}
        inputOf={() => ({
          key: answer.key,
          orgId: answer.org.id,
          column,
          own,
          ...(period ? { period } : {}),
          ...(ageYear ? { ageYear } : {}),
        })}
        empty={{ title: '没有', text: `${answer.org.name}这一栏是零。` }}
      />
    </>
  );
}

interface ExportProps {
  part: 'table' | 'list';
  name: string;
  asked: { key: string; orgId?: string; period?: string; ageYear?: string };
  given: Given;
  onClose: () => void;
}

function Export({ part, name, asked, given, onClose }: ExportProps) {
  const start = useAct(exportReport, { quiet: true });
  const { column, own } = given;
  const title = `导出${name}${part === 'list' ? '名单' : ''}`;
  return (
    <StartDialog
      title={title}
      example="报组织部的月度报表"
      onStart={({ purpose = '' }) =>
        start.mutateAsync({
          ...asked,
          part,
          ...(part === 'list' && column ? { column } : {}),
          own: own === '1' ? '1' : '0',
          purpose,
        })
      }
      onClose={onClose}
    >
      在后台导出{part === 'list' ? '名单，每人（个）一行，不含身份证号' : '报表，每个党组织一行，末行合计'}
      ；文件带您的姓名、时间和用途的水印。
    </StartDialog>
  );
}
