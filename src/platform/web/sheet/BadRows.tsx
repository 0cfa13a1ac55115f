import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Endpoint, InputOf, RowOf } from '../../contract.ts';
import { emit } from '../call/events.ts';
import { useCall } from '../call/hooks.ts';
import { Pager } from '../list/Pager.tsx';

import { formatNumber } from '../show/number.ts';
import { Failed, Skeleton } from '../show/states.tsx';
import { Button } from '../ui/Button.tsx';
import { Grid, type Heading } from './Grid.tsx';
import { type BadRow, type GridColumn, unsavedDrafts } from './grid.ts';
import type { CellDrafts } from './useCellDrafts.ts';
import './badRows.css';

const PAGE_SIZE = 50;
/** As many rows as one call saves. */
const MOST_SAVED = 200;

interface Saved {
  good: number;
  bad: number;
  /** No longer bad when they came: somebody was first. */
  gone: number;
}

/** The state of the sheet for its foot. */
export interface SheetState {
  /** Of the page that is shown. */
  rows: readonly BadRow[];
  /** Those of them that are ticked. */
  chosen: ReadonlySet<number>;
  /** The rows are being saved or read again: some of them may no longer be bad. */
  changing: boolean;
  clearChosen: () => void;
}

interface BadRowsProps<E extends Endpoint> {
  endpoint: E;
  /** Without the page. */
  input: Omit<InputOf<E>, 'pageNum' | 'pageSize'>;
  /** Bad rows as far as they are known before the first page is there. */
  expected: number;
  /** Which rows are shown: another one starts at its top. */
  place?: string;
  columnsOf: (rows: readonly RowOf<E>[]) => readonly GridColumn[];
  drafts: CellDrafts;
  /** Saves some rows; at most 200 of them come at once. */
  save: (rows: { rowNo: number; cells: Record<string, string> }[]) => Promise<Saved>;
  /** Reads anew what the saving may have found otherwise. */
  onFailed: () => void;
  /** What became of the saved rows, in words. */
  outcome: (rowNos: readonly number[], sum: Saved) => string;
  /** The word to save, and what the rows are until then. */
  words: { save: string; waiting: string };
  head?: ReactNode;
  extra?: ReactNode;
  empty: ReactNode;
  /** Further buttons below the sheet; with it rows can be ticked. */
  foot?: (state: SheetState) => ReactNode;
}

/** The bad rows of an import as a sheet, by pages, with what was typed until it is saved. */
export function BadRows<E extends Endpoint>({
  endpoint,
  input,
  expected,
  place = '',
  columnsOf,
  drafts: { drafts, change, typed },
  save,
  onFailed,
  outcome,
  words,
  head,
  extra,
  empty,
  foot,
}: BadRowsProps<E>) {
  const [at, setAt] = useState<{ place: string; page: number; chosen: ReadonlySet<number> }>({
    place,
    page: 1,
    chosen: new Set(),
  });
  const here = at.place === place ? at : { place, page: 1, chosen: new Set<number>() };
  const { chosen } = here;
  // Where the sheet goes, once another page is there.
  const [heading, setHeading] = useState<Heading | null>(null);
  const arrived = useCallback(() => setHeading(null), []);
  const [saving, setSaving] = useState<ReadonlySet<number>>(new Set());
  const [status, setStatus] = useState('');

  const page = Math.min(here.page, Math.max(1, Math.ceil(expected / PAGE_SIZE)));
  const query = useCall(endpoint, { ...input, pageNum: page, pageSize: PAGE_SIZE } as unknown as InputOf<E>, {
    quiet: true,
    keepPrevious: true,
  });
  const reply = query.data as { rows: RowOf<E>[]; total: number } | undefined;
  const rows = useMemo(() => reply?.rows ?? [], [reply]) as readonly (RowOf<E> & BadRow)[];
  const total = reply?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const columns = useMemo(() => columnsOf(rows), [columnsOf, rows]);

  const turn = (next: number, arrive: Heading | null = null) => {
    setAt({ place, page: next, chosen: new Set() });
    setHeading(arrive);
  };
  const choose = useCallback(
    (rowNo: number, on: boolean) =>
      setAt((now) => {
        const here = now.place === place ? now : { place, page: 1, chosen: new Set<number>() };
        const chosen = new Set(here.chosen);
        if (on) chosen.add(rowNo);
        else chosen.delete(rowNo);
        return { ...here, chosen };
      }),
    [place],
  );

  const send = async (rowNos: readonly number[]) => {
    setSaving((now) => new Set([...now, ...rowNos]));
    const sum = { good: 0, bad: 0, gone: 0 };
    let failed = false;
    for (let start = 0; start < rowNos.length && !failed; start += MOST_SAVED) {
      const part = rowNos.slice(start, start + MOST_SAVED);
      const sent = Object.fromEntries(part.map((rowNo) => [rowNo, drafts[rowNo] ?? {}]));
      try {
        const saved = await save(part.map((rowNo) => ({ rowNo, cells: { ...sent[rowNo] } })));
        sum.good += saved.good;
        sum.bad += saved.bad;
        sum.gone += saved.gone;
        change((now) => unsavedDrafts(now, sent));
      } catch {
        // The client has shown why; what was typed stays beside the rows as they stand now.
        failed = true;
        onFailed();
      }
    }
    setSaving((now) => new Set([...now].filter((rowNo) => !rowNos.includes(rowNo))));
    if (failed) return;
    const sentence = outcome(rowNos, sum);
    setStatus(sentence);
    const isPartial = sum.bad + sum.gone > 0;
    if (rowNos.length > 1 || isPartial) emit('notice', { kind: isPartial ? 'warning' : 'success', text: sentence });
  };

  return (
    <>
      <div className="card-head">
        <h2>待修正的行</h2>
        {head}
        <span className="card-extra">
          {extra}
          <span className="import-keys">
            <kbd className="key">Tab</kbd>下一处
            <kbd className="key">Enter</kbd>保存此行
          </span>
        </span>
      </div>
      {query.error && !reply ? (
        <Failed error={query.error} onRetry={() => query.refetch()} />
      ) : !reply ? (
        <Skeleton lines={8} />
      ) : rows.length === 0 ? (
        empty
      ) : (
        <Grid
          place={`${place} ${page}`}
          rows={rows}
          columns={columns}
          drafts={drafts}
          onDrafts={change}
          chosen={chosen}
          onChoose={foot && choose}
          saving={saving}
          onSave={(rowNo) => {
            if (drafts[rowNo] && !saving.has(rowNo)) void send([rowNo]);
          }}
          onEnd={(step) => {
            const next = page + step;
            if (next < 1 || next > last) {
              setStatus(step > 0 ? '后面没有要改的了' : '前面没有要改的了');
              return false;
            }
            turn(next, step > 0 ? 'first' : 'last');
            return true;
          }}
          heading={query.isPlaceholderData ? null : heading}
          onArrived={arrived}
          onPasted={(cells) => setStatus(`已粘贴${cells}格，核对后保存`)}
          caption="待修正的行"
        />
      )}
      <div className="import-foot">
        <span className="import-pages">
          {total > PAGE_SIZE
            ? `第${formatNumber((page - 1) * PAGE_SIZE + 1)}至${formatNumber((page - 1) * PAGE_SIZE + rows.length)}行`
            : `共${formatNumber(total)}行`}
          <Button
            size="compact"
            icon="forward"
            iconSize={13}
            disabled={rows.length === 0}
            onClick={() => setHeading('next')}
          >
            下一处错误
          </Button>
        </span>
        {total > PAGE_SIZE && (
          <Pager page={page} size={PAGE_SIZE} total={total} capped={false} unit="行" onPage={(next) => turn(next)} />
        )}
        <span className="import-status" role="status">
          {typed.length > 0 ? `已改好${formatNumber(typed.length)}行，${words.waiting}` : status}
        </span>
        {foot?.({
          rows,
          chosen: new Set(rows.map(({ rowNo }) => rowNo).filter((rowNo) => chosen.has(rowNo))),
          changing: saving.size > 0 || query.isFetching,
          clearChosen: () => setAt({ ...here, chosen: new Set() }),
        })}
        <Button look="primary" disabled={typed.length === 0 || saving.size > 0} onClick={() => send(typed)}>
          {typed.length > 0 ? `保存${formatNumber(typed.length)}行${words.save}` : `保存${words.save}`}
        </Button>
      </div>
    </>
  );
}
