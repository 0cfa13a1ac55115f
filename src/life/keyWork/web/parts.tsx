import { DaysLeft, StandingTags } from '#house/web/given/parts.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf, yearOptions } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import type { PartRow } from '../contract.read.ts';
import { FREQUENCIES, type ItemState, KINDS, STANDING_NAMES, STANDINGS, type Standing } from '../rules.ts';
import { PATHS } from './paths.ts';
import './keyWork.css';

export const KIND_OPTIONS = optionsOf(KINDS);
/** What lists of parts may be narrowed to. */
export const STANDING_OPTIONS = [
  ...STANDING_NAMES.map((value) => ({ value, label: STANDINGS[value] })),
  { value: 'returned', label: '退回过' },
];

const ITEM_TONES: Readonly<Record<ItemState, string>> = {
  draft: 'tag',
  running: 'tag info',
  ended: 'tag ok',
  withdrawn: 'tag',
};
/** How an item stands, by its class. */
export const itemTone = (state: ItemState) => ITEM_TONES[state];

const TONES: Readonly<Record<Standing, string>> = {
  onTime: 'tag ok',
  doneLate: 'tag warn',
  asked: 'tag info',
  late: 'tag bad',
  open: 'tag',
  void: 'tag',
};

/** How a part stands: returned is said beside it, never by colour alone. */
export const StandingTag = ({ part }: { part: Pick<PartRow, 'standing' | 'state'> }) => (
  <StandingTags tone={TONES[part.standing]} words={STANDINGS[part.standing]} isReturned={part.state === 'returned'} />
);

/** What is owed next, and how far its last day is. */
export function Owed({ part }: { part: Pick<PartRow, 'owed' | 'dueOn' | 'daysLeft'> }) {
  const { owed, dueOn, daysLeft } = part;
  if (dueOn === null || daysLeft === null) return noValue;
  return (
    <>
      <DaysLeft days={daysLeft} />
      <span className="muted">
        ，{owed}（{dueOn}）
      </span>
    </>
  );
}

/** How far it is, in words and as a bar. */
export const Percent = ({ percent }: { percent: number }) => (
  <span className="key-percent">
    <i aria-hidden="true">
      <b style={{ width: `${percent}%` }} />
    </i>
    {percent}%
  </span>
);

const title: Column<PartRow> = {
  key: 'title',
  title: '名称',
  width: 220,
  always: true,
  card: 'title',
  cell: (row) => (
    <RowLink to={PATHS.partOf(row.id)} title={row.title}>
      {row.title}
    </RowLink>
  ),
};
const kind: Column<PartRow> = {
  key: 'kind',
  title: '类别',
  width: 92,
  cell: (row) => KINDS[row.kind],
  filter: { kind: 'choice', name: 'kind', options: KIND_OPTIONS },
};
const standing: Column<PartRow> = {
  key: 'standing',
  title: '情况',
  width: 172,
  card: 'tag',
  cell: (row) => <StandingTag part={row} />,
  filter: { kind: 'choice', name: 'standing', options: STANDING_OPTIONS },
};
const percent: Column<PartRow> = {
  key: 'percent',
  title: '进度',
  width: 136,
  card: 'line',
  cell: (row) => <Percent percent={row.percent} />,
};
const endsOn: Column<PartRow> = { key: 'endsOn', title: '截止日期', width: 108, cell: (row) => row.endsOn };
const finishedOn: Column<PartRow> = {
  key: 'finishedOn',
  title: '报送完成',
  width: 108,
  card: 'line',
  cell: (row) => (row.state === 'done' || row.state === 'asked' ? row.finishedOn : null) ?? noValue,
};
const year: Column<PartRow> = {
  key: 'year',
  title: '年度',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: { kind: 'choice', name: 'year', options: yearOptions() },
};

/** The columns of parts, for whoever shows some of them. */
export const COLUMNS = {
  title,
  kind,
  standing,
  percent,
  endsOn,
  finishedOn,
  year,
  owed: { key: 'owed', title: '下一步', width: 300, card: 'line', cell: (row) => <Owed part={row} /> },
  leader: { key: 'leader', title: '牵头领导', width: 130, notLarge: true, cell: (row) => row.leader },
  setter: { key: 'setter', title: '布置组织', width: 140, notLarge: true, cell: (row) => row.setterName },
  org: { key: 'org', title: '责任单位', width: 190, card: 'line', cell: (row) => row.orgName },
  frequency: {
    key: 'frequency',
    title: '报送频次',
    width: 110,
    startsHidden: true,
    cell: (row) => FREQUENCIES[row.frequency],
  },
} as const satisfies Record<string, Column<PartRow>>;
