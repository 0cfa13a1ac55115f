import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slowFirst.ts';

const HTTP = [
  'src/**/test/*.http.test.ts',
  'test/platform/**/*.test.ts',
  'test/http/**/*.test.ts',
  'test/attack/**/*.test.ts',
];

/**
 * Files that start the whole product share what their worker has imported. What puts another module in the place of one, or starts a
 * part of the modules, has a worker of its own.
 */
const isApart = (file: string) => /vi\.mock\(|modules: /.test(readFileSync(file, 'utf8'));
const { apart = [], shared = [] } = Object.groupBy(globSync(HTTP), (file) => (isApart(file) ? 'apart' : 'shared'));

/**
 * Tests that start servers, for two processors: those of HTTP wait for their database a tenth of the time, those that crash one half
 * of it, for a server that starts or until a job counts as dead. They run at once, so that the ones work while the others wait.
 */
const SERVERS = 4;

const http = {
  globalSetup: ['test/support/server.ts'],
  testTimeout: 30_000,
  hookTimeout: 30_000,
  maxWorkers: SERVERS,
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
          isolate: false,
        },
      },
      { test: { ...http, name: 'http', include: shared, isolate: false } },
      { test: { ...http, name: 'http-apart', include: apart } },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          globalSetup: ['test/crash/setup.ts'],
          maxWorkers: SERVERS,
        },
      },
    ],
  },
});
