import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { giveScore, type ScoreDetail } from '../contract.score.ts';
import { pointsText } from '../rules.ts';

const schema = giveScore.input.pick({ points: true, reason: true });

/** 评分 with a reason; of a closed evaluation a correction, by which places change. */
export function GiveDialog({ one, onClose }: { one: ScoreDetail; onClose: () => void }) {
  const give = useAct(giveScore, { quiet: true });
  const closed = one.evaluationState === 'closed';
  const form = useForm({
    schema,
    initial: { points: one.final === null ? '' : pointsText(one.final), reason: '' },
    of: `GiveDialog ${one.id}`,
    isNew: true,
    check: ({ points }): Record<string, string> =>
      Number(points) * 100 > one.points ? { points: `得分不能超过满分${pointsText(one.points)}分` } : {},
  });
  const title = closed ? '更正得分' : one.final === null ? '评分' : '改分';
  return (
    <FormDialog
      title={`${title} ${one.itemTitle}`}
      icon="edit"
      act={closed ? '更正' : '保存'}
      form={form}
      pending={give.isPending}
      onClose={onClose}
      onSave={async () => {
        await give.mutateAsync({
          id: one.id,
          version: one.version,
          points: form.text('points'),
          reason: form.text('reason'),
        });
        emit('notice', { kind: 'success', text: closed ? '已更正，得分、等次和名次重新计算' : '已评分' });
        onClose();
        return false;
      }}
    >
      <p className="muted">
        {one.orgName}，满分{pointsText(one.points)}分
        {closed && '。考评已结束，更正后总分、等次和名次重新计算，原因留在经过里'}
      </p>
      <TextField form={form} name="points" label="得分" required max={6} inputMode="decimal" />
      <AreaField form={form} name="reason" label="原因" required max={200} />
    </FormDialog>
  );
}
