import { useMemo, useState } from 'react';
import type { InputOf, ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { clearKeptInput, useKept } from '#platform/web/kept/useKept.ts';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { getFill, saveFill } from '../../contract.form.ts';
import { type PartDetail, reportPart } from '../../contract.part.ts';
import {
  cellKey,
  type FilledRow,
  isNumeric,
  lockedCellKeys,
  lockedCells,
  MAX_ROWS,
  SUM_WORDS,
} from '../../rules.form.ts';
import { cellName, changesOf, fillFaults } from '../../rules.formCheck.ts';
import { FilesDialog } from './FilesDialog.tsx';
import { FormGrid } from './FormGrid.tsx';
import { cellOpenTest, pasteIntoGrid, withCell, withPrevious, withRows } from './filling.ts';
import { SheetActs } from './SheetActs.tsx';
import { Versions } from './Versions.tsx';
import './form.css';

export type Fill = ReplyOf<typeof getFill>;

/** Which columns arrived filled, named together where they come from one report. */
function quotesText(quotes: Fill['quotes']): string {
  const sourceOf = ({ title, filledOn }: Fill['quotes'][number]) => `引自《${title}》（${filledOn}上报）`;
  return [...new Set(quotes.map(sourceOf))]
    .map((source) => {
      const columns = quotes.filter((one) => sourceOf(one) === source).map(({ column }) => `“${column}”`);
      return `${columns.join('')}${source}`;
    })
    .join('，');
}

/** 填表: the grid of a part, to be filled in and handed in. */
export function FillForm({ part }: { part: PartDetail }) {
  const fillQuery = useCall(getFill, { id: part.id }, { quiet: true, staleTime: 0 });
  if (!fillQuery.data) return <Waiting query={fillQuery} lines={8} />;
  return <Filling key={part.version} part={part} fill={fillQuery.data} />;
}

function Filling({ part, fill: read }: { part: PartDetail; fill: Fill }) {
  // The record is read again behind an open form; what the form started from must not move under it.
  const [fill] = useState(read);
  const { design, choices, returned } = fill;
  const [rows, setRows] = useState<readonly FilledRow[]>(fill.rows);
  const [version, setVersion] = useState(fill.version);
  const [saved, setSaved] = useState<{ rows: readonly FilledRow[]; at: string | null; faults: Fill['faults'] }>({
    rows: fill.rows,
    at: fill.savedAt,
    faults: fill.faults,
  });
  const [filing, setFiling] = useState<{ row: string; col: string } | null>(null);
  const [nil, setNil] = useState(false);
  const [shownFaults, setShownFaults] = useState(fill.version > 0);
  const save = useAct(saveFill);
  const report = useAct(reportPart);
  const changed = useMemo(() => changesOf(design, saved.rows, rows), [design, saved.rows, rows]);

  const locked = useMemo(() => lockedCellKeys(design, rows), [design, rows]);
  const isShut = useMemo(() => cellOpenTest(locked, returned), [locked, returned]);
  const shut = useMemo(
    () =>
      new Set(
        rows.flatMap(({ id }) =>
          design.columns.filter((column) => isShut(id, column.id)).map((column) => cellKey(id, column.id)),
        ),
      ),
    [rows, design, isShut],
  );
  // What the server alone can know (names), as long as the cell is as it was saved.
  const faults = useMemo(() => {
    const own = fillFaults(design, rows, choices);
    const at = (list: readonly FilledRow[], row: string, col: string) => list.find(({ id }) => id === row)?.cells[col];
    const named = saved.faults.filter(
      ({ row, col }) =>
        !own.some((fault) => fault.row === row && fault.col === col) &&
        ['person', 'org'].includes(design.columns.find(({ id }) => id === col)?.type ?? '') &&
        at(saved.rows, row, col) === at(rows, row, col),
    );
    return [...own, ...named];
  }, [design, rows, choices, saved]);
  // An empty form is not wrong yet: what is missing is told once somebody began, or wants to hand in.
  const told = shownFaults ? faults : faults.filter(({ row, col }) => rows.find(({ id }) => id === row)?.cells[col]);
  const blocking = faults.filter(({ level }) => level === 'block');
  const marks = useMemo(
    () => new Map(returned.map(({ row, col, reason }) => [cellKey(row, col), `退回：${reason}`])),
    [returned],
  );
  const known = lockedOf(fill);

  useKept({
    of: `fill:${part.id}`,
    called: '填的表',
    value: rows,
    changed: changed.length > 0,
    base: JSON.stringify(saved.rows),
    restore: setRows,
  });
  const keep = async () => {
    const kept = await save.mutateAsync({ id: part.id, version, rows } as unknown as InputOf<typeof saveFill>);
    setVersion(kept.version);
    setSaved({ rows, at: new Date().toISOString(), faults: kept.faults });
    setShownFaults(true);
    return kept;
  };
  const store = () =>
    keep()
      .then(({ faults: all }) => {
        const n = all.filter(({ level }) => level === 'block').length;
        emit('notice', { kind: 'success', text: n > 0 ? `已存草稿，还有${n}处要改` : '已存草稿' });
      })
      // The client has shown why.
      .catch(() => {});
  const handIn = async (isNil: boolean) => {
    setShownFaults(true);
    if (!isNil && blocking[0]) {
      emit('notice', {
        kind: 'error',
        text: `还有${blocking.length}处要改：${cellName(design, blocking[0])}${blocking[0].text}`,
      });
      return;
    }
    try {
      if (!isNil && (changed.length > 0 || version === 0)) {
        const kept = await keep();
        if (kept.faults.some(({ level }) => level === 'block')) return;
      }
      clearKeptInput();
      await report.mutateAsync({ id: part.id, version: part.version, report: '', files: [], isNil } as InputOf<
        typeof reportPart
      >);
      emit('notice', { kind: 'success', text: part.isOverdue ? '已上报，标为补报' : '已上报，等待验收' });
    } catch {
      // The client has shown why.
    }
  };
  const take = (next: readonly FilledRow[], words: string) => {
    setRows(next);
    setShownFaults(true);
    emit('notice', { kind: 'success', text: words });
  };
  const isBusy = save.isPending || report.isPending;
  const knownByPlatform = [...design.columns, ...design.locked].some(({ source }) => source !== '');
  const filled = rows.length > 0;
  return (
    <section className="card form-filling" aria-label="填表">
      <div className="card-head">
        <h2>{part.state === 3 ? '补正' : '填表'}</h2>
        <span className="muted">
          {returned.length > 0
            ? `只有退回的${returned.length}格可以改`
            : knownByPlatform && `灰色的格子由平台填写，取数于${dateTime(fill.asOf)}`}
        </span>
        <span className="card-extra form-acts">
          {fill.previous && returned.length === 0 && (
            <Button
              size="compact"
              icon="undo"
              iconSize={13}
              onClick={() => {
                const { rows: next, taken } = withPrevious(design, rows, fill.previous?.rows ?? [], isShut);
                take(next, taken > 0 ? `已带入${fill.previous?.label}的${taken}格，请核对` : '没有可以带入的空格');
              }}
            >
              带入上期
            </Button>
          )}
          <SheetActs
            partId={part.id}
            isFree={design.free && returned.length === 0}
            rows={rows}
            isShut={isShut}
            onRead={take}
          />
        </span>
      </div>
      {design.columns.some(isNumeric) && <p className="muted small form-quotes">{SUM_WORDS}</p>}
      {fill.quotes.length > 0 && returned.length === 0 && (
        <p className="muted small form-quotes">{quotesText(fill.quotes)}；请核对，有变化的改过来。</p>
      )}
      {filled ? (
        <FormGrid
          design={design}
          rows={rows}
          choices={choices}
          faults={told}
          locked={shut}
          marks={marks}
          caption="填表"
          onType={(row, col, text) => setRows((now) => withCell(now, row, col, text))}
          onPaste={(at, cells) => {
            const { rows: next, taken, of } = pasteIntoGrid(design, rows, isShut, at, cells, known);
            take(
              next,
              taken < of ? `粘贴了${of}格中的${taken}格，其余落在锁定的格子或表外` : `已粘贴${taken}格，请核对`,
            );
          }}
          onFiles={(row, col) => setFiling({ row, col })}
          {...(design.free && returned.length === 0
            ? { onRemove: (row: string) => setRows((now) => now.filter(({ id }) => id !== row)) }
            : {})}
        />
      ) : (
        <p className="office-quiet">还没有一行。按“加一行”开始，也可以从电子表格整块粘贴。</p>
      )}
      <div className="form-bar">
        {design.free && returned.length === 0 && (
          <Button
            icon="plus"
            disabled={rows.length >= MAX_ROWS}
            onClick={() => setRows((now) => withRows(now, 1, known))}
          >
            加一行
          </Button>
        )}
        <span className="form-status" role="status">
          {shownFaults && faults.length > 0
            ? `${blocking.length > 0 ? `${blocking.length}处要改` : '可以上报'}${faults.length > blocking.length ? `，${faults.length - blocking.length}处提醒` : ''}`
            : saved.at
              ? `${dateTime(saved.at)}已存`
              : ''}
        </span>
        {part.nilAllowed && (
          <Button disabled={isBusy} onClick={() => setNil(true)}>
            零报告
          </Button>
        )}
        <Button disabled={isBusy || (changed.length === 0 && version > 0)} onClick={() => void store()}>
          存草稿
        </Button>
        <Button look="primary" disabled={isBusy} onClick={() => void handIn(false)}>
          上报
        </Button>
      </div>
      <Versions fill={fill} />
      {filing && (
        <FilesDialog
          title={cellName(design, filing)}
          ids={rows.find(({ id }) => id === filing.row)?.cells[filing.col] ?? ''}
          files={fill.files}
          isShut={shut.has(cellKey(filing.row, filing.col))}
          onDone={(ids) => setRows((now) => withCell(now, filing.row, filing.col, ids))}
          onClose={() => setFiling(null)}
        />
      )}
      {nil && (
        <ConfirmDialog title="零报告" act="上报零报告" onConfirm={() => handIn(true)} onClose={() => setNil(false)}>
          没有要填的内容，按零报告上报，不计入汇总。
        </ConfirmDialog>
      )}
    </section>
  );
}

/** What the platform fills in in each new row. */
const lockedOf = ({ design, rows }: Fill): Record<string, string> => {
  const [first] = rows;
  return first
    ? Object.fromEntries(Object.keys(lockedCells(design, first.id, {})).map((col) => [col, first.cells[col] ?? '']))
    : {};
};
