import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CITY_SEATS } from '#platform/places/citySeats.ts';
import { REGIONS } from '#platform/places/regions.ts';
import { textReadings } from '#platform/server/database/nameSearch.ts';
import { ROOM_ORDER } from './check/structure.ts';

const root = resolve(import.meta.dirname, '..');

export const SYLLABLES = 'src/kernel/shell/web/search/syllables.ts';
/** Where the titles of pages, menu entries and acts stand. */
const SOURCES = [
  'docs/routes.txt',
  ...ROOM_ORDER.map((room) => `src/${room}/web/index.tsx`).filter((file) => existsSync(resolve(root, file))),
  'src/kernel/shell/web/search/entries.ts',
  'src/procedures/recruitment/web/places.ts',
];

/** The same for the names of places, which forms offer. */
export const PLACE_SYLLABLES = 'src/platform/web/form/placeSyllables.ts';

/**
 * The source of syllables.ts: how the signs in titles of pages and acts are read, so that the search knows them by pinyin
 * without a dictionary in the page.
 */
export function syllablesSource(): string {
  // By words: 长 is read otherwise in 校长 than in 长江.
  const words = SOURCES.flatMap((source) =>
    [...readFileSync(resolve(root, source), 'utf8').matchAll(/[\u4e00-\u9fff]+/g)].map(([word]) => word),
  );
  return sourceOf(words, 'syllables', {
    from: 'the titles of pages, menu entries and acts',
    of: 'titles',
  });
}

/** The source of placeSyllables.ts, by which a form finds places (GB/T 2260) by pinyin. */
export function placeSyllablesSource(): string {
  // A place by its own name: 重庆市, 六安市 and 亳州市 are words, their provinces before them are not part of it.
  const names = [...REGIONS, ...CITY_SEATS].map(({ name }) => name);
  return sourceOf(['峡州市', ...names], 'placeSyllables', { from: 'the names of regions', of: 'places' });
}

function sourceOf(words: readonly string[], name: string, { from, of }: { from: string; of: string }): string {
  const signs = new Map<string, Set<string>>();
  for (const word of words) {
    textReadings(word).forEach((reading, at) => {
      const known = signs.get(reading) ?? new Set();
      signs.set(reading, known.add([...word][at] ?? ''));
    });
  }
  const rows = [...signs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reading, known]) => `  ${reading}: '${[...known].sort().join('')}',`);
  return [
    `// Made by scripts/syllables.ts from ${from}.`,
    '',
    `/** The signs of ${of} by how they are read, without tones. */`,
    `export const ${name}: Readonly<Record<string, string>> = {`,
    ...rows,
    '};',
    '',
  ].join('\n');
}
