import { pathWithQuery } from '#platform/web/route/navigation.ts';
import type { Side } from '../contract.ts';

const HOME = '/affairs/mobilePartyMembers';
/** The addresses of the pages of floating members. */
export const PATHS = {
  list: HOME,
  /** The person's own application. */
  own: `${HOME}/moveApply`,
  apply: `${HOME}/outflowApply`,
  edit: (id: string) => pathWithQuery(`${HOME}/outflowApply`, { id }),
  batch: `${HOME}/batchApply`,
  inflow: `${HOME}/inflowRegistration`,
  statistics: (orgId?: string) => pathWithQuery(`${HOME}/statistics`, orgId ? { orgId } : {}),
  setting: `${HOME}/setting`,
  organisation: `${HOME}/addMobileOrganization`,
  /** The numbers of the organisations below one; the own one unless told. */
  below: (orgId?: string) => pathWithQuery(`${HOME}/underList`, orgId ? { orgId } : {}),
  report: (side: Side, orgId?: string) => pathWithQuery(`${HOME}/${side}Report`, orgId ? { orgId } : {}),
  /** The list, filtered. */
  rows: (filter: Readonly<Record<string, string>>) => pathWithQuery(HOME, filter),
  /** Registers what is over already. */
  pastOut: `${HOME}/outHistoryAdd`,
  pastIn: `${HOME}/inHistoryAdd`,
  pastDetail: (side: Side, id: string) => pathWithQuery(`${HOME}/${side}HistoryDetail`, { id }),
  detail: (side: Side, id: string) => pathWithQuery(`${HOME}/moveDetail`, { side, id }),
} as const;
