import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { OrgListPage } from '#people/org/web/pickers.nouns.tsx';
import { call, download } from '#platform/web/call/api.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { yearOptions } from '#platform/web/list/options.ts';
import type { ListState } from '#platform/web/list/useListState.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type FigureRow, listFigures, listParts, type PartRow } from '../contract.read.ts';
import { exportFigures, printFigures } from '../contract.ts';
import { STANDINGS } from '../rules.ts';
import { COLUMNS, KIND_OPTIONS } from './parts.tsx';
import { PATHS } from './paths.ts';
import './keyWork.css';

const WAYS = { item: '按事项', org: '按责任单位', rows: '明细' } as const;
type By = keyof typeof WAYS;

/** 重点工作报表: figures by item and by organisation; each number leads to its rows. */
export default function Report() {
  const { by = 'item', itemId, unitId } = readQuery(useLocation().search, ['by', 'itemId', 'unitId']);
  return by === 'rows' ? <Rows key={`${itemId}:${unitId}`} /> : <Figures key={by} by={by === 'org' ? 'org' : 'item'} />;
}

const Ways = ({ here, state }: { here: By; state: ListState }) => {
  const { orgId, kind, year } = state.values;
  return (
    <span className="key-ways">
      {(Object.keys(WAYS) as By[]).map((by) => (
        <ButtonLink
          key={by}
          aria-current={by === here ? 'true' : undefined}
          to={pathWithQuery(PATHS.report, { by: by === 'item' ? undefined : by, orgId, kind, year })}
        >
          {WAYS[by]}
        </ButtonLink>
      ))}
    </span>
  );
};

type Key = 'onTime' | 'doneLate' | 'asked' | 'late' | 'open' | 'returned';
const KEYS: readonly (readonly [key: Key, title: string])[] = [
  ['onTime', STANDINGS.onTime],
  ['doneLate', STANDINGS.doneLate],
  ['asked', STANDINGS.asked],
  ['late', STANDINGS.late],
  ['open', STANDINGS.open],
  ['returned', '退回过'],
];

/** Where the rows behind a number stand, as far as the list is narrowed. */
function rowsOf(by: 'item' | 'org', row: FigureRow, standing: Key | null, search: string): string {
  const { orgId, kind, year } = readQuery(search, ['orgId', 'kind', 'year']);
  const one = by === 'item' ? { itemId: row.id, orgId } : { unitId: row.id };
  return pathWithQuery(PATHS.report, { by: 'rows', ...one, kind, year, ...(standing ? { standing } : {}) });
}

function Count({ by, row, standing, n }: { by: 'item' | 'org'; row: FigureRow; standing: Key | null; n: number }) {
  const { search } = useLocation();
  if (n === 0) return noValue;
  return (
    <Link className={standing === 'late' ? 'given-late' : undefined} to={rowsOf(by, row, standing, search)}>
      {formatNumber(n)}
    </Link>
  );
}

const YEAR: Column<FigureRow> = {
  key: 'year',
  title: '年度',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: { kind: 'choice', name: 'year', options: yearOptions() },
};
const KIND: Column<FigureRow> = {
  key: 'kind',
  title: '类别',
  width: 0,
  filterOnly: true,
  cell: () => null,
  filter: { kind: 'choice', name: 'kind', options: KIND_OPTIONS },
};
const columnsOf = (by: 'item' | 'org'): readonly Column<FigureRow>[] => [
  {
    key: 'name',
    title: by === 'item' ? '重点工作' : '责任单位',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => <Name by={by} row={row} />,
  },
  ...(by === 'item'
    ? [{ key: 'note', title: '布置组织', width: 140, notLarge: true, cell: (row: FigureRow) => row.note }]
    : []),
  {
    key: 'parts',
    title: by === 'item' ? '责任单位' : '事项',
    width: 84,
    align: 'right',
    card: 'side',
    cell: (row) => <Count by={by} row={row} standing={null} n={row.parts} />,
  },
  ...KEYS.map(
    ([key, title]): Column<FigureRow> => ({
      key,
      title,
      width: 84,
      align: 'right',
      ...(key === 'onTime' || key === 'late' ? { card: 'line' as const } : {}),
      cell: (row) => <Count by={by} row={row} standing={key} n={row[key]} />,
    }),
  ),
  {
    key: 'missed',
    title: '进展迟报未报',
    width: 112,
    align: 'right',
    cell: (row) => (row.periods > 0 ? `${formatNumber(row.missed)}/${formatNumber(row.periods)}期` : noValue),
  },
  KIND,
  YEAR,
];
const BY_ITEM = columnsOf('item');
const BY_ORG = columnsOf('org');

function Name({ by, row }: { by: 'item' | 'org'; row: FigureRow }) {
  const { search } = useLocation();
  return <Link to={rowsOf(by, row, null, search)}>{row.name}</Link>;
}

const askedOf = (by: 'item' | 'org', { values }: ListState) => {
  const { orgId, title, kind, year } = values as Record<string, never>;
  return { by, orgId, title, kind, year };
};

function Figures({ by }: { by: 'item' | 'org' }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [printed, setPrinted] = useState<ReturnType<typeof askedOf> | null>(null);
  return (
    <>
      <OrgListPage<FigureRow>
        title="重点工作报表"
        path={PATHS.report}
        endpoint={listFigures}
        columns={by === 'item' ? BY_ITEM : BY_ORG}
        search={{ name: 'title', placeholder: '重点工作名称' }}
        unit={by === 'item' ? '项' : '个单位'}
        keep={['by']}
        acts={({ state, total }) => (
          <>
            <Ways here={by} state={state} />
            <Button
              icon="export"
              disabled={!total}
              // The client has shown why it failed.
              onClick={() => download(exportFigures, askedOf(by, state)).catch(() => {})}
            >
              导出
            </Button>
            <Button icon="print" disabled={!total} onClick={() => setPrinted(askedOf(by, state))}>
              打印
            </Button>
          </>
        )}
        note={(_list, answer) => <Sum answer={answer} />}
        row={{
          label: (row) => row.name,
          href: (row) => rowsOf(by, row, null, search),
          editHref: () => null,
          menu: (row) => [
            { label: '查看明细', icon: 'eye', run: () => navigate(rowsOf(by, row, null, search)) },
            ...(by === 'item'
              ? [{ label: '重点工作详情', icon: 'document' as const, run: () => navigate(PATHS.itemOf(row.id)) }]
              : []),
          ],
        }}
        empty={{ title: '没有可以统计的重点工作', text: '下达后的重点工作按事项、按责任单位算在这里。' }}
      />
      {printed && (
        <PaperDialog
          title="重点工作报表"
          ask={(signal) => call(printFigures, printed, { quiet: true, signal })}
          onClose={() => setPrinted(null)}
        />
      )}
    </>
  );
}

function Sum({ answer }: { answer: unknown }) {
  const sum = (answer as { sum?: FigureRow } | undefined)?.sum;
  if (!sum || sum.parts === 0) return null;
  return (
    <p className="key-sum" role="status">
      共{formatNumber(sum.parts)}件：
      {KEYS.filter(([key]) => key !== 'returned')
        .map(([key, title]) => `${title}${formatNumber(sum[key])}`)
        .join('，')}
      ；退回过{formatNumber(sum.returned)}；进展到期{formatNumber(sum.periods)}期，迟报和未报{formatNumber(sum.missed)}
      期。
    </p>
  );
}

const SHOWN: readonly Column<PartRow>[] = [
  COLUMNS.title,
  COLUMNS.org,
  COLUMNS.standing,
  COLUMNS.percent,
  COLUMNS.owed,
  COLUMNS.finishedOn,
  COLUMNS.endsOn,
  COLUMNS.kind,
  COLUMNS.setter,
  COLUMNS.year,
];

function Rows() {
  const navigate = useNavigate();
  return (
    <OrgListPage<PartRow>
      title="重点工作报表"
      path={PATHS.report}
      endpoint={listParts}
      columns={SHOWN}
      search={{ name: 'title', placeholder: '名称' }}
      unit="件"
      keep={['by', 'itemId', 'unitId']}
      acts={({ state }) => (
        <>
          <Ways here="rows" state={state} />
        </>
      )}
      row={{
        label: (row) => `${row.title} ${row.orgName}`,
        href: (row) => PATHS.partOf(row.id),
        editHref: () => null,
        menu: (row) => [{ label: '查看详情', icon: 'eye', run: () => navigate(PATHS.partOf(row.id)) }],
      }}
      empty={{ title: '没有这样的重点工作', text: '换个情况，或回到“按事项”“按责任单位”。' }}
    />
  );
}
