import { FORM_FIELDS } from './formTexts.ts';

/** Facts of the steps that an own Word document may name, each with its step and the fact's name (`steps.ts`). */
export const WORD_FACTS = {
  谈话人: [2, 'talker'],
  谈话地点: [2, 'place'],
  谈话情况: [2, 'summary'],
  支部考察意见: [6, 'summary'],
  政审本人情况: [10, 'self'],
  政审父母情况: [10, 'parents'],
  政审配偶情况: [10, 'spouse'],
  政审社会关系: [10, 'relations'],
  政审结论: [10, 'verdict'],
  支委会审查意见: [12, 'summary'],
  志愿书编号: [14, 'bookNo'],
  上级谈话情况: [16, 'summary'],
  备案文号: [18, 'number'],
  党小组: [19, 'group'],
  预备期考察意见: [21, 'summary'],
} as const satisfies Record<string, readonly [number, string]>;
export type WordFact = keyof typeof WORD_FACTS;

/** The field at which a document carries its export number; without it the number stands below the text. */
export const MARK_FIELD = '导出编号';

/** Fields that an own Word document may name: those of the built-in texts, and what stands in the tables of the built-in forms. */
export const WORD_FIELDS: readonly string[] = [
  ...FORM_FIELDS,
  '身份证号',
  ...(Object.keys(WORD_FACTS) as WordFact[]),
  MARK_FIELD,
];

/** Unknown fields that a sentence names, and signs of each. */
const NAMED = 10;
const SHOWN = 20;
const shown = (field: string) => (field.length > SHOWN ? `${field.slice(0, SHOWN)}…` : field || '{}');

/** What is amiss with the fields of a document, as a sentence; empty: nothing. */
export function wordFault(fields: readonly string[]): string {
  const unknown = fields.filter((field) => !WORD_FIELDS.includes(field));
  if (unknown.length === 0) return fields.length === 0 ? '文档里没有字段，请在要填的地方写上字段，如 {姓名}' : '';
  const more = unknown.length > NAMED ? `等${unknown.length}个` : unknown.length > 1 ? '这些' : '这个';
  return `没有“${unknown.slice(0, NAMED).map(shown).join('”“')}”${more}字段，请按字段表改好后重新上传`;
}
