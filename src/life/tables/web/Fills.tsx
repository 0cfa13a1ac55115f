import { Link, useLocation, useNavigate } from 'react-router';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { type FillRow, listFills } from '../contract.read.ts';
import { COLUMNS } from './parts.tsx';
import { PATHS } from './paths.ts';

const SHOWN: readonly Column<FillRow>[] = [
  COLUMNS.org,
  COLUMNS.table,
  COLUMNS.round,
  COLUMNS.standing,
  COLUMNS.due,
  COLUMNS.handedOn,
  { ...COLUMNS.decidedBy, startsHidden: true },
  { ...COLUMNS.giver, startsHidden: true },
];

/** 填报情况: who has handed in and who is late, of one round or of all; what waits to be looked at stands first. */
export default function Fills() {
  const navigate = useNavigate();
  const { tableId, roundId } = readQuery(useLocation().search, ['tableId', 'roundId']);
  return (
    <OrgListPage<FillRow>
      title="填报情况"
      path={PATHS.fills}
      endpoint={listFills}
      columns={SHOWN}
      search={{ name: 'title', placeholder: '数据表名称' }}
      unit="份"
      keep={['tableId', 'roundId']}
      note={() =>
        tableId && (
          <p className="muted centre-only" role="note">
            只列一张数据表{roundId && '的一期'}。<Link to={PATHS.fills}>看全部填报</Link>
          </p>
        )
      }
      row={{
        label: (row) => `${row.orgName} ${row.title} ${row.round}`,
        href: (row) => PATHS.viewOf(row.id),
        editHref: () => null,
        menu: (row) => [
          {
            label: row.can.decide ? '去审核' : '查看填报',
            icon: row.can.decide ? 'check' : 'eye',
            run: () => navigate(PATHS.viewOf(row.id)),
          },
          { label: '数据表详情', icon: 'sheet', run: () => navigate(PATHS.tableOf(row.tableId)) },
        ],
      }}
      empty={{ title: '没有填报', text: '数据表下发后，各组织的填报在这里。' }}
    />
  );
}
