import { personOfSheet } from '#people/member/rules/recordSheet.ts';
import { countedNumber } from '#platform/reading/cells.ts';
import {
  faultInColumn,
  lackingOf,
  matchHeads,
  ownerTemplate,
  readOwner,
  type SheetColumn,
  type SheetFault,
  type SheetTemplateColumn,
} from '#platform/records/recordSheet.ts';
import { halfPoints } from './rules.ts';

const TITLE = { field: 'title', label: '考试名称', sample: '党章党规知识测试' } as const;
const SCORE = { field: 'score', label: '成绩', sample: '86.5' } as const;
const FIELD_OF = new Map<string, string>([TITLE, SCORE].map(({ label, field }) => [label, field]));

/** A fault at the column of the exam's name or of the score. */
export const titleFault = (text: string): SheetFault => faultInColumn(TITLE, text);
export const scoreFault = (text: string): SheetFault => faultInColumn(SCORE, text);

/** The columns of the template. */
export const scoreTemplate: SheetTemplateColumn[] = [
  ...ownerTemplate(personOfSheet),
  { head: '考试名称*', required: true, sample: TITLE.sample, note: '与已发布的考试名称一致' },
  { head: '成绩*', required: true, sample: SCORE.sample, note: '卷面得分，最小到0.5分' },
];

/** What each head means. */
export const readScoreHeads = (heads: readonly string[]): SheetColumn[] => matchHeads(FIELD_OF, personOfSheet, heads);

/** What a sheet lacks to be read at all, as a sentence; empty where nothing does. */
export const lackingScoreHeads = (columns: readonly SheetColumn[]): string =>
  lackingOf([TITLE, SCORE], personOfSheet, columns);

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
  const { said, key, faults, at } = readOwner(personOfSheet, columns, cells, today);
  const title = at('title');
  if (title === '') faults.push(titleFault('请填写'));
  const given = countedNumber(at('score')).replace(/分$/, '');
  const score = halfPoints(given);
  if (given === '') faults.push(scoreFault('请填写'));
  else if (score === null) faults.push(scoreFault('应为不小于0的分数，最小到0.5分'));
  return { said, key, title, score, faults };
}
