import { z } from 'zod';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { designFields } from '../../contract.form.ts';
import {
  COLUMN_TYPES,
  type ColumnType,
  type Design,
  type FormColumn,
  isNumeric,
  isSourceOfType,
  LEVELS,
  SOURCES,
  type Source,
} from '../../rules.form.ts';

const fields = designFields.shape.columns.element.shape;
const schema = z.object({
  name: fields.name,
  group: fields.group,
  type: fields.type,
  decimals: z.string(),
  unit: fields.unit,
  choices: z.string(),
  dict: z.string(),
  required: z.boolean(),
  min: fields.min,
  max: fields.max,
  level: fields.level,
  sentence: fields.sentence,
  source: z.string(),
});

/** One column of the grid: what stands in it and what is checked. */
export function ColumnDialog({
  design,
  id,
  dicts,
  onDone,
  onClose,
}: {
  design: Design;
  id: string;
  dicts: readonly { code: string; name: string }[];
  onDone: (column: FormColumn) => void;
  onClose: () => void;
}) {
  const column = design.columns.find((one) => one.id === id);
  const form = useForm({
    schema,
    initial: {
      name: column?.name ?? '',
      group: column?.group ?? '',
      type: column?.type ?? 'text',
      decimals: String(column?.decimals ?? 0),
      unit: column?.unit ?? '',
      choices: column?.choices.join('\n') ?? '',
      dict: column?.dict ?? '',
      required: column?.required ?? false,
      min: column?.min ?? '',
      max: column?.max ?? '',
      level: column?.level ?? 'block',
      sentence: column?.sentence ?? '',
      source: column?.source ?? '',
    },
    of: `ColumnDialog ${id}`,
    isNew: false,
  });
  const type = form.text('type') as ColumnType;
  const numeric = isNumeric({ type });
  const sources = (Object.keys(SOURCES) as Source[]).filter((source) => isSourceOfType(source, type));
  return (
    <FormDialog
      title={`列 ${form.text('name')}`}
      icon="columns"
      width={700}
      act="确定"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        const choices = form
          .text('choices')
          .split(/[\n、]/)
          .map((one) => one.trim())
          .filter(Boolean);
        const source = form.text('source') as Source | '';
        onDone({
          id,
          name: form.text('name').trim(),
          group: form.text('group').trim(),
          type,
          decimals: type === 'number' ? Number(form.text('decimals')) : 0,
          unit: numeric ? form.text('unit').trim() : '',
          choices: type === 'choice' && !form.text('dict') ? [...new Set(choices)] : [],
          dict: type === 'choice' ? form.text('dict') : '',
          required: form.values.required === true,
          min: numeric ? form.text('min').trim() : '',
          max: numeric ? form.text('max').trim() : '',
          level: form.text('level') as FormColumn['level'],
          sentence: form.text('sentence').trim(),
          source: design.free && source && isSourceOfType(source, type) ? source : '',
        });
        onClose();
        return false;
      }}
    >
      <TextField form={form} name="name" label="列名" required max={40} />
      <TextField form={form} name="group" label="上一级表头" max={40} hint="相邻的列填一样的，上面并成一格" />
      <SelectField form={form} name="type" label="类型" required options={optionsOf(COLUMN_TYPES)} />
      {type === 'number' && (
        <SelectField
          form={form}
          name="decimals"
          label="小数位"
          required
          options={[0, 1, 2, 3, 4].map((n) => ({ value: String(n), label: n === 0 ? '整数' : `${n}位` }))}
        />
      )}
      {numeric && (
        <TextField form={form} name="unit" label="单位" max={10} placeholder={type === 'money' ? '元' : '人'} />
      )}
      {type === 'choice' && (
        <SelectField
          form={form}
          name="dict"
          label="选项来自"
          options={[{ value: '', label: '自己写' }, ...dicts.map(({ code, name }) => ({ value: code, label: name }))]}
        />
      )}
      {type === 'choice' && !form.text('dict') && (
        <AreaField form={form} name="choices" label="选项（一行一个）" max={2000} rows={4} />
      )}
      {design.free && sources.length > 0 && (
        <SelectField
          form={form}
          name="source"
          label="平台填写"
          options={[
            { value: '', label: '由填报的组织填' },
            ...sources.map((source) => ({ value: source, label: SOURCES[source] })),
          ]}
        />
      )}
      <TickField form={form} name="required" label="必填" />
      {numeric && <TextField form={form} name="min" label="不小于" max={18} inputMode="decimal" />}
      {numeric && <TextField form={form} name="max" label="不大于" max={18} inputMode="decimal" />}
      <SelectField form={form} name="level" label="不符合时" required options={optionsOf(LEVELS)} />
      <TextField form={form} name="sentence" label="不符合时的提示" max={80} placeholder="不填，用通常的说法" />
    </FormDialog>
  );
}
