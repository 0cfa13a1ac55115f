import type { RowOf } from '#platform/contract.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { convertSecond } from '../../contract.second.ts';
import { PATHS } from '../../rules.ts';
import { numberColumn, Second } from './Second.tsx';

type Row = RowOf<typeof convertSecond>;

const COLUMNS = [
  numberColumn<Row>('before', '上年末', ({ before }) => before),
  numberColumn<Row>('recruited', '新发展（按记入日期）', ({ recruited }) => recruited),
  numberColumn<Row>('restored', '恢复党籍', ({ restored }) => restored),
  numberColumn<Row>('arrived', '转入', ({ arrived }) => arrived),
  numberColumn<Row>('gone', '转出', ({ gone }) => gone),
  numberColumn<Row>('left', '其他减少', ({ left }) => left),
  numberColumn<Row>('now', '现有', ({ now }) => now),
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
