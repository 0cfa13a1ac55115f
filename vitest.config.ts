import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/support/slowFirst.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/test/*.unit.test.ts', 'test/unit/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'http',
          include: ['src/**/test/*.http.test.ts', 'test/platform/**/*.test.ts', 'test/http/**/*.test.ts'],
          globalSetup: ['test/support/server.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['test/crash/**/*.test.ts'],
        },
      },
    ],
  },
});
