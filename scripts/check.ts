import { spawnSync } from 'node:child_process';
import { structureFaults } from './check/structure.ts';
import { tableFaults } from './check/tables.ts';

/** `npm run check [step…]`: types, lint, structure, generated documents, or the steps that are named. Ends with code 1 where one finds a fault. */
const bin = (name: string) => `node_modules/.bin/${name}`;
const steps: [string, () => boolean | Promise<boolean>][] = [
  // What was found last time is kept: after a change in one module two to fifteen seconds instead of thirty.
  [
    'types',
    // Each checker reads what it needs of the others' part again: four, the compiler's own choice, are twice the work of one.
    () =>
      run(
        bin('tsc'),
        ...['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
        ...['--checkers', process.env.CHECKERS ?? '2'],
      ),
  ],
  ['lint', () => run(bin('biome'), 'check', '--error-on-warnings', '.')],
  ['structure', () => report(structureFaults())],
  ['tables', async () => report(await tableFaults())],
  ['documents', () => run(process.execPath, 'scripts/docs.ts', '--check')],
];

const STILL_MS = 600_000;

/** Runs a step; one that stands still (seen once, without work, in the documents) is ended, told and run once more. */
function run(command: string, ...args: string[]): boolean {
  const once = () => spawnSync(command, args, { stdio: 'inherit', timeout: STILL_MS, killSignal: 'SIGKILL' });
  const first = once();
  if ((first.error as NodeJS.ErrnoException | undefined)?.code !== 'ETIMEDOUT') return first.status === 0;
  console.error(`${[command, ...args].join(' ')} stood still for ten minutes and is run again`);
  return once().status === 0;
}

function report(faults: string[]): boolean {
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

const asked = process.argv.slice(2);
let failed = 0;
for (const [name, step] of steps.filter(([name]) => asked.length === 0 || asked.includes(name))) {
  const started = performance.now();
  const good = await step();
  if (!good) failed++;
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
process.exit(failed === 0 ? 0 : 1);
