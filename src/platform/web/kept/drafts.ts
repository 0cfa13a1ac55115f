import type { Kept, KeptAbout } from './keeper.ts';
import { shelfOfAccount } from './shelf.ts';

/** Something typed that the server does not have. */
export interface Draft {
  /** On the shelf. */
  name: string;
  /** Milliseconds. */
  at: number;
  /** The address that opens its page, without `#`. */
  path: string;
  /** Absent where an earlier version of the product kept it. */
  about?: KeptAbout;
  /** The longest sentence of it, to tell drafts apart; empty where it holds none that may be shown. */
  peek: string;
}

/** Characters of a draft that the list shows. */
const PEEK = 40;
/** Digits as numbers of people have them: not shown in a list. */
const NUMBER = /\d{6}/;

/** All texts within a value that JSON can hold. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * What a draft is recognised by: its longest text with Chinese signs, without marks of rich text; never one with a long number.
 * @param text as the shelf has it
 */
export function peekOf(text: string): string {
  const sentences = textsIn(JSON.parse(text)).map((one) =>
    one
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const [longest = ''] = sentences
    .filter((one) => /\p{Script=Han}/u.test(one) && !NUMBER.test(one))
    .sort((one, next) => next.length - one.length);
  const signs = [...longest];
  return signs.length > PEEK ? `${signs.slice(0, PEEK).join('')}…` : longest;
}

const draftOf = (account: string, name: string, { at, text, about }: Kept): Draft => ({
  name,
  at,
  // Without its words, the name has the place: account, place, matter.
  path: about?.path ?? name.slice(account.length + 1).split(':')[0] ?? '',
  ...(about && { about }),
  peek: peekOf(text),
});

/** What an account has typed in this browser and not sent, the latest first. */
export async function draftsOf(account: string): Promise<readonly Draft[]> {
  const { shelf } = shelfOfAccount(account);
  const names = await shelf.names(`${account}:`);
  const all = await Promise.all(names.map(async (name) => ({ name, kept: await shelf.read(name) })));
  return all
    .flatMap(({ name, kept }) => (kept ? [draftOf(account, name, kept)] : []))
    .sort((one, next) => next.at - one.at);
}

/** How many there are. */
export const countDrafts = async (account: string): Promise<number> =>
  (await shelfOfAccount(account).shelf.names(`${account}:`)).length;

/** Gives one up. */
export const dropDraft = (account: string, { name }: Draft): Promise<void> =>
  shelfOfAccount(account).shelf.remove(name);
