import type { PersonField } from './fields.ts';
import { PERSON_FIELDS } from './fields.ts';

/** A column that a roll may have, by the key of the list's column or the field on the wire. */
export interface ExportField {
  key: string;
  label: string;
  /** In characters. */
  width: number;
  kind?: 'day' | 'whole' | 'percent';
}

const WIDTHS: Readonly<Record<string, number>> = {
  gender: 6,
  idCardNo: 22,
  education: 16,
  occupation: 18,
  nativePlace: 18,
  residence: 24,
  workUnit: 24,
  position: 14,
  phonenumber: 14,
  joinType: 18,
  remark: 40,
};
const isDay = ({ wire }: PersonField) => /(Date|On)$/.test(wire);
const fieldOf = (field: PersonField): ExportField => ({
  key: field.wire,
  label: field.label,
  width: WIDTHS[field.wire] ?? (isDay(field) ? 14 : 12),
  ...(isDay(field) ? { kind: 'day' as const } : {}),
});
/** What is reckoned, each after the field that it follows from. */
const RECKONED: Readonly<Record<string, ExportField>> = {
  birthDate: { key: 'age', label: '年龄', width: 6, kind: 'whole' },
  partyPost: { key: 'orgName', label: '所在党支部', width: 28 },
  conversionDate: { key: 'partyAge', label: '党龄', width: 6, kind: 'whole' },
  remark: { key: 'completeness', label: '完整度', width: 8, kind: 'percent' },
};

/** Every field of a person and what is reckoned from them, in the order of the form. */
export const EXPORT_FIELDS: readonly ExportField[] = PERSON_FIELDS.flatMap((field) => {
  const further = RECKONED[field.wire];
  return further ? [fieldOf(field), further] : [fieldOf(field)];
});

/** The columns of who chooses none. */
export const USUAL_COLUMNS: readonly string[] = [
  'name',
  'gender',
  'idCardNo',
  'age',
  'nation',
  'personCategory',
  'membershipStatus',
  'education',
  'occupation',
  'orgName',
  'admissionDate',
  'partyAge',
  'phonenumber',
  'completeness',
];
/** The columns that hold numbers which are masked unless they are asked for in full. */
export const NUMBER_COLUMNS: readonly string[] = ['idCardNo', 'phonenumber'];
