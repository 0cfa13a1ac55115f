import { z } from 'zod';
import { SOURCES, type Source } from '#life/tasks/rules.form.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { designFields } from '../contract.ts';
import {
  designFaults,
  FIELD_KINDS,
  type FieldKind,
  isNumeric,
  isSourceAllowed,
  SUM_RULES,
  type SumRule,
  type TableDesign,
  type TableField,
} from '../rules.design.ts';

const parts = designFields.shape.fields.element.shape;
const schema = z.object({
  name: parts.name,
  kind: parts.kind,
  decimals: z.string(),
  unit: parts.unit,
  choices: z.string(),
  dict: z.string(),
  required: z.boolean(),
  min: parts.min,
  max: parts.max,
  hint: parts.hint,
  sum: parts.sum,
  source: z.string(),
});
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface Props {
  design: TableDesign;
  field: TableField;
  dicts: readonly { code: string; name: string }[];
  onDone: (field: TableField) => void;
  onClose: () => void;
}

/** One field: what stands in it, what is checked, and what becomes of it over the organisations. */
export function FieldDialog({ design, field, dicts, onDone, onClose }: Props) {
  const read = (values: Readonly<Record<string, unknown>>): TableField => {
    const text = (name: string) => String(values[name] ?? '').trim();
    const kind = text('kind') as FieldKind;
    const numeric = isNumeric({ kind });
    const limited = numeric || kind === 'day';
    const source = text('source') as Source | '';
    const choices = text('choices')
      .split(/[\n、]/)
      .map((one) => one.trim())
      .filter(Boolean);
    return {
      id: field.id,
      name: text('name'),
      kind,
      decimals: kind === 'decimal' ? Number(text('decimals')) : 0,
      unit: numeric ? text('unit') : '',
      choices: kind === 'choice' ? [...new Set(choices)] : [],
      dict: kind === 'dict' ? text('dict') : '',
      required: values.required === true,
      min: limited ? text('min') : '',
      max: limited ? text('max') : '',
      hint: text('hint'),
      sum: numeric ? (text('sum') as SumRule) : kind === 'flag' && text('sum') !== 'none' ? 'sum' : 'none',
      source: !design.several && source && isSourceAllowed(source, { kind }) ? source : '',
    };
  };
  const form = useForm({
    schema,
    initial: {
      name: field.name,
      kind: field.kind,
      decimals: String(field.decimals || 2),
      unit: field.unit,
      choices: field.choices.join('\n'),
      dict: field.dict,
      required: field.required,
      min: field.min,
      max: field.max,
      hint: field.hint,
      sum: field.sum,
      source: field.source,
    },
    of: `FieldDialog ${field.id}`,
    isNew: true,
    check: (values): Record<string, string> => {
      const made = read(values);
      if (made.name !== '' && design.fields.some(({ id, name }) => id !== field.id && name === made.name))
        return { name: '已有同名的字段' };
      // The sentences of a design of this field alone, at the part of it that each is about.
      const [fault] = designFaults({ several: design.several, fields: [made], checks: [] });
      if (!fault || made.name === '') return {};
      const at = made.kind === 'choice' ? 'choices' : made.kind === 'dict' ? 'dict' : 'min';
      return { [at]: fault };
    },
  });
  const kind = form.text('kind') as FieldKind;
  const numeric = isNumeric({ kind });
  const sources = (Object.keys(SOURCES) as Source[]).filter((source) => isSourceAllowed(source, { kind }));
  // What a number begins with fits no day: a limit is written anew for another kind.
  const turn = () => {
    if (form.text('kind') !== kind) form.set({ min: '', max: '', source: '' });
  };
  return (
    <FormDialog
      title={field.name ? `字段 ${field.name}` : '加字段'}
      icon="columns"
      width={700}
      act="确定"
      form={form}
      pending={false}
      onClose={onClose}
      onSave={async () => {
        onDone(read(form.values));
        onClose();
        return false;
      }}
    >
      <TextField form={form} name="name" label="名称" required max={30} />
      <SelectField form={form} name="kind" label="类型" required options={optionsOf(FIELD_KINDS)} onPick={turn} />
      {kind === 'decimal' && (
        <SelectField
          form={form}
          name="decimals"
          label="小数位"
          required
          options={[1, 2, 3, 4].map((n) => ({ value: String(n), label: `${n}位` }))}
        />
      )}
      {numeric && (
        <TextField form={form} name="unit" label="单位" max={10} placeholder={kind === 'decimal' ? '元' : '人'} />
      )}
      {kind === 'choice' && (
        <AreaField form={form} name="choices" label="选项（一行一个）" required max={1400} rows={4} />
      )}
      {kind === 'dict' && (
        <SelectField
          form={form}
          name="dict"
          label="字典"
          required
          options={dicts.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      {(numeric || kind === 'day') && (
        <>
          <TextField
            form={form}
            name="min"
            label={numeric ? '不小于' : '不早于'}
            max={17}
            placeholder={numeric ? '0' : '年-月-日'}
          />
          <TextField
            form={form}
            name="max"
            label={numeric ? '不大于' : '不晚于'}
            max={17}
            placeholder={numeric ? '' : '年-月-日'}
          />
        </>
      )}
      {numeric && <SelectField form={form} name="sum" label="汇总" required options={optionsOf(SUM_RULES)} />}
      {kind === 'flag' && (
        <SelectField
          form={form}
          name="sum"
          label="汇总"
          required
          options={[
            { value: 'sum', label: '数“是”的' },
            { value: 'none', label: SUM_RULES.none },
          ]}
        />
      )}
      {!design.several && sources.length > 0 && (
        <SelectField
          form={form}
          name="source"
          label="自动带出"
          options={sources.map((source) => ({ value: source, label: SOURCES[source] }))}
          hint="打开填报时按台账填好，填报的组织可以改"
        />
      )}
      <TextField form={form} name="hint" label="填写提示" max={80} />
      <TickField form={form} name="required" label="必填" />
    </FormDialog>
  );
}
