import { useNavigate } from 'react-router';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { listMine, type PartRow } from '../contract.read.ts';
import { COLUMNS } from './parts.tsx';
import { PATHS } from './paths.ts';

const SHOWN = [
  COLUMNS.title,
  COLUMNS.standing,
  COLUMNS.owed,
  COLUMNS.percent,
  COLUMNS.kind,
  COLUMNS.setter,
  COLUMNS.leader,
  COLUMNS.endsOn,
  COLUMNS.frequency,
  COLUMNS.year,
];

/** 我的重点工作: what was set for the own organisation, what is due first. */
export default function MyList() {
  const navigate = useNavigate();
  return (
    <ListPage<PartRow>
      title="我的重点工作"
      path={PATHS.mine}
      endpoint={listMine}
      columns={SHOWN}
      search={{ name: 'title', placeholder: '名称' }}
      unit="项"
      row={{
        label: (row) => row.title,
        href: (row) => PATHS.partOf(row.id),
        editHref: () => null,
        menu: (row) => [
          { label: '查看详情', icon: 'eye', run: () => navigate(PATHS.partOf(row.id)) },
          ...(row.can.report
            ? [{ label: '报送完成情况', icon: 'check' as const, run: () => navigate(PATHS.finishOf(row.id)) }]
            : [{ label: '完成情况', icon: 'check' as const, run: () => navigate(PATHS.finishViewOf(row.id)) }]),
        ],
      }}
      empty={{ title: '没有给本组织布置的重点工作', text: '上级党组织下达后会出现在这里，并有待办和通知。' }}
    />
  );
}
