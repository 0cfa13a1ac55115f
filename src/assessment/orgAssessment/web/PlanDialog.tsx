import { useNavigate } from 'react-router';
import { z } from 'zod';
import { yearsOf } from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { addPlan, type PlanDetail, type PlanRow, planFields, updatePlan } from '../contract.plan.ts';
import { pointsText } from '../rules.ts';
import { planPath } from './paths.ts';

const schema = z.object(planFields);
const today = () => new Date().toLocaleDateString('sv-SE');

/** 新增方案, 复制方案, 修改方案. */
export function PlanDialog({
  plan,
  from,
  onClose,
}: {
  plan: PlanDetail | null;
  from: PlanRow | null;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const add = useAct(addPlan, { quiet: true });
  const update = useAct(updatePlan, { quiet: true });
  const year = today().slice(0, 4);
  const [good = 9000, fair = 7500, plain = 6000] = plan?.bands ?? [];
  const form = useForm({
    schema,
    of: `PlanDialog ${plan?.id ?? ''}`,
    isNew: plan === null,
    initial: {
      name: plan?.name ?? (from && String(from.year) !== year ? from.name : ''),
      year: String(plan?.year ?? year),
      startsOn: plan?.startsOn ?? `${year}-01-01`,
      endsOn: plan?.endsOn ?? `${year}-12-31`,
      good: pointsText(good),
      fair: pointsText(fair),
      plain: pointsText(plain),
      note: plan?.note ?? '',
    },
  });
  return (
    <FormDialog
      title={plan ? `修改 ${plan.name}` : from ? `复制 ${from.name}` : '新增方案'}
      icon="clipboard"
      width={700}
      form={form}
      pending={add.isPending || update.isPending}
      onClose={onClose}
      onSave={async () => {
        const input = form.input();
        if (plan) return update.mutateAsync({ ...input, id: plan.id, version: plan.version });
        const made = await add.mutateAsync({ ...input, ...(from ? { copyOf: from.id } : {}) });
        emit('notice', { kind: 'success', text: '已存为草稿，选定项目和范围后发布' });
        navigate(planPath(made.id));
        return false;
      }}
    >
      <TextField form={form} name="name" label="方案名称" required max={60} />
      <SelectField
        form={form}
        name="year"
        label="考核年度"
        required
        options={yearsOf(today()).map((one) => ({ value: String(one), label: `${one}年` }))}
      />
      <DateField form={form} name="startsOn" label="开始日期" required />
      <DateField form={form} name="endsOn" label="结束日期" required />
      <TextField form={form} name="good" label="“好”从几分起" required max={6} inputMode="decimal" />
      <TextField form={form} name="fair" label="“较好”从几分起" required max={6} inputMode="decimal" />
      <TextField
        form={form}
        name="plain"
        label="“一般”从几分起"
        required
        max={6}
        inputMode="decimal"
        hint="低于此分为“差”"
      />
      <AreaField form={form} name="note" label="说明" max={1000} rows={3} />
    </FormDialog>
  );
}
