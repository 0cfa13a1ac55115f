import { useState } from 'react';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { endCertificate, giveCertificate } from '../contract.acts.ts';
import type { OutflowDetail } from '../contract.ts';

/** The 流动党员活动证 of an outflow: given, returned, lost. */
export function Certificates({ row }: { row: OutflowDetail }) {
  const [open, setOpen] = useState<'give' | 'returned' | 'lost' | null>(null);
  const end = useAct(endCertificate);
  const held = row.certificates.find(({ state }) => state === 'given');
  const close = () => setOpen(null);
  return (
    <section className="card" aria-label="流动党员活动证">
      <div className="card-head">
        <h2>流动党员活动证</h2>
        {row.can.certificate && !held && (
          <Button look="row" onClick={() => setOpen('give')}>
            发证
          </Button>
        )}
        {row.can.certificate && held && (
          <>
            <Button look="row" onClick={() => setOpen('returned')}>
              交回
            </Button>
            <Button look="row" onClick={() => setOpen('lost')}>
              遗失
            </Button>
          </>
        )}
      </div>
      {row.certificates.length === 0 && <p className="matter-quiet">没有发放活动证。</p>}
      <ul className="flow-log">
        {row.certificates.map((one) => (
          <li key={one.id}>
            <span>{one.givenOn}</span>
            <span>
              {one.number} <small className="muted">{one.orgName}</small>
            </span>
            <span className="tag">
              {one.stateName}
              {one.endedOn && ` ${one.endedOn}`}
            </span>
          </li>
        ))}
      </ul>
      {open === 'give' && <Give row={row} onClose={close} />}
      {(open === 'returned' || open === 'lost') && (
        <ConfirmDialog
          title={`登记活动证${open === 'lost' ? '遗失' : '交回'} ${held?.number ?? ''}`}
          icon="document"
          act="登记"
          onConfirm={async () => {
            await end.mutateAsync({ outflowId: row.id, state: open });
          }}
          onClose={close}
        >
          这个号码不再使用；需要时可以发放新证。
        </ConfirmDialog>
      )}
    </section>
  );
}

function Give({ row, onClose }: { row: OutflowDetail; onClose: () => void }) {
  const give = useAct(giveCertificate, { quiet: true });
  const form = useForm({
    schema: giveCertificate.input,
    initial: { number: '' },
    of: `Give ${row.memberId}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`发放活动证 ${row.name}`}
      icon="document"
      act="发放"
      form={form}
      pending={give.isPending}
      onSave={() => give.mutateAsync({ outflowId: row.id, number: form.text('number') })}
      onClose={onClose}
    >
      <TextField form={form} name="number" label="活动证号" required max={30} hint="在发证党委内不重复" />
    </FormDialog>
  );
}
