import { PARTS, type Part } from './rules.device.ts';

/** What an organisation may offer to those below it, by the part of the screens in which it is shown. */
export const SHARED_PARTS = ['publicity', 'media', 'study', 'book'] as const satisfies readonly Part[];
export const isShared = (part: Part): part is SharedPart => (SHARED_PARTS as readonly Part[]).includes(part);
export type SharedPart = (typeof SHARED_PARTS)[number];

export const SHARED_NAMES: Readonly<Record<SharedPart, string>> = {
  publicity: PARTS.publicity,
  media: PARTS.media,
  study: PARTS.study,
  book: PARTS.book,
};
