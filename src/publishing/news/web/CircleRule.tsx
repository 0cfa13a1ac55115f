import { useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { circleRule, setCircleRule } from '../contract.circle.ts';

const schema = z.object({ rule: z.enum(['first', 'after', '']) });
const words = (first: boolean) => (first ? '先审后发' : '先发后审');

/** 发布规则: whether what people of the own organisation and below post is reviewed first. */
export function CircleRule() {
  const circleRuleQuery = useCall(circleRule, {}, { quiet: true });
  const [open, setOpen] = useState(false);
  if (!circleRuleQuery.data) return null;
  return (
    <>
      <Button icon="settings" onClick={() => setOpen(true)}>
        {words(circleRuleQuery.data.reviewFirst)}
      </Button>
      {open && <RuleDialog now={circleRuleQuery.data} onClose={() => setOpen(false)} />}
    </>
  );
}

function RuleDialog({ now, onClose }: { now: ReplyOf<typeof circleRule>; onClose: () => void }) {
  const write = useAct(setCircleRule, { quiet: true });
  const form = useForm({
    schema,
    initial: { rule: now.own ? (now.reviewFirst ? 'first' : 'after') : '' },
    of: 'RuleDialog',
    isNew: false,
  });
  const above = !now.own && now.from ? `现在按${now.from}的规定${words(now.reviewFirst)}。` : '';
  return (
    <FormDialog
      title="党员圈发布规则"
      icon="settings"
      form={form}
      pending={write.isPending}
      onSave={() => write.mutateAsync({ rule: form.text('rule') as 'first' | 'after' | '' })}
      onClose={onClose}
    >
      <p>{above}对本组织及没有另作规定的下级组织生效；管理人自己发布的不需要审核。</p>
      <SelectField
        form={form}
        name="rule"
        label="规则"
        options={[
          { value: '', label: '不另作规定，随上级' },
          { value: 'after', label: '先发后审：发布后大家立即看到，有问题再隐藏' },
          { value: 'first', label: '先审后发：管理人审核后大家才能看到' },
        ]}
      />
    </FormDialog>
  );
}
