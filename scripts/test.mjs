// `npm test`: everything, on a machine that has only git, Node 20 or newer and npm.
// Plain JavaScript, since the Node at hand may be older than the one that the project brings.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { canMove, clockAt, momentOfRun } from './clock.mjs';
import { install, projectNode } from './prepare.mjs';

const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';
const BUBBLEWRAP = '/usr/bin/bwrap';
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const started = Date.now();
if (process.platform === 'linux' && !canMove()) apt('libfaketime');
const arriving = installPackages();
install();
const node = projectNode();
// What Node compiles is kept: of the servers that crash tests and journeys start, each else compiles all of it anew.
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: join(process.cwd(), '.cache/node'),
  PATH: `${join(process.cwd(), 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
};
const results = '.cache/test-results';
rmSync(results, { recursive: true, force: true });
rmSync('.cache/rows', { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
/** Names of what failed, said again at the end, where a cut log still shows them. */
const faults = [];
/** What fell and passed when it was run again: faults as well, of the product or of the test, but of one in many runs. */
const unsteady = [];
/** More than these are no accident and are not run again. */
const MOST_AGAIN = 10;

const run = (args, more = {}) => spawnSync(node, args, { stdio: 'inherit', env: { ...env, ...more } }).status === 0;
/** The same, while others run. */
const running = (args, more = {}) =>
  new Promise((resolve) => {
    const child = spawn(node, args, { stdio: 'inherit', env: { ...env, ...more } });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
const seconds = (from) => `${((Date.now() - from) / 1000).toFixed(0)} s`;

/** One step that counts as one test. */
function step(name, good) {
  const from = Date.now();
  const ok = good();
  if (ok) passed++;
  else {
    failed++;
    faults.push(name);
  }
  console.log(`\n== ${name}: ${ok ? 'passed' : 'FAILED'} (${seconds(from)})\n`);
}

/**
 * Vitest and Playwright leave a JSON report; a run without one is a failure. What fell is run once more by itself, from a
 * fresh start: what falls again has failed, what passes then is told by name as unsteady, with what it said.
 */
async function suite(name, args, report, more = {}) {
  const from = Date.now();
  const ok = await running(args, more);
  const json = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const good = json.numPassedTests ?? json.stats?.expected ?? 0;
  let fell = failedTests(json);
  if ((!ok && fell.length === 0) || good + fell.length === 0) {
    fell = [{ name: 'the run itself (a fault outside its tests, or no test ran)' }];
  } else if (fell.length > 0 && fell.length <= MOST_AGAIN) {
    rmSync(report, { force: true });
    console.log(`\n== ${name}: ${fell.length} fell and are run again\n`);
    // A browser for each that fell, and the gallery that is built.
    const again = { ...more, BROWSERS: String(Math.min(fell.length, 3)), GALLERY_BUILT: '1' };
    if ((await running([...args, ...new Set(fell.map(({ at }) => at))], again)) && existsSync(report)) {
      unsteady.push(...fell.map((one) => `${name}: ${one.name}`));
      passed += fell.length;
      fell = [];
    }
  }
  passed += good;
  failed += fell.length;
  faults.push(...fell.map((one) => `${name}: ${one.name}`));
  console.log(`\n== ${name}: ${good} passed, ${fell.length} failed (${seconds(from)})\n`);
}

/** The tests that did not pass: full name with the beginning of what was said, and how they are called again. */
function failedTests(json) {
  const said = (text) =>
    stripVTControlCharacters(text ?? '')
      .split('\n')
      .filter(Boolean)
      .slice(0, 6)
      .join(' | ');
  const inVitest = (json.testResults ?? []).flatMap((file) => [
    // A file that fell before its tests leaves them skipped, or none.
    ...(file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')
      ? [{ name: `${file.name}: ${said(file.message)}`, at: file.name }]
      : []),
    ...file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: `${fullName}: ${said(failureMessages[0])}`, at: file.name })),
  ]);
  const inPlaywright = (suite) => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => ({
        name: `${file}:${line} ${title}: ${said(tests.at(-1)?.results.at(-1)?.error?.message)}`,
        at: `${file}:${line}`,
      })),
    ...(suite.suites ?? []).flatMap(inPlaywright),
  ];
  return [...inVitest, ...inPlaywright(json)];
}

const vitest = (projects, report, ...more) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...projects.split(' ').flatMap((project) => ['--project', project]),
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...more,
];

step('check', () => run(['scripts/check.ts']));
step('types of rows', () => run(['scripts/db-types.ts', '--check']));
await suite('unit', vitest('unit', `${results}/unit.json`), `${results}/unit.json`);
await arriving;
if (!existsSync(BUBBLEWRAP) && !apt('bubblewrap'))
  console.log(
    '== bubblewrap: not on this machine and not to be had from apt; tests that run programs in a cell are left out\n',
  );
// Both at once, two fifths of the work in the one and three in the other, so that no processor waits for a start or a last file;
// beside them the demo of the journeys is made.
const making = makeDemo();
await Promise.all([
  suite('HTTP that speaks of days', vitest('http-days*', `${results}/days.json`), `${results}/days.json`, {
    ...movedClock(),
    SERVERS: '2',
  }),
  suite('HTTP and crash', vitest('http http-apart crash', `${results}/servers.json`), `${results}/servers.json`, {
    SERVERS: '3',
  }),
]);
step('row types', () => run(['scripts/rows.ts', '--all']));
const browser = findBrowser();
await onDebianPostgres((url) =>
  suite(
    'PostgreSQL 15',
    vitest('http*', `${results}/pg15.json`, 'test/http/smoke.http.test.ts', 'test/platform/database.test.ts'),
    `${results}/pg15.json`,
    { TEST_DATABASE_URL: url },
  ),
);
step('build', () => run(['node_modules/vite/bin/vite.js', 'build']) && run(['scripts/compress.ts']));
const demo = await making;
await suite('browser', ['node_modules/@playwright/test/cli.js', 'test'], `${results}/browser.json`, {
  PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/browser.json`,
  DEMO_OF_RUN: demo,
  ...(browser ? { CHROMIUM: browser } : {}),
});

if (demo) rmSync(demo, { recursive: true, force: true });

for (const one of unsteady) console.log(`UNSTEADY ${one}`);
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(`in ${seconds(started)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * The clock of the suites that speak of days: 29 February and New Year in turn (clock.mjs), told here and set again by
 * CLOCK. Empty where it cannot be moved.
 */
function movedClock() {
  const moment = momentOfRun();
  if (!moment) console.log('== clock: not moved (CLOCK=off)\n');
  else if (!canMove())
    console.log(
      '== clock: not moved: libfaketime is not on this machine and not to be had from apt; the tests have the day of today\n',
    );
  else {
    console.log(`== clock: ${moment.name}; again by CLOCK='${moment.at}', all such days by npm run soak\n`);
    return clockAt(moment.at);
  }
  return {};
}

/** The folder of a demo for the journeys to copy; empty where it could not be made, which they try again and tell. */
function makeDemo() {
  const child = spawn(node, ['e2e/support/makeDemo.ts'], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let said = '';
  child.stdout.on('data', (piece) => (said += piece));
  return new Promise((resolve) => {
    child.once('error', () => resolve(''));
    child.once('close', (code) => resolve(code === 0 ? said.trim() : ''));
  });
}

function hasFont() {
  return spawnSync('sh', ['-c', 'fc-list :lang=zh-cn | grep -q .']).status === 0;
}

/** `apt-get install` as a line for the shell: as it is known here, else after an update. */
function aptLine(packages) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
  const get = `${sudo}env DEBIAN_FRONTEND=noninteractive apt-get`;
  const install = `${get} install -y --no-install-recommends ${packages.join(' ')}`;
  return `command -v apt-get && { ${install} || { ${get} update && ${install}; }; }`;
}

function apt(...packages) {
  return spawnSync('sh', ['-c', aptLine(packages)], { stdio: 'ignore', env }).status === 0;
}

/** Debian's packages that later steps need and the machine lacks come while the first steps run; what does not is asked for again there. */
function installPackages() {
  const lacking = [
    ...(existsSync(BROWSERS[0]) ? [] : ['chromium-headless-shell']),
    ...(hasFont() ? [] : ['fonts-noto-cjk', 'fontconfig']),
    ...(existsSync(join(DEBIAN_POSTGRES, 'initdb')) ? [] : ['postgresql-15']),
    ...(existsSync(BUBBLEWRAP) ? [] : ['bubblewrap']),
  ];
  if (lacking.length === 0) return Promise.resolve();
  const child = spawn('sh', ['-c', aptLine(lacking)], { stdio: 'ignore' });
  return new Promise((resolve) => child.once('error', resolve).once('exit', resolve));
}

/**
 * Chromium with a Chinese font: Debian's, else Playwright's own, else a sentence and the end. Without a window to draw
 * (`chromium-headless-shell`) a journey takes six tenths of the time.
 */
function findBrowser() {
  const debian = () => BROWSERS.find(existsSync);
  if (!debian()?.endsWith('shell') || !hasFont()) apt('chromium-headless-shell', 'fonts-noto-cjk', 'fontconfig');
  if (!debian() || !hasFont()) apt('chromium', 'fonts-noto-cjk', 'fontconfig');
  if (debian()) {
    if (!hasFont()) console.error('Warning: no Chinese font is installed; screenshots will show boxes.');
    return debian();
  }
  if (run(['node_modules/@playwright/test/cli.js', 'install', 'chromium'])) return null;
  console.error(
    'The browser journeys need Chromium and a Chinese font: install the packages chromium and fonts-noto-cjk, ' +
      'or let `npx playwright install chromium` download its own.',
  );
  console.log(`${passed} passed, ${failed + 1} failed`);
  process.exit(1);
}

/** Runs the body on a throw-away PostgreSQL 15 of Debian's, where there is one to be had. */
async function onDebianPostgres(body) {
  const bin = DEBIAN_POSTGRES;
  if (!existsSync(join(bin, 'initdb'))) apt('postgresql-15');
  if (!existsSync(join(bin, 'initdb'))) {
    console.log('== PostgreSQL 15: not on this machine and not to be had from apt; left out\n');
    return;
  }
  const { throwawayCluster } = await import('./debian-postgres.mjs');
  const cluster = await throwawayCluster(bin);
  try {
    await body(cluster.url);
  } finally {
    cluster.stop();
  }
}
