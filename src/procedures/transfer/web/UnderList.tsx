import { Link, useLocation } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { listPlaces, type PlaceRow } from '../contract.places.ts';
import { OF_PLACES, type PlaceView, VIEWS } from '../contract.ts';
import { PATHS } from './paths.ts';
import './relation.css';

/** A number that opens its rows. */
const number = (view: PlaceView): Column<PlaceRow> => ({
  key: view,
  title: VIEWS[view],
  width: 100,
  align: 'right',
  card: 'line',
  cell: (row) => (row[view] === 0 ? 0 : <Link to={PATHS.work(view, row.code)}>{row[view]}</Link>),
});

const COLUMNS: readonly Column<PlaceRow>[] = [
  {
    key: 'name',
    title: '党组织',
    width: 280,
    always: true,
    card: 'title',
    cell: (row) => (row.isLeaf ? row.name : <Link to={PATHS.under(row.id)}>{row.name}</Link>),
  },
  ...OF_PLACES.map(number),
];

/** `underList?orgId=`: the organisations below one with the transfers of their subtrees; numbers open their rows. */
export default function UnderList() {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  return (
    <div className="list-page">
      <PageHead title="下级办理" />
      <PlainList<PlaceRow, { orgName: string; whole: Record<PlaceView, number> }>
        key={orgId ?? ''}
        caption="下级办理"
        endpoint={listPlaces as Endpoint}
        columns={COLUMNS}
        unit="个"
        keep={['orgId']}
        inputOf={() => (orgId ? { orgId } : {})}
        note={({ orgName, whole }) => (
          <>
            {orgName}共{OF_PLACES.map((view) => `${VIEWS[view]}${whole[view]}件`).join('、')}
            <span className="muted">；一件转接在它经过的每个下级各计一次，共计中只计一次，不等于各行相加</span>
          </>
        )}
        empty={{ title: '没有下级党组织', text: '这个党组织没有可以查看的下级。' }}
      />
    </div>
  );
}
