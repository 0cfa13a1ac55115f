import type { ReactNode } from 'react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { totalDetail, type View } from '../contract.ts';
import { collectedText, monthsBetween, monthsText } from '../rules.ts';
import { formatYuan } from './money.ts';
import { monthsAround } from './parts.tsx';
import { PATHS } from './paths.ts';
import { SheetDialog } from './SheetDialog.tsx';
import './dues.css';
import './person.css';

type Detail = ReplyOf<typeof totalDetail>;
type Row = Detail['rows'][number];
interface Span {
  from: string;
  until: string;
}

/** Months that may be chosen back from the current one: this year and the two before. */
const BACK = 36;

const thisMonth = () => {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
};

const [earlier, later] = [
  (a: string, b: string) => [a, b].sort()[0] ?? a,
  (a: string, b: string) => [a, b].sort()[1] ?? b,
];

/** 党费汇总明细: an organisation's sums by those below it, down to its people; each sum opens what it adds. */
export default function TotalView() {
  const { id = '' } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const current = thisMonth();
  const [isPublic, setPublic] = useState(false);
  const { from = current, until = current } = readQuery(search, ['from', 'until']);
  const query = useCall(totalDetail, { orgId: id, from, until }, { quiet: true, keepPrevious: true });
  const show = (span: Span) => void navigate(pathWithQuery(pathname, { ...span }), { replace: true });
  return (
    <RecordLoader query={query}>
      {(detail) => (
        <div className="dues-person">
          <PageHead title={`党费汇总明细 ${detail.org.name}`}>
            <Button icon="print" onClick={() => setPublic(true)}>
              党费公示
            </Button>
            {detail.org.parentId && (
              <ButtonLink icon="back" to={pathWithQuery(PATHS.total(detail.org.parentId), { from, until })}>
                上级组织
              </ButtonLink>
            )}
          </PageHead>
          {isPublic && (
            <SheetDialog
              orgId={detail.org.id}
              name={detail.org.name}
              current={current}
              onClose={() => setPublic(false)}
            />
          )}
          <div className="card dues-span">
            <MonthChoice
              label="从"
              value={from}
              current={current}
              onPick={(month) => show({ from: month, until: later(until, month) })}
            />
            <MonthChoice
              label="到"
              value={until}
              current={current}
              onPick={(month) => show({ from: earlier(from, month), until: month })}
            />
            <Button size="compact" onClick={() => show({ from: `${current.slice(0, 4)}-01`, until: current })}>
              今年以来
            </Button>
            <span className="muted small">{monthsText(from, until, monthsBetween(from, until).length)}</span>
          </div>
          <Sums detail={detail} span={{ from, until }} />
        </div>
      )}
    </RecordLoader>
  );
}

function MonthChoice({
  label,
  value,
  current,
  onPick,
}: {
  label: string;
  value: string;
  current: string;
  onPick: (month: string) => void;
}) {
  const months = monthsAround(current, BACK);
  return (
    <label className="dues-choice">
      {label}
      <span className="field-box">
        <select value={value} onChange={(event) => onPick(event.target.value)}>
          {!months.includes(value) && <option value={value}>{value}</option>}
          {months.map((month) => (
            <option key={month} value={month}>
              {month}
            </option>
          ))}
        </select>
        <Icon name="down" size={14} />
      </span>
    </label>
  );
}

const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

function Sums({ detail, span }: { detail: Detail; span: Span }) {
  const { org, rows, people } = detail;
  const below = rows.filter(({ orgId }) => orgId !== org.id);
  if (sum(rows, (row) => row.people) === 0)
    return (
      <section className="card">
        <Empty title="这些月份还没有应缴党费">
          开账以后，各组织的应缴、已缴和欠缴列在这里。{below.length > 0 && '换一段月份，或到党费管理开账。'}
        </Empty>
      </section>
    );
  return (
    <>
      {below.length > 0 && (
        <section className="card" aria-labelledby="dues-orgs">
          <div className="card-head">
            <h2 id="dues-orgs">各组织</h2>
          </div>
          <div className="dues-scroll">
            <table className="table dues-table">
              <Head first="组织" second={span.from === span.until ? '人数' : '人数（最多一月）'} />
              <tbody>
                {rows.map((row) => {
                  const to = pathWithQuery(PATHS.total(row.orgId), { ...span });
                  const own = row.orgId === org.id;
                  const name = own ? `${row.name}本级` : row.isGone ? `${row.name}（已转出或撤销）` : row.name;
                  return (
                    <tr key={row.orgId}>
                      <th scope="row" title={name}>
                        {own || row.isGone ? name : <Link to={to}>{name}</Link>}
                      </th>
                      <td className="number">{formatNumber(row.people)}</td>
                      <Money row={row} of={own || row.isGone ? null : row} org={row.orgId} span={span} />
                    </tr>
                  );
                })}
                <tr className="dues-all">
                  <th scope="row">合计</th>
                  <td className="number">{formatNumber(sum(rows, (row) => row.people))}</td>
                  <td className="number">{formatYuan(sum(rows, (row) => row.due))}</td>
                  <td className="number">{formatYuan(sum(rows, (row) => row.paid))}</td>
                  <td className="number">{formatYuan(sum(rows, (row) => row.owed))}</td>
                  <td className="number">
                    {rateOf(
                      sum(rows, (row) => row.paid),
                      sum(rows, (row) => row.due),
                    )}
                  </td>
                </tr>
              </tbody>
            </table>
          </div>
        </section>
      )}
      {people.length > 0 && (
        <section className="card" aria-labelledby="dues-people">
          <div className="card-head">
            <h2 id="dues-people">本级党员</h2>
            <span className="card-extra">{people.length}人，欠缴的在前</span>
          </div>
          <div className="dues-scroll">
            <table className="table dues-table">
              <Head first="姓名" second="应缴月数" />
              <tbody>
                {people.map((row) => (
                  <tr key={row.memberId}>
                    <th scope="row">
                      <Link to={pathWithQuery(PATHS.record(row.memberId, '0'), { year: span.until.slice(0, 4) })}>
                        {row.name}
                      </Link>
                    </th>
                    <td className="number">{row.months}</td>
                    <Money row={row} of={null} org={org.id} span={span} />
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </>
  );
}

const rateOf = (paid: number, due: number): ReactNode =>
  due === 0 ? <span className="muted">—</span> : collectedText(paid, due);

function Head({ first, second }: { first: string; second: string }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="dues-table-name">
          {first}
        </th>
        {[second, '应缴（元）', '已缴（元）', '欠缴（元）', '收缴率'].map((title) => (
          <th key={title} scope="col" className="number">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The three sums and the rate; a branch's sums of one month open its list of that month. */
function Money({
  row,
  of,
  org,
  span,
}: {
  row: { due: number; paid: number; owed: number };
  of: Row | null;
  org: string;
  span: Span;
}) {
  const cell = (amount: number, view: View) => {
    if (of === null || amount === 0) return formatYuan(amount);
    const to =
      of.isBranch && span.from === span.until
        ? pathWithQuery(PATHS.list, { orgId: org, month: span.until, view: view === 'due' ? undefined : view })
        : pathWithQuery(PATHS.total(org), { ...span });
    return <Link to={to}>{formatYuan(amount)}</Link>;
  };
  return (
    <>
      <td className="number">{cell(row.due, 'due')}</td>
      <td className="number">{cell(row.paid, 'paid')}</td>
      <td className={row.owed > 0 ? 'number dues-late' : 'number'}>{cell(row.owed, 'owed')}</td>
      <td className="number">{rateOf(row.paid, row.due)}</td>
    </>
  );
}
