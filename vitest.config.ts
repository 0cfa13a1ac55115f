import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { rowPlaces } from './test/support/rowPlaces.ts';
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

/**
 * Files that speak of days: `npm test` runs them with a moved clock (scripts/clock.mjs). The walks over all calls speak of them
 * beside the way, and races lead to deadlocks, which PostgreSQL does not find while its clock is moved.
 */
const speaksOfDays = (file: string) =>
  !file.endsWith('/race.http.test.ts') &&
  (!file.startsWith('test/') || file === 'test/http/demo.http.test.ts') &&
  /todayOf|dbToday|beijingDay|add(Days|Months|Years)|new Date\(\)|Date\.now|current_date|now\(\)|today|yearsLater|getFullYear/.test(
    readFileSync(file, 'utf8'),
  );

const part = (file: string) => `${speaksOfDays(file) ? 'days-' : ''}${isApart(file) ? 'apart' : 'shared'}`;
const files = Object.groupBy(globSync(HTTP), part);

/**
 * Tests that start servers, for two processors: those of HTTP wait for their database a tenth of the time, those that crash one half
 * of it, for a server that starts or until a job counts as dead. They run at once, so that the ones work while the others wait.
 * `npm test`, which runs two such portions at once, tells each how many it has.
 */
const SERVERS = Number(process.env.SERVERS ?? 4);

/** For what hangs, not for what is slow: a test passes on a machine that has other things to do. */
const PATIENT = { testTimeout: 600_000, hookTimeout: 600_000 };

const http = {
  globalSetup: ['test/support/server.ts'],
  setupFiles: ['test/support/keepRows.ts'],
  ...PATIENT,
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
          ...PATIENT,
          maxWorkers: 2,
          isolate: false,
        },
      },
      { plugins: [rowPlaces()], test: { ...http, name: 'http', include: files.shared ?? [], isolate: false } },
      { plugins: [rowPlaces()], test: { ...http, name: 'http-apart', include: files.apart ?? [] } },
      {
        plugins: [rowPlaces()],
        test: { ...http, name: 'http-days', include: files['days-shared'] ?? [], isolate: false },
      },
      { plugins: [rowPlaces()], test: { ...http, name: 'http-days-apart', include: files['days-apart'] ?? [] } },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
          globalSetup: ['test/crash/setup.ts'],
          ...PATIENT,
          maxWorkers: SERVERS,
        },
      },
    ],
  },
});
