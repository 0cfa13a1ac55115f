import { call } from '#platform/web/call/api.ts';
import { orgTree } from '../contract.ts';

/** As many children as the tree call hands out at once; where more stand below one organisation, order is set by page. */
const MOST = 500;

/** The ids of an organisation and its siblings in their order. Asked afresh: moving by a stale order would move wrongly. */
export async function siblingsOf(org: { parentId: string | null }): Promise<string[]> {
  if (!org.parentId) return [];
  const nodes = await call(orgTree, { parentId: org.parentId, limit: MOST });
  return nodes.map((node) => node.id);
}
