import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * What browsers have learnt after Chromium 109, the oldest that pages are built for (`build.target`): by the object that holds it.
 * Source: the browser-compatibility data of MDN and core-js-compat, versions 110 and later.
 */
export const NEWER: Readonly<Record<string, readonly string[]>> = {
  'Array.prototype': ['toReversed', 'toSorted', 'toSpliced', 'with'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  URL: ['canParse', 'parse'],
  Array: ['fromAsync'],
  Promise: ['withResolvers', 'try'],
  'Set.prototype': [
    ...['union', 'intersection', 'difference', 'symmetricDifference'],
    ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ],
  'Iterator.prototype': [
    ...['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
  'ArrayBuffer.prototype': ['resize', 'transfer', 'transferToFixedLength'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  AbortSignal: ['any'],
  RegExp: ['escape'],
  Math: ['f16round', 'sumPrecise'],
  Error: ['isError'],
  JSON: ['rawJSON', 'isRawJSON'],
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['toBase64', 'toHex', 'setFromBase64', 'setFromHex'],
  'Blob.prototype': ['bytes'],
  'Response.prototype': ['bytes'],
  'Document.prototype': ['startViewTransition'],
  'Element.prototype': ['getHTML', 'setHTMLUnsafe', 'moveBefore'],
};

/**
 * Names that other things have too, or that libraries look for before they call them: the journeys alone find these, since their
 * browser lacks them.
 */
const COMMON = new Set([
  ...['with', 'parse', 'try', 'any', 'escape', 'resize', 'bytes', 'union', 'intersection', 'difference', 'isError'],
  ...['getHTML', 'startViewTransition', 'toHex', 'fromHex', 'toBase64'],
  ...(NEWER['Iterator.prototype'] ?? []),
]);
/** Of these, said with their owner, nothing else is meant. */
const OWNED = new Set(['Promise.try', 'URL.parse', 'AbortSignal.any', 'RegExp.escape', 'Error.isError']);

const OLDER = resolve(import.meta.dirname, '../../src/platform/web/start/older.ts');

/** Whether the pages bring it along (`older.ts`). */
function brings(older: string, owner: string, name: string): boolean {
  const part = `${owner.replace('.prototype', '')}.${name}`.replace(/[a-z](?=[A-Z])/g, '$&-').toLowerCase();
  return older.includes(`es.${part}.js`) || older.includes(`web.${part}.js`);
}

/** What a script calls although the oldest browser does not have it and nothing brings it along, as `Map.groupBy`. */
export function newerCalls(code: string, older = readFileSync(OLDER, 'utf8')): string[] {
  const found: string[] = [];
  // What a comment says is not called.
  const called = code.replaceAll(/^\s*\/\*.*?\*\//gms, '');
  for (const [owner, names] of Object.entries(NEWER))
    for (const name of names) {
      const isStatic = !owner.endsWith('.prototype');
      const full = `${owner}.${name}`;
      if (brings(older, owner, name) || (COMMON.has(name) && !OWNED.has(full))) continue;
      const call = isStatic ? `(?<![\\w$.])${owner}\\.${name}\\(` : `\\.${name}\\(`;
      if (new RegExp(call).test(called)) found.push(full);
    }
  return found;
}

/**
 * What built styles say that Chromium 109 does not read, beside what looks as well without. A declaration with `var()` in it is no
 * fallback for the next: it is taken when it is read and falls to nothing when it is computed.
 */
const STYLES: Readonly<Record<string, RegExp>> = {
  'color-mix()': /color-mix\(/,
  'light-dark()': /light-dark\(/,
  'lab(), lch(), oklab(), oklch(), color()': /[:\s,(](ok)?(lab|lch)\(|[:\s,(]color\(/,
  '@starting-style': /@starting-style/,
  '@scope': /@scope/,
  subgrid: /subgrid/,
  'sin() and the like': /[:\s,(](sin|cos|tan|atan2?|asin|acos|pow|sqrt|hypot|exp|abs|sign|round|rem)\(/,
  'linear()': /[:\s,]linear\(/,
  'of in :nth-child()': /nth-(last-)?child\([^)]*\bof\b/,
  ':dir(), :popover-open, :user-valid': /:(dir\(|popover-open|open\b|user-(in)?valid|state\()/,
  nesting: /&/,
  'style() of containers': /@container[^{]*style\(/,
};

/** What a built style sheet uses although the oldest browser does not read it. */
export function newerStyles(css: string): string[] {
  const bare = css.replace(/\/\*.*?\*\/|url\([^)]*\)|"[^"]*"/gs, '');
  const found = Object.entries(STYLES).flatMap(([name, sign]) => (sign.test(bare) ? [name] : []));
  // Until 120 the mask needs its first name.
  const isMasked = bare.replaceAll(/-webkit-mask/g, '').match(/[{;]\s*mask(-image)?:/);
  if (isMasked && !bare.includes('-webkit-mask')) found.push('mask without -webkit-mask');
  return found;
}
