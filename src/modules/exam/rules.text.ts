import { KINDS, type Kind, LETTERS, type Question, questionFaults } from './rules.ts';

/** A question as it was read from a sheet or a text, with what is wrong with it. */
export interface ReadQuestion extends Question {
  /** Where it stands: the line of the sheet or of the text, from 1. */
  line: number;
  labels: string[];
  faults: string[];
}

/** Columns of the sheet by which questions come and go. */
export const SHEET = ['题型', '题干', '选项', '答案', '解析', '难度', '标签'] as const;

const RIGHT = /^(对|正确|√|✓|是|t|true|a)$/i;
const WRONG = /^(错|错误|×|✗|x|否|f|false|b)$/i;

const kindOf = (text: string): Kind | null => {
  const word = text.replace(/题$|选择题?$/, '').trim();
  const found = Object.entries(KINDS).find(([, label]) => label === word || (label.startsWith(word) && word !== ''));
  return found ? (Number(found[0]) as Kind) : null;
};

/** What an answer is written as, as the key that is stored. */
export function readKey(kind: Kind, text: string): string[] {
  const said = text.normalize('NFKC').trim();
  if (kind === 3) return RIGHT.test(said) ? ['1'] : WRONG.test(said) ? ['0'] : [];
  if (kind <= 2)
    return [
      ...new Set([...said.toUpperCase()].filter((sign) => LETTERS.includes(sign)).map((sign) => LETTERS.indexOf(sign))),
    ]
      .sort((a, b) => a - b)
      .map(String);
  if (kind === 4)
    return text
      .split(/[;；\n]/)
      .map((part) => part.trim().replace(/[／/]|或(?=\S)/g, '|'))
      .filter((part) => part !== '');
  return said === '' ? [] : [text.trim()];
}

/** Which kind a question without a heading is: by its options and its answer. */
function guess(stem: string, options: readonly string[], answer: string): Kind {
  if (options.length > 0) return readKey(2, answer).length > 1 ? 2 : 1;
  if (/_{2,}|＿{2,}/.test(stem)) return 4;
  return readKey(3, answer).length === 1 ? 3 : 5;
}

function finish(of: {
  line: number;
  kind: Kind | null;
  stem: string;
  options: string[];
  answer: string;
  explanation: string;
  difficulty: string;
  labels: string;
}): ReadQuestion {
  const kind = of.kind ?? guess(of.stem, of.options, of.answer);
  const level = Number(of.difficulty || '3');
  const question: Question = {
    kind,
    stem: of.stem.trim(),
    rich: '',
    options: kind <= 2 ? of.options.map((option) => option.trim()) : [],
    key: readKey(kind, of.answer),
    explanation: of.explanation.trim(),
    difficulty: Number.isInteger(level) && level >= 1 && level <= 5 ? level : 3,
  };
  const faults = Object.values(questionFaults(question));
  if (of.difficulty !== '' && String(question.difficulty) !== of.difficulty) faults.push('难度应为1到5');
  if (question.stem.length > 1000) faults.push('题干不能超过1000字');
  if (question.options.some((option) => option.length > 300)) faults.push('选项不能超过300字');
  if (question.explanation.length > 1000) faults.push('解析不能超过1000字');
  return {
    ...question,
    line: of.line,
    labels: of.labels
      .split(/[、,，\s]+/)
      .filter(Boolean)
      .slice(0, 5),
    faults,
  };
}

/** Rows of a sheet whose first row names the columns. Answers null where the head is another. */
export function readRows(rows: readonly (readonly string[])[]): ReadQuestion[] | null {
  const head = rows.findIndex((row) => row.some((cell) => cell.replace('*', '').trim() === '题干'));
  if (head < 0) return null;
  const at = SHEET.map((name) => (rows[head] ?? []).findIndex((cell) => cell.replace('*', '').trim() === name));
  return rows.slice(head + 1).flatMap((row, index) => {
    const cell = (column: number) => (row[at[column] ?? -1] ?? '').trim();
    if (row.every((text) => text.trim() === '') || /^(示例：|导出人：)/.test(row.find(Boolean) ?? '')) return [];
    const written = kindOf(cell(0));
    const read = finish({
      line: head + index + 2,
      kind: written,
      stem: cell(1),
      options: splitOptions(cell(2)),
      answer: cell(3),
      explanation: cell(4),
      difficulty: cell(5),
      labels: cell(6),
    });
    if (cell(0) !== '' && written === null) read.faults.push(`没有“${cell(0).slice(0, 10)}”这种题型`);
    return [read];
  });
}

const OPTION = /(?:^|\s)[（(]?([A-Ha-hＡ-Ｈ])[）)]?\s*[.．、:：)）]\s*/g;

/** `A.甲 B.乙` or one option a line. */
export function splitOptions(text: string): string[] {
  const marks = [...text.matchAll(OPTION)];
  if (marks.length === 0)
    return text
      .split(/\n|\|/)
      .map((part) => part.trim())
      .filter(Boolean);
  return marks.map((found, at) =>
    text.slice((found.index ?? 0) + found[0].length, marks[at + 1]?.index ?? text.length).trim(),
  );
}

const NUMBERED = /^\s*\d{1,4}\s*[.．、)）]\s*/;
const HEADING =
  /^\s*(?:[一二三四五六七八九十]+\s*[、.．]\s*)?[【[]?(单选|多选|单项选择|多项选择|判断|填空|简答|问答)题?[】\]]?(?:[（(].*[)）])?\s*[:：]?\s*$/;
const ANSWER = /^\s*[【[]?(?:正确)?答案[】\]]?\s*[:：]?\s*/;
const EXPLANATION = /^\s*[【[]?(?:答案)?解析[】\]]?\s*[:：]?\s*/;
const LEVEL = /^\s*[【[]?难度[】\]]?\s*[:：]?\s*/;

/** Questions as they are pasted from Word: numbered stems, `A.` …, `答案：`, `解析：`; headings name the kind of what follows. */
export function readText(text: string): ReadQuestion[] {
  const found: ReadQuestion[] = [];
  let heading: Kind | null = null;
  let now: {
    line: number;
    stem: string;
    options: string;
    answer: string;
    explanation: string;
    difficulty: string;
  } | null = null;
  let part: 'stem' | 'options' | 'answer' | 'explanation' = 'stem';
  const close = () => {
    if (now && now.stem.trim() !== '')
      found.push(finish({ ...now, kind: heading, options: splitOptions(now.options), labels: '' }));
    now = null;
    part = 'stem';
  };
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replaceAll('\u00a0', ' ').trimEnd();
    if (line.trim() === '') continue;
    const named = HEADING.exec(line)?.[1];
    if (named) {
      close();
      heading = { 单选: 1, 单项选择: 1, 多选: 2, 多项选择: 2, 判断: 3, 填空: 4, 简答: 5, 问答: 5 }[named] as Kind;
      continue;
    }
    // What follows an answer without a number is the next question, but for 简答, whose answer has several lines.
    const next = part === 'answer' && heading !== 5 && !EXPLANATION.test(line) && !LEVEL.test(line);
    if (NUMBERED.test(line) || next) close();
    now ??= { line: index + 1, stem: '', options: '', answer: '', explanation: '', difficulty: '' };
    if (ANSWER.test(line)) {
      part = 'answer';
      now.answer = line.replace(ANSWER, '');
    } else if (EXPLANATION.test(line)) {
      part = 'explanation';
      now.explanation = line.replace(EXPLANATION, '');
    } else if (LEVEL.test(line)) now.difficulty = line.replace(LEVEL, '').trim();
    else if (part === 'stem' && new RegExp(OPTION.source).test(line) && /^\s*[（(]?[AＡa]/.test(line)) {
      part = 'options';
      now.options = line;
    } else if (part === 'options') now.options += `\n${line}`;
    else if (part === 'answer') now.answer += `\n${line}`;
    else if (part === 'explanation') now.explanation += `\n${line}`;
    else now.stem += (now.stem === '' ? '' : '\n') + line.replace(NUMBERED, '');
  }
  close();
  return found;
}
