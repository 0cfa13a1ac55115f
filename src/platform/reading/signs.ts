/**
 * What of a text is no part of what it says. Every text that comes in passes here by the schemas of the contract and by the reader
 * of sheets; whatever compares or finds texts uses the same.
 */

/**
 * Signs that nobody sees, as Unicode lists them (marks of direction, fillers, tags among them), the empty Braille cell, and marks of
 * annotations. What joins the parts of an emoji or varies the look of a sign is none of them.
 */
const UNSEEN =
  /(?:(?![\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb])+/gu;
/** What joins signs that are no pictures, and what varies the look of a sign that has one look, the dots of names among them. */
const OUT_OF_PLACE =
  /(?<!\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d|\u200d(?!\p{Extended_Pictographic})|(?:(?<![\p{Emoji}\p{S}])|(?<=[∙⋅˙●⦁]))[\ufe00-\ufe0f]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu;

const UNSEEN_SIGN = /^[\p{Default_Ignorable_Code_Point}\u2800]$/u;
/** Of these every sign is a tag or a variation that nobody sees. */
const UNSEEN_HALF = 0xdb40;
/** Whether nobody sees the letter at a place of a text, half a one included. */
export const isUnseenAt = (text: string, at: number): boolean =>
  UNSEEN_SIGN.test(text.charAt(at)) ||
  text.charCodeAt(at) === UNSEEN_HALF ||
  (text.charCodeAt(at - 1) === UNSEEN_HALF && text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff);

/** A text without invisible characters. */
export const removeInvisibleSigns = (text: string) => text.replace(UNSEEN, '').replace(OUT_OF_PLACE, '');

/** Radicals that Unicode does not fold and that PDFs write for the character (EquivalentUnifiedIdeograph of Unicode). */
const RADICALS: ReadonlyMap<string, string> = new Map(
  (
    '⺠民 ⻁虎 ⻄西 ⻅见 ⻆角 ⻉贝 ⻋车 ⻓长 ⻔门 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ' +
    '⻬齐 ⻮齿 ⻰龙'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Second forms of Chinese characters: radicals of both blocks, and those kept for older codes. */
const SECOND = /[\u2e80-\u2fdf\uf900-\ufaff\u{2f800}-\u{2fa1f}]/gu;

/**
 * A text in the form in which it is stored: without invisible characters, and with one form of each Chinese character (⽅ becomes 方).
 * Other characters of prose (①, ㎡, ，) stay.
 */
export const normaliseText = (text: string): string =>
  removeInvisibleSigns(text.replace(SECOND, (sign) => RADICALS.get(sign) ?? sign.normalize('NFKC')));

/** Dots that stand between the parts of a name. */
const DOTS = '·•・･‧．∙⋅᛫⸱﹒˙ꞏㆍ\u0387⦁';
const DOT = new RegExp(` ?[${DOTS}] ?`, 'g');
/** A full stop between two Chinese characters can be no other. */
const FULL_STOP = /(?<=\p{Script=Han}) ?[.。｡] ?(?=\p{Script=Han})/gu;
/** A text in parts, at each full stop that may be typed for the dot of a name. */
export const atFullStops = (text: string): string[] => normaliseText(text).split(FULL_STOP);

/** Letters and digits, whose width and ligatures say nothing, and what varies the look of a sign. */
const WRITTEN = /[\p{L}\p{N}\p{M}]+/gu;
const VARIED = /[\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** A person's name in the form in which it is stored: one `·` for all dots, letters of usual width (NFKC), one space for each gap. */
export const keptName = (text: string): string =>
  normaliseText(text)
    .replace(/\s+/g, ' ')
    .replace(DOT, '·')
    .replace(FULL_STOP, '·')
    .replace(VARIED, '')
    .replace(WRITTEN, (run) => run.normalize('NFKC'))
    .trim();

/** Characters that comparisons ignore, for a class of a pattern: spaces and the dots of names. */
export const GAPS = `\\s${DOTS}`;
const GAP = new RegExp(`[${GAPS}]`, 'g');

/**
 * A text as it is compared and searched: small letters, digits and letters of the usual width, no gaps, no dots of names. The
 * database does the same to rows by `search_text`.
 */
export const searchText = (text: string): string =>
  normaliseText(text)
    .replace(GAP, '')
    .replace(/[Ａ-Ｚａ-ｚ０-９]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .toLowerCase();

/** A person's name as it is compared with another one: whatever stands for its dot, also a full stop, is ignored. */
export const comparedName = (name: string): string => searchText(keptName(name));

export const LOST_SIGN = '有丢失的字，请按原件重填';

/** Whether a character was lost on the way: � marks it, in names also `?`. */
export const hasLostSign = (text: string) => text.includes('\ufffd');
