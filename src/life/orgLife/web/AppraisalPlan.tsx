import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { type Appraisal, planText, sendPlan } from '../contract.appraisal.ts';

/** What a plan usually holds; whoever writes it changes what is different here. */
const usual = (year: number) =>
  `一、评议对象：本支部全体党员（预备党员参加评议，不评定等次）。
二、评议内容：${year}年度理想信念、学习、履行义务、发挥作用、遵守纪律情况。
三、步骤：学习动员；个人自评；党员互评；民主测评；支部委员会（未设委员会的由党员大会）综合提出意见；反馈本人。
四、时间：`;

/** 上报方案. */
export function PlanDialog({ appraisal, onClose }: { appraisal: Appraisal; onClose: () => void }) {
  const send = useAct(sendPlan, { quiet: true });
  const form = useForm({
    schema: z.object({ plan: planText }),
    initial: { plan: appraisal.plan || usual(appraisal.year) },
    of: `PlanDialog ${appraisal.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="上报评议方案"
      icon="document"
      width={700}
      act="上报"
      form={form}
      pending={send.isPending}
      onSave={() => send.mutateAsync({ id: appraisal.id, plan: form.text('plan') })}
      onClose={onClose}
    >
      <AreaField
        form={form}
        name="plan"
        label="评议方案"
        required
        max={3000}
        rows={8}
        hint="报上级党组织，同意后开始评议"
      />
    </FormDialog>
  );
}
