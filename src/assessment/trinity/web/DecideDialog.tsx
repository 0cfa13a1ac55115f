import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { decideScore, type ScoreDetail } from '../contract.score.ts';
import { pointsText } from '../rules.ts';

const schema = z.object({ agree: z.string(), points: z.string(), opinion: decideScore.input.shape.opinion });

/** 审核: passed with points, or failed with the reason. */
export function DecideDialog({ one, onClose }: { one: ScoreDetail; onClose: () => void }) {
  const decide = useAct(decideScore, { quiet: true });
  const form = useForm({
    schema,
    initial: { agree: 'yes', points: pointsText(one.self), opinion: '' },
    of: `DecideDialog ${one.id}`,
    isNew: true,
    check: ({ agree, points, opinion }): Record<string, string> => {
      const hasOpinion = String(opinion).trim() !== '';
      if (agree === 'no') return hasOpinion ? {} : { opinion: '请写明不通过的原因' };
      if (!/^\d{1,3}(\.\d{1,2})?$/.test(String(points).trim())) return { points: '得分应为数字，最多两位小数' };
      if (Number(points) * 100 > one.points) return { points: `得分不能超过满分${pointsText(one.points)}分` };
      return Math.round(Number(points) * 100) === one.self || hasOpinion ? {} : { opinion: '与自评分不同，请写明原因' };
    },
  });
  const agree = form.text('agree') === 'yes';
  return (
    <FormDialog
      title={`审核 ${one.itemTitle}`}
      icon="check"
      act={agree ? '审核通过' : '不通过'}
      form={form}
      pending={decide.isPending}
      onClose={onClose}
      onSave={async () => {
        await decide.mutateAsync({
          id: one.id,
          version: one.version,
          agree,
          ...(agree ? { points: form.text('points') } : {}),
          opinion: form.text('opinion'),
        });
        emit('notice', { kind: 'success', text: agree ? '审核通过' : '已退回补正' });
        onClose();
        return false;
      }}
    >
      <p className="muted">
        {one.orgName}，自评{pointsText(one.self)}分，满分{pointsText(one.points)}分
      </p>
      <SelectField
        form={form}
        name="agree"
        label="审核意见"
        required
        options={[
          { value: 'yes', label: '通过' },
          { value: 'no', label: '不通过，退回补正' },
        ]}
      />
      {agree && <TextField form={form} name="points" label="得分" required max={6} inputMode="decimal" />}
      <AreaField form={form} name="opinion" label={agree ? '意见' : '不通过的原因'} required={!agree} max={500} />
    </FormDialog>
  );
}
