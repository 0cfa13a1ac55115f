import { z } from 'zod';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { setGrades } from '../contract.ts';
import { pointsText } from '../rules.ts';
import type { Evaluation } from './EvaluationActs.tsx';

const MOST = 6;
const grade = setGrades.input.shape.grades;
const each = Array.from({ length: MOST }, (_, at) => at);
const schema = z.object(
  Object.fromEntries(
    each.flatMap((at) => [
      [`label${at}`, z.string().max(10, '最多10个字')] as const,
      [`from${at}`, z.string()] as const,
    ]),
  ),
);

/** The grades of an evaluation, best first; a line without a name is none. */
export function GradesDialog({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }) {
  const save = useAct(setGrades, { quiet: true });
  const read = (values: Record<string, unknown>) =>
    each
      .map((at) => ({
        label: String(values[`label${at}`] ?? '').trim(),
        from: String(values[`from${at}`] ?? '').trim(),
      }))
      .filter(({ label }) => label !== '');
  const form = useForm({
    schema,
    initial: Object.fromEntries(
      each.flatMap((at) => {
        const one = evaluation.grades[at];
        return [
          [`label${at}`, one?.label ?? ''],
          [`from${at}`, one ? pointsText(one.from) : ''],
        ];
      }),
    ),
    of: `GradesDialog ${evaluation.id}`,
    isNew: false,
    check: (values): Record<string, string> => {
      const judged = grade.safeParse(read(values));
      if (judged.success) return {};
      const issue = judged.error.issues[0];
      const at = typeof issue?.path[0] === 'number' ? issue.path[0] : 0;
      return { [`${issue?.path[1] === 'from' ? 'from' : 'label'}${at}`]: issue?.message ?? '等次不正确' };
    },
  });
  return (
    <FormDialog
      title={`等次 ${evaluation.name}`}
      icon="edit"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() => save.mutateAsync({ id: evaluation.id, version: evaluation.version, grades: read(form.values) })}
    >
      <p className="muted">从高到低写，最后一个从0分起；名称空着的不算。</p>
      {each.map((at) => (
        <div key={at} className="trinity-grade">
          <TextField form={form} name={`label${at}`} label={`第${at + 1}等名称`} max={10} />
          <TextField form={form} name={`from${at}`} label={`第${at + 1}等起点分`} max={6} inputMode="decimal" />
        </div>
      ))}
    </FormDialog>
  );
}
