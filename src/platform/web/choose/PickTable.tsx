import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useCall } from '../call/hooks.ts';
import { Pager } from '../list/Pager.tsx';
import { useSteady } from '../press/steady.ts';
import { Empty, Failed } from '../show/states.tsx';
import { Button } from '../ui/Button.tsx';
import type { Choice, Picks } from './choice.ts';
import { useTakeAll } from './takeAll.ts';
import '../list/listTable.css';

/** A column of a table to choose from. */
export interface PickColumn<Row> {
  title: string;
  /** Share of the width in percent; a phone shares by itself. */
  width: number;
  cell: (row: Row) => ReactNode;
  /** Not on a phone. */
  wide?: boolean;
}

interface Answer<Row> {
  rows: Row[];
  total: number;
  capped?: boolean;
}

interface PickTableProps<Row> {
  caption: string;
  endpoint: Endpoint;
  /** What is asked for besides the page; another input begins at the first page. */
  input: Readonly<Record<string, unknown>>;
  columns: readonly PickColumn<Row>[];
  choiceOf: (row: Row) => Choice;
  /** Why a row cannot be chosen; the empty text where it can. */
  refuse?: (row: Row) => string;
  picks: Picks;
  size: number;
  unit: string;
  /** Offers to choose every row that is found, over all pages. */
  whole?: boolean;
  empty: { title: string; text: string };
}

/** One page of rows with a tick, or a dot of a single choice, before each. The whole row takes a click. */
export function PickTable<Row extends { id: string }>(props: PickTableProps<Row>) {
  const key = JSON.stringify(props.input);
  const name = useId();
  const [place, setPlace] = useState({ key, page: 1 });
  const page = place.key === key ? place.page : 1;
  const query = useCall(props.endpoint, { ...props.input, pageNum: page, pageSize: props.size } as InputOf<Endpoint>, {
    keepPrevious: true,
    quiet: true,
    staleTime: 0,
  });
  // The generic endpoint is known to answer rows of the type that the caller's columns show.
  const answer = query.data as unknown as Answer<Row> | undefined;
  const table = useRef<HTMLTableElement>(null);
  useSteady(table, answer?.rows.map(({ id }) => id).join() ?? '', query.isPlaceholderData);
  const { picks, choiceOf, refuse } = props;
  const { taking, takeAll } = useTakeAll(picks);
  const open = answer?.rows.filter((row) => !refuse?.(row)) ?? [];
  const all = open.length > 0 && open.every((row) => picks.has(row.id));
  // That the last input found nothing says nothing of this one.
  if (!answer || (query.isPlaceholderData && answer.rows.length === 0)) {
    return query.error ? (
      <Failed error={query.error} onRetry={() => query.refetch()} />
    ) : (
      <p className="choose-wait muted" role="status">
        正在加载…
      </p>
    );
  }
  const { total, capped = false } = answer;
  const offered = props.whole && picks.multiple && total > answer.rows.length;
  const fits = offered && !capped && total <= picks.max;
  const pager = (
    <div className="choose-foot">
      {fits && (
        <Button
          look="word"
          disabled={taking || query.isFetching}
          onClick={() =>
            void takeAll<Row>({ endpoint: props.endpoint, input: props.input, choiceOf, refuse, of: props.caption })
          }
        >
          {taking ? '正在加入' : `选择全部${total.toLocaleString('en-US')}${props.unit}`}
        </Button>
      )}
      {offered && !fits && picks.max > props.size && (
        <span className="muted small">
          {`超过${Math.min(picks.max, total).toLocaleString('en-US')}${props.unit}，缩小范围后可以选择全部`}
        </span>
      )}
      <Pager
        page={page}
        size={props.size}
        total={total}
        capped={capped}
        unit={props.unit}
        onPage={(next) => setPlace({ key, page: next })}
      />
    </div>
  );
  if (answer.rows.length === 0) {
    // A page behind the last one: rows went meanwhile, and the way back stays.
    return (
      <>
        <Empty title={page > 1 ? '这一页没有内容了' : props.empty.title}>
          {page > 1 ? '名单有变化，请看前面的页。' : props.empty.text}
        </Empty>
        {page > 1 && pager}
      </>
    );
  }
  return (
    <>
      <table ref={table} className="table pick-table" aria-busy={query.isFetching}>
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col" className="pick-tick">
              {picks.multiple ? (
                <input
                  type="checkbox"
                  className="tick"
                  aria-label="选择本页"
                  checked={all}
                  onChange={() => (all ? picks.remove(open.map(({ id }) => id)) : picks.add(open.map(choiceOf)))}
                />
              ) : (
                <span className="visually-hidden">选择</span>
              )}
            </th>
            {props.columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                data-wide={column.wide || undefined}
                style={{ '--share': `${column.width}%` } as CSSProperties}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row) => {
            const choice = choiceOf(row);
            const why = refuse?.(row) ?? '';
            return (
              <tr
                key={row.id}
                aria-selected={picks.has(row.id)}
                data-closed={why !== '' || undefined}
                onClick={(event) => {
                  // The tick itself says so by its own change.
                  if (why === '' && !(event.target as HTMLElement).closest('input')) picks.toggle(choice);
                }}
              >
                <td className="pick-tick">
                  <input
                    type={picks.multiple ? 'checkbox' : 'radio'}
                    name={picks.multiple ? undefined : name}
                    className="tick"
                    aria-label={[choice.name, choice.note, why].filter(Boolean).join('，')}
                    disabled={why !== ''}
                    checked={picks.has(row.id)}
                    onChange={() => picks.toggle(choice)}
                  />
                </td>
                {props.columns.map((column, at) => (
                  <td key={column.title} data-wide={column.wide || undefined}>
                    {column.cell(row)}
                    {at === 0 && why && <small className="pick-why">{why}</small>}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {pager}
    </>
  );
}
