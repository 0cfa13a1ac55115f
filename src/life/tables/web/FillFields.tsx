import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { type Choices, isChoice, isNumeric, type TableField } from '../rules.design.ts';

interface Props {
  form: Form;
  fields: readonly TableField[];
  choices: Choices;
  /** Fields that the platform has filled in. */
  known: readonly string[];
}

/** The fields of the one row of a filling. */
export const OneRow = ({ form, fields, choices, known }: Props) =>
  fields.map((field) => (
    <One
      key={field.id}
      form={form}
      field={field}
      choices={choices[field.id] ?? []}
      isKnown={known.includes(field.id)}
    />
  ));

const optionsOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

function hintOf(field: TableField, isKnown: boolean): string {
  const { min, max, kind } = field;
  const [from, to] = kind === 'day' ? ['不早于', '不晚于'] : ['不小于', '不大于'];
  // That a count is not negative nobody has to be told.
  const from0 = min === '0' ? '' : min;
  const limit = min && max ? `${min}至${max}` : from0 ? `${from}${from0}` : max ? `${to}${max}` : '';
  return [field.hint, limit, isKnown ? '按台账带出，请核对' : ''].filter(Boolean).join('；');
}

function One({
  form,
  field,
  choices,
  isKnown,
}: {
  form: Form;
  field: TableField;
  choices: readonly string[];
  isKnown: boolean;
}) {
  const hint = hintOf(field, isKnown);
  const common = {
    form,
    name: field.id,
    label: isNumeric(field) && field.unit ? `${field.name}（${field.unit}）` : field.name,
    ...(field.required ? { required: true } : {}),
    ...(hint ? { hint } : {}),
  };
  if (field.kind === 'long') return <AreaField {...common} wide max={2000} rows={4} />;
  if (field.kind === 'day') return <DateField {...common} />;
  if (field.kind === 'flag') return <SelectField {...common} options={optionsOf(['是', '否'])} />;
  if (isChoice(field)) return <SelectField {...common} options={optionsOf(choices)} />;
  return (
    <TextField
      {...common}
      max={isNumeric(field) ? 18 : 200}
      {...(isNumeric(field) ? { inputMode: 'decimal' as const } : {})}
    />
  );
}
