import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { getReport } from '../contract.ts';
import { ANNUAL } from '../rules.annual.ts';
import { pathOf, REPORTS, type ReportKey } from '../rules.ts';
import './report.css';

type Answer = ReplyOf<typeof getReport>;

/** The tables of the annual statistics and which report says each. */
const TABLES: readonly (readonly [name: string, says: string, key: ReportKey])[] = [
  ['党员增减情况', '上年底、增加、减少、年底实有', 'countChangeReport'],
  ['党员基本情况', '性别、民族、年龄、学历、党龄', 'statisic'],
  ['党的组织情况', '各类党组织的数量和党员数', 'organizationList'],
  ['党费收缴情况', '应缴、已缴、上缴', 'yearlyDuesSummary'],
  ['流动党员情况', '流向、原因、管理', 'outGoingBase'],
  ['党员教育培训情况', '学时、培训场次和人次', 'train'],
];

const sumOf = ({ columns, total }: Answer, key: string) =>
  total[columns.findIndex((column) => column.key === key)]?.value ?? 0;

/** `/partyReport`: the annual statistics: how the numbers of a year hang together, and the tables that they come from. */
export default function Yearly() {
  const session = useSession();
  const year = new Date().getFullYear();
  const mayCount = may(session, REPORTS.countChangeReport.right);
  const now = useCall(
    getReport,
    { key: 'countChangeReport', period: String(year) },
    { quiet: true, enabled: mayCount },
  );
  const before = useCall(
    getReport,
    { key: 'countChangeReport', period: String(year - 1) },
    { quiet: true, enabled: mayCount },
  );
  return (
    <div className="report-page">
      <PageHead title="党务报表" />
      <section className="card" aria-label="年度勾稽">
        <div className="card-head">
          <h2>{year}年党内统计勾稽关系</h2>
          <span className="card-extra">{session.user.workOrg.name}</span>
        </div>
        {mayCount ? (
          <RecordLoader query={now}>
            {(answer) => (
              <Balance answer={answer} year={year} last={before.data ? sumOf(before.data, 'line14') : null} />
            )}
          </RecordLoader>
        ) : (
          <NoRight title="当前角色不能查看党员增减" />
        )}
      </section>
      <section className="card" aria-label="年报各表">
        <div className="card-head">
          <h2>年报各表</h2>
          <span className="card-extra">
            点开取数，可以导出和打印；<Link to={ANNUAL}>年报确认和冻结</Link>
          </span>
        </div>
        <ul className="report-cards">
          {TABLES.filter(([, , key]) => may(session, REPORTS[key].right)).map(([name, says, key]) => (
            <li key={key}>
              <Link to={pathOf(key)}>
                <b>{name}</b>
                <span>
                  {says}（{REPORTS[key].title}）
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The diagram of the year: last year's end and this year's beginning, what came and went, what should be and what is. */
function Balance({ answer, year, last }: { answer: Answer; year: number; last: number | null }) {
  const [begin, more, less, due, is, differs] = ['line1', 'line2', 'line7', 'line13', 'line14', 'line15'].map((key) =>
    sumOf(answer, key),
  ) as [number, number, number, number, number, number];
  const boxes = [
    [`${year - 1}年底实有`, last === null ? '…' : formatNumber(last)],
    [`${year}年初`, formatNumber(begin)],
    ['本年增加', `＋${formatNumber(more)}`],
    ['本年减少', `－${formatNumber(less)}`],
    ['期末应有', formatNumber(due)],
    ['期末实有', formatNumber(is)],
  ] as const;
  const signs = ['＝', '', '', '＝', differs === 0 ? '＝' : '≠'];
  const checks = [
    { text: '上年底实有＝本年初', isRight: last === null || last === begin, off: last === null ? 0 : begin - last },
    { text: '本年初＋增加－减少＝期末应有', isRight: begin + more - less === due, off: due - (begin + more - less) },
    { text: '期末实有＝期末应有', isRight: differs === 0, off: differs },
  ];
  return (
    <>
      <div className="report-diagram">
        <svg viewBox="0 0 960 132" role="img" aria-label={boxes.map(([name, n]) => `${name}${n}`).join('，')}>
          {boxes.map(([name, n], at) => (
            <g key={name} transform={`translate(${at * 162 + 4} 16)`}>
              <rect width="130" height="96" rx="6" className={at === 2 || at === 3 ? 'moved' : 'stood'} />
              <text x="65" y="36" className="name">
                {name}
              </text>
              <text x="65" y="74" className="n">
                {n}
              </text>
              {at < boxes.length - 1 && (
                <text x="146" y="56" className="sign">
                  {signs[at] || '→'}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <ul className="report-checks">
        {checks.map(({ text, isRight, off }) => (
          <li key={text}>
            <span className={isRight ? 'tag ok' : 'tag bad'}>{isRight ? '相符' : `相差${formatNumber(off)}`}</span>
            {text}
            {!isRight && (
              <Link to={pathWithQuery(pathOf('countChangeReport'), { period: String(year) })}>逐人核对</Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
