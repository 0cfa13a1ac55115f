import { Link, useLocation } from 'react-router';
import type { Endpoint } from '#platform/contract.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';

interface Row {
  id: string;
  name: string;
  isLeaf: boolean;
}

interface Answer {
  org: { id: string; name: string; parentId: string | null };
  span: string;
}

interface SecondProps<R extends Row> {
  title: string;
  path: string;
  endpoint: Endpoint;
  columns: readonly Column<R>[];
  /** The list of the matter itself for an organisation. */
  listOf: (row: R) => { href: string; label: string };
  empty: string;
}

/** The list behind a panel of a wall: organisations right below one, each leading on to those below it and to its own list. */
export function Second<R extends Row>({ title, path, endpoint, columns, listOf, empty }: SecondProps<R>) {
  const { orgId } = readQuery(useLocation().search, ['orgId']);
  const place: Column<R> = {
    key: 'name',
    title: '组织',
    width: 260,
    card: 'title',
    cell: (row) =>
      row.isLeaf || row.id === orgId ? row.name : <Link to={pathWithQuery(path, { orgId: row.id })}>{row.name}</Link>,
  };
  return (
    <div className="list-page">
      <PageHead title={title} />
      <PlainList<R, Answer>
        caption={title}
        endpoint={endpoint}
        columns={[place, ...columns]}
        unit="个"
        keep={['orgId']}
        inputOf={(values) => (orgId ? { ...values, orgId } : values)}
        note={({ org, span }) => (
          <>
            {org.name}，{span}
            {org.parentId !== null && (
              <>
                {'　'}
                <Link to={pathWithQuery(path, { orgId: org.parentId })}>看上级</Link>
              </>
            )}
          </>
        )}
        acts={(row) => {
          const { href, label } = listOf(row);
          return (
            <ButtonLink look="row" to={href}>
              {label}
              <span className="visually-hidden">{row.name}</span>
            </ButtonLink>
          );
        }}
        empty={{ title: '没有数据', text: empty }}
      />
    </div>
  );
}

/** Where nothing is owed there is no share of it. */
export const NOTHING = '—';

/** A column of whole numbers. */
export const numberColumn = <R,>(key: string, title: string, value: (row: R) => number | string): Column<R> => ({
  key,
  title,
  width: 110,
  align: 'right',
  card: 'line',
  cell: (row) => {
    const shown = value(row);
    return typeof shown === 'number' ? shown.toLocaleString('en-US') : shown;
  },
});
