import { z } from 'zod';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { designFields } from '../../contract.form.ts';
import { type Design, LEVELS, type Level, type SumRule } from '../../rules.form.ts';
import { cellName } from '../../rules.formCheck.ts';

const { level, sentence } = designFields.shape.sums.element.shape;
const schema = z.object({ level, sentence });

/** How heavy a sum that does not agree is, and what is said then. */
export function SumDialog({
  design,
  rule,
  onDone,
  onClose,
}: {
  design: Design;
  rule: SumRule;
  onDone: (rule: SumRule) => void;
  onClose: () => void;
}) {
  const form = useForm({
    schema,
    initial: { level: rule.level, sentence: rule.sentence },
    of: `SumDialog ${rule.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="合计规则"
      icon="sheet"
      act="确定"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        onDone({ ...rule, level: form.text('level') as Level, sentence: form.text('sentence').trim() });
        onClose();
        return false;
      }}
    >
      <p>
        {cellName(design, rule.target)} = {rule.parts.map((part) => cellName(design, part)).join(' + ')}
      </p>
      <SelectField form={form} name="level" label="不相等时" required options={optionsOf(LEVELS)} />
      <TextField form={form} name="sentence" label="再说明一句" max={80} placeholder="例如：预备党员也要计入" />
    </FormDialog>
  );
}
