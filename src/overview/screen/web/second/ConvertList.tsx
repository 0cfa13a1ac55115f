import type { RowOf } from '#platform/contract.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { convertSecond } from '../../contract.second.ts';
import { PATHS } from '../../rules.ts';
import { numbers, Second } from './Second.tsx';

type Row = RowOf<typeof convertSecond>;

const COLUMNS = [
  numbers<Row>('before', '上年末', ({ before }) => before),
  numbers<Row>('recruited', '新发展（按记入日期）', ({ recruited }) => recruited),
  numbers<Row>('restored', '恢复党籍', ({ restored }) => restored),
  numbers<Row>('arrived', '转入', ({ arrived }) => arrived),
  numbers<Row>('gone', '转出', ({ gone }) => gone),
  numbers<Row>('left', '其他减少', ({ left }) => left),
  numbers<Row>('now', '现有', ({ now }) => now),
];

/** 转接数据: what a wall's growth is made of, by organisation. */
export default function ConvertList() {
  return (
    <Second<Row>
      title="转接数据"
      path={PATHS.convert}
      endpoint={convertSecond}
      columns={COLUMNS}
      listOf={({ id }) => ({
        href: pathWithQuery('/affairs/relation/balance', { orgId: id }),
        label: '增减表',
      })}
      empty="下级组织还没有党员增减。"
    />
  );
}
