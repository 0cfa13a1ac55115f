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

/** How text looked whose contrast axe has judged in this process, each look as a number. */
const judged = new Set<string>();

/** How the product is dressed: attributes of the document, which its styles follow alone (displayMode.ts). */
export type Dress = Readonly<Record<string, string>>;

/** What is seen of a page in one dress. */
export interface Seen {
  /** Pixels by which it is wider than its window. */
  wider: number;
  /** What decides the contrast of its texts, each once. */
  looks: string[];
}

/**
 * What is seen of the page in each dress, which it wears for the moment of reading alone. What fades in is waited for, since it has
 * its colours at the end; what turns for ever is not.
 *
 * A look is what decides the contrast of a text, read from its computed style: colour, whether it is large, what is painted behind it
 * up to the first opaque ground, how all of it fades, and whether it is disabled. Two texts that look alike have one contrast, on
 * whichever page they stand; what is positioned over other things counts as another ground for each class. The elements of the first
 * dress are kept in the page by their looks.
 */
async function seenIn({ within, dresses }: { within: readonly string[]; dresses: readonly Dress[] }): Promise<Seen[]> {
  const ending = document
    .getAnimations()
    .filter(
      (one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    );
  await Promise.allSettled(ending.map(({ finished }) => finished));

  const textByLook = (): Map<string, Element[]> => {
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
          isField ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
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
    return byLook;
  };
  const root = document.documentElement;
  const own = { ...root.dataset };
  const seen = dresses.map((dress, at) => {
    Object.assign(root.dataset, dress);
    const byLook = textByLook();
    if (at === 0) window.textByLook = byLook;
    const wider = root.scrollWidth - root.clientWidth;
    for (const name of Object.keys(dress)) delete root.dataset[name];
    Object.assign(root.dataset, own);
    return { wider, looks: [...byLook.keys()] };
  });
  return seen;
}

/** What is seen of a page as it is, or in each of some dresses. */
export const seen = (page: Page, within: readonly string[], dresses: readonly Dress[] = [{}]): Promise<Seen[]> =>
  page.evaluate(seenIn, { within, dresses });

/** Whether axe has judged the contrast of all these looks. */
export const areJudged = (looks: readonly string[]) => looks.every((look) => judged.has(look));

/** Faults of contrast among texts whose look has not been judged yet. What goes while it is asked is left to where it is met again. */
async function paleTexts(page: Page, looks: readonly string[]): Promise<Result[]> {
  const fresh = looks.filter((look) => !judged.has(look));
  if (fresh.length === 0) return [];
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
  }, fresh);
  for (const look of met) judged.add(look);
  return violations;
}

const bringAxe = (page: Page) => page.evaluate(`'axe' in window || (() => { ${SOURCE} })()`);

/** What axe says of a page by its rules, contrast aside unless it is named. */
async function violationsOf(page: Page, within: readonly string[], only: readonly string[]): Promise<Result[]> {
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    // Style sheets and films are read for rules that are not asked.
    preload: false,
    ...(only.length > 0
      ? { runOnly: { type: 'rule', values: [...only] } }
      : { rules: Object.fromEntries([...NEVER_GRAVE, 'color-contrast'].map((id) => [id, { enabled: false }])) }),
  };
  const ask = () =>
    page.evaluate(
      async ({ include, exclude, options }) =>
        'axe' in window ? (await window.axe.run({ include, exclude }, options)).violations : null,
      { include: [...within], exclude: FURTHER_ROWS, options },
    );
  const known = await ask();
  if (known) return known;
  await bringAxe(page);
  return (await ask()) ?? [];
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
  const [now] = await seen(page, within);
  const violations = [
    ...(colours ? [] : await violationsOf(page, within, only)),
    ...(only.length > 0 ? [] : await paleTexts(page, now?.looks ?? [])),
  ];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}
