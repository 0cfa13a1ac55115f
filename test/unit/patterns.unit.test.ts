import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What is put together while the product runs, with the text that makes it: each with a pattern as it comes out. */
const MADE: Readonly<Record<string, RegExp>> = {
  'new RegExp(`[${GAPS}]`)': /[ \t]/,
  "new RegExp(`[${GAPS}]`, 'g')": /[ \t]/g,
  "new RegExp(` ?[${DOTS}] ?`, 'g')": / ?[·•] ?/g,
  "new RegExp(`[${SIGNS}].?[${SIGNS}\\\\d]|\\\\d[${SIGNS}]`, 'u')": /[〇一二].?[〇一二\d]|\d[〇一二]/u,
  "new RegExp(`[${UNSEEN.join('')}]+`, 'g')": /[\u200b\u200c]+/g,
  'new RegExp(`/${name}\\\\b\\\\s*`)': /\/Font\b\s*/,
  'new RegExp(`^${way}-[\\\\w-]{43}$`)': /^oidc-[\w-]{43}$/,
  'new RegExp(`(^|\\\\D)${Number(from.slice(5, 7))}月`)': /(^|\D)12月/,
  'new RegExp(`${name}="([^"]*)"`)': /nonce="([^"]*)"/,
  'new RegExp(`^\\\\d{${BIND_DIGITS}}$`)': /^\d{8}$/,
  'new RegExp(`^[\\\\w-]{${Math.ceil((bytes * 4) / 3)}}$`)': /^[\w-]{43}$/,
};

interface Pattern {
  source: string;
  flags: string;
  place: string;
}

/** Every pattern that a file of the product writes, and the code by which one is put together while it runs. */
function patternsOf(file: string): { written: Pattern[]; made: { code: string; place: string }[] } {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const place = (at: number) => `${file}:${text.slice(0, at).split('\n').length}`;
  const written: Pattern[] = [];
  const made: { code: string; place: string }[] = [];
  const look = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      made.push({ code: text.slice(node.start, node.end), place: place(node.start) });
  };
  const read = parseSync(file, text);
  expect(read.errors, file).toEqual([]);
  new Visitor({
    // biome-ignore lint/correctness/noComponentHookFactories: a kind of node, no component
    Literal: (node) => {
      if ('regex' in node)
        written.push({ source: node.regex.pattern, flags: node.regex.flags, place: place(node.start) });
    },
    NewExpression: look,
    CallExpression: look,
  }).visit(read.program);
  return { written, made };
}

/** The alternatives of a pattern at its top. Each is tried at each place of a text, so each must be linear by itself. */
function alternativesOf(source: string): string[] {
  const found = [''];
  let depth = 0;
  let inClass = false;
  for (const piece of source.match(/\\[\s\S]|[\s\S]/g) ?? []) {
    if (piece === '[') inClass = true;
    else if (piece === ']') inClass = false;
    else if (!inClass && piece === '(') depth++;
    else if (!inClass && piece === ')') depth--;
    if (piece === '|' && depth === 0 && !inClass) found.push('');
    else found[found.length - 1] += piece;
  }
  return found;
}

/** Without a repetition that has no end, a pattern looks at so many signs from each place and no more. */
const isEndless = (source: string) => /[*+]|\{\d+,\}/.test(source.replace(/\\[\s\S]/g, ''));

/** Why a pattern may take longer than its text is long; null where it is shown that it does not. */
function faultOf({ source, flags }: { source: string; flags: string }, check: typeof import('recheck').checkSync) {
  for (const one of alternativesOf(source).filter(isEndless)) {
    const told = check(one, flags, { timeout: null, randomSeed: 1 });
    if (told.status === 'vulnerable') return told.complexity.summary;
    if (told.status === 'unknown') return `not shown: ${told.error.kind}`;
  }
  return null;
}

/** The analyser as it runs everywhere alike, read once it has been told so. */
async function analyser() {
  process.env.RECHECK_BACKEND = 'pure';
  return (await import('recheck')).checkSync;
}

/**
 * Patterns that this version of the analyser has shown to be linear, a line each: not shown again in every run, which took half a
 * minute. What is not among them is shown now. `PROVE=1`, as `npm run soak` sets it, shows all and writes the file anew.
 */
const PROVEN = join(import.meta.dirname, 'patterns.proven.txt');
const ANALYSER: string = createRequire(import.meta.url)('recheck/package.json').version;
const isProving = process.env.PROVE === '1';

function provenBefore(): ReadonlySet<string> {
  const [version, ...lines] = isProving ? [] : readFileSync(PROVEN, 'utf8').split('\n');
  return new Set(version === ANALYSER ? lines : []);
}

describe('A pattern takes as long as its text, and no longer', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/[\\/]test[\\/]/.test(file));

  test('of all that the product writes', { timeout: 900_000 }, async () => {
    const check = await analyser();
    // What is known to go back must be found, or the whole says nothing.
    for (const known of [/\s+$/, /<[^>]*>|./g, /^(a+)+$/]) expect(faultOf(known, check)).not.toBeNull();
    const all = files.map(patternsOf);
    const made = all.flatMap((one) => one.made);
    expect(made.filter(({ code }) => !(code in MADE))).toEqual([]);
    const apart = new Map<string, Pattern[]>();
    for (const one of [
      ...all.flatMap(({ written }) => written),
      ...Object.entries(MADE).map(([code, { source, flags }]) => ({ source, flags, place: code })),
    ])
      apart.set(`/${one.source}/${one.flags}`, [...(apart.get(`/${one.source}/${one.flags}`) ?? []), one]);
    expect(apart.size).toBeGreaterThan(500);
    const faults: string[] = [];
    const proven = provenBefore();
    for (const [key, places] of apart) {
      if (proven.has(JSON.stringify(key))) continue;
      const fault = places[0] && faultOf(places[0], check);
      if (fault) faults.push(`${key} ${fault}: ${places.map(({ place }) => place).join(', ')}`);
    }
    expect(faults).toEqual([]);
    if (isProving)
      writeFileSync(
        PROVEN,
        `${[ANALYSER, ...[...apart.keys()].map((key) => JSON.stringify(key)).sort()].join('\n')}\n`,
      );
  });
});
