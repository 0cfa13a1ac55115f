import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { serverModules } from '#rooms/server.ts';
import { RINGS, ROOM_ORDER } from './check/structure.ts';
import { tablesPage } from './check/tables.ts';
import { messagesPage } from './docs/messages.ts';
import { securityPage } from './docs/security.ts';
import { PLACE_SYLLABLES, placeSyllablesSource, SYLLABLES, syllablesSource } from './syllables.ts';

/** Writes the generated documents; with `--check` only compares and ends with code 1 on a difference. */
const documents: Record<string, () => string | Promise<string>> = {
  'docs/architecture.md': architecturePage,
  'docs/calls.md': callsPage,
  'docs/messages.md': messagesPage,
  'docs/security.md': securityPage,
  'docs/tables.md': tablesPage,
  [SYLLABLES]: syllablesSource,
  [PLACE_SYLLABLES]: placeSyllablesSource,
};

/** The drawing of the rings names the rooms of each as its list has them; all else of the page is written by hand. */
function architecturePage(): string {
  return RINGS.reduce(
    (page, ring) => {
      const rooms = ROOM_ORDER.flatMap((room) => (room.startsWith(`${ring}/`) ? [room.slice(ring.length + 1)] : []));
      return page.replace(new RegExp(`^${ring} {2,}.*$`, 'm'), `${ring.padEnd(17)} ${rooms.join(' ')}`);
    },
    readFileSync('docs/architecture.md', 'utf8'),
  );
}

function callsPage(): string {
  const head = [
    '# Calls',
    '',
    'Generated from the contracts (`npm run docs`); the review of a change to who may do what starts here.',
    '',
  ];
  const answering = serverModules.filter(({ routes }) => routes.length > 0);
  const parts = answering.flatMap(({ name, routes }) => [
    `## ${name}`,
    '',
    '| call | access | scope | audit | summary |',
    '|---|---|---|---|---|',
    ...routes.map(
      ({ endpoint: e }) =>
        `| ${e.method} ${e.path} | ${e.access} | ${e.scope} | ${e.audit ?? ''}${e.idempotent ? ' (idempotent)' : ''} | ${e.summary} |`,
    ),
    '',
  ]);
  return `${[...head, ...parts].join('\n').trimEnd()}\n`;
}

const check = process.argv.includes('--check');
let stale = 0;
for (const [path, make] of Object.entries(documents)) {
  const wanted = await make();
  const there = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (there === wanted) continue;
  if (!check) {
    writeFileSync(path, wanted);
    continue;
  }
  console.error(`${path} is not current: npm run docs`);
  stale++;
}
process.exit(stale === 0 ? 0 : 1);
