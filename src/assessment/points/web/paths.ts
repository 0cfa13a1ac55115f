import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** The addresses of the pages of 积分. */
export const PATHS = {
  home: '/affairs/integral/integralManagement',
  tab: (tab: string, query: Record<string, string | undefined> = {}) =>
    pathWithQuery('/affairs/integral/integralManagement', { tab, ...query }),
  rank: (orgId: string, code: string) => `/affairs/integral/integralManagement/memberRank/${orgId}/${code}`,
  person: (memberId: string, year?: number) =>
    pathWithQuery('/affairs/integral/integralManagement', {
      tab: 'person',
      memberId,
      year: year === undefined ? undefined : String(year),
    }),
  report: (orgId: string) => `/affairs/integral/report/${orgId}`,
  own: '/partyMember/points',
} as const;
