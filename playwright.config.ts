import { defineConfig } from '@playwright/test';

/** A real server with a fresh demo for each of three workers (e2e/support/server.ts); no retries, no sleeps. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/browser',
  globalSetup: './e2e/support/setup.ts',
  workers: Number(process.env.BROWSERS ?? 3),
  retries: 0,
  // Limits for what hangs, not for what is slow: a journey passes on a machine that has other things to do.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 120_000,
    // A trace of every step costs a third of the run; a failing journey is run again with --trace on.
    // What fails is drawn by test.ts.
    screenshot: 'off',
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
