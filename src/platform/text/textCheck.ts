import { halfWidth } from '../reading/cells.ts';
import { isUnseenAt } from '../reading/signs.ts';
import { checkCharacter } from './idCardCheck.ts';

/** Numbers that a public text must not contain. */
export const PERSONAL_NUMBERS = {
  idCard: '身份证号',
  mobile: '手机号',
  landline: '固定电话',
  bankCard: '银行卡号',
} as const;
export type PersonalNumber = keyof typeof PERSONAL_NUMBERS;

/** A personal number in a text: `start` and `end` are places in it. */
export interface Finding {
  kind: PersonalNumber;
  start: number;
  end: number;
  /** As it may be named: the middle hidden. */
  masked: string;
}

/** One of these between two digits: people group long numbers. */
const GAP = /^[ \-\u2010-\u2015]$/;

/** Numerals as people write them out, by what each stands for: 一三八〇…, 幺三八洞…, 壹叁捌零…. */
const NUMERALS: Readonly<Record<string, string>> = Object.fromEntries(
  ['零〇○洞', '一壹幺', '二贰貳', '三叁參', '四肆', '五伍', '六陆陸', '七柒拐', '八捌', '九玖'].flatMap(
    (signs, digit) => [...signs].map((sign) => [sign, String(digit)]),
  ),
);

/** Whether a character is a digit in any of its written forms. */
export const isDigitSign = (sign: string): boolean => /[\dXx０-９Ｘｘ]/.test(sign) || NUMERALS[sign] !== undefined;

/** A run of digits (an X at the end of one belongs to it) with its places in the text. */
interface Run {
  digits: string;
  places: number[];
  /** The sign between it and the run before: a gap, a hyphen, or what closes a bracket around an area code. */
  gap: string;
  /** Some of it is written out. */
  isWritten: boolean;
}

/** What each numeral that is written out stands for, by its letter, and one more; 0: none. */
const NUMERAL_OF = new Uint8Array(0x10000);
for (const [sign, digit] of Object.entries(NUMERALS)) NUMERAL_OF[sign.charCodeAt(0)] = Number(digit) + 1;

/** A text as it is read: full width made usual, unseen signs left out, each sign with its place. Letters are numbers here: a long text has many. */
interface Signs {
  codes: Uint16Array;
  places: Uint32Array;
  count: number;
}
function signsOf(text: string): Signs {
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = usualCode(text, at);
    if (code === 0) continue;
    codes[count] = code;
    places[count++] = at;
  }
  return { codes, places, count };
}

/** The letter that is read for the one at a place; 0: nobody sees it, and it would tear a number apart. */
function usualCode(text: string, at: number): number {
  const code = text.charCodeAt(at);
  // Chinese letters and plain signs, most of every text, stand as they are.
  if ((code > 0x3000 && code <= 0x9fff && code !== 0x3164) || (code >= 0x20 && code < 0x7f)) return code;
  if (code >= 0xff01 && code <= 0xff5e) return code - 0xfee0;
  return isUnseenAt(text, at) ? 0 : halfWidth(text.charAt(at)).charCodeAt(0);
}

/**
 * Runs of digits that stand so close that they may be one number, and what stands around them.
 * @param written numerals that are written out are digits, too
 */
function* clustersOf({ codes, places, count }: Signs, written: boolean): Generator<Run[]> {
  const sign = (i: number) => (i >= 0 && i < count ? String.fromCharCode(codes[i] ?? 0) : '');
  const digit = (i: number) => {
    const code = i < count ? (codes[i] ?? 0) : 0;
    return (code >= 0x30 && code <= 0x39) || (written && NUMERAL_OF[code] !== 0);
  };
  let cluster: Run[] = [];
  let gap = '';
  for (let i = 0; i < count; ) {
    if (!digit(i)) {
      i++;
      continue;
    }
    const first = i;
    const run: Run = { digits: '', places: [], gap, isWritten: false };
    const take = () => {
      const numeral = NUMERAL_OF[codes[i] ?? 0] ?? 0;
      run.digits += written && numeral > 0 ? String(numeral - 1) : sign(i).toUpperCase();
      if (numeral > 0) run.isWritten = true;
      run.places.push(places[i] ?? 0);
      i++;
    };
    while (digit(i)) take();
    if (/^x$/i.test(sign(i)) && !/^[0-9a-z]$/i.test(sign(i + 1))) take();
    // Part of a code of letters, or a sum: 13800012345.50, ¥13800012345, 13800012345元.
    const isOther = /^[A-Za-z_¥￥$]$/.test(sign(first - 1)) || /^([A-Za-z_]|\.\d|[元万亿])/.test(sign(i) + sign(i + 1));
    if (!isOther) cluster.push(run);
    gap = sign(i);
    const isArea = /^0\d{2,3}$/.test(run.digits) && /^[)）]$/.test(gap);
    const goesOn = !isOther && (GAP.test(gap) || isArea) && digit(i + 1);
    if (!goesOn) {
      gap = '';
      if (cluster.length > 0) yield cluster;
      cluster = [];
    }
  }
}

const isDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text >= '1900-01-01';
};

function isIdCard(number: string): boolean {
  if (!/^[1-8]\d{16}[\dX]$/.test(number)) return false;
  const birth = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  // A calendar is asked last, for it takes the longest.
  return checkCharacter(number) === number.charAt(17) && isDay(birth);
}

/** Luhn's sum, as on every bank card. */
function isLuhn(number: string): boolean {
  let sum = 0;
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number.charAt(number.length - 1 - at)) * (at % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** What a number is; null: nobody's. Cards of Chinese banks begin with 62, of the others with 3 to 5. */
function kindOf(number: string): PersonalNumber | null {
  if (isIdCard(number)) return 'idCard';
  if (/^((00)?86)?1[3-9]\d{9}$/.test(number)) return 'mobile';
  if (/^(62\d{14,17}|[45]\d{15}|3[47]\d{13})$/.test(number) && isLuhn(number)) return 'bankCard';
  return null;
}

/** What any of them looks like by its first digits and its length: of a long row of digits most is told apart by this alone. */
const SHAPE =
  /^(?:0(?:10|2\d|[3-9]\d{2})[2-8]\d{6,7}|1[3-9]\d{9}|(?:00)?86\d{11}|62\d{14,17}|[45]\d{15}|3[47]\d{13}|[1-8]\d{16}[\dX])$/;

const KEPT: Readonly<Record<PersonalNumber, readonly [number, number]>> = {
  idCard: [3, 4],
  mobile: [3, 4],
  landline: [3, 4],
  bankCard: [4, 4],
};
function masked(number: string, kind: PersonalNumber): string {
  const bare = kind === 'mobile' ? number.slice(-11) : number;
  const [head, tail] = KEPT[kind];
  return `${bare.slice(0, head)}${'*'.repeat(bare.length - head - tail)}${bare.slice(-tail)}`;
}

/** Fewest and most digits of one number, with what may stand before it. */
const SHORTEST = 10;
const LONGEST = 19;
/** What tells of a number without a gap behind its area code that it is one of a telephone. */
const CALLED = /(电话|座机|固话|热线|传真|致电|拨打|联系|tel)[^\d]{0,6}$/i;

/** 固定电话: an area code, a gap, and seven or eight digits; without the gap where a word before it says so. */
function isLandline(runs: readonly Run[], number: string, text: string): boolean {
  if (!/^0(10|2\d|[3-9]\d{2})[2-8]\d{6,7}$/.test(number)) return false;
  const [area] = runs;
  if (runs.length > 1) return /^0(10|2\d|[3-9]\d{2})$/.test(area?.digits ?? '');
  const at = area?.places[0] ?? 0;
  return CALLED.test(text.slice(Math.max(0, at - 12), at));
}

/** The numbers of one reading of a text, in its order. */
function* numbersOf(text: string, signs: Signs, written: boolean): Generator<Finding> {
  for (const runs of clustersOf(signs, written)) {
    const digits = runs.map((run) => run.digits).join('');
    let first = 0;
    for (let from = 0; from < runs.length; first += runs[from++]?.digits.length ?? 0) {
      let last = first;
      for (let to = from; to < runs.length && last - first < LONGEST; to++) {
        last += runs[to]?.digits.length ?? 0;
        if (last - first < SHORTEST) continue;
        const number = digits.slice(first, last);
        if (!SHAPE.test(number)) continue;
        const part = runs.slice(from, to + 1);
        // What closes a bracket joins an area code to its number and nothing else.
        const isBracketed = part.some(({ gap }, at) => at > 0 && /^[)）]$/.test(gap));
        const kind = (isBracketed ? null : kindOf(number)) ?? (isLandline(part, number, text) ? 'landline' : null);
        if (!kind || (written && !part.some(({ isWritten }) => isWritten))) continue;
        const start = runs[from]?.places[0] ?? 0;
        const end = (runs[to]?.places.at(-1) ?? 0) + 1;
        yield { kind, start, end, masked: masked(number, kind) };
        while (from < to) first += runs[from++]?.digits.length ?? 0;
        break;
      }
    }
  }
}

/** A numeral that is written out beside another, or beside a digit. */
const SIGNS = Object.keys(NUMERALS).join('');
const WRITTEN = new RegExp(`[${SIGNS}].?[${SIGNS}\\d]|\\d[${SIGNS}]`, 'u');

/**
 * Finds id cards (GB 11643, by their check digit), mobile and landline numbers and bank cards (Luhn) in a text, in order; also in
 * full width, in numerals (一三八…), or with spaces and hyphens between groups. Page and server call the same function.
 */
export function checkText(text: string): Finding[] {
  // Most paragraphs hold no number at all: nothing shorter than an area code and seven digits is one.
  let digits = 0;
  for (let at = 0; at < text.length && digits < SHORTEST; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 0x30 && code <= 0x39) || (code >= 0xff10 && code <= 0xff19) || NUMERAL_OF[code] !== 0) digits++;
  }
  if (digits < SHORTEST) return [];
  const signs = signsOf(text);
  const findings = [...numbersOf(text, signs, false)];
  if (!WRITTEN.test(text)) return findings;
  const apart = (one: Finding) => findings.every(({ start, end }) => one.end <= start || end <= one.start);
  return [...findings, ...[...numbersOf(text, signs, true)].filter(apart)].sort((a, b) => a.start - b.start);
}

const BLOCK_END = /<\/(p|h[1-6]|li|td|th|blockquote|caption|figcaption|pre|div|tr)>|<(br|hr)\b[^<>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A tag of what has been cleaned: no value within it holds one of these signs. */
const CAPTIONED = /<(?:img|video|a|table)\b[^<>]*>/gi;
const CAPTION = /\s(?:alt|title|summary)\s*=\s*("[^"]*"|'[^']*')/gi;

/**
 * The captions and alternative texts of pictures, tables and links in an HTML text. Readers do not see them in the text, but they
 * are published with it.
 */
export const captionsOf = (html: string): string[] =>
  [...html.matchAll(CAPTIONED)]
    .flatMap(([tag]) => [...tag.matchAll(CAPTION)])
    .flatMap(([, quoted = '']) => paragraphsOf(quoted.slice(1, -1)));

/** The paragraphs of an HTML text without tags, so that a number that is half bold is found too. */
export const paragraphsOf = (html: string): string[] =>
  html
    .replace(BLOCK_END, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
      if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
      return ENTITIES[String(name).toLowerCase()] ?? all;
    })
    .split('\n')
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

/** The paragraphs and captions of an HTML text, each with the name of its place. */
export const placesOf = (label: string, html: string): { place: string; paragraph: string }[] => [
  ...paragraphsOf(html).map((paragraph, at) => ({ place: `${label}第${at + 1}段`, paragraph })),
  ...captionsOf(html).map((paragraph) => ({ place: `${label}的图片说明`, paragraph })),
];

/** A part of a text that everybody is to read. */
export interface CheckedPart {
  label: string;
  text: string;
  /** HTML: its paragraphs are counted. */
  html?: boolean;
}

/** Each personal number in the parts as a sentence that names its place: 第3段含手机号138****1234，请删除或遮盖. */
export function personalNumbers(parts: readonly CheckedPart[]): string[] {
  return parts.flatMap(({ label, text, html }) => {
    const places = html ? placesOf(label, text) : [{ place: label, paragraph: text }];
    return places.flatMap(({ place, paragraph }) =>
      checkText(paragraph).map((one) => `${place}含${PERSONAL_NUMBERS[one.kind]}${one.masked}，请删除或遮盖`),
    );
  });
}
