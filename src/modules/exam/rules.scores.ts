import { personOfSheet } from '#modules/member/rules/recordSheet.ts';
import {
  cleanHead,
  faultAt,
  type SheetColumn,
  type SheetFault,
  type SheetTemplateColumn,
} from '#platform/recordSheet.ts';
import { compactNumber } from '#platform/sheetCells.ts';
import { halfPoints } from './rules.ts';

const TITLE = { field: 'title', label: '考试名称', sample: '党章党规知识测试' } as const;
const SCORE = { field: 'score', label: '成绩', sample: '86.5' } as const;
const FIELD_OF = new Map<string, string>([TITLE, SCORE].map(({ label, field }) => [label, field]));

/** A fault at the column of the exam's name or of the score. */
export const atTitle = (text: string): SheetFault => faultAt(TITLE, text);
export const atScore = (text: string): SheetFault => faultAt(SCORE, text);

/** The columns of the template. */
export const scoreTemplate: SheetTemplateColumn[] = [
  ...personOfSheet.columns.map(({ label, required, sample }) => ({
    head: required ? `${label}*` : label,
    required: required === true,
    sample,
  })),
  { head: '考试名称*', required: true, sample: TITLE.sample, note: '与已发布的考试名称一致' },
  { head: '成绩*', required: true, sample: SCORE.sample, note: '卷面得分，最小到0.5分' },
];

/** What each head means. */
export function readScoreHeads(heads: readonly string[]): SheetColumn[] {
  const owners = personOfSheet.match(heads);
  const taken = new Set<string>();
  return heads.map((text, at) => {
    const head = text.slice(0, 60);
    const own = FIELD_OF.get(cleanHead(text));
    if (own !== undefined && !taken.has(own)) {
      taken.add(own);
      return { head, field: own, owner: false };
    }
    const field = owners[at] ?? null;
    return { head, field, owner: field !== null };
  });
}

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export function lackingScoreHeads(columns: readonly SheetColumn[]): string {
  const has = (owner: boolean, field: string) => columns.some((one) => one.owner === owner && one.field === field);
  const lacking = [
    ...personOfSheet.columns.filter(({ required, field }) => required && !has(true, field)),
    ...[TITLE, SCORE].filter(({ field }) => !has(false, field)),
  ];
  return lacking.length > 0 ? `缺少“${lacking.map(({ label }) => label).join('”“')}”列，请对照模板` : '';
}

/** A line as it was read, without the database. */
export interface ScoreLine {
  said: Readonly<Record<string, string>>;
  /** The id card number; null where it is missing or wrong. */
  key: string | null;
  title: string;
  /** In half points; null where it is missing or wrong. */
  score: number | null;
  faults: SheetFault[];
}

/** Reads one line of a sheet; `today` as `YYYY-MM-DD`. */
export function readScoreLine(columns: readonly SheetColumn[], cells: readonly string[], today: string): ScoreLine {
  const at = (owner: boolean, field: string) =>
    (cells[columns.findIndex((one) => one.owner === owner && one.field === field)] ?? '').trim();
  const said = Object.fromEntries(personOfSheet.columns.map(({ field }) => [field, at(true, field)]));
  const { key, faults } = personOfSheet.read(said, today);
  const all = [
    ...personOfSheet.columns
      .filter(({ required, field }) => required && said[field] === '')
      .map((one) => faultAt(one, '请填写')),
    ...faults,
  ];
  const title = at(false, 'title');
  if (title === '') all.push(atTitle('请填写'));
  const given = compactNumber(at(false, 'score')).replace(/分$/, '');
  const score = halfPoints(given);
  if (given === '') all.push(atScore('请填写'));
  else if (score === null) all.push(atScore('应为不小于0的分数，最小到0.5分'));
  return { said, key, title, score, faults: all };
}
