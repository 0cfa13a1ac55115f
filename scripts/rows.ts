// npm run rows: holds the row types that statements declare (sql<Row>`…`) against what the database answered to them in the HTTP tests that
// ran since .cache/rows was emptied (decision 0024).
//   --all    as `npm test` asks: a statement that no HTTP test ran is a fault too
//   --keep   after a whole run: writes what is wrong now to scripts/check/rows/known.txt, a list to be emptied. With that list what is new
//            fails and is told alone; without it everything is told and nothing fails.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergePlaces, type PlaceSeen } from '../test/support/rowShapes.ts';
import { RowTypes } from './check/rows/compare.ts';
import { declaredRows } from './check/rows/declared.ts';

const root = join(import.meta.dirname, '..');
const KNOWN = join(root, 'scripts/check/rows/known.txt');
const [asksAll, keeps] = ['--all', '--keep'].map((flag) => process.argv.includes(flag));

function placesSeen(): Map<string, PlaceSeen> {
  const seen = new Map<string, PlaceSeen>();
  for (const path of globSync('.cache/rows/*.json', { cwd: root })) {
    const noted = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, PlaceSeen>;
    for (const [place, more] of Object.entries(noted)) {
      const one = seen.get(place);
      if (one) mergePlaces(one, more);
      else seen.set(place, more);
    }
  }
  return seen;
}

const seen = placesSeen();
const { checker, rows, close } = declaredRows();
const types = new RowTypes(checker);
/** Where it stands now, by the place and what is wrong there. */
const faults = new Map<string, string>();
for (const { place, at, type } of rows) {
  const answered = seen.get(place);
  const wrong = answered ? types.faultsOf(type, answered) : ['no HTTP test runs it'];
  for (const fault of answered || asksAll || keeps ? wrong : []) faults.set(`${place} ${fault}`, `${at}: ${fault}`);
}
close();

if (keeps)
  writeFileSync(
    KNOWN,
    [...faults.keys()]
      .sort()
      .map((key) => `${key}\n`)
      .join(''),
  );
const isKept = existsSync(KNOWN);
const known = new Set(isKept ? readFileSync(KNOWN, 'utf8').split('\n') : []);
const news = [...faults].filter(([key]) => !known.has(key)).map(([, told]) => told);
for (const told of news) console.error(told);
const held = rows.filter(({ place }) => seen.has(place)).length;
console.log(
  `row types: ${held} of ${rows.length} held against their rows, ${faults.size} faults, ${news.length} of them new`,
);
process.exit(isKept && news.length > 0 ? 1 : 0);
