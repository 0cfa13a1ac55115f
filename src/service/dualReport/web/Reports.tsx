import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import type { ListState } from '#platform/web/list/useListState.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { StatusTag } from './parts.tsx';

/** What both reports answer of a row. */
export interface AnyRow {
  id: string;
  orgName: string;
  homeName: string;
  statusName: string;
  isLate: boolean;
  waits: number | null;
  postNames: string;
  askedOn: string;
  decidedOn: string | null;
  endedOn: string | null;
  can: { decide: boolean };
}

/** One of the two reports, of people and of organisations: its words, its calls and its addresses. */
export interface Sort<Row extends AnyRow> {
  /** 党员报到, 组织报到. */
  noun: string;
  unit: string;
  searched: string;
  list: { title: string; path: string; endpoint: Endpoint };
  desk: { title: string; path: string; endpoint: Endpoint };
  add: string;
  detail: (id: string) => string;
  nameOf: (row: Row) => string;
  /** The names of the views; what waits comes first. */
  views: Readonly<Record<string, string>>;
  /** Its columns; a hook, since choices come of a dictionary. */
  useColumns: () => readonly Column<Row>[];
  /** What the filter of the two ends says. */
  sides: { in: string; out: string };
  exported: { endpoint: Endpoint; filters: readonly string[]; told: string };
  empty: { title: string; text: string };
  deskEmpty: string;
  /** Links beside the export, the other report among them. */
}

interface Answer {
  counts: Record<string, number>;
  late: number;
}

/** The column that opens a report. */
export const nameColumn = <Row extends AnyRow>(
  key: string,
  title: string,
  width: number,
  of: Pick<Sort<Row>, 'nameOf' | 'detail'>,
): Column<Row> => ({
  key,
  title,
  width,
  always: true,
  card: 'title',
  cell: (row) => (
    <RowLink to={of.detail(row.id)} title={of.nameOf(row)}>
      {of.nameOf(row)}
    </RowLink>
  ),
});

/** A column of one text that may be longer than it. */
export const textColumn = <Row,>(
  key: keyof Row & string,
  title: string,
  width: number,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  key,
  title,
  width,
  card: 'line',
  cell: (row) => <span title={String(row[key] ?? '')}>{String(row[key] ?? '') || noValue}</span>,
  ...more,
});

/** State and waiting. */
export const stateColumns = <Row extends AnyRow>(): readonly Column<Row>[] => [
  {
    key: 'status',
    title: '状态',
    width: 120,
    card: 'tag',
    cell: (row) => <StatusTag name={row.statusName} late={row.isLate} />,
  },
  {
    key: 'waits',
    title: '等待',
    width: 70,
    cell: (row) =>
      row.waits === null ? noValue : row.isLate ? <span className="sbd-late">{row.waits}天</span> : `${row.waits}天`,
    filter: { kind: 'choice', name: 'late', options: [{ value: '1', label: '超过7天' }] },
    filterTitle: '审核',
  },
];

/** The days of a report. */
export const dayColumns = <Row extends AnyRow>(): readonly Column<Row>[] => [
  { key: 'askedOn', title: '申请日期', width: 110, card: 'side', cell: (row) => row.askedOn },
  { key: 'decidedOn', title: '审核日期', width: 110, startsHidden: true, cell: (row) => row.decidedOn ?? noValue },
  { key: 'endedOn', title: '结束日期', width: 110, startsHidden: true, cell: (row) => row.endedOn ?? noValue },
];

const sideColumn = <Row,>(sides: Sort<AnyRow>['sides']): Column<Row> => ({
  key: 'side',
  title: '方向',
  width: 80,
  filterOnly: true,
  cell: () => noValue,
  filter: {
    kind: 'choice',
    name: 'side',
    options: optionsOf(sides),
  },
});

const rowOf = <Row extends AnyRow>(of: Sort<Row>, navigate: (to: string) => unknown) => ({
  label: of.nameOf,
  href: (row: Row) => of.detail(row.id),
  editHref: () => null,
  menu: (row: Row) => [
    {
      label: row.can.decide ? '审核' : '详情',
      icon: row.can.decide ? ('check' as const) : ('eye' as const),
      run: () => void navigate(of.detail(row.id)),
    },
  ],
});

/** The list of what came to the communities of the scope and where its own went. */
export function Reports<Row extends AnyRow>({ of }: { of: Sort<Row> }) {
  const navigate = useNavigate();
  const session = useSession();
  const side = useOrgSide();
  const columns = [...of.useColumns(), sideColumn<Row>(of.sides)];
  return (
    <ListPage<Row, Answer>
      title={of.list.title}
      path={of.list.path}
      endpoint={of.list.endpoint}
      columns={columns}
      search={{ name: 'keyWords', placeholder: of.searched }}
      unit={of.unit}
      views={{
        list: [{ value: '', label: '全部' }, ...optionsOf(of.views)],
        counts: ({ counts }) => counts,
      }}
      {...(side ? { side } : {})}
      acts={(list) => (
        <>
          <ExportAct of={of} state={list.state} />
          {may(session, 'sbd:write') && (
            <ButtonLink look="primary" icon="plus" to={of.add}>
              {of.noun}
            </ButtonLink>
          )}
        </>
      )}
      note={(_list, answer): ReactNode =>
        answer && answer.late > 0 ? (
          <div className="banner warn">
            <Icon name="warning" />
            <span className="grow">
              {answer.late}件{of.noun}超过7天没有审核。
            </span>
            <Link to={`${of.list.path}?late=1`}>只看超期的</Link>
          </div>
        ) : null
      }
      row={rowOf(of, navigate)}
      empty={of.empty}
    />
  );
}

/** What came to the communities of the scope, what waits first. */
export function Desk<Row extends AnyRow>({ of, acts }: { of: Sort<Row>; acts?: ReactNode }) {
  const navigate = useNavigate();
  const side = useOrgSide();
  const columns = of.useColumns();
  return (
    <ListPage<Row, Answer>
      title={of.desk.title}
      path={of.desk.path}
      endpoint={of.desk.endpoint}
      columns={columns}
      search={{ name: 'keyWords', placeholder: of.searched }}
      unit={of.unit}
      views={{
        list: Object.entries(of.views).map(([value, label]) => ({ value: value === 'waiting' ? '' : value, label })),
        counts: ({ counts: { waiting = 0, ...counts } }) => ({ ...counts, all: waiting }),
      }}
      {...(side ? { side } : {})}
      {...(acts ? { acts: () => acts } : {})}
      row={rowOf(of, navigate)}
      empty={(_answer, state) =>
        state.values.view
          ? { title: `这里还没有${of.noun}`, text: '别的视图里可能有。' }
          : { title: `没有待审的${of.noun}`, text: of.deskEmpty }
      }
    />
  );
}

/** The list as a workbook. */
function ExportAct<Row extends AnyRow>({ of, state }: { of: Sort<Row>; state: ListState }) {
  const [open, setOpen] = useState(false);
  const { endpoint, filters, told } = of.exported;
  const start = useAct(endpoint, { quiet: true });
  const given = Object.fromEntries(filters.flatMap((name) => (state.values[name] ? [[name, state.values[name]]] : [])));
  return (
    <>
      <Button icon="export" onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <StartDialog
          title={`导出${of.noun}列表`}
          example="季度双报到情况汇总"
          onStart={({ purpose = '' }) => start.mutateAsync({ ...given, purpose } as InputOf<Endpoint>)}
          onClose={() => setOpen(false)}
        >
          在后台导出列表，{told}；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
    </>
  );
}
