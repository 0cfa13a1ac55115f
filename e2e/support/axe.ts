import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result } from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
    /** Texts of the page by what decides their contrast. */
    textByLook: Map<string, Element[]>;
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

/** How text looked whose contrast axe has judged in this process, each look as a number. */
const judged = new Set<string>();

/**
 * What decides the contrast of each text within, read from its computed style: colour, whether it is large, what is painted behind it
 * up to the first opaque ground, how all of it fades, and whether it is disabled. Two texts that look alike have one contrast, on
 * whichever page they stand; what is positioned over other things counts as another ground for each class. The elements are kept in
 * the page by their looks.
 */
function looksOfText(within: readonly string[]): string[] {
  const grounds = new Map<Element, { paint: string; fade: string }>();
  const groundOf = (element: Element): { paint: string; fade: string } => {
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const behind = element.parentElement ? groundOf(element.parentElement) : { paint: '', fade: '' };
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
    const own = [
      ...(isClear ? [] : [backgroundColor, backgroundImage]),
      ...(/absolute|fixed|sticky/.test(position) ? [`over ${element.getAttribute('class')}`] : []),
    ].join(' ');
    const isOpaque = backgroundColor.startsWith('rgb(');
    const ground = {
      paint: isOpaque ? `${backgroundColor} ${backgroundImage}` : own ? `${own}|${behind.paint}` : behind.paint,
      fade: opacity === '1' ? behind.fade : `${opacity} ${behind.fade}`,
    };
    grounds.set(element, ground);
    return ground;
  };
  const byLook = new Map<string, Element[]>();
  for (const root of within.flatMap((selector) => [...document.querySelectorAll(selector)])) {
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const isField = element.matches('input, select, textarea');
      const holdsText =
        isField || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!holdsText || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      // Text of 18 points, or of 14 in bold, may be paler (WCAG 2.2, 1.4.3).
      const points = Number.parseFloat(fontSize) * 0.75;
      const isLarge = points >= 18 || (points >= 14 && Number(fontWeight) >= 700);
      const isDisabled = element.closest(':disabled, [aria-disabled=true]') !== null;
      const { paint, fade } = groundOf(element);
      const look = JSON.stringify([isField, color, isLarge, textShadow, isDisabled, paint, fade]);
      byLook.set(look, [...(byLook.get(look) ?? []), element]);
    }
  }
  Object.assign(window, { textByLook: byLook });
  return [...byLook.keys()];
}

/** Faults of contrast among texts whose look has not been judged yet. What goes while it is asked is left to where it is met again. */
async function paleTexts(page: Page, within: readonly string[]): Promise<Result[]> {
  const looks = (await page.evaluate(looksOfText, within)).filter((look) => !judged.has(look));
  if (looks.length === 0) return [];
  await bringAxe(page);
  const { met, violations } = await page.evaluate(async (looks) => {
    const there = (look: string) => (window.textByLook.get(look) ?? []).filter(({ isConnected }) => isConnected);
    const met = looks.filter((look) => there(look).length > 0);
    const options = {
      resultTypes: ['violations' as const],
      preload: false,
      runOnly: { type: 'rule' as const, values: ['color-contrast'] },
    };
    const include = met.flatMap(there);
    return { met, violations: include.length > 0 ? (await window.axe.run({ include }, options)).violations : [] };
  }, looks);
  for (const look of met) judged.add(look);
  return violations;
}

async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${SOURCE};0`);
}

/** What axe says of a page by its rules, contrast aside unless it is named. */
async function violationsOf(page: Page, within: readonly string[], only: readonly string[]): Promise<Result[]> {
  await bringAxe(page);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Style sheets and films are read for rules that are not asked.
    preload: false,
    ...(only.length > 0
      ? { runOnly: { type: 'rule', values: [...only] } }
      : { rules: Object.fromEntries([...NEVER_GRAVE, 'color-contrast'].map((id) => [id, { enabled: false }])) }),
  };
  return page.evaluate(
    async ({ include, exclude, options }) => (await window.axe.run({ include, exclude }, options)).violations,
    { include: [...within], exclude: FURTHER_ROWS, options },
  );
}

/**
 * The serious faults that axe finds, as lines to read; at most four of a rule. `within` names by selectors what is
 * looked at, else the whole page; `only` names the rules asked for, one that axe leaves out by itself included; `colours` asks
 * for contrasts alone, for a look that changes nothing else. The contrast of a text is judged where its look is met first.
 */
export async function graveFaults(
  page: Page,
  {
    within = ['html'],
    colours = false,
    only = [],
  }: { within?: readonly string[]; colours?: boolean; only?: readonly string[] } = {},
): Promise<string[]> {
  await still(page);
  const violations = [
    ...(colours ? [] : await violationsOf(page, within, only)),
    ...(only.length > 0 ? [] : await paleTexts(page, within)),
  ];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}
