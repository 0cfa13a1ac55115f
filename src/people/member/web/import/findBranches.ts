import type { QueryClient } from '@tanstack/react-query';
import { searchOrgs } from '#people/org/contract.search.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { call } from '#platform/web/call/api.ts';
import { keyOf } from '#platform/web/call/hooks.ts';

const ASKED = 200;
const SHOWN = 10;

/** Branches of an organisation by a part of the name, pinyin or initials, each with what stands above it, as an import reads them. */
export async function findBranches(client: QueryClient, orgId: string, words: string): Promise<readonly string[]> {
  const input = { orgId, keyWords: words.slice(0, 40), pageSize: ASKED };
  const { rows } = await client.fetchQuery({
    queryKey: keyOf(searchOrgs, input),
    queryFn: ({ signal }) => call(searchOrgs, input, { signal, quiet: true }),
    staleTime: 30_000,
  });
  return rows
    .filter(({ type }) => BRANCH_TYPES.includes(type))
    .slice(0, SHOWN)
    .map(({ name, parentName }) => (parentName ? `${parentName}>${name}` : name));
}
