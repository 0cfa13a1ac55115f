import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { clearKeptInput, useKept } from '#platform/web/kept/useKept.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { getForm, saveForm } from '../../contract.form.ts';
import {
  type CellRef,
  COLUMN_TYPES,
  cellKey,
  countTypedCells,
  type Design,
  type FormColumn,
  isNumeric,
  SOURCES,
  SUM_WORDS,
  type SumRule,
  startRows,
  unitOf,
} from '../../rules.form.ts';
import { cellName, designFaults } from '../../rules.formCheck.ts';
import { PATHS } from '../paths.ts';
import { CellDialog } from './CellDialog.tsx';
import { ColumnDialog } from './ColumnDialog.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { lockedAt, moveBy, newColumn, nextId, withLocked, withoutColumn, withoutRow } from './designing.ts';
import { FormGrid } from './FormGrid.tsx';
import { RowsDialog } from './RowsDialog.tsx';
import { SumDialog } from './SumDialog.tsx';
import '../office.css';
import './form.css';

type Form = ReplyOf<typeof getForm>;

/** 设计表样: columns, rows, locked cells and sums of the grid of a draft, as whoever fills it in will see it. */
export default function FormDesign() {
  const { id = '' } = useParams();
  const formQuery = useCall(getForm, { id }, { quiet: true, staleTime: 0 });
  useTitle(formQuery.data ? `设计表样 ${formQuery.data.title}` : undefined);
  return (
    <RecordLoader query={formQuery} refused={(form) => (form.can.edit ? '' : '任务发布后不能再改表样')}>
      {(form) => <Designer key={form.version} id={id} form={form} />}
    </RecordLoader>
  );
}

type Asked =
  | { kind: 'column'; id: string }
  | { kind: 'newColumn'; column: FormColumn }
  | { kind: 'cell'; cell: CellRef }
  | { kind: 'rows' | 'copy' }
  | null;

function Designer({ id, form }: { id: string; form: Form }) {
  const navigate = useNavigate();
  const save = useAct(saveForm);
  const [design, setDesign] = useState<Design>(form.design);
  const [openDialog, setOpenDialog] = useState<Asked>(null);
  /** The sum that is being made: its cells are clicked, the first one is where the sum stands. */
  const [picking, setPicking] = useState<{ each: boolean; cells: CellRef[] } | null>(null);
  const [rule, setRule] = useState<SumRule | null>(null);
  const base = JSON.stringify(form.design);
  const isChanged = JSON.stringify(design) !== base;
  useKept({ of: 'form design', called: '表样', value: design, changed: isChanged, base, restore: setDesign });
  const faults = designFaults(design);
  const known = useMemo(
    () => Object.fromEntries(Object.entries(SOURCES).map(([key, label]) => [key, `自动：${label}`])),
    [],
  );
  const rows = useMemo(() => (design.free ? [{ id: '1', cells: {} }] : startRows(design, known)), [design, known]);
  const preview: Design = design.free ? { ...design, free: false, rows: [{ id: '1', name: '第1行' }] } : design;
  const marks = new Map(
    (picking?.cells ?? []).flatMap(({ row, col }, at): [string, string][] =>
      (row === '*' ? rows.map((one) => one.id) : [row]).map((place) => [
        cellKey(place, col),
        at === 0 ? '合计' : '相加',
      ]),
    ),
  );

  const keep = async (next: 'stay' | 'preview') => {
    try {
      await save.mutateAsync({ id, version: form.version, design });
      clearKeptInput();
      emit('notice', { kind: 'success', text: '表样已保存' });
      if (next === 'preview') navigate(PATHS.preview(id));
    } catch {
      // The client has shown why.
    }
  };
  const pick = (row: string, col: string) => {
    if (!picking) {
      if (design.free) return setOpenDialog({ kind: 'column', id: col });
      return setOpenDialog({ kind: 'cell', cell: { row, col } });
    }
    const column = design.columns.find((one) => one.id === col);
    if (!column || !isNumeric(column)) return emit('notice', { kind: 'info', text: '合计只能由数字和金额的格子组成' });
    const cell = { row: picking.each || design.free ? '*' : row, col };
    const key = cellKey(cell.row, cell.col);
    const has = picking.cells.some((one) => cellKey(one.row, one.col) === key);
    setPicking({
      ...picking,
      cells: has ? picking.cells.filter((one) => cellKey(one.row, one.col) !== key) : [...picking.cells, cell],
    });
  };
  const finish = () => {
    const [target, ...parts] = picking?.cells ?? [];
    if (!target || parts.length < 2)
      return emit('notice', { kind: 'info', text: '先点合计所在的格子，再点相加的格子，至少两个' });
    setPicking(null);
    setRule({ id: nextId(design, 's'), target, parts, level: 'block', sentence: '' });
  };
  return (
    <div className="office-page">
      <PageHead title={`设计表样 ${form.title}`}>
        <Button onClick={() => setOpenDialog({ kind: 'copy' })}>从以前的任务复制</Button>
        <Button disabled={save.isPending || !isChanged} onClick={() => void keep('stay')}>
          保存
        </Button>
        {isChanged ? (
          <Button look="primary" disabled={save.isPending} onClick={() => void keep('preview')}>
            保存，去预览
          </Button>
        ) : (
          <ButtonLink look="primary" to={PATHS.preview(id)}>
            去预览
          </ButtonLink>
        )}
      </PageHead>
      <div className="banner" role="note">
        <Icon name="document" />
        <span>
          每个组织真正要填{countTypedCells(design, form.quoted)}格{design.free && '（每行）'}
          ，平台填写、锁定和引用的不计。{design.columns.some(isNumeric) && SUM_WORDS}
        </span>
      </div>
      {form.previous && (
        <div className="banner info" role="note">
          <Icon name="clock" />
          <span>表样复制自“{form.previous.title}”，填报时可以带入它的数字，汇总时与它比较。</span>
        </div>
      )}
      {faults.length > 0 && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>{faults.join('；')}</span>
        </div>
      )}
      <section className="card form-sheet" aria-label="表样预览">
        <div className="card-head">
          <h2>表样</h2>
          <span className="muted">
            {picking
              ? `点合计所在的格子，再点相加的格子（已点${picking.cells.length}格）`
              : design.free
                ? '填报的组织自己加行；点一格改它的列'
                : '点一格可以锁定它，或者让平台填写'}
          </span>
          <span className="card-extra form-acts">
            {picking ? (
              <>
                <label className="filter-option">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={picking.each}
                    disabled={design.free}
                    onChange={(event) => setPicking({ each: event.target.checked, cells: [] })}
                  />
                  每一行都这样加
                </label>
                <Button size="compact" onClick={() => setPicking(null)}>
                  取消
                </Button>
                <Button look="primary" size="compact" onClick={finish}>
                  点好了
                </Button>
              </>
            ) : (
              <>
                <label className="filter-option">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={design.free}
                    onChange={(event) =>
                      setDesign({
                        ...design,
                        free: event.target.checked,
                        sums: design.sums.filter(({ target }) => target.row === '*'),
                        locked: [],
                      })
                    }
                  />
                  自由行
                </label>
                {!design.free && (
                  <Button size="compact" onClick={() => setOpenDialog({ kind: 'rows' })}>
                    设置行
                  </Button>
                )}
                <Button
                  size="compact"
                  icon="plus"
                  iconSize={13}
                  onClick={() => setOpenDialog({ kind: 'newColumn', column: newColumn(design) })}
                >
                  加一列
                </Button>
                <Button
                  size="compact"
                  disabled={design.columns.filter(isNumeric).length === 0}
                  onClick={() => setPicking({ each: true, cells: [] })}
                >
                  加合计规则
                </Button>
              </>
            )}
          </span>
        </div>
        {design.columns.length === 0 || rows.length === 0 ? (
          <p className="office-quiet">先加列{design.free ? '' : '、设置行'}，这里显示填报的组织看到的表。</p>
        ) : (
          <FormGrid
            design={preview}
            rows={rows}
            choices={form.choices}
            locked={new Set(design.locked.map(({ row, col }) => cellKey(row, col)))}
            marks={marks}
            caption="表样"
            onPick={pick}
          />
        )}
      </section>
      <div className="form-panel">
        <section className="card" aria-label="列">
          <div className="card-head">
            <h2>列</h2>
          </div>
          {design.columns.length === 0 && <p className="office-quiet">还没有列。</p>}
          <ul className="form-list">
            {design.columns.map((column) => (
              <li key={column.id}>
                <span>
                  {column.group && `${column.group}—`}
                  {column.name}
                  <span className="muted">
                    　{COLUMN_TYPES[column.type]}
                    {unitOf(column) && `（${unitOf(column)}）`}
                    {column.required && '，必填'}
                    {column.source && `，自动取${SOURCES[column.source]}`}
                  </span>
                </span>
                <span className="form-acts">
                  <Button
                    size="compact"
                    aria-label={`${column.name}左移`}
                    onClick={() => setDesign({ ...design, columns: moveBy(design.columns, column.id, -1) })}
                  >
                    左移
                  </Button>
                  <Button size="compact" onClick={() => setOpenDialog({ kind: 'column', id: column.id })}>
                    修改
                  </Button>
                  <Button
                    size="compact"
                    aria-label={`删除列${column.name}`}
                    onClick={() => setDesign(withoutColumn(design, column.id))}
                  >
                    删除
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
        <section className="card" aria-label="合计规则">
          <div className="card-head">
            <h2>合计规则</h2>
          </div>
          {design.sums.length === 0 && (
            <p className="office-quiet">还没有。按“加合计规则”，在表样上点出合计和相加的格子，填报时自动核对。</p>
          )}
          <ul className="form-list">
            {design.sums.map((one) => (
              <li key={one.id}>
                <span>
                  {cellName(design, one.target)} = {one.parts.map((part) => cellName(design, part)).join(' + ')}
                  <span className="muted">
                    　{one.target.row === '*' ? '每一行' : ''}
                    {one.level === 'warn' ? '，只提醒' : ''}
                  </span>
                </span>
                <span className="form-acts">
                  <Button size="compact" onClick={() => setRule(one)}>
                    修改
                  </Button>
                  <Button
                    size="compact"
                    onClick={() =>
                      setDesign({ ...design, sums: design.sums.filter(({ id: other }) => other !== one.id) })
                    }
                  >
                    删除
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {openDialog?.kind === 'column' && (
        <ColumnDialog
          design={design}
          id={openDialog.id}
          dicts={form.dicts}
          onDone={(column) =>
            setDesign({ ...design, columns: design.columns.map((one) => (one.id === column.id ? column : one)) })
          }
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.kind === 'newColumn' && (
        <ColumnDialog
          design={{ ...design, columns: [...design.columns, openDialog.column] }}
          id={openDialog.column.id}
          dicts={form.dicts}
          onDone={(column) => setDesign({ ...design, columns: [...design.columns, column] })}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.kind === 'rows' && (
        <RowsDialog
          rows={design.rows}
          onDone={(names) => {
            const kept = design.rows.filter(({ name }) => names.includes(name));
            let next = design.rows
              .filter(({ name }) => !names.includes(name))
              .reduce((one, { id: gone }) => withoutRow(one, gone), design);
            const all = names.map((name) => {
              const old = kept.find((row) => row.name === name);
              if (old) return old;
              const made = { id: nextId(next, 'r'), name };
              next = { ...next, rows: [...next.rows, made] };
              return made;
            });
            setDesign({ ...next, rows: all });
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.kind === 'cell' && (
        <CellDialog
          design={design}
          cell={openDialog.cell}
          now={lockedAt(design, openDialog.cell)}
          onDone={(locked) => setDesign(withLocked(design, openDialog.cell, locked))}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog?.kind === 'copy' && <CopyDialog id={id} version={form.version} onClose={() => setOpenDialog(null)} />}
      {rule && (
        <SumDialog
          design={design}
          rule={rule}
          onDone={(made) =>
            setDesign({ ...design, sums: [...design.sums.filter(({ id: other }) => other !== made.id), made] })
          }
          onClose={() => setRule(null)}
        />
      )}
    </div>
  );
}
