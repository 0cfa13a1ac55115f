import type { TableDesign, TableField } from '../rules.design.ts';

/** The next id with a letter that none of some bears: ids stay from version to version, last time's values are found by them. */
export function nextId(all: readonly { id: string }[], letter: 'f' | 'k'): string {
  return `${letter}${all.reduce((most, { id }) => Math.max(most, Number(id.slice(1))), 0) + 1}`;
}

/** A field as the dialog begins with it. */
export const newField = ({ fields }: TableDesign): TableField => ({
  id: nextId(fields, 'f'),
  name: '',
  kind: 'whole',
  decimals: 2,
  unit: '',
  choices: [],
  dict: '',
  required: true,
  min: '0',
  max: '',
  hint: '',
  sum: 'sum',
  source: '',
});

/** The design with a field written anew, or added at its end. */
export const withField = (design: TableDesign, field: TableField): TableDesign => ({
  ...design,
  fields: design.fields.some(({ id }) => id === field.id)
    ? design.fields.map((one) => (one.id === field.id ? field : one))
    : [...design.fields, field],
});

/** The design without a field: checks that name it go too. */
export const withoutField = (design: TableDesign, id: string): TableDesign => ({
  ...design,
  fields: design.fields.filter((field) => field.id !== id),
  checks: design.checks.filter(({ fields }) => !fields.includes(id)),
});

/** The list with what stands at a place moved one up (-1) or down. */
export function moveBy<T>(list: readonly T[], at: number, by: 1 | -1): T[] {
  const next = [...list];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(at + by, 0, one);
  return next;
}
