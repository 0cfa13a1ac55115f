import { HITS, type Hit, type searchAll, type searchRecent } from '#overview/search/contract.ts';
import { type Asked, readAsked } from '#overview/search/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { searchText } from '#platform/reading/signs.ts';
import type { Ctx } from '#platform/server/context.ts';
import { personReadings, textReadings } from '#platform/server/database/nameSearch.ts';
import { pinyinSpan, type Span, textSpan } from '#platform/text/pinyinMatch.ts';
import { type Found, finders } from './finders.ts';

/** What the words find of each kind that the role may open; kinds without a hit are left out. */
export async function findAll(ctx: Ctx, { words }: ParsedOf<typeof searchAll>): Promise<ReplyOf<typeof searchAll>> {
  const wanted = readAsked(words);
  if (wanted === null) return [];
  const groups = await Promise.all(
    finders
      .filter(({ open }) => open(ctx))
      .map(async ({ kind, find }) => {
        // One more than is shown says that there are more.
        const found = await find(ctx, wanted, HITS + 1);
        const hits = found.slice(0, HITS).map((one): Hit => ({ ...one, mark: markIn(one, wanted) }));
        return { kind, hits, more: found.length > HITS };
      }),
  );
  return groups.filter(({ hits }) => hits.length > 0);
}

function markIn({ kind, title }: Found, { by, words }: Asked): Span | null {
  if (by === 'idCard' || by === 'phone') return null;
  const span = textSpan(title, words);
  if (span !== null || by !== 'letters') return span;
  const readings = kind === 'member' ? personReadings(title) : textReadings(title);
  return pinyinSpan(
    readings.map((reading) => [searchText(reading) === '' ? '' : reading]),
    words,
  );
}

/** What was opened before, in the order asked for, as far as it is still there for this session. */
export async function findRecent(
  ctx: Ctx,
  { items }: ParsedOf<typeof searchRecent>,
): Promise<ReplyOf<typeof searchRecent>> {
  const found = await Promise.all(
    finders.map(({ kind, open, known }) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
      return ids.length > 0 && open(ctx) ? known(ctx, ids) : [];
    }),
  );
  const hits = new Map(found.flat().map((hit) => [`${hit.kind}:${hit.id}`, hit]));
  const wanted = new Set(items.map(({ kind, id }) => `${kind}:${id}`));
  return [...wanted].flatMap((key) => {
    const hit = hits.get(key);
    return hit ? [{ ...hit, mark: null }] : [];
  });
}
