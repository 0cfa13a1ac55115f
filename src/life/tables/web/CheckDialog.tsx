import { z } from 'zod';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { Field, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { CHECK_KINDS, type CheckKind, isNumeric, type TableCheck, type TableDesign } from '../rules.design.ts';

const schema = z.object({
  kind: z.string(),
  left: z.string().min(1, '请选择字段'),
  right: z.string(),
  parts: z.string(),
});
const listOf = (text: string) => text.split(',').filter(Boolean);

interface Props {
  design: TableDesign;
  check: TableCheck;
  onDone: (check: TableCheck) => void;
  onClose: () => void;
}

/** A check between fields: one is at most another, or the sum of some. */
export function CheckDialog({ design, check, onDone, onClose }: Props) {
  const [left = '', ...others] = check.fields;
  const form = useForm({
    schema,
    initial: {
      kind: check.kind,
      left,
      right: check.kind === 'atMost' ? (others[0] ?? '') : '',
      parts: check.kind === 'total' ? others.join() : '',
    },
    of: `CheckDialog ${check.id}`,
    isNew: true,
    check: ({ kind, left: first, right, parts }): Record<string, string> => {
      if (kind === 'total') {
        const chosen = listOf(String(parts));
        if (chosen.length < 2) return { parts: '至少选两个相加的字段' };
        return chosen.includes(String(first)) ? { parts: '合计的字段不能是相加的字段' } : {};
      }
      if (!right) return { right: '请选择字段' };
      return right === first ? { right: '请选择另一个字段' } : {};
    },
  });
  const kind = form.text('kind') as CheckKind;
  const first = design.fields.find(({ id }) => id === form.text('left'));
  const able = design.fields.filter((field) => isNumeric(field) || (kind === 'atMost' && field.kind === 'day'));
  const alike = able.filter((field) => !first || field.kind === first.kind || (isNumeric(field) && isNumeric(first)));
  const options = (fields: typeof able) => fields.map(({ id, name }) => ({ value: id, label: name }));
  const parts = listOf(form.text('parts'));
  return (
    <FormDialog
      title="核对规则"
      icon="check"
      width={700}
      act="确定"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        const rest =
          kind === 'total'
            ? design.fields.filter(({ id }) => parts.includes(id)).map(({ id }) => id)
            : [form.text('right')];
        onDone({ id: check.id, kind, fields: [form.text('left'), ...rest] });
        onClose();
        return false;
      }}
    >
      <SelectField form={form} name="left" label="字段" required options={options(able)} />
      <SelectField form={form} name="kind" label="核对" required options={optionsOf(CHECK_KINDS)} />
      {kind === 'atMost' ? (
        <SelectField form={form} name="right" label="另一个字段" required options={options(alike)} />
      ) : (
        <Field form={form} name="parts" label="相加的字段" required wide>
          {(control) => (
            <fieldset className="centre-parts" id={control.id} aria-label="相加的字段">
              {able
                .filter(({ id }) => id !== form.text('left'))
                .map(({ id, name }) => (
                  <label key={id} className="filter-option">
                    <input
                      type="checkbox"
                      className="tick"
                      checked={parts.includes(id)}
                      onChange={(event) =>
                        form.set({
                          parts: (event.target.checked ? [...parts, id] : parts.filter((one) => one !== id)).join(),
                        })
                      }
                    />
                    {name}
                  </label>
                ))}
            </fieldset>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
