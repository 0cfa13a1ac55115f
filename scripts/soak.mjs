// `npm run soak`: long walks, hostile requests and kills on the day of today, then what speaks of days on each day that is not like most.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { canMove, clockAt, momentOfRun, moments } from './clock.mjs';
import { install, projectNode } from './prepare.mjs';

const LONG = { WALKS: '10000', FUZZ_RUNS: '200', KILLS: '20' };
const LONG_FILES = ['walk', 'fuzz', 'access', 'sitters', 'announce', 'kill'];

install();
const node = projectNode();
const env = { ...process.env, PATH: `${join(process.cwd(), 'node_modules/.bin')}${delimiter}${process.env.PATH}` };
/** What did not pass, said again at the end. */
const fell = [];

function vitest(name, projects, files, more) {
  console.log(`\n== ${name}\n`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...files,
  ];
  if (spawnSync(node, args, { stdio: 'inherit', env: { ...more, ...env } }).status !== 0) fell.push(name);
}

// With CLOCK that day alone.
const given = process.env.CLOCK ? momentOfRun() : undefined;
const all = given === undefined ? moments() : [given].filter(Boolean);
if (given === undefined) {
  vitest('long walks', ['http*', 'crash'], LONG_FILES, LONG);
  vitest('all patterns', ['unit'], ['patterns'], { PROVE: '1' });
}
if (!canMove()) {
  console.error('The clock cannot be moved: install the package libfaketime (Linux alone). The days were left out.');
  fell.push('days');
} else
  for (const { name, at } of all)
    for (const projects of ['unit', 'http-days*'])
      vitest(`${name}: CLOCK='${at}' ${projects}`, [projects], process.argv.slice(2), clockAt(at));

for (const name of fell) console.log(`FAILED ${name}`);
process.exit(fell.length === 0 ? 0 : 1);
