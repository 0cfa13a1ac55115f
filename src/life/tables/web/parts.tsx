import { DaysLeft, StandingTags } from '#house/web/given/parts.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import type { FillRow } from '../contract.read.ts';
import { STANDING_NAMES, STANDINGS, type Standing, TABLE_STATES, type TableState } from '../rules.ts';
import { PATHS } from './paths.ts';
import './dataCentre.css';

const TABLE_TONES: Readonly<Record<TableState, string>> = { draft: 'tag', open: 'tag info', stopped: 'tag' };
export const TableTag = ({ state }: { state: TableState }) => (
  <span className={TABLE_TONES[state]}>{TABLE_STATES[state]}</span>
);

const TONES: Readonly<Record<Standing, string>> = {
  done: 'tag ok',
  asked: 'tag info',
  late: 'tag bad',
  open: 'tag',
  void: 'tag',
};

/** How a filling stands: returned is said beside it, never by colour alone. */
export const FillTag = ({ fill }: { fill: Pick<FillRow, 'standing' | 'state'> }) => (
  <StandingTags tone={TONES[fill.standing]} words={STANDINGS[fill.standing]} isReturned={fill.state === 'returned'} />
);

/** The last day, and how far it is while something is to be done. */
export const Due = ({ fill }: { fill: Pick<FillRow, 'standing' | 'dueOn' | 'daysLeft'> }) => (
  <>
    {fill.dueOn}
    {(fill.standing === 'open' || fill.standing === 'late') && (
      <>
        ，<DaysLeft days={fill.daysLeft} />
      </>
    )}
  </>
);

const OPTIONS = [
  ...STANDING_NAMES.map((value) => ({ value, label: STANDINGS[value] })),
  { value: 'handed', label: '已上报（计入汇总）' },
  { value: 'returned', label: '退回过' },
];

/** Where a filling opens: to be filled in, or read. */
export const pathOf = (fill: Pick<FillRow, 'id' | 'can'>) =>
  fill.can.fill ? PATHS.fillOf(fill.id) : PATHS.viewOf(fill.id);

/** The columns of fillings, for whoever shows some of them. */
export const COLUMNS = {
  title: {
    key: 'title',
    title: '数据表',
    width: 260,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={pathOf(row)} title={row.title}>
        {row.title}
      </RowLink>
    ),
  },
  org: {
    key: 'org',
    title: '填报组织',
    width: 230,
    always: true,
    card: 'title',
    cell: (row) => (
      <RowLink to={PATHS.viewOf(row.id)} title={row.orgName}>
        {row.orgName}
      </RowLink>
    ),
  },
  table: { key: 'table', title: '数据表', width: 220, card: 'line', cell: (row) => row.title },
  round: { key: 'round', title: '期', width: 140, card: 'line', cell: (row) => row.round },
  standing: {
    key: 'standing',
    title: '情况',
    width: 150,
    card: 'tag',
    cell: (row) => <FillTag fill={row} />,
    filter: { kind: 'choice', name: 'standing', options: OPTIONS },
  },
  due: { key: 'due', title: '截止日期', width: 176, card: 'line', cell: (row) => <Due fill={row} /> },
  handedOn: {
    key: 'handedOn',
    title: '上报',
    width: 124,
    cell: (row) =>
      row.handedOn === null ? (
        noValue
      ) : (
        <>
          {row.handedOn}
          {row.isLate && <span className="given-late centre-note">补报</span>}
        </>
      ),
  },
  decidedBy: { key: 'decidedBy', title: '审核人', width: 150, notLarge: true, cell: (row) => row.decidedBy || noValue },
  giver: {
    key: 'giver',
    title: '下发组织',
    width: 170,

    notLarge: true,
    cell: (row) => row.giverName,
  },
} as const satisfies Record<string, Column<FillRow>>;
