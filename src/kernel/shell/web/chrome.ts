import type { Chrome } from '#platform/web/module.ts';

/** Paths without header, sidebar and footer (specification, section 1). */
const BARE = /^\/(login|bpLogin|other|safeCenter|download|maxMap|bigScreen\/show)(\/|$)/;
/** Paths without the sidebar (specification, section 1): member home and its study pages, map, news, help. */
const NO_SIDEBAR = /^\/(partyMember|partyMember\/memberVideo|partyMember\/memberKnowledge|map|news|help)\/?$/;
const VOLUNTEER = 7;

/**
 * Which parts of the frame a page shows.
 * @param wanted what the page's manifest asks for; the specification's list stands above it
 */
export function chromeOf(
  path: string,
  wanted: Chrome | undefined,
  user: { roleId: number; roleUrl: string } | null,
): Chrome {
  if (BARE.test(path) || !user) return 'none';
  if (NO_SIDEBAR.test(path)) return 'noSidebar';
  if (user.roleId === VOLUNTEER && path === user.roleUrl) return 'noSidebar';
  return wanted ?? 'full';
}
