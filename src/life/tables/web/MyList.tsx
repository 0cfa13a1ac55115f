import { useNavigate } from 'react-router';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { type FillRow, listMine } from '../contract.read.ts';
import { COLUMNS, pathOf } from './parts.tsx';
import { PATHS } from './paths.ts';

const SHOWN = [
  COLUMNS.title,
  COLUMNS.round,
  COLUMNS.standing,
  COLUMNS.due,
  COLUMNS.handedOn,
  COLUMNS.giver,
  COLUMNS.decidedBy,
];

/** 我的填报: what the own organisation has to fill in, what is due first. */
export default function MyList() {
  const navigate = useNavigate();
  return (
    <ListPage<FillRow>
      title="我的填报"
      path={PATHS.mine}
      endpoint={listMine}
      columns={SHOWN}
      search={{ name: 'title', placeholder: '数据表名称' }}
      unit="份"
      row={{
        label: (row) => `${row.title} ${row.round}`,
        href: pathOf,
        editHref: () => null,
        menu: (row) => [
          row.can.fill
            ? {
                label: row.state === 'returned' ? '补正' : '填报',
                icon: 'edit',
                run: () => navigate(PATHS.fillOf(row.id)),
              }
            : { label: '查看填报', icon: 'eye', run: () => navigate(PATHS.viewOf(row.id)) },
          { label: '数据表详情', icon: 'sheet', run: () => navigate(PATHS.tableOf(row.tableId)) },
        ],
      }}
      empty={{ title: '没有要填报的数据表', text: '上级党组织下发后会出现在这里，临近截止时有待办。' }}
    />
  );
}
