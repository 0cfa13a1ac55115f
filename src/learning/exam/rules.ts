/** Five kinds of questions, with the values of the database. */
export const KINDS = { 1: '单选', 2: '多选', 3: '判断', 4: '填空', 5: '简答' } as const;
export type Kind = keyof typeof KINDS;
export const isKind = (value: number): value is Kind => value in KINDS;

export const DIFFICULTIES = { 1: '容易', 2: '较易', 3: '适中', 4: '较难', 5: '困难' } as const;
export const PAPER_TYPES = { 0: '手工组卷', 1: '自动组卷' } as const;

/** Of an exam as it is worked on; whether it runs follows from the database's clock. */
export const STATES = { 0: '草稿', 1: '已发布', 2: '已撤回' } as const;
export const PHASES = { 0: '未开始', 1: '进行中', 2: '已结束' } as const;
export const AUDIENCES = {
  below: '本组织及下级',
  orgs: '指定组织',
  people: '指定人员',
  groups: '考试中心分组',
  query: '按条件',
  makeUp: '补考',
} as const;
export type Audience = keyof typeof AUDIENCES;
/** Whom an exam can be for, besides: the people of a college, chosen in its own room. */
export type AnyAudience = Audience | 'college';
export const COUNTS = { best: '取最高分', last: '取最后一次' } as const;
export const SHOWS = { score: '只看成绩', answers: '成绩、答案和解析' } as const;
/** How somebody stands in an exam. */
export const RECORDS = { 0: '待考', 1: '考试中', 2: '待阅卷', 3: '已完成', 4: '缺席' } as const;
export const APPEALS = { 0: '待复核', 1: '维持原分', 2: '已改分' } as const;

/** Letters of the options, at most eight. */
export const LETTERS = 'ABCDEFGH';
export const MAX_OPTIONS = 8;
/** Below so many marked attempts an analysis says nothing reliable. */
export const ENOUGH = 30;
/** People of one exam. */
export const MOST_PEOPLE = 100_000;
/** Seconds without anybody looking after exams that count as an outage. */
export const OUTAGE = 120;
/** Seconds that a packet may be on its way after the deadline. */
export const GRACE = 3;

/** What a question says, as it is stored. */
export interface Question {
  kind: Kind;
  /** The words of the stem, for lists, searching and comparing. */
  stem: string;
  /** The whole stem as HTML where it has pictures, tables or marked words; empty: `stem` says all. */
  rich: string;
  options: readonly string[];
  /** Choices: places of the right options from 0; 判断: `1` or `0`; 填空: of each blank its right answers, parted by `|`. */
  key: readonly string[];
  explanation: string;
  difficulty: number;
}

/** Places to be filled in a stem: `____` or full-width lines. */
export const blanksIn = (stem: string): number => (stem.match(/_{2,}|＿{2,}|（\s{2,}）/g) ?? []).length;

/** What is wrong with a question, by field; empty: nothing. */
export function questionFaults(of: Question): Record<string, string> {
  const faults: Record<string, string> = {};
  if (of.stem.trim() === '') faults.stem = '请输入题干';
  if (of.kind === 1 || of.kind === 2) {
    const filled = of.options.filter((option) => option.trim() !== '');
    if (filled.length !== of.options.length || of.options.length < 2) faults.options = '至少要有两个选项，选项不能为空';
    else if (of.options.length > MAX_OPTIONS) faults.options = `选项最多${MAX_OPTIONS}个`;
    else if (new Set(filled.map(comparableText)).size < filled.length) faults.options = '选项不能相同';
    const right = new Set(of.key);
    if (right.size === 0 || [...right].some((place) => !(Number(place) < of.options.length)))
      faults.key = '请选择正确答案';
    else if (of.kind === 1 && right.size !== 1) faults.key = '单选题只有一个正确答案';
    else if (of.kind === 2 && right.size < 2) faults.key = '多选题至少有两个正确答案';
  } else if (of.kind === 3) {
    if (of.key.length !== 1 || !['0', '1'].includes(of.key[0] ?? '')) faults.key = '请选择正确或错误';
  } else if (of.kind === 4) {
    const blanks = blanksIn(of.stem);
    if (blanks === 0) faults.stem = '填空题的题干要用下划线“____”标出空格';
    else if (
      of.key.length !== blanks ||
      of.key.some((one) => one.split('|').every((part) => comparableText(part) === ''))
    )
      faults.key = `题干有${blanks}处空格，请给出${blanks}个答案`;
  } else if (of.key.length !== 1 || (of.key[0] ?? '').trim() === '') faults.key = '请写参考答案或评分要点';
  return faults;
}

/** A text as it is compared: width, case and spaces are ignored, and so is the sign at its end. */
export const comparableText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/[。.,，;；]$/, '');

/**
 * Half points for an answer; null: somebody has to read it.
 * @param score the full score in half points
 * @param halfRight 多选: a right part of the key without a wrong option gets half, cut to a half point
 */
export function markAnswer(
  of: Pick<Question, 'kind' | 'key'>,
  answer: readonly string[],
  score: number,
  halfRight: boolean,
): number | null {
  if (answer.every((part) => part.trim() === '')) return 0;
  if (of.kind === 5) return null;
  if (of.kind === 4) {
    const right = of.key.filter((accepted, at) =>
      accepted
        .split('|')
        .some((one) => comparableText(one) !== '' && comparableText(one) === comparableText(answer[at] ?? '')),
    ).length;
    return Math.floor((score * right) / Math.max(1, of.key.length));
  }
  const key = new Set(of.key);
  const given = new Set(answer);
  if ([...given].some((place) => !key.has(place))) return 0;
  if (given.size === key.size) return score;
  return of.kind === 2 && halfRight ? Math.floor(score / 2) : 0;
}

/** What the points of so many markers come to; see `settledScore`. */
export const MOST_MARKERS = 3;

/**
 * What an essay comes to by the points that its markers gave, in half points; null: another marker is needed. Two who are at most
 * `gap` apart: their mean. Else a third marks, and the two that lie nearest to each other are averaged; the third's own points
 * where they lie in the middle. Half of a half point is rounded up.
 * @param gap null: one marker is enough
 */
export function settledScore(given: readonly number[], gap: number | null): number | null {
  const [a, b, c] = given;
  if (a === undefined) return null;
  if (gap === null) return a;
  if (b === undefined) return null;
  if (Math.abs(a - b) <= gap) return Math.ceil((a + b) / 2);
  if (c === undefined) return null;
  const [toA, toB] = [Math.abs(c - a), Math.abs(c - b)];
  if (toA === toB) return c;
  return Math.ceil((c + (toA < toB ? a : b)) / 2);
}

/** Half points in words: `2.5`. */
export const pointsText = (half: number | null): string => (half === null ? '' : String(half / 2));
/** Points as typed (`2.5`) in half points; null: not in half points. */
export const halfPoints = (text: string): number | null => {
  const value = Number(text.trim()) * 2;
  return text.trim() !== '' && Number.isInteger(value) && value >= 0 ? value : null;
};
/** Whether a score passes. */
export const isPassingScore = (score: number, total: number, percent: number): boolean =>
  score * 100 >= total * percent;

/** A question that was drawn must not be short: `单选题只有12道，需要20道`. */
export const shortSentence = (kind: Kind, there: number, wanted: number): string =>
  `题库中符合条件的${KINDS[kind]}题只有${there}道，需要${wanted}道`;

/** A key in words. */
export function keyWords(of: Pick<Question, 'kind' | 'key'>): string {
  if (of.kind === 3) return of.key[0] === '1' ? '正确' : of.key[0] === '0' ? '错误' : '';
  if (of.kind <= 2)
    return [...of.key]
      .sort()
      .map((place) => LETTERS[Number(place)] ?? '')
      .join('');
  if (of.kind === 4) return of.key.map((one) => one.split('|').join('或')).join('；');
  return of.key[0] ?? '';
}
