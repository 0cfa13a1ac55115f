import { ADDRESSES } from '../rules.ts';

/** Addresses of the pages: those of the rules, and what only the page needs. */
export const PATHS = ADDRESSES;

/** Ids as a form holds them: one text, joined by commas. */
export const listOf = (text: unknown): string[] => String(text).split(',').filter(Boolean);

/** Labels as people write them: separated by commas, 顿号 or spaces. */
export const labelsOf = (text: unknown): string[] => [
  ...new Set(
    String(text)
      .split(/[,，、;；\s]+/)
      .filter(Boolean),
  ),
];
