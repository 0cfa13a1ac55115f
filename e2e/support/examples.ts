import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOM_ORDER } from '../../scripts/check/structure.ts';
import type { Ask, Examples } from './example.ts';

/** What each room says in `test/examples.ts`. */
const rooms: readonly Examples[] = await Promise.all(
  ROOM_ORDER.map((room) => resolve(import.meta.dirname, `../../src/${room}/test/examples.ts`))
    .filter((file) => existsSync(file))
    .map(async (file): Promise<Examples> => (await import(pathToFileURL(file).href)).examples),
);

const all = <K extends keyof Examples>(key: K): NonNullable<Examples[K]> =>
  Object.assign({}, ...rooms.map((room) => room[key]));

/** Where the pages with an id are opened; `{…}` is looked up by `idsBy`. */
export const EXAMPLES = all('pages');

/** Pages of what only a journey makes, or that end the session; their journeys hold them to the same. */
export const ELSEWHERE = all('elsewhere');

/** The ids that the addresses name, as somebody may see them. */
export async function idsBy(ask: Ask): Promise<Readonly<Record<string, string | undefined>>> {
  const ids: Record<string, string | undefined> = {};
  for (const [name, find] of Object.entries(all('ids'))) ids[name] = await find(ask);
  return ids;
}
