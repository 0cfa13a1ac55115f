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

/**
 * Rules of axe whose every fault is moderate or minor, as is looked up in axe (axe.unit.test.ts): they would be asked, one of them the
 * dearest but contrasts, and what they say left out.
 */
export const NEVER_GRAVE: readonly string[] = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
];

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
    // Style sheets and films are read for rules that are not asked.
    preload: false,
    ...(only.length > 0
      ? { runOnly: { type: 'rule', values: only } }
      : { rules: Object.fromEntries(NEVER_GRAVE.map((id) => [id, { enabled: false }])) }),
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
