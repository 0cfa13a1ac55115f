import { useMemo, useState } from 'react';
import { z } from 'zod';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { getFill, returnCells } from '../../contract.form.ts';
import { printForm } from '../../contract.formSheet.ts';
import type { PartDetail } from '../../contract.part.ts';
import { cellKey, lockedCellKeys } from '../../rules.form.ts';
import { cellName, fillFaults } from '../../rules.formCheck.ts';
import { FilesDialog } from './FilesDialog.tsx';
import { FormGrid } from './FormGrid.tsx';
import { Versions } from './Versions.tsx';
import './form.css';

/** What was handed in, to be read; whoever stands above marks cells and returns them, each with its reason. */
export function FiledForm({ part }: { part: PartDetail }) {
  const fillQuery = useCall(getFill, { id: part.id }, { quiet: true, staleTime: 0 });
  const [picked, setPicked] = useState<ReadonlyMap<string, { row: string; col: string; reason: string }>>(new Map());
  const [asking, setAsking] = useState<{ row: string; col: string } | null>(null);
  const [filing, setFiling] = useState<{ row: string; col: string } | null>(null);
  const [printing, setPrinting] = useState(false);
  const back = useAct(returnCells);
  const fill = fillQuery.data;
  const locked = useMemo(() => (fill ? lockedCellKeys(fill.design, fill.rows) : new Set<string>()), [fill]);
  const marks = useMemo(() => {
    const returned = part.state === 2 || part.state === 4 ? [] : (fill?.returned ?? []);
    return new Map([
      ...returned.map(({ row, col, reason }): [string, string] => [cellKey(row, col), `退回：${reason}`]),
      ...[...picked].map(([key, { reason }]): [string, string] => [key, reason]),
    ]);
  }, [picked, fill, part.state]);
  if (!fill) return <Waiting query={fillQuery} lines={6} />;
  const { design, rows } = fill;
  if (rows.length === 0)
    return (
      <section className="card">
        <p className="office-quiet">{part.isNil && part.reportedAt ? '零报告，没有填表。' : '还没有上报。'}</p>
      </section>
    );
  const hints = fillFaults(design, rows, fill.choices).filter(({ level }) => level === 'warn');
  const send = async () => {
    try {
      await back.mutateAsync({ id: part.id, version: part.version, cells: [...picked.values()] });
      setPicked(new Map());
      emit('notice', { kind: 'success', text: `已退回${picked.size}格，只有这些格子重新开放` });
    } catch {
      // The client has shown why.
    }
  };
  const pick = (row: string, col: string) => {
    const key = cellKey(row, col);
    if (locked.has(key)) return emit('notice', { kind: 'info', text: '这一格由平台填写，不用退回' });
    if (!picked.has(key)) return setAsking({ row, col });
    const next = new Map(picked);
    next.delete(key);
    setPicked(next);
  };
  return (
    <section className="card form-filling" aria-label="填的表">
      <div className="card-head">
        <h2>填的表</h2>
        <span className="muted">
          {fill.can.return ? '点格子写明原因，可以逐格退回' : `平台的数取于${dateTime(fill.asOf)}`}
        </span>
        <span className="card-extra form-acts">
          <Button size="compact" icon="print" iconSize={13} onClick={() => setPrinting(true)}>
            打印
          </Button>
          {picked.size > 0 && (
            <Button look="primary" size="compact" disabled={back.isPending} onClick={() => void send()}>
              退回所点的{picked.size}格
            </Button>
          )}
        </span>
      </div>
      <FormGrid
        design={design}
        rows={rows}
        choices={fill.choices}
        faults={hints}
        locked={locked}
        marks={marks}
        caption="填的表"
        onFiles={(row, col) => setFiling({ row, col })}
        {...(fill.can.return ? { onPick: pick } : {})}
      />
      <Versions fill={fill} />
      {asking && (
        <Reason
          name={cellName(design, asking)}
          text={rows.find(({ id }) => id === asking.row)?.cells[asking.col] ?? ''}
          onDone={(reason) => setPicked(new Map(picked).set(cellKey(asking.row, asking.col), { ...asking, reason }))}
          onClose={() => setAsking(null)}
        />
      )}
      {printing && (
        <PaperDialog
          title={`${part.title} ${part.orgName}`}
          ask={(signal) => call(printForm, { id: part.id }, { quiet: true, signal })}
          onClose={() => setPrinting(false)}
        />
      )}
      {filing && (
        <FilesDialog
          title={cellName(design, filing)}
          ids={rows.find(({ id }) => id === filing.row)?.cells[filing.col] ?? ''}
          files={fill.files}
          isShut
          onDone={() => {}}
          onClose={() => setFiling(null)}
        />
      )}
    </section>
  );
}

const schema = z.object({ reason: returnCells.input.shape.cells.element.shape.reason });

function Reason({
  name,
  text,
  onDone,
  onClose,
}: {
  name: string;
  text: string;
  onDone: (reason: string) => void;
  onClose: () => void;
}) {
  const form = useForm({ schema, initial: { reason: '' }, of: `Reason ${name}`, isNew: true });
  return (
    <FormDialog
      title={`退回 ${name}`}
      icon="undo"
      act="标为退回"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        onDone(form.text('reason').trim());
        onClose();
        return false;
      }}
    >
      <p>现在填的是“{text || '空'}”。标好以后，和其他要退回的格子一起退回。</p>
      <AreaField form={form} name="reason" label="退回原因" required max={200} />
    </FormDialog>
  );
}
