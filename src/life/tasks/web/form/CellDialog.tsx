import { z } from 'zod';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import {
  type CellRef,
  type Design,
  isSourceOfType,
  type LockedCell,
  readCell,
  SOURCES,
  type Source,
} from '../../rules.form.ts';
import { cellName } from '../../rules.formCheck.ts';

const schema = z.object({ way: z.string(), value: z.string(), source: z.string() });
const WAYS = { open: '由填报的组织填', text: '锁定，写好内容', known: '平台填写', none: '锁定，不用填' } as const;

/** Whether a cell of fixed rows is typed, holds a text, or what the platform knows. */
export function CellDialog({
  design,
  cell,
  now,
  onDone,
  onClose,
}: {
  design: Design;
  cell: CellRef;
  now: LockedCell | undefined;
  onDone: (locked: Omit<LockedCell, 'row' | 'col'> | null) => void;
  onClose: () => void;
}) {
  const column = design.columns.find(({ id }) => id === cell.col);
  const sources = (Object.keys(SOURCES) as Source[]).filter((source) => column && isSourceOfType(source, column.type));
  const form = useForm({
    schema,
    initial: {
      way: !now ? 'open' : now.source ? 'known' : now.value ? 'text' : 'none',
      value: now?.value ?? '',
      source: now?.source || (sources[0] ?? ''),
    },
    of: `CellDialog ${cell.row} ${cell.col}`,
    isNew: false,
    check: (values): Record<string, string> => {
      if (values.way !== 'text' || !column) return {};
      const text = String(values.value).trim();
      if (text === '') return { value: '请写好内容' };
      const { fault } = readCell(column, text, column.choices);
      return fault && column.type !== 'choice' ? { value: fault } : {};
    },
  });
  const way = form.text('way');
  const ways = Object.entries(WAYS).filter(([value]) => value !== 'known' || sources.length > 0);
  return (
    <FormDialog
      title={`格子 ${cellName(design, cell)}`}
      icon="lock"
      act="确定"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        if (way === 'open') onDone(null);
        else if (way === 'known') onDone({ value: '', source: form.text('source') as Source });
        else onDone({ value: way === 'text' ? form.text('value').trim() : '', source: '' });
        onClose();
        return false;
      }}
    >
      <SelectField
        form={form}
        name="way"
        label="谁来填"
        required
        options={ways.map(([value, label]) => ({ value, label }))}
      />
      {way === 'text' && <TextField form={form} name="value" label="内容" required max={100} />}
      {way === 'known' && (
        <SelectField
          form={form}
          name="source"
          label="取什么"
          required
          options={sources.map((source) => ({ value: source, label: SOURCES[source] }))}
          hint="填报时取当天的数，写明取数时间，不能改"
        />
      )}
    </FormDialog>
  );
}
