import type { RowOf } from '#platform/contract.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { duesSecond } from '../../contract.second.ts';
import { PATHS } from '../../rules.ts';
import { sharePercent } from '../../rules.wall.ts';
import { NOTHING, numberColumn, Second } from './Second.tsx';

type Row = RowOf<typeof duesSecond>;

const yuan = (fen: number) => (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
const COLUMNS = [
  numberColumn<Row>('due', '应缴（元）', ({ due }) => yuan(due)),
  numberColumn<Row>('paid', '已缴（元）', ({ paid }) => yuan(paid)),
  numberColumn<Row>('owed', '欠缴（元）', ({ owed }) => yuan(owed)),
  numberColumn<Row>('owing', '欠缴人数', ({ owing }) => owing),
  numberColumn<Row>('rate', '收缴率', ({ paid, due }) => (due === 0 ? NOTHING : `${sharePercent(paid, due)}%`)),
];

/** 党费数据: this month's dues by organisation. */
export default function DuesList() {
  return (
    <Second<Row>
      title="党费数据"
      path={PATHS.dues}
      endpoint={duesSecond}
      columns={COLUMNS}
      listOf={({ id }) => ({ href: pathWithQuery('/affairs/dues', { orgId: id }), label: '党费名单' })}
      empty="本月还没有开账。"
    />
  );
}
