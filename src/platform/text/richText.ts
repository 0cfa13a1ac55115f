import { Parser } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { ALIGNS, MAX_WIDTH, TEXT_COLOURS, TEXT_SIZES } from './richTextRules.ts';

const BLOCKS = ['p', 'h2', 'h3', 'h4', 'h5', 'li', 'td', 'th', 'blockquote'];
const TAGS = [
  ...BLOCKS,
  ...[
    'div',
    'pre',
    'ul',
    'ol',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'figure',
    'figcaption',
    'hr',
    'br',
  ],
  ...['span', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'a', 'img', 'video'],
];

const ALIGN_CLASSES = ALIGNS.map((align) => `rt-${align}`);
const SIZE_CLASSES = TEXT_SIZES.map((size) => `rt-size-${size}`);
const COLOUR_CLASSES = Object.keys(TEXT_COLOURS).map((name) => `rt-${name}`);
const BLOCK_CLASSES = ['rt-indent', ...ALIGN_CLASSES];
const TEXT_CLASSES = [...SIZE_CLASSES, ...COLOUR_CLASSES];

/** The address of an uploaded file; nothing else is shown inside a text, so that no other site learns who reads it. */
const FILE = /^\/api\/common\/download\?fileName=[0-9a-f]{32}(-[tz])?$/;
/** A page of the product, an address outside, a letter or a call. */
const LINK = /^(#\/|\/(?![/\\])|https?:\/\/|mailto:|tel:)/i;

/** What is dropped with everything inside, since browsers read it by other rules. */
const WHOLE = [
  ...['script', 'style', 'textarea', 'option', 'select', 'noscript', 'title', 'xmp', 'iframe', 'frameset', 'noembed'],
  ...['noframes', 'plaintext', 'template', 'svg', 'math', 'object', 'embed', 'applet', 'xml', 'meta', 'head'],
];

const PLAIN: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  ins: 'u',
  font: 'span',
  h1: 'h2',
  h6: 'h5',
};

/** Pixels of a CSS length; null for what is relative to something unknown. */
function pixels(length: string): number | null {
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt)?$/i.exec(length.trim()) ?? [];
  const value = Number.parseFloat(number);
  if (!Number.isFinite(value)) return null;
  return unit.toLowerCase() === 'pt' ? (value * 4) / 3 : value;
}

/** The colour of the palette for a reddish, golden, … one; none for black, white and whatever cannot be read. */
function colourClass(colour: string): string | null {
  const named: Record<string, string> = { red: 'ff0000', blue: '0000ff', green: '008000', gray: '808080' };
  const text = colour.trim().toLowerCase();
  const hex = named[text] ?? /^#([0-9a-f]{6})$/.exec(text)?.[1];
  const parts = hex
    ? [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    : (/^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(text)?.slice(1) ?? []).map(Number);
  const [r, g, b] = parts;
  if (r === undefined || g === undefined || b === undefined) return null;
  const spread = Math.max(r, g, b) - Math.min(r, g, b);
  if (spread < 40) return r > 80 && r < 200 ? 'rt-grey' : null;
  if (r >= g && r >= b) return g > r * 0.5 && b < r * 0.5 ? 'rt-gold' : 'rt-red';
  return g >= b ? 'rt-green' : 'rt-blue';
}

/** What is kept of the styles that other programs write, as classes of ours. */
function styleClasses(style: string, block: boolean): string[] {
  const classes: string[] = [];
  for (const rule of style.split(';')) {
    const colon = rule.indexOf(':');
    const name = rule.slice(0, colon).trim().toLowerCase();
    const value = rule.slice(colon + 1).trim();
    if (name === 'text-align' && block) classes.push(`rt-${value.toLowerCase()}`);
    if (name === 'text-indent' && block && Number.parseFloat(value) > 0) classes.push('rt-indent');
    if (name === 'color') classes.push(colourClass(value) ?? '');
    const size = name === 'font-size' ? pixels(value) : null;
    if (size !== null) {
      const nearest = TEXT_SIZES.reduce((a, b) => (Math.abs(b - size) < Math.abs(a - size) ? b : a));
      classes.push(`rt-size-${nearest}`);
    }
  }
  return classes;
}

/** A whole number between 1 and `max`; undefined where it is none. */
function whole(text: string | undefined, max: number): string | undefined {
  const value = Number.parseInt(text ?? '', 10);
  return value >= 1 ? String(Math.min(value, max)) : undefined;
}

const given = (attributes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined));

function mapped(tag: string, from: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const tagName = PLAIN[tag] ?? tag;
  const block = BLOCKS.includes(tagName);
  const allowed = tagName === 'span' ? TEXT_CLASSES : block ? [...BLOCK_CLASSES, ...TEXT_CLASSES] : [];
  const wanted = [
    ...(from.class ?? '').split(/\s+/),
    ...styleClasses(from.style ?? '', block),
    ...(block && from.align ? [`rt-${from.align.toLowerCase()}`] : []),
    ...(tag === 'font' && from.color ? [colourClass(from.color) ?? ''] : []),
  ];
  const classes = allowed.filter((name) => wanted.includes(name));
  const attribs: Record<string, string | undefined> = { class: classes.length > 0 ? classes.join(' ') : undefined };
  if (tagName === 'a') {
    const href = from.href?.trim();
    if (href && LINK.test(href)) {
      attribs.href = href;
      if (/^https?:/i.test(href)) Object.assign(attribs, { target: '_blank', rel: 'noopener noreferrer' });
    }
  }
  if (tagName === 'img' || tagName === 'video') {
    attribs.src = from.src && FILE.test(from.src) ? from.src : undefined;
    attribs.width = whole(from.width, MAX_WIDTH);
    if (tagName === 'img') attribs.alt = (from.alt ?? '').slice(0, 200);
    else attribs.controls = '';
  }
  if (tagName === 'td' || tagName === 'th') {
    attribs.colspan = whole(from.colspan, 50);
    attribs.rowspan = whole(from.rowspan, 200);
  }
  if (tagName === 'ol') attribs.start = whole(from.start, 9999);
  return { tagName, attribs: given(attribs) };
}

const PROFILE: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width'],
    video: ['src', 'width', 'controls'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: WHOLE,
  nestingLimit: 60,
  parseStyleAttributes: false,
  transformTags: { '*': mapped },
  // A picture without its file says nothing.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs.src,
};

/** Tags that may stand within each other in what is read at all; of what is written by hand or by a program, none comes near. */
const DEEPEST = 400;
/** Signs that are read between two looks at the depth. */
const PIECE = 4096;

/** Whether tags stand so deep within each other that the parser, which moves all that are open at each, would take the square of it. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  let deepest = 0;
  const parser = new Parser({
    onopentagname: () => {
      deepest = Math.max(deepest, ++depth);
    },
    onclosetag: () => {
      depth--;
    },
  });
  for (let at = 0; at < html.length && deepest <= DEEPEST; at += PIECE) parser.write(html.slice(at, at + PIECE));
  return deepest > DEEPEST;
}

/** A text through a profile; the signs of its tags as signs where they stand too deep within each other. */
function sanitized(html: string, profile: sanitizeHtml.IOptions): string {
  if (!isTooDeep(html)) return sanitizeHtml(html, profile);
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Cleans rich text. The server calls it at every writing, the page at every showing and pasting: no script, style or handler,
 * addresses only of links, pictures and videos only of uploaded files. Alignment, first-line indent, size and colour that other
 * programs write as styles become our classes. Cleaning a cleaned text changes nothing.
 * @param html any text at all
 */
export function cleanHtml(html: string): string {
  let clean = sanitized(html, PROFILE);
  // Where tags are nested against the rules, reading the answer again may close one more of them.
  for (let round = 0; round < 5; round++) {
    const again = sanitized(clean, PROFILE);
    if (again === clean) return clean;
    clean = again;
  }
  return sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {}, nonTextTags: WHOLE });
}

/** The image that the old editor puts where nothing has been written yet (specification 5). */
const SPACER = /<img\b[^<>]*\bspacer\.gif/i;

/** Whether a text has no content: no words, picture, video or horizontal line. The old editor's spacer image counts as empty. */
export function isEmptyHtml(html: string): boolean {
  if (SPACER.test(html)) return true;
  return !/<(img|video|hr)\b/i.test(html) && plainText(html) === '';
}

const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|nbsp);/g, (sign) => SIGNS[sign] ?? sign);

/** The lines of a text that consists of paragraphs only; null where it has more than plain lines can hold. Spaces stay as they are. */
export function plainLines(html: string): string | null {
  const clean = cleanHtml(html);
  if (/<(?!\/?p>|br \/>)/.test(clean)) return null;
  return unescaped(clean.replace(/<\/p>\s*(?!$)|<br \/>/g, '\n').replace(/<\/?p>/g, '')).trim();
}

/** The words of a text alone, one line, for searching and for previews. */
export function plainText(html: string): string {
  // The marks between blocks keep their words apart.
  const text = sanitized(
    html.replace(
      /<(\/?(p|h\d|[uo]l|li|table|caption|td|th|tr|div|section|blockquote|pre|figure|figcaption)\b|br|hr)/gi,
      ' <$1',
    ),
    {
      allowedTags: [],
      allowedAttributes: {},
      nonTextTags: WHOLE,
    },
  );
  return unescaped(text)
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim();
}
