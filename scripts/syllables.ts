import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { textReadings } from '#platform/server/nameSearch.ts';

const root = resolve(import.meta.dirname, '..');

export const SYLLABLES = 'src/modules/shell/web/search/syllables.ts';
/** Where the titles of pages, menu entries and acts stand. */
const SOURCES = ['docs/routes.txt', 'src/modules/shell/web/menu.ts', 'src/modules/shell/web/search/entries.ts'];

/**
 * The source of syllables.ts: how the signs in titles of pages and acts are read, so that the search knows them by pinyin
 * without a dictionary in the page.
 */
export function syllablesSource(): string {
  const signs = new Map<string, Set<string>>();
  for (const source of SOURCES) {
    // By words: 长 is read otherwise in 校长 than in 长江.
    for (const [words] of readFileSync(resolve(root, source), 'utf8').matchAll(/[\u4e00-\u9fff]+/g)) {
      textReadings(words).forEach((reading, at) => {
        const known = signs.get(reading) ?? new Set();
        signs.set(reading, known.add([...words][at] ?? ''));
      });
    }
  }
  const rows = [...signs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reading, known]) => `  ${reading}: '${[...known].sort().join('')}',`);
  return [
    '// Made by scripts/syllables.ts from the titles of pages, menu entries and acts.',
    '',
    '/** The signs of titles by how they are read, without tones. */',
    'export const syllables: Readonly<Record<string, string>> = {',
    ...rows,
    '};',
    '',
  ].join('\n');
}
