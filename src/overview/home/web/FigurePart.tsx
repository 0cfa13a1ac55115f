import type { homeMembers, homeOrgs } from '#overview/home/contract.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { Sparkline } from '#platform/web/bars/Sparkline.tsx';
import { Explained } from '#platform/web/field/Explained.tsx';
import { formatNumber, formatPercent } from '#platform/web/show/number.ts';
import { dateTime } from '#platform/web/show/time.ts';
import { type Answer, Part } from './Part.tsx';
import { asOfTime, monthChange, monthsInWords } from './words.ts';

type Figures = ReplyOf<typeof homeMembers>;
type OrgFigures = ReplyOf<typeof homeOrgs>;

/** Everything that the rows of the card say, looked up by key. */
interface Known {
  members: Figures;
  orgs: OrgFigures;
}

interface Row {
  key: string;
  /** What is beside the number: a share or a part of it. */
  note: (known: Known) => string;
  /** How the number is counted. */
  how: string | ((known: Known) => string);
}

const numberOf = (figures: Figures['figures'], key: string) => figures.find((figure) => figure.key === key)?.value ?? 0;
const ofMembers = (key: string) => {
  return ({ members: { figures } }: Known) =>
    `占党员${formatPercent(numberOf(figures, key), numberOf(figures, 'members'))}`;
};

const MEMBERS: Row = {
  key: 'members',
  note: ({ members: { charts } }) => {
    const women = charts.gender?.find(({ key }) => key === '2')?.value ?? 0;
    const all = (charts.gender ?? []).reduce((sum, { value }) => sum + value, 0);
    return `女党员${formatPercent(women, all)}`;
  },
  how: ({ members: { figures } }) => {
    const [all, standing] = [numberOf(figures, 'members'), numberOf(figures, 'standing')];
    const others = all - standing;
    const rest =
      others === 0 ? '' : `；其余${formatNumber(others)}人已停止党籍、出党、去世或转出，不在构成图和信息完整率之内`;
    return `正式党员与预备党员之和，含外出流动的党员。其中党籍正常${formatNumber(standing)}人${rest}`;
  },
};
const ORGS: Row = {
  key: 'orgs',
  note: ({ orgs: { figures } }) =>
    `党支部${formatNumber(BRANCH_TYPES.reduce((sum, type) => sum + numberOf(figures, String(type)), 0))}个`,
  how: '本组织与全部下级党组织之和',
};
const PROBATIONARY: Row = { key: '2', note: ofMembers('2'), how: '已接收入党、预备期尚未转正的党员' };
const CANDIDATES: Row = {
  key: '3',
  note: ({ members: { figures } }) => `积极分子${formatNumber(numberOf(figures, '4'))}人`,
  how: '已列为发展对象、尚未接收为预备党员的人员',
};
const ACTIVISTS: Row = {
  key: '4',
  note: ({ members: { figures } }) => `申请人${formatNumber(numberOf(figures, '5'))}人`,
  how: '已确定为入党积极分子、尚未列为发展对象的人员',
};
const FLOATING: Row = { key: 'floating', note: ofMembers('floating'), how: '党籍正常、已登记为外出流动的党员' };
const COMPLETE: Row = {
  key: 'complete',
  note: ({ members: { figures } }) => (numberOf(figures, 'complete') === 100 ? '没有缺项' : '查看缺项'),
  how: '必填信息没有缺项的党员，除以党籍正常的党员；只舍不入',
};

const ABOVE = [MEMBERS, ORGS, PROBATIONARY, ACTIVISTS, FLOATING, COMPLETE];
const BRANCH = [MEMBERS, PROBATIONARY, CANDIDATES, ACTIVISTS, FLOATING, COMPLETE];

/** 组织概况: six numbers of the organisation with its subtree; a branch reads candidates where others read organisations. */
export function FigurePart({
  members,
  orgs,
  branch,
}: {
  members: Answer<Figures>;
  orgs: Answer<OrgFigures>;
  branch: boolean;
}) {
  const answer: Answer<Known> = {
    data: members.data && orgs.data && { members: members.data, orgs: orgs.data },
    error: members.error ?? orgs.error,
    refetch: () => Promise.all([members.refetch(), orgs.refetch()]),
  };
  return (
    <Part
      title="组织概况"
      className="home-figures"
      answer={answer}
      skeleton={6}
      extra={members.data && <span className="card-extra">{asOfTime(members.data.asOf)}</span>}
    >
      {(known) => (
        <ul>
          {(branch ? BRANCH : ABOVE).map((row) => (
            <FigureRow key={row.key} row={row} known={known} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function FigureRow({ row, known }: { row: Row; known: Known }) {
  const { asOf, figures } = row.key === 'orgs' ? known.orgs : known.members;
  const figure = figures.find(({ key }) => key === row.key);
  if (!figure) return null;
  const note = row.note(known);
  const decimals = figure.unit === '%' ? 1 : 0;
  const value = decimals ? figure.value.toFixed(decimals) : formatNumber(figure.value);
  const months = figure.months ?? [];
  const how = typeof row.how === 'string' ? row.how : row.how(known);
  const change = monthChange(figure.value, months, dateTime(asOf).slice(0, 10), decimals);
  return (
    <li>
      <Explained
        className="home-figure"
        href={figure.href}
        title={`${figure.label} ${value}${figure.unit}`}
        text={months.length > 1 ? `${how}。${monthsInWords(months, decimals)}` : how}
        source={`${asOfTime(asOf)}，口径为本组织及全部下级组织。`}
      >
        <span className="home-figure-name">
          {figure.label}
          <span className="home-note">{note}</span>
        </span>
        <Sparkline className="home-course" values={[...months.map((end) => end.value), figure.value]} />
        <span className="home-value">
          {value}
          <small>{figure.unit}</small>
        </span>
        <span className="home-change">{change}</span>
      </Explained>
    </li>
  );
}
