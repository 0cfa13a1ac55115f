import { parseTypedSum } from '#platform/reading/numbers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { askRelief, RELIEFS } from '../contract.relief.ts';

const KINDS = optionsOf(RELIEFS);
// The sum is typed in yuan, which the contract's fen would refuse.
const schema = askRelief.input.pick({ kind: true, fromMonth: true, untilMonth: true, reason: true });

/** 申请减免缓缴 for one person: the branch asks, the next committee above decides. */
export function ReliefDialog({ memberId, name, onClose }: { memberId: string; name: string; onClose: () => void }) {
  const ask = useAct(askRelief, { quiet: true });
  const form = useForm({
    schema,
    initial: { kind: '', amount: '', fromMonth: '', untilMonth: '', reason: '' },
    of: `ReliefDialog ${memberId}`,
    isNew: true,
    check: (values) =>
      values.kind === '1' && parseTypedSum(String(values.amount)) === null
        ? { amount: '请填写每月仍缴的金额，如 0.20' }
        : ({} as Record<string, string>),
  });
  const isLess = form.text('kind') === '1';
  return (
    <FormDialog
      title={`申请减免缓缴 ${name}`}
      icon="check"
      form={form}
      pending={ask.isPending}
      onClose={onClose}
      onSave={async () => {
        const { kind, fromMonth, untilMonth, reason, amount } = form.values;
        const { deciderOrgName } = await ask.mutateAsync({
          memberId,
          kind,
          fromMonth,
          untilMonth,
          reason,
          amount: isLess ? (parseTypedSum(amount) ?? 0) : 0,
        });
        emit('notice', { kind: 'success', text: `已报${deciderOrgName}批准` });
        onClose();
        return false;
      }}
    >
      <SelectField form={form} name="kind" label="减免方式" required options={KINDS} />
      {isLess && <TextField form={form} name="amount" label="每月仍缴（元）" required inputMode="decimal" max={12} />}
      <TextField form={form} name="fromMonth" label="开始月份" required placeholder="2026-01" max={7} />
      <TextField
        form={form}
        name="untilMonth"
        label="结束月份"
        required
        placeholder="2026-12"
        max={7}
        hint="一次最多12个月，到期再申请"
      />
      <AreaField form={form} name="reason" label="支部研究情况和理由" required max={300} />
    </FormDialog>
  );
}
