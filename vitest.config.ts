import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slowFirst.ts';

const HTTP = ['src/**/test/*.http.test.ts', 'test/platform/**/*.test.ts', 'test/http/**/*.test.ts'];

/** What a file starts: the whole product, or a part of the modules by their names; null where it wants a worker of its own. */
function partOf(file: string): string | null {
  const text = readFileSync(file, 'utf8');
  const parts = new Set([...text.matchAll(/modules: (?:\[([^\]]*)\])?/g)].map(([, part]) => part?.trim()));
  if (/vi\.mock\(/.test(text) || parts.size > 1 || parts.has(undefined)) return null;
  return parts.size === 0 ? 'whole' : ([...parts][0] ?? null);
}
/**
 * Files share what their worker has imported with those that start the same: the whole product, or one part of it that several files
 * start. What puts another module in the place of one, or starts what nobody else does, has a worker of its own.
 */
const byPart = Map.groupBy(globSync(HTTP), (file) => partOf(file) ?? file);
const [shared, alone] = [true, false].map((isShared) =>
  [...byPart].filter(([, files]) => files.length > 1 === isShared),
);

const http = {
  globalSetup: ['test/support/server.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // Of two, each waits for its database a tenth of the time.
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/test/*.unit.test.ts', 'test/unit/**/*.test.ts'],
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      ...(shared ?? []).map(([part, files]) => {
        const name = part === 'whole' ? 'http' : `http ${part}`;
        return { test: { ...http, name, include: files, isolate: false } };
      }),
      { test: { ...http, name: 'http-apart', include: (alone ?? []).flatMap(([, files]) => files) } },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          globalSetup: ['test/crash/setup.ts'],
          // Half of their time they wait: for a server that starts, or until a job counts as dead.
          maxWorkers: 3,
        },
      },
    ],
  },
});
