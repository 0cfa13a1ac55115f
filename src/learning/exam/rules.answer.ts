import { blanksIn, type Kind, LETTERS, MAX_OPTIONS } from './rules.ts';

/** An option with the letter that stands before it. */
export interface WrittenOption {
  letter: string;
  text: string;
}

const POINTED = /(?:^|[\s;；])[（(]?([A-Ha-hＡ-Ｈ])(?:[）)]\s*[.．、:：]?|\s*[.．、:：)）])\s*/g;
/** `A 甲` and `A甲`, which are options only where their letters follow one another. */
const BARE = /(?:^|[\s;；])([A-HＡ-Ｈ])(?:[ \t\u3000]+|(?=[\u4e00-\u9fff“《〈]))/g;

const upper = (sign = '') => sign.normalize('NFKC').toUpperCase();

/** The marks whose letters rise: one that does not is a part of an option's text. */
function marksOf(text: string, pattern: RegExp): RegExpMatchArray[] {
  let last = '';
  return [...text.matchAll(pattern)].filter(([, sign = '']) => {
    const letter = upper(sign);
    if (letter <= last || (last === '' && letter !== 'A')) return false;
    last = letter;
    return true;
  });
}

/** A stem and its options in signs; what is longer is refused anyway. */
const MOST_SIGNS = 4000;
/** Places at which a row of options may seem to begin. */
const MOST_TRIES = 20;

/** Marks that follow one another from A on, each with words behind it, wherever they begin; null where there are not at least two. */
function rowOf(text: string, pattern: RegExp): RegExpMatchArray[] | null {
  if (text.length > MOST_SIGNS) return null;
  const all = [...text.matchAll(pattern)];
  let tries = MOST_TRIES;
  const letter = (at: number) => upper(all[at]?.[1] ?? '');
  for (let second = 1; second < all.length && tries > 0; second++) {
    if (letter(second) !== 'B') continue;
    let first = second - 1;
    while (first >= 0 && letter(first) !== 'A') first--;
    tries--;
    if (first < 0) continue;
    const row = [all[first] as RegExpMatchArray];
    for (let at = second; at < all.length && row.length < MAX_OPTIONS; at++) {
      if (letter(at) === LETTERS[row.length]) row.push(all[at] as RegExpMatchArray);
    }
    const words = row.map((mark, at) =>
      text.slice((mark.index ?? 0) + mark[0].length, row[at + 1]?.index ?? text.length),
    );
    if (words.every((one) => /[^\s、,，）)]/.test(one))) return row;
  }
  return null;
}

/** Marks within a line: `（　）A．甲B．乙`; without a sign behind the letter only behind a gap or what ends a stem. */
const GLUED = /(?<![A-Za-zＡ-Ｚａ-ｚ])[（(]?([A-HＡ-Ｈ])(?:[）)]\s{0,9}[.．、:：]?|\s{0,9}[.．、:：])\s{0,9}/g;
const GLUED_BARE = /(?<=[\s）)。？?：:])([A-HＡ-Ｈ])(?:[ \t\u3000]{1,9}|(?=[\u4e00-\u9fff“《〈]))/g;
/** A stem and the options that stand behind it in the same line; null where none do. */
export function optionsBehind(text: string): { stem: string; options: string } | null {
  const row = rowOf(text, GLUED) ?? rowOf(text, GLUED_BARE);
  const at = row?.[0]?.index ?? 0;
  if (!row || text.slice(0, at).trim() === '') return null;
  const options = row.map((mark, n) => text.slice(mark.index, row[n + 1]?.index ?? text.length).trim());
  return { stem: text.slice(0, at).trim(), options: options.join('\n') };
}

/** Options of one cell or of lines: `A.甲 B.乙`, `A 甲`, `A甲`, `（A）甲`, or one a line without letters. */
export function readOptions(text: string): { options: WrittenOption[]; doubts: string[] } {
  const pointed = marksOf(text, POINTED);
  const bare = pointed.length < 2 ? marksOf(text, BARE) : [];
  const follows = bare.every(([, sign = ''], at) => upper(sign) === LETTERS[at]);
  const parted = bare.length >= 2 && follows ? bare : pointed;
  const inOrder = parted.length >= 2 && parted.every(([, sign], at) => upper(sign) === LETTERS[at]);
  const glued = parted.length === 0 || inOrder ? null : rowOf(text, GLUED);
  const isGlued = glued !== null && glued[0]?.index === parted[0]?.index && glued.length > parted.length;
  const marks = isGlued ? glued : parted;
  if (marks.length === 0) {
    const parts = text
      .split(/\n|\|/)
      .map((part) => part.trim())
      .filter(Boolean);
    return { options: parts.map((part, at) => ({ letter: LETTERS[at] ?? '', text: part })), doubts: [] };
  }
  const options = marks.map((found, at) => ({
    letter: upper(found[1] ?? ''),
    text: text.slice((found.index ?? 0) + found[0].length, marks[at + 1]?.index ?? text.length).trim(),
  }));
  const doubts = isGlued ? [`选项连写在一起，读成${options.length}个，请核对`] : [];
  const before = text.slice(0, marks[0]?.index ?? 0).trim();
  if (before !== '') doubts.push(`选项A前面的“${before.slice(0, 20)}”没有读入`);
  const moved = options.filter(({ letter }, at) => letter !== LETTERS[at]);
  if (moved.length > 0) {
    const words = options.map(({ letter }) => letter).join('');
    doubts.push(`选项的字母是${words}，已依次改为${LETTERS.slice(0, options.length)}，答案随之改动`);
  }
  return { options, doubts };
}

const RIGHT = /^(对|正确|√|✓|✔|是|t|true|a|y)$/i;
const WRONG = /^(错|错误|不正确|×|✗|✘|x|否|f|false|b|n)$/i;

/** An answer without the brackets and stops around it. */
const inner = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^[([{【「『〔]+|(?<![)\]}】」』〕。.;；])[)\]}】」』〕。.;；]{1,99}$/g, '')
    .trim();

/** The letters of an answer that says letters alone: `A`, `A、B`, `ABD`, `A和C`. */
const lettersOf = (written: string): string[] | null =>
  /^(?:选)?[A-Ha-h](?:[\s,，、;；和及]*[A-Ha-h])*(?:项)?$/.test(written)
    ? [...written.toUpperCase()].filter((sign) => LETTERS.includes(sign))
    : null;

/** The first letter of an answer that says letters alone; null for any other. */
export const letterOf = (answer: string): string | null => lettersOf(inner(answer))?.[0] ?? null;

/** Whether what stands in the brackets of a stem is an answer. */
export const isAnswer = (text: string, options: readonly WrittenOption[]): boolean =>
  options.length > 0
    ? (lettersOf(inner(text))?.every((sign) => options.some(({ letter }) => letter === sign)) ?? false)
    : /^[√✓✔×✗✘]$|^(对|错|正确|错误)$/.test(inner(text));

interface ReadKey {
  key: string[];
  fault: string;
  doubts: string[];
}

/** What an answer is written as, as the key that is stored; nothing is taken for an answer that does not say one. @param stem of 填空, whose blanks are counted */
export function readKey(kind: Kind, text: string, options: readonly WrittenOption[], stem: string | 0): ReadKey {
  const written = inner(text);
  const unread = { key: [], fault: `答案“${text.trim().slice(0, 20)}”不能识别`, doubts: [] };
  if (kind === 3) {
    if (RIGHT.test(written)) return { key: ['1'], fault: '', doubts: [] };
    return WRONG.test(written) ? { key: ['0'], fault: '', doubts: [] } : unread;
  }
  if (kind <= 2) return choicesOf(written, options) ?? unread;
  if (kind === 4) return blanksOf(text, stem === 0 ? 0 : blanksIn(stem));
  return { key: text.trim() === '' ? [] : [text.trim()], fault: '', doubts: [] };
}

function choicesOf(written: string, options: readonly WrittenOption[]): ReadKey | null {
  const compact = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');
  const place = (of: (option: WrittenOption) => boolean) => options.findIndex(of);
  // `A.实现共产主义` and 实现共产主义 name the option by its words.
  const [, letter = '', words = written] = /^([A-Ha-h])\s*[.、:：)]\s*(.+)$/s.exec(written) ?? [];
  const signs = lettersOf(written) ?? (letter !== '' ? [letter.toUpperCase()] : []);
  if (signs.length === 0 || (lettersOf(written) === null && letter !== '')) {
    const named = place(
      (option) => compact(option.text) === compact(words) && (letter === '' || option.letter === letter.toUpperCase()),
    );
    return named < 0 ? null : { key: [String(named)], fault: '', doubts: [] };
  }
  const places = [...new Set(signs)].map((sign) => [sign, place((option) => option.letter === sign)] as const);
  const missing = places.find(([, at]) => at < 0);
  if (missing && options.length > 0) return { key: [], fault: `答案里的${missing[0]}没有对应的选项`, doubts: [] };
  const key = places.map(([sign, at]) => (at < 0 ? LETTERS.indexOf(sign) : at)).sort((a, b) => a - b);
  return { key: key.slice(0, MAX_OPTIONS).map(String), fault: '', doubts: [] };
}

/** Answers of blanks, parted by semicolons or lines; right answers of one blank by `|`. What may be two answers is asked about. */
function blanksOf(text: string, blanks: number): ReadKey {
  const parts = (by: RegExp) =>
    text
      .split(by)
      .map((part) => part.trim().replaceAll('｜', '|'))
      .filter((part) => part !== '');
  const doubts: string[] = [];
  let key = parts(/[;；\n]/);
  if (key.length === 1 && blanks > 1) {
    const other = [/[、，,]/, /\s+/].map(parts).find((one) => one.length === blanks);
    if (other) {
      key = other;
      doubts.push(`按${blanks}处空格读成：${other.join('；')}`);
    }
  }
  for (const one of key) {
    if (!one.includes('|') && /\S\s{0,9}[/／或]\s{0,9}\S/.test(one))
      doubts.push(`“${one.slice(0, 30)}”如果是几个同义答案，请用 | 隔开`);
  }
  return { key, fault: '', doubts };
}
