import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** The addresses of the pages of 双报到. */
export const PATHS = {
  list: '/service/reportList',
  /** The own report, or that of one of the branch's people. */
  add: '/service/addMember',
  edit: (id: string) => pathWithQuery('/service/addMember', { id }),
  /** What waits for the community; with an id one report. */
  desk: '/service/auditMember',
  detail: (id: string) => pathWithQuery('/service/auditMember', { id }),
  /** The list of organisations' reports, what of it waits for a community, and one of them. */
  pairs: '/service/adminOrg',
  addPair: '/service/addOrg',
  editPair: (id: string) => pathWithQuery('/service/addOrg', { id }),
  pairDesk: '/service/auditOrg',
  pair: (id: string) => pathWithQuery('/service/auditOrg', { id }),
  configuration: '/service/configuration',
  memberCount: '/service/memberCount',
  orgCount: '/service/organizationCount',
} as const;
