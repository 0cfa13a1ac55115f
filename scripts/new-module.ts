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
const USAGE = `npm run new-module <ring>/<module> <noun> <中文名>, names in camelCase: npm run new-module procedures/dues bill 账单
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
three lines in each manifest: CONTRIBUTING.md, "From an empty folder to a noun".`);
}

/** Puts a line before or after another one that stands in a file once. */
function insert(file: string, place: 'before' | 'after', anchor: string, line: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.split(anchor).length !== 2) fail(`${file} has changed: "${anchor.trim()}" does not stand there once`);
  writeFileSync(
    file,
    text.replace(anchor, () => (place === 'before' ? `${line}${anchor}` : `${anchor}${line}`)),
  );
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

/** The lines that a new slice has in files of all. */
function announce({ module: name, noun: one, table, path }: Names): void {
  list('server', `${name}Module`, `./${name}/server/routes.ts`);
  list('web', `${name}Pages`, `./${name}/web/index.tsx`);
  insert(
    'scripts/demo/write.ts',
    'before',
    '  await continueIds(client, [\n',
    `  await copyRows(client, '${table}', ${one}Rows(demo.orgs));\n`,
  );
  insert(
    'scripts/demo/write.ts',
    'before',
    'import { contentRows }',
    `import { ${one}Rows } from '#${ring}/${name}/server/seed.ts';\n`,
  );
  const walk = 'e2e/pages.spec.ts';
  for (const page of ['browse', 'edit']) {
    insert(
      'e2e/support/examples.ts',
      'before',
      "  '/contentManager/classification/:id': ",
      `  '${path}/${page}/:id': '${path}/${page}/{${name}}',\n`,
    );
  }
  insert(
    walk,
    'after',
    "  const units = await ask(page, '/api/zzxx/unit/listPage?pageSize=1');\n",
    `  const ${name} = await ask(page, '/api/${name}/${one}/listPage?pageSize=1');\n`,
  );
  insert(walk, 'after', '    unit: units.rows?.[0]?.id,\n', `    ${name}: ${name}.rows?.[0]?.id,\n`);
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
const shared = [
  'scripts/demo/write.ts',
  `src/${ring}/server.ts`,
  `src/${ring}/web.ts`,
  'e2e/pages.spec.ts',
  'e2e/support/examples.ts',
];
const code = Object.keys(files).filter((file) => /\.tsx?$/.test(file));
run('node_modules/.bin/biome', 'check', '--write', ...code, ...shared);
run(process.execPath, 'scripts/db-types.ts');
run(process.execPath, 'scripts/docs.ts');
console.log(`${room} stands, with its table in db/migrations/${names.number}_${names.table}.sql. Now: its fields in
nouns/${noun}.ts and the migration, its README, its place in the menu, and UPDATE_MATRIX=1 for the access matrix.`);
