import { useMemo, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { RowsGrid } from '#life/tasks/web/pickers.form.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { useForm } from '#platform/web/form/useForm.ts';
import { KeptAt } from '#platform/web/kept/KeptAt.tsx';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type FillDetail, getFill } from '../contract.read.ts';
import { handInFill, saveFill } from '../contract.ts';
import { columnOf, type Fault, type FilledRow, fillFaults, ONLY_ROW } from '../rules.design.ts';
import { OneRow } from './FillFields.tsx';
import { FillImport } from './FillImport.tsx';
import { FillHead } from './FillParts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/form/form.css';

/** 填报: one row as a form, several as a sheet; kept, and handed in to whoever gave the table. */
export default function FillForm() {
  const { id = '' } = useParams();
  const fillQuery = useCall(getFill, { id }, { quiet: true, staleTime: 0 });
  useTitle(fillQuery.data && `填报 ${fillQuery.data.title}`);
  return (
    <RecordLoader query={fillQuery} fresh>
      {(fill) =>
        // To-dos lead here; what is handed in meanwhile is read.
        fill.can.fill ? <Editor key={fill.id} fill={fill} /> : <Navigate to={PATHS.viewOf(fill.id)} replace />
      }
    </RecordLoader>
  );
}

/** The name under which the form holds all rows of a sheet. */
const ROWS = 'rows';

/** What the form holds of a filling: a text a field, or all rows as one. */
function valuesOf({ design, rows }: FillDetail): Record<string, string> {
  if (design.several) return { [ROWS]: JSON.stringify(rows) };
  return Object.fromEntries(design.fields.map(({ id }) => [id, rows[0]?.cells[id] ?? '']));
}

function Editor({ fill: read }: { fill: FillDetail }) {
  // The record is read again behind an open form; what the form started from must not move under it.
  const [fill] = useState(read);
  const { design, choices } = fill;
  const navigate = useNavigate();
  const [version, setVersion] = useState(fill.version);
  const [savedAt, setSavedAt] = useState(fill.savedAt);
  const [begun, setBegun] = useState(fill.savedAt !== null);
  const [importing, setImporting] = useState(false);
  const save = useAct(saveFill, { quiet: true });
  const send = useAct(handInFill, { quiet: true });
  const rowsOf = (values: Readonly<Record<string, unknown>>): FilledRow[] =>
    design.several
      ? (JSON.parse(String(values[ROWS])) as FilledRow[])
      : [{ id: ONLY_ROW, cells: Object.fromEntries(design.fields.map(({ id }) => [id, String(values[id] ?? '')])) }];
  const schema = useMemo(
    () => z.object(Object.fromEntries(Object.keys(valuesOf(fill)).map((name) => [name, z.string()]))),
    [fill],
  );
  const form = useForm({
    schema,
    initial: valuesOf(fill),
    isNew: true,
    of: fill.id,
    check: (values): Record<string, string> =>
      design.several
        ? {}
        : Object.fromEntries(fillFaults(design, rowsOf(values), choices).map(({ col, text }) => [col, text])),
  });
  const rows = rowsOf(form.values);
  const columns = useMemo(() => design.fields.map(columnOf), [design]);
  const faults: Fault[] = useMemo(
    () => (design.several ? fillFaults(design, rows, choices) : []),
    [design, rows, choices],
  );
  // What is missing is told once somebody has begun, or wants to hand in.
  const told = begun ? faults : faults.filter(({ row, col }) => rows.find(({ id }) => id === row)?.cells[col]);

  const input = () => ({ id: fill.id, version, rows });
  const keep = async () => {
    try {
      const kept = await save.mutateAsync(input());
      setVersion(kept.version);
      setSavedAt(new Date().toISOString());
      setBegun(true);
      form.rebase(form.values);
      const n = kept.faults.length;
      emit('notice', { kind: 'success', text: n > 0 ? `已暂存，上报前还有${n}处要改` : '已暂存' });
    } catch (error) {
      form.tell(error);
    }
  };
  const handIn = async () => {
    setBegun(true);
    if (!form.validate()) return;
    const [first] = faults;
    if (first) {
      const name = design.fields.find(({ id }) => id === first.col)?.name ?? '';
      emit('notice', {
        kind: 'error',
        text: `还有${faults.length}处要改：第${rows.findIndex(({ id }) => id === first.row) + 1}行“${name}”${first.text}`,
      });
      return;
    }
    try {
      const { decider } = await send.mutateAsync(input());
      clearKeptInput();
      emit('notice', { kind: 'success', text: `已上报，由${decider}审核` });
      navigate(PATHS.viewOf(fill.id), { replace: true });
    } catch (error) {
      form.tell(error);
    }
  };
  const isBusy = save.isPending || send.isPending;
  const wrong = Object.keys(form.faults).length;
  return (
    <div className="record-page">
      <FillHead fill={fill} />
      <form
        ref={form.box}
        className="card centre-card"
        aria-label="填报"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void handIn();
        }}
      >
        <div className="card-head">
          <h2>{fill.state === 'returned' ? '补正' : '填报'}</h2>
          <span className="muted">
            {fill.known.length > 0
              ? `有${fill.known.length}项按台账自动带出，请核对`
              : design.several && '可以从电子表格复制后整块粘贴'}
          </span>
          <span className="card-extra centre-acts">
            {fill.previous && (
              <Button
                size="compact"
                icon="undo"
                iconSize={13}
                onClick={() => form.set(withPrevious(fill, form.values))}
              >
                带入{fill.previous.label}
              </Button>
            )}
            {design.several && (
              <Button
                size="compact"
                icon="import"
                iconSize={13}
                aria-haspopup="dialog"
                onClick={() => setImporting(true)}
              >
                从表格导入
              </Button>
            )}
          </span>
        </div>
        {design.several ? (
          <RowsGrid
            columns={columns}
            choices={choices}
            rows={rows}
            faults={told}
            caption="填报"
            onRows={(next) => form.set({ [ROWS]: JSON.stringify(next) })}
          />
        ) : (
          <div className="centre-body form-grid">
            <OneRow form={form} fields={design.fields} choices={choices} known={fill.known} />
          </div>
        )}
        <div className="centre-bar">
          <span className="muted" role="status">
            {wrong > 0
              ? `还有${wrong}处要改`
              : told.length > 0
                ? `还有${told.length}处要改`
                : form.dirty.length === 0 && savedAt
                  ? `${dateTime(savedAt)}已暂存`
                  : ''}
            <KeptAt />
          </span>
          <Button disabled={isBusy} onClick={() => void keep()}>
            暂存
          </Button>
          <Button submit look="primary" disabled={isBusy}>
            上报
          </Button>
        </div>
      </form>
      {importing && (
        <FillImport
          fill={fill}
          rows={rows}
          onRows={(next, read) => {
            form.set({ [ROWS]: JSON.stringify(next) });
            setBegun(true);
            emit('notice', { kind: 'success', text: `已填入${read}行，核对后暂存或上报` });
          }}
          onClose={() => setImporting(false)}
        />
      )}
    </div>
  );
}

/** Last time's values where nothing is typed yet: fields that are empty, or all rows of an empty sheet. */
function withPrevious({ design, previous }: FillDetail, values: Readonly<Record<string, string | boolean>>) {
  const before = previous?.rows ?? [];
  if (design.several) return String(values[ROWS]) === '[]' ? { [ROWS]: JSON.stringify(before) } : {};
  const cells = before[0]?.cells ?? {};
  return Object.fromEntries(
    design.fields.flatMap(({ id }) => (!values[id] && cells[id] ? [[id, cells[id] as string]] : [])),
  );
}
