import { checkText, isDigitSign } from '#platform/text/textCheck.ts';
import type { WordMatcher } from '#platform/text/textWords.ts';

/** A text with the middle of each personal number hidden; every other sign stays where it is. */
export function maskedText(text: string): string {
  let masked = '';
  let from = 0;
  for (const { start, end, masked: shown } of checkText(text)) {
    masked += text.slice(from, start) + shown;
    from = end;
  }
  return masked + text.slice(from);
}

const TAG = /<\/?([a-z][a-z0-9]*)\b[^<>]*>/gi;
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 li td th blockquote caption figcaption pre div tr ul ol table tbody thead br hr'.split(' '),
);

/**
 * The same for HTML: within a paragraph a number may stand half in bold; its signs are hidden where they stand, and the tags stay.
 */
export function maskedHtml(html: string): string {
  let from = 0;
  let out = '';
  for (const tag of html.matchAll(TAG)) {
    if (!BLOCKS.has((tag[1] ?? '').toLowerCase())) continue;
    out += maskedRun(html.slice(from, tag.index)) + tag[0];
    from = tag.index + tag[0].length;
  }
  return out + maskedRun(html.slice(from));
}

/** One paragraph's inner HTML. Entities count as one sign that is no digit. */
function maskedRun(html: string): string {
  const signs: { at: number; length: number }[] = [];
  let text = '';
  for (const part of html.matchAll(/<[^<>]*>|&[#\w]{1,9};|[^<&]|[<&]/gsu)) {
    const [raw] = part;
    if (raw.startsWith('<') && raw.length > 1) continue;
    text += raw.startsWith('&') && raw.length > 1 ? (raw === '&nbsp;' ? ' ' : '&') : raw;
    while (signs.length < text.length) signs.push({ at: part.index, length: raw.length });
  }
  const hidden = new Set<number>();
  for (const { start, end, kind } of checkText(text)) {
    const digits = Array.from({ length: end - start }, (_, i) => start + i).filter((at) => isDigitSign(text[at] ?? ''));
    const head = kind === 'bankCard' ? 4 : 3;
    // A country code before a mobile number belongs to what stays.
    const lead = kind === 'mobile' ? digits.length - 11 + head : head;
    for (const at of digits.slice(lead, -4)) hidden.add(at);
  }
  let out = '';
  let from = 0;
  for (const at of [...hidden].sort((a, b) => a - b)) {
    const sign = signs[at];
    if (!sign) continue;
    out += `${html.slice(from, sign.at)}*`;
    from = sign.at + sign.length;
  }
  return out + html.slice(from);
}

const NO_WORDS: WordMatcher = () => [];

/** What takes the place of each sign of a text that is no good: forbidden words are starred, others written as they should be. */
function fixesOf(text: string, match: WordMatcher): Map<number, string> {
  const fixes = new Map<number, string>();
  for (const { kind, start, end, proper } of match(text)) {
    if (kind === 2) continue;
    for (let at = start; at < end; at++) fixes.set(at, kind === 1 ? '*' : at === start ? proper : '');
  }
  return fixes;
}

/** A text whose forbidden words are starred and whose others are written as the site writes them. */
export function fixedText(text: string, match: WordMatcher = NO_WORDS): string {
  const fixes = fixesOf(text, match);
  return fixes.size === 0
    ? text
    : [...Array(text.length).keys()].map((at) => fixes.get(at) ?? text.charAt(at)).join('');
}

/** The same for HTML: a word may stand half in bold; the tags stay. */
export function fixedHtml(html: string, match: WordMatcher = NO_WORDS): string {
  let from = 0;
  let out = '';
  for (const tag of html.matchAll(TAG)) {
    if (!BLOCKS.has((tag[1] ?? '').toLowerCase())) continue;
    out += fixedRun(html.slice(from, tag.index), match) + tag[0];
    from = tag.index + tag[0].length;
  }
  return out + fixedRun(html.slice(from), match);
}

function fixedRun(html: string, match: WordMatcher): string {
  const parts = [...html.matchAll(/<[^<>]*>|&[#\w]{1,9};|[^<&]|[<&]/gs)].map(([raw]) => raw);
  const isSign = (raw: string) => !(raw.startsWith('<') && raw.length > 1);
  const signs = parts.filter(isSign);
  // Each sign is one place, so that places in the text are places among the signs.
  const fixes = fixesOf(signs.map((raw) => (raw.length === 1 ? raw : raw === '&nbsp;' ? ' ' : '&')).join(''), match);
  if (fixes.size === 0) return html;
  let at = -1;
  return parts
    .map((raw) => {
      if (!isSign(raw)) return raw;
      at++;
      return fixes.get(at)?.replace(/[&<>]/g, '') ?? raw;
    })
    .join('');
}
