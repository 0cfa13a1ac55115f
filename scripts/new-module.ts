import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RINGS } from './check/structure.ts';
import { filesOf } from './newModule/files.ts';
import { type Names, namesOf } from './newModule/names.ts';

/**
 * `npm run new-module <ring>/<module> <noun> <中文名> [number]`: a room with one noun, from its table to its journey. What comes out
 * passes `npm run check` and its own tests as it is; then its fields become those of the matter. The migration has the next number
 * unless one is told: where several work beside each other, each has numbers of its own.
 */
const [place = '', noun = '', label = '记录', number = ''] = process.argv.slice(2);
const [ring = '', module = ''] = place.split('/');
const USAGE = `npm run new-module <ring>/<module> <noun> <中文名>, names in camelCase: npm run new-module life/visit visit 走访
Rings: ${RINGS.join(', ')} (docs/architecture.md)`;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

if (
  !(RINGS as readonly string[]).includes(ring) ||
  ![module, noun].every((name) => /^[a-z][A-Za-z]+$/.test(name)) ||
  !/^[\u4e00-\u9fff]+$/.test(label) ||
  !/^\d{0,4}$/.test(number)
)
  fail(USAGE);
const room = join('src', ring, module);
if (existsSync(room)) {
  fail(`${room} is there already. A further noun is nouns/${noun}.ts, server/${noun}.ts, web/${noun}.tsx, a migration and
three lines in each manifest: CONTRIBUTING.md, "Add a room".`);
}

/** Signs a room into a list of its ring, as the uppermost of it. */
function list(side: 'server' | 'web', name: string, path: string): void {
  const file = `src/${ring}/${side}.ts`;
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    `import { ${name} } from '${path}';\n${text.replace(/,?\s*\];\s*$/, () => `,\n  ${name},\n];\n`)}`,
  );
}

/** Adds the room as the last one to the table of its ring's README. */
function addToReadme({ module: name, label: matter }: Names): void {
  const file = `src/${ring}/README.md`;
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(/(\n\|[^\n]*)(\n(?!\|))/, (_all, last, rest) => `${last}\n| \`${name}\` | ${matter} |${rest}`),
  );
}

/** Signs the new room into the lists of its ring; everything else that is read of it stands in its manifests. */
function announce(names: Names): void {
  const { module: name } = names;
  list('server', `${name}Module`, `./${name}/server/routes.ts`);
  list('web', `${name}Pages`, `./${name}/web/index.tsx`);
  addToReadme(names);
}

/** Runs a command of the house; ends where it fails. */
function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) fail(`${command} ${args.join(' ')} failed`);
}

const last = Math.max(...readdirSync('db/migrations').map((name) => Number.parseInt(name, 10)));
const names = namesOf(ring, module, noun, label, number === '' ? last + 1 : Number(number));
const files = filesOf(names);
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
announce(names);
const shared = [`src/${ring}/server.ts`, `src/${ring}/web.ts`];
const code = Object.keys(files).filter((file) => /\.tsx?$/.test(file));
run('node_modules/.bin/biome', 'check', '--write', ...code, ...shared);
run(process.execPath, 'scripts/db-types.ts');
run(process.execPath, 'scripts/docs.ts');
console.log(`${room} stands, with its table in db/migrations/${names.number}_${names.table}.sql. Now: its fields in
nouns/${noun}.ts and the migration, its README, its place in the menu (web/index.tsx), the access matrix (CONTRIBUTING.md), a line in CHANGELOG.md,
its words in docs/glossary.md below ${ring}:

### ${module}

| Chinese | name | what it is | tables |
|---|---|---|---|
| ${label} | ${noun} | | \`${names.table}\` |`);
