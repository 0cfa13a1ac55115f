import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slowFirst.ts';

const HTTP = ['src/**/test/*.http.test.ts', 'test/platform/**/*.test.ts', 'test/http/**/*.test.ts'];

/**
 * Files that put another module in the place of one, or start a part of the modules: what they import must not meet what
 * other files have imported before them, so that each has a worker of its own. All others start the whole product, which
 * a worker imports once.
 */
const APART = globSync(HTTP).filter((file) => /vi\.mock\(|modules: /.test(readFileSync(file, 'utf8')));

const http = {
  globalSetup: ['test/support/server.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  maxWorkers: 2,
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
      { test: { ...http, name: 'http', include: HTTP, exclude: APART, isolate: false } },
      { test: { ...http, name: 'http-apart', include: APART } },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          // Half of their time they wait: for a server that starts, or until a job counts as dead.
          maxWorkers: 3,
        },
      },
    ],
  },
});
