import type { Endpoint } from '#platform/contract.ts';

/** How many acts have changed what a call answers for an id, by both. */
const acts = new Map<string, number>();
/** In the place of a call: all of them. */
const ANY = '';

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const keyOf = (call: string, id: string) => `${call}|${id}`;

/** The ids that a call's input names: `id`, `ids`, and whatever the contract says to be one. */
function idsIn(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): Set<string> {
  const fields = Object.keys(endpoint.targets ?? {}).map((field) => field.replace(/\[\]$/, ''));
  return new Set(
    ['id', 'ids', ...fields]
      .flatMap((field) => input[field])
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map(String),
  );
}

/** Notes what an act has changed, so that a page opened from now on is not drawn from an answer that was read before. */
export function noteAct(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): void {
  const names = endpoint.makesAllStale ? [ANY] : (endpoint.stale?.() ?? []).map(nameOf);
  for (const id of idsIn(endpoint, input))
    for (const name of names) acts.set(keyOf(name, id), (acts.get(keyOf(name, id)) ?? 0) + 1);
}

/**
 * Which answer of a call about a record is wanted by a page that opens now: a higher one after each act on that record. Lists, and what
 * names no id, have one alone: their rows may be shown until they have been read again.
 */
export function editionOf(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): number {
  if (endpoint.reply.kind !== 'data') return 0;
  const counts = [...idsIn(endpoint, input)].flatMap((id) => [keyOf(ANY, id), keyOf(nameOf(endpoint), id)]);
  return counts.reduce((sum, key) => sum + (acts.get(key) ?? 0), 0);
}
