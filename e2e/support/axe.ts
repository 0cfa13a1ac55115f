import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Axe itself, brought in by evaluation, which the page's own policy does not touch. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rows of a table are alike: what axe says of the first five holds for all. */
const FURTHER_ROWS = ['tbody tr:nth-child(n+6)'];

/** What fades in has its colours at the end alone; what turns for ever is not waited for. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/**
 * The serious faults that axe finds, as lines to read; at most four of a rule. `within` names by selectors what is
 * looked at, else the whole page; `only` names the rules asked for, one that axe leaves out by itself included; `colours` asks
 * for contrasts alone, for a look that changes nothing else.
 */
export async function graveFaults(
  page: Page,
  {
    within = ['html'],
    colours = false,
    only = colours ? ['color-contrast'] : [],
  }: { within?: string[]; colours?: boolean; only?: string[] } = {},
): Promise<string[]> {
  await still(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${SOURCE};0`);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(only.length > 0 ? { runOnly: { type: 'rule', values: only } } : {}),
  };
  const violations = await page.evaluate(
    async ({ include, exclude, options }) => (await window.axe.run({ include, exclude }, options)).violations,
    { include: within, exclude: FURTHER_ROWS, options },
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}
