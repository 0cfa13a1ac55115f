/** What a rich text may hold, for those who need not clean one: the cleaner itself (richText.ts) weighs 150 kB. */

/** Sizes that text may have, in pixels: class `rt-size-16`. */
export const TEXT_SIZES = [12, 14, 16, 18, 20, 24, 28, 32] as const;

/** Colours that text may have, as the style sheet names them: class `rt-red`. */
export const TEXT_COLOURS = {
  red: '红色',
  gold: '金色',
  green: '绿色',
  blue: '蓝色',
  grey: '灰色',
} as const;

/** How a paragraph may stand; left is the way without a class. */
export const ALIGNS = ['center', 'right', 'justify'] as const;

/** Pictures and videos are no wider (specification 9), in pixels. */
export const MAX_WIDTH = 800;

/** The longest content that is taken, in characters of HTML; pictures are files and do not count. */
export const MAX_HTML = 200_000;

/**
 * HTML as it came over the wire: as it is, or URL-encoded once or twice (specification 2 and 7, help).
 * Text that only holds a percent sign stays as it is.
 */
export function decodeHtml(wire: string): string {
  let html = wire;
  for (let round = 0; round < 2 && !html.includes('<') && /%(25)?3C/i.test(html); round++) {
    try {
      html = decodeURIComponent(html);
    } catch {
      return html;
    }
  }
  return html;
}

/** The ids of the pictures and videos that a text shows. */
export const fileIdsIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/fileName=([0-9a-f]{32})/g)].map(([, file = '']) => file)),
];
