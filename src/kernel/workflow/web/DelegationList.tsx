import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { createDelegation, type DelegationRow, endDelegation, listDelegations } from '../contract.ts';
import { PeoplePicker, type Picked } from './PeoplePicker.tsx';
import '#platform/web/form/form.css';

const columns: readonly Column<DelegationRow>[] = [
  {
    key: 'who',
    title: '委托',
    width: 220,
    card: 'title',
    cell: (row) => (row.isMine ? `我委托${row.toName}` : `${row.fromName}委托我`),
  },
  { key: 'role', title: '代办的角色', width: 220, card: 'line', cell: (row) => `${row.orgName} ${row.roleName}` },
  { key: 'until', title: '截止日期', width: 110, card: 'line', cell: (row) => row.until },
  { key: 'reason', title: '原因', width: 200, card: 'line', cell: (row) => row.reason },
  {
    key: 'isActive',
    title: '状态',
    width: 90,
    card: 'side',
    cell: (row) =>
      row.isActive ? (
        <span className="tag ok">
          <Icon name="check" />
          有效
        </span>
      ) : (
        <span className="tag">已结束</span>
      ),
  },
  { key: 'createdAt', title: '委托时间', width: 136, cell: (row) => dateTime(row.createdAt) },
];

/** `/affairs/approval/delegation`: for whom I decide and who decides for me until a day. */
export default function DelegationList() {
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<DelegationRow | null>(null);
  const end = useAct(endDelegation);
  return (
    <div className="list-page">
      <PageHead>
        <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
          委托他人
        </Button>
      </PageHead>
      <PlainList<DelegationRow>
        caption="审批委托"
        endpoint={listDelegations}
        columns={columns}
        unit="条"
        acts={(row) =>
          row.can.end && (
            <Button look="row" onClick={() => setEnding(row)}>
              提前结束
            </Button>
          )
        }
        empty={{ title: '没有委托', text: '出差或休假时，可把当前角色的审批委托给他人代办到某一天。' }}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {ending && (
        <ConfirmDialog
          title={`结束对${ending.toName}的委托`}
          icon="warning"
          act="结束委托"
          onConfirm={async () => {
            await end.mutateAsync({ id: ending.id });
            emit('notice', { kind: 'success', text: '委托已结束' });
          }}
          onClose={() => setEnding(null)}
        >
          结束后待审批的事项只有您自己能办，{ending.toName}已办的不受影响。
        </ConfirmDialog>
      )}
    </div>
  );
}

const schema = createDelegation.input.pick({ until: true, reason: true });

function AddDialog({ onClose }: { onClose: () => void }) {
  const create = useAct(createDelegation, { quiet: true });
  const form = useForm({ schema, initial: { until: '', reason: '' }, of: 'AddDialog', isNew: true });
  const [picked, setPicked] = useState<Picked[]>([]);
  const [fault, setFault] = useState('');
  const save = async () => {
    const valid = form.validate();
    const accountId = picked[0]?.accountId;
    setFault(accountId ? '' : '请选择代办人');
    if (!valid || !accountId) return;
    try {
      await create.mutateAsync({ accountId, until: form.text('until'), reason: form.text('reason') });
      form.sent();
      emit('notice', { kind: 'success', text: '委托成功' });
      onClose();
    } catch (error) {
      if (!form.take(error)) emit('notice', { kind: 'error', text: (error as Error).message });
      else setFault((error as { fields?: Record<string, string> }).fields?.accountId ?? '');
    }
  };
  return (
    <Dialog
      title="委托他人审批"
      icon="transfer"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form="delegation-add" look="primary" disabled={create.isPending}>
            委托
          </Button>
        </>
      }
    >
      <form
        id="delegation-add"
        ref={form.box}
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="secondary">
          到截止日期为止，代办人可以办理您当前角色的审批，记录上写明代您办理。您自己也仍可办理。
        </p>
        <PeoplePicker label="代办人" required picked={picked} most={1} onChange={setPicked} fault={fault} />
        <DateField form={form} name="until" label="截止日期" required hint="含当天" />
        <AreaField form={form} name="reason" label="委托原因" required max={200} />
      </form>
    </Dialog>
  );
}
