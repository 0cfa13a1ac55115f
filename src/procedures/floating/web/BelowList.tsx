import { Link, useLocation } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { type BelowRow, listBelow } from '../contract.numbers.ts';
import { VIEWS } from '../contract.ts';
import { PATHS } from './paths.ts';

/** A number that opens its people. */
const number = (key: keyof typeof VIEWS): Column<BelowRow> => ({
  key,
  title: VIEWS[key],
  width: 90,
  align: 'right',
  card: 'line',
  cell: (row) => (row[key] === 0 ? 0 : <Link to={PATHS.rows({ orgId: row.id, view: key })}>{row[key]}</Link>),
});

const COLUMNS: readonly Column<BelowRow>[] = [
  {
    key: 'name',
    title: '党组织',
    width: 280,
    always: true,
    card: 'title',
    cell: (row) => (row.isLeaf ? row.name : <Link to={PATHS.below(row.id)}>{row.name}</Link>),
  },
  { ...number('out'), cell: (row) => (row.out === 0 ? 0 : <Link to={PATHS.rows({ orgId: row.id })}>{row.out}</Link>) },
  number('in'),
  number('waiting'),
  {
    key: 'overdue',
    title: '联系超期',
    width: 100,
    align: 'right',
    card: 'line',
    cell: (row) =>
      row.overdue === 0 ? 0 : <Link to={PATHS.rows({ orgId: row.id, overdue: '1' })}>{row.overdue}</Link>,
  },
  number('lost'),
  number('history'),
];

/** `underList?orgId=`: the organisations below one with the numbers of their subtrees; numbers open their people. */
export default function BelowList() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const session = useSession();
  return (
    <div className="list-page">
      <PageHead title="下级列表">
        {may(session, 'org:floating') && <ButtonLink to={PATHS.organisation}>新增流动党组织</ButtonLink>}
      </PageHead>
      <PlainList<BelowRow, { orgName: string }>
        key={orgId ?? ''}
        caption="下级列表"
        endpoint={listBelow as Endpoint}
        columns={COLUMNS}
        unit="个"
        keep={['orgId']}
        inputOf={() => (orgId ? { orgId } : {})}
        note={({ orgName }) => orgName}
        empty={{ title: '没有下级党组织', text: '这个党组织没有可以查看的下级。' }}
      />
    </div>
  );
}
