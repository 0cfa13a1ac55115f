import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';

interface DeskRow {
  state: number;
  stateName: string;
  withdrawnFor: string;
  orgName: string;
  publishedAt: string | null;
}

const TONES: Readonly<Record<number, string>> = { 0: 'tag', 1: 'tag ok', 2: 'tag warn' };

/** The state of what a desk lists; why it was taken down, as a tip. */
export const stateColumn = <Row extends DeskRow>(states: Readonly<Record<number, string>>): Column<Row> => ({
  key: 'state',
  title: '状态',
  width: 80,
  card: 'tag',
  cell: (row) => (
    <span className={TONES[row.state] ?? 'tag'} title={row.withdrawnFor || undefined}>
      {row.stateName}
    </span>
  ),
  filter: {
    kind: 'choice',
    name: 'state',
    options: optionsOf(states),
  },
});

/** Who published it and when. */
export const publishedColumns = <Row extends DeskRow>(): Column<Row>[] => [
  { key: 'org', title: '发布组织', width: 120, cell: (row) => row.orgName },
  {
    key: 'when',
    title: '发布时间',
    width: 130,
    cell: (row) => (row.publishedAt ? dateTime(row.publishedAt) : noValue),
  },
];
