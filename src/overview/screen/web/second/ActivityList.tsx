import type { RowOf } from '#platform/contract.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { activitySecond } from '../../contract.second.ts';
import { PATHS } from '../../rules.ts';
import { sharePercent } from '../../rules.wall.ts';
import { NOTHING, numberColumn, Second } from './Second.tsx';

type Row = RowOf<typeof activitySecond>;

/** How many periods were met of those owed, of one kind of meeting. */
const met = (type: number) => (row: Row) => {
  const cell = row.cells.find((one) => one.type === type);
  return cell && cell.due > 0 ? `${cell.ok}/${cell.due}` : NOTHING;
};
const COLUMNS = [
  numberColumn<Row>('rate', '完成率', ({ ok, due }) => (due === 0 ? NOTHING : `${sharePercent(ok, due)}%`)),
  numberColumn<Row>('general', '支部党员大会', met(1)),
  numberColumn<Row>('committee', '支部委员会', met(2)),
  numberColumn<Row>('group', '党小组会', met(3)),
  numberColumn<Row>('lecture', '党课', met(5)),
  numberColumn<Row>('theme', '主题党日', met(4)),
];

/** 活动数据: 组织生活 of the closed months of this year by organisation. */
export default function ActivityList() {
  return (
    <Second<Row>
      title="活动数据"
      path={PATHS.activity}
      endpoint={activitySecond}
      columns={COLUMNS}
      listOf={({ id }) => ({ href: pathWithQuery('/affairs/event', { tab: 'owed', orgId: id }), label: '应开清单' })}
      empty="今年还没有应开的会议。"
    />
  );
}
