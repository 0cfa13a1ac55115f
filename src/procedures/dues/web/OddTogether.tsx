import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { listOdd, MOST_ODD, type OddRow, resolveMany } from '../contract.reconcile.ts';
import { CAUSES, type Cause } from '../rules.statement.ts';
import { formatYuan } from './money.ts';

const ACTS = { book: '补记', accept: '确认', returned: '已退款', shelve: '搁置' } as const;
type Act = keyof typeof ACTS;
const NEEDS_REASON: readonly string[] = ['returned', 'shelve'];

/** 按原因处理: every open exception of one cause, dealt with alike, up to two hundred at once. */
export function OddTogether({ cause, orgId }: { cause: Cause; orgId: string | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="compact" onClick={() => setOpen(true)}>
        成批处理
      </Button>
      {open && <Together cause={cause} orgId={orgId} onClose={() => setOpen(false)} />}
    </>
  );
}

function Together({ cause, orgId, onClose }: { cause: Cause; orgId: string | undefined; onClose: () => void }) {
  const input = { cause, state: 2, pageNum: 1, pageSize: MOST_ODD, ...(orgId ? { orgId } : {}) };
  const query = useCall(listOdd, input, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {({ rows, total }) => <Form cause={cause} rows={rows} total={total} onClose={onClose} />}
    </RecordLoader>
  );
}

const schema = z.object({ act: z.string(), reason: resolveMany.input.shape.reason });

function Form({
  cause,
  rows,
  total,
  onClose,
}: {
  cause: Cause;
  rows: readonly OddRow[];
  total: number;
  onClose: () => void;
}) {
  const resolve = useAct(resolveMany, { quiet: true });
  // What is offered fits every one of them.
  const acts = (Object.keys(ACTS) as Act[]).filter((act) => rows.every(({ can }) => can[act]));
  const form = useForm({
    schema,
    initial: { act: acts[0] ?? '', reason: '' },
    of: `Form ${cause}`,
    isNew: true,
    check: (values) => {
      const faults: Record<string, string> = {};
      if (NEEDS_REASON.includes(String(values.act)) && String(values.reason).trim() === '')
        faults.reason = '请写明原因';
      return faults;
    },
  });
  const sum = rows.reduce((all, { amount }) => all + amount, 0);
  const needs = NEEDS_REASON.includes(form.text('act'));
  return (
    <FormDialog
      title={`成批处理 ${CAUSES[cause]}`}
      icon="check"
      act={`处理${rows.length}项`}
      form={form}
      pending={resolve.isPending}
      onClose={onClose}
      onSave={async () => {
        const of = (side: OddRow['side']) => rows.filter((row) => row.side === side).map(({ id }) => id);
        const { count } = await resolve.mutateAsync({
          cause,
          act: form.text('act') as Act,
          lineIds: of('line'),
          orderIds: of('order'),
          reason: form.text('reason').trim(),
        });
        emit('notice', { kind: 'success', text: `已处理${count}项` });
        onClose();
        return false;
      }}
    >
      <p>
        {total > rows.length ? `共${total}项，先处理前${rows.length}项` : `${rows.length}项`}，合计{formatYuan(sum)}
        元；一项不能处理就都不处理。
      </p>
      <ul className="dues-partners">
        {rows.slice(0, 5).map((row) => (
          <li key={row.key}>
            <span>
              {row.day} {formatYuan(row.amount)}元
            </span>
            <span className="muted">{row.names || row.tradeNo}</span>
          </li>
        ))}
        {rows.length > 5 && <li className="muted">等{rows.length}项</li>}
      </ul>
      <SelectField
        form={form}
        name="act"
        label="怎样处理"
        required
        options={acts.map((value) => ({ value, label: ACTS[value] }))}
      />
      <AreaField form={form} name="reason" label={needs ? '原因' : '说明'} required={needs} max={200} rows={2} />
    </FormDialog>
  );
}
