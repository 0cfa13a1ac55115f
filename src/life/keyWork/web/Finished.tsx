import { useNavigate } from 'react-router';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { listFinished, type PartRow } from '../contract.read.ts';
import { COLUMNS, STANDING_OPTIONS } from './parts.tsx';
import { PATHS } from './paths.ts';

const standing: Column<PartRow> = {
  ...COLUMNS.standing,
  filter: {
    kind: 'choice',
    name: 'standing',
    options: STANDING_OPTIONS.filter(({ value }) => ['onTime', 'doneLate', 'returned'].includes(value)),
  },
};
const returns: Column<PartRow> = {
  key: 'returns',
  title: '退回',
  width: 76,
  align: 'right',
  cell: (row) => (row.returns > 0 ? `${row.returns}次` : noValue),
};
const SHOWN = [
  COLUMNS.title,
  standing,
  COLUMNS.org,
  COLUMNS.finishedOn,
  COLUMNS.endsOn,
  returns,
  COLUMNS.kind,
  COLUMNS.setter,
  COLUMNS.leader,
  COLUMNS.year,
];

/** 已完成: what was accepted, of the own organisation and those below. */
export default function Finished() {
  const navigate = useNavigate();
  return (
    <OrgListPage<PartRow>
      title="已完成的重点工作"
      path={PATHS.finished}
      endpoint={listFinished}
      columns={SHOWN}
      search={{ name: 'title', placeholder: '名称' }}
      unit="项"
      row={{
        label: (row) => row.title,
        href: (row) => PATHS.finishViewOf(row.id),
        editHref: () => null,
        menu: (row) => [
          { label: '完成情况', icon: 'check', run: () => navigate(PATHS.finishViewOf(row.id)) },
          { label: '要求和各期', icon: 'eye', run: () => navigate(PATHS.partOf(row.id)) },
        ],
      }}
      empty={{ title: '还没有完成的重点工作', text: '责任单位报送完成情况，由布置的组织验收后列在这里。' }}
    />
  );
}
