import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { proposeCase, takeCase } from '../contract.case.ts';
import type { ScoreDetail } from '../contract.score.ts';

const schema = z.object({
  title: proposeCase.input.shape.title,
  summary: proposeCase.input.shape.summary,
  files: z.string(),
});

/** 推荐 or 列为优秀案例: title and summary of a passed material, and which of its files are shown with it. */
export function CaseDialog({ one, onClose }: { one: ScoreDetail; onClose: () => void }) {
  const propose = useAct(proposeCase, { quiet: true });
  const take = useAct(takeCase, { quiet: true });
  const form = useForm({
    schema,
    initial: { title: '', summary: one.content, files: one.papers.map(({ id }) => id).join() },
    of: `CaseDialog ${one.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`${one.mayTake ? '列为优秀案例' : '推荐为优秀案例'} ${one.itemTitle}`}
      icon="star"
      act={one.mayTake ? '发布' : '提交审核'}
      width={700}
      form={form}
      pending={propose.isPending || take.isPending}
      onClose={onClose}
      onSave={async () => {
        const input = {
          scoreId: one.id,
          title: form.text('title'),
          summary: form.text('summary'),
          files: form.text('files').split(',').filter(Boolean),
        };
        if (one.mayTake) await take.mutateAsync(input);
        const asked = one.mayTake ? null : await propose.mutateAsync(input);
        emit('notice', {
          kind: 'success',
          text: asked ? `已推荐，由${asked.decider}审核` : '已发布，下级组织都能看到',
        });
        onClose();
        return false;
      }}
    >
      <p className="muted">
        {one.orgName}，{one.evaluationName}。发布后，{one.giverName}和下级组织都能看到案例和选中的附件。
      </p>
      <TextField form={form} name="title" label="案例标题" required max={60} />
      <AreaField form={form} name="summary" label="案例简介" required max={2000} rows={6} />
      <Files form={form} one={one} />
    </FormDialog>
  );
}

/** Which of the material's files stand in the case. */
function Files({ form, one }: { form: Form; one: ScoreDetail }) {
  if (one.papers.length === 0) return null;
  const chosen = form.text('files').split(',').filter(Boolean);
  return (
    <fieldset className="trinity-choose">
      <legend className="field-label">
        附件（已选{chosen.length}份，共{one.papers.length}份）
      </legend>
      <ul>
        {one.papers.map(({ id, name }) => (
          <li key={id}>
            <label className="filter-option">
              <input
                type="checkbox"
                className="tick"
                checked={chosen.includes(id)}
                onChange={() =>
                  form.set({
                    files: (chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]).join(),
                  })
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
