import { formulaFault } from '#platform/reading/cells.ts';
import { normaliseText } from '#platform/reading/signs.ts';
import { isAnswer, letterOf, optionsBehind, readKey, readOptions, type WrittenOption } from './rules.answer.ts';
import { KINDS, type Kind, keyWords, LETTERS, type Question, questionFaults } from './rules.ts';

/** A question as it was read from a sheet or a text, with what is wrong with it and what had to be guessed. */
export interface ReadQuestion extends Question {
  /** Where it stands: the line of the sheet or of the text, from 1. */
  line: number;
  labels: string[];
  faults: string[];
  doubts: string[];
}

/** Columns of the sheet by which questions come and go; the last two hold what cells of words cannot. */
export const SHEET = ['题型', '题干', '选项', '答案', '解析', '难度', '标签', '排版', '原样（请勿修改）'] as const;
const WORDS = 7;

const kindOf = (text: string): Kind | null => {
  const word = text.replace(/题$|选择题?$/, '').trim();
  const found = Object.entries(KINDS).find(([, label]) => label === word || (label.startsWith(word) && word !== ''));
  return found ? (Number(found[0]) as Kind) : null;
};

/** Which kind a question without a heading is: by its options and its answer. A letter chooses, it judges nothing. */
function guess(stem: string, options: readonly WrittenOption[], answer: string): Kind {
  if (options.length > 0 || letterOf(answer) !== null) return readKey(2, answer, options, 0).key.length > 1 ? 2 : 1;
  if (/_{2,}|＿{2,}/.test(stem)) return 4;
  return readKey(3, answer, [], 0).key.length === 1 ? 3 : 5;
}

interface Written {
  line: number;
  kind: Kind | null;
  stem: string;
  options: string;
  answer: string;
  explanation: string;
  difficulty: string;
  labels: string;
}

/** An answer that stands in the brackets of its stem, 最高理想是（A）。 or 已经完成。（√） */
const IN_STEM = /[（(]\s{0,9}([^（）()]{1,16}?)\s{0,9}[）)]/g;

function withAnswerOut(of: Written, options: readonly WrittenOption[]): Pick<Written, 'stem' | 'answer'> {
  if (of.answer.trim() !== '' || of.kind === 4 || of.kind === 5) return of;
  const found = [...of.stem.matchAll(IN_STEM)].filter(([, written = '']) => isAnswer(written, options));
  const [only] = found;
  if (!only || found.length > 1) return of;
  const [all, written = ''] = only;
  const before = of.stem.slice(0, only.index);
  const behind = of.stem.slice(only.index + all.length);
  // Of a judgement nothing is left to fill in.
  return { stem: options.length > 0 ? `${before}（　）${behind}` : before + behind, answer: written };
}

/** Options that stand behind the stem in its own line are taken off it, where the question is one of choice. */
function withOptionsOut(of: Written): Written {
  if (of.options.trim() !== '' || (of.kind !== null && of.kind > 2)) return of;
  const found = optionsBehind(of.stem);
  if (!found) return of;
  const { options } = readOptions(found.options);
  const { answer } = withAnswerOut({ ...of, stem: found.stem }, options);
  const chooses = of.kind !== null || answer.trim() === '' || letterOf(answer) !== null;
  return chooses || readKey(1, answer, options, 0).key.length > 0 ? { ...of, ...found } : of;
}

/** Of a judgement whose 正确 and 错误 stand as options, the answer's letter says the option's word. */
const wordOf = (answer: string, options: readonly WrittenOption[]) =>
  options.find(({ letter }) => letter === letterOf(answer))?.text ?? answer;

function finish(written: Written): ReadQuestion {
  const of = withOptionsOut(written);
  const { options, doubts } = readOptions(of.options);
  const out = withAnswerOut(of, options);
  const { stem } = out;
  const answer = of.kind === 3 ? wordOf(out.answer, options) : out.answer;
  const kind = of.kind ?? guess(stem, options, answer);
  const read = readKey(kind, answer, options, kind === 4 ? stem : '');
  const level = Number(of.difficulty || '3');
  const question: Question = {
    kind,
    stem: stem.trim(),
    rich: '',
    options: kind <= 2 ? options.map(({ text }) => text.trim()) : [],
    key: read.key,
    explanation: of.explanation.trim(),
    difficulty: Number.isInteger(level) && level >= 1 && level <= 5 ? level : 3,
  };
  const labels = of.labels.split(/[、,，\s]+/).filter(Boolean);
  return {
    ...question,
    line: of.line,
    labels,
    faults: [
      ...faultsOf(question, labels),
      ...(answer.trim() !== '' && read.fault ? [read.fault] : []),
      ...levelFault(of, question),
    ],
    doubts: [
      ...(kind <= 2
        ? doubts
        : of.options.trim() === ''
          ? []
          : [`${KINDS[kind]}题没有选项，“${of.options.trim().slice(0, 20)}”没有读入`]),
      ...read.doubts,
    ],
  };
}

const levelFault = (of: Written, { difficulty }: Question) =>
  of.difficulty !== '' && String(difficulty) !== of.difficulty ? ['难度应为1到5'] : [];

/** What is wrong with a question that is to be taken in, as sentences. */
export function faultsOf(question: Question, labels: readonly string[]): string[] {
  const faults = Object.values(questionFaults(question));
  if (question.stem.length > 1000) faults.push('题干不能超过1000字');
  if (question.options.some((option) => option.length > 300)) faults.push('选项不能超过300字');
  if (question.key.some((one) => one.length > 1000)) faults.push('答案不能超过1000字');
  if (question.explanation.length > 1000) faults.push('解析不能超过1000字');
  if (labels.length > 5) faults.push('标签最多5个');
  const failed = [question.stem, ...question.options, ...question.key].map(formulaFault).find(Boolean);
  return failed ? [...faults, failed] : faults;
}

/** A cell's text as a sheet gives it back. */
const asCell = (text: string) => normaliseText(text.replace(/[\u0000-\u001f\u007f\ufffe\uffff]+/g, ' ')).trim();

/** The cells of a question, which `readRows` reads as the very question. */
export function cellsOf(of: Question & { labels: readonly string[] }): string[] {
  const { rich, ...exact } = of;
  const { kind, stem, options, key, explanation, difficulty, labels } = exact;
  return [
    KINDS[kind],
    stem,
    options.map((option, at) => `${LETTERS[at]}.${option}`).join('\n'),
    kind === 4 ? key.join('；') : keyWords(of),
    explanation,
    String(difficulty),
    labels.join('、'),
    rich,
    JSON.stringify({ kind, stem, options, key, explanation, difficulty, labels }),
  ];
}

/** The question that a row of an export holds; null where it was written or changed by hand, which the cells of words then say. */
function exactly(cells: readonly string[]): (Question & { labels: string[] }) | null {
  try {
    const made = { ...JSON.parse(cells[WORDS + 1] ?? ''), rich: cells[WORDS] ?? '' } as Question & { labels: string[] };
    return cellsOf(made).every((cell, at) => asCell(cell) === (cells[at] ?? '')) ? made : null;
  } catch {
    return null;
  }
}

/** Rows of a sheet whose first row names the columns. Answers null where the head is another. */
export function readRows(rows: readonly (readonly string[])[]): ReadQuestion[] | null {
  const bare = (cell: string) => cell.replace('*', '').trim();
  const head = rows.findIndex((row) => row.some((cell) => bare(cell) === '题干'));
  if (head < 0) return null;
  const at = SHEET.map((name) => (rows[head] ?? []).findIndex((cell) => bare(cell) === name));
  return rows.slice(head + 1).flatMap((row, index) => {
    const cells = at.map((column) => (row[column] ?? '').trim());
    const [name = '', stem = '', options = '', answer = '', explanation = '', difficulty = '', labels = ''] = cells;
    if (row.every((text) => text.trim() === '') || /^(示例：|导出人：)/.test(row.find(Boolean) ?? '')) return [];
    const line = head + index + 2;
    const exact = exactly(cells);
    if (exact) return [{ ...exact, line, faults: faultsOf(exact, exact.labels), doubts: [] }];
    const written = kindOf(name);
    const read = finish({ line, kind: written, stem, options, answer, explanation, difficulty, labels });
    if (name !== '' && written === null) read.faults.push(`没有“${name.slice(0, 10)}”这种题型`);
    return [read];
  });
}

/** A question's number: no decimal (3.14是…), and of four digits no year (2020、2021年…) unless it follows the number before. */
const NUMBERED = /^\s*(\d{1,4})\s*(?:[、)）]|[.．](?!\d))\s*/;
const HEADING =
  /^\s*(?:[一二三四五六七八九十]+\s*[、.．]\s*)?[【[]?(单选|多选|单项选择|多项选择|判断|填空|简答|问答)题?[】\]]?(?:[（(].*[)）])?\s*(?:[:：]\s*)?$/;
const HEADINGS: Readonly<Record<string, Kind>> = {
  单选: 1,
  单项选择: 1,
  多选: 2,
  多项选择: 2,
  判断: 3,
  填空: 4,
  简答: 5,
  问答: 5,
};
const ANSWER = /^\s*[【[]?(?:正确|参考)?答案(?:[】\]]\s*[:：]?|\s*[:：]|(?=\s*[（(A-HＡ-Ｈ√×对错正])|\s)\s*/;
const EXPLANATION = /^\s*[【[]?(?:答案)?解析(?:[】\]]\s*[:：]?|\s*[:：]|\s)\s*/;
const LEVEL = /^\s{0,99}[【[]?难度[】\]]?\s{0,9}[:：]?\s{0,9}(?=[1-5]\s{0,9}$)/;
/** What is told behind the answer beside 解析, and kept with it. */
const NOTE = /^\s{0,99}[【[]?(?:出处|来源|依据|考点|知识点|章节|分值|备注|页码)[】\]]?\s{0,9}[:：]/;
/** An answer or an explanation that begins within a line, behind the stem, the options or the answer. */
const ANSWER_WITHIN = /[【[](?:正确|参考)?答案[】\]]|(?<=[\s。？?！!）)；;])(?:正确|参考)?答案\s{0,9}[:：]/;
const EXPLANATION_WITHIN = /[【[](?:答案)?解析[】\]]|(?<=[\s。；;）)])(?:答案)?解析\s{0,9}[:：]/;
const FIRST_OPTION = /^\s*[（(]?[AＡa][）)]?(?:\s*[.．、:：)）]|\s|(?=[\u4e00-\u9fff]))/;

/**
 * Whether each line is followed by an answer before another number: then it begins a question, else it is a point. Told for all lines
 * at once, from the last one.
 */
function askingOf(lines: readonly string[]): Uint8Array {
  const asking = new Uint8Array(lines.length);
  for (let at = lines.length - 2; at >= 0; at--) {
    const next = lines[at + 1] ?? '';
    const ends = NUMBERED.test(next) || HEADING.test(next);
    const answers = ends ? 0 : ANSWER.test(next) || FIRST_OPTION.test(next) ? 1 : asking[at + 1];
    asking[at] = ANSWER_WITHIN.test(lines[at] ?? '') ? 1 : (answers ?? 0);
  }
  return asking;
}

/** A line in two where another part of the question begins within it. */
function partedAt(line: string, within: RegExp): string[] {
  const at = within.exec(line)?.index ?? 0;
  return line.slice(0, at).trim() === '' ? [line] : [line.slice(0, at).trimEnd(), line.slice(at)];
}

/**
 * Questions as they are pasted from Word: numbered stems, `A.` …, `答案：`, `解析：`; headings name the kind of what follows.
 * @param most of more questions the first of those beyond is read, and no other
 */
export function readText(text: string, most = Number.POSITIVE_INFINITY): ReadQuestion[] {
  const found: ReadQuestion[] = [];
  const lines = text.split(/\r?\n/).map((raw) => raw.replaceAll('\u00a0', ' ').trimEnd());
  const asking = askingOf(lines);
  let heading: Kind | null = null;
  let now: Omit<Written, 'kind' | 'labels'> | null = null;
  let part: 'stem' | 'options' | 'answer' | 'explanation' = 'stem';
  let number = 0;
  /** Numbers of the points within the answer or the explanation. */
  let point = 0;
  const close = () => {
    if (now && now.stem.trim() !== '') found.push(finish({ ...now, kind: heading, labels: '' }));
    now = null;
    part = 'stem';
    point = 0;
  };
  const pointIn = (said: string) => Number(NUMBERED.exec(said)?.[1] ?? 0);
  const explain = (said: string) => {
    if (!now) return;
    part = 'explanation';
    now.explanation += (now.explanation === '' ? '' : '\n') + said;
    point = pointIn(said);
  };
  const take = (line: string, index: number) => {
    if (line.trim() === '') return;
    const named = HEADING.exec(line)?.[1];
    if (named) {
      close();
      heading = HEADINGS[named] ?? null;
      number = 0;
      return;
    }
    const own = NUMBERED.exec(line)?.[1];
    const counted = own !== undefined && (own.length < 4 || Number(own) === number + 1) ? Number(own) : 0;
    const words = part === 'answer' || part === 'explanation';
    const isPoint = words && counted > 0 && counted === point + 1 && asking[index] === 0;
    // What follows an answer without a number is the next question, but for 简答, whose answer has several lines.
    const isLong = heading === 5 || point > 0;
    const isBeside = EXPLANATION.test(line) || LEVEL.test(line) || NOTE.test(line);
    const next = part === 'answer' && counted === 0 && !isLong && !isBeside;
    if ((counted > 0 && !isPoint) || next) {
      close();
      if (counted > 0) number = counted;
    }
    now ??= { line: index + 1, stem: '', options: '', answer: '', explanation: '', difficulty: '' };
    if (isPoint) point = counted;
    if (!ANSWER.test(line) && (part === 'stem' || part === 'options')) {
      const [head = '', rest] = partedAt(line, ANSWER_WITHIN);
      if (rest !== undefined) {
        // The same line again in its two parts: the first has no answer within it any more.
        for (const piece of [head, rest]) put(piece, counted);
        return;
      }
    }
    put(line, counted);
  };
  /** A line, or a part of one, to the part of the question to which it belongs. */
  const put = (line: string, counted: number) => {
    if (!now) return;
    if (ANSWER.test(line)) {
      part = 'answer';
      const [said = '', explained] = partedAt(line.replace(ANSWER, ''), EXPLANATION_WITHIN);
      now.answer = said;
      point = pointIn(said);
      if (explained !== undefined) explain(explained.replace(EXPLANATION, ''));
    } else if (EXPLANATION.test(line)) explain(line.replace(EXPLANATION, ''));
    else if (LEVEL.test(line)) now.difficulty = line.replace(LEVEL, '').trim();
    else if (NOTE.test(line) && part !== 'stem') explain(line.trim());
    else if (part === 'stem' && now.stem !== '' && FIRST_OPTION.test(line) && readOptions(line).options.length > 0) {
      part = 'options';
      now.options = line;
    } else if (part === 'options') now.options += `\n${line}`;
    else if (part === 'answer') now.answer += `\n${line}`;
    else if (part === 'explanation') now.explanation += `\n${line}`;
    else
      now.stem += (now.stem === '' ? '' : '\n') + (counted > 0 && now.stem === '' ? line.replace(NUMBERED, '') : line);
  };
  for (const [index, line] of lines.entries()) {
    take(line, index);
    if (found.length > most) return found;
  }
  close();
  return found;
}
