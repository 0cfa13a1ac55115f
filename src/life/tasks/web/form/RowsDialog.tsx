import { z } from 'zod';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { type FormRow, MAX_ROWS } from '../../rules.form.ts';

const schema = z.object({ names: z.string() });
const listOf = (text: string) =>
  text
    .split('\n')
    .map((name) => name.trim())
    .filter(Boolean);

/** The fixed rows, one line each; a row whose name stays keeps its figures of last time. */
export function RowsDialog({
  rows,
  onDone,
  onClose,
}: {
  rows: readonly FormRow[];
  onDone: (names: string[]) => void;
  onClose: () => void;
}) {
  const form = useForm({
    schema,
    initial: { names: rows.map(({ name }) => name).join('\n') },
    of: 'RowsDialog',
    isNew: false,
    check: (values): Record<string, string> => {
      const names = listOf(String(values.names));
      if (names.length === 0) return { names: '至少写一行' };
      if (names.length > MAX_ROWS) return { names: `最多${MAX_ROWS}行` };
      if (names.some((name) => name.length > 60)) return { names: '行名最多60个字' };
      return new Set(names).size < names.length ? { names: '行名不能重复' } : {};
    },
  });
  return (
    <FormDialog
      title="设置行"
      icon="sheet"
      act="确定"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        onDone(listOf(form.text('names')));
        onClose();
        return false;
      }}
    >
      <AreaField
        form={form}
        name="names"
        label="行名（一行一个，可以从电子表格粘贴一列）"
        required
        max={20000}
        rows={12}
      />
    </FormDialog>
  );
}
