import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** The addresses of the pages of 党员考核. */
export const PATHS = {
  index: '/affairs/assessment/index',
  tab: (tab: string, query: Record<string, string | undefined> = {}) =>
    pathWithQuery('/affairs/assessment/index', { tab, ...query }),
  statistics: '/affairs/assessment/statistics',
  scoring: (id: string, year: number | string, month: number | string) =>
    `/affairs/assessment/statistics/scoring/${id}/${year}/${month}`,
  batch: (ids: string, year: number | string, month?: number) =>
    pathWithQuery(`/affairs/assessment/statistics/batchScoring/${ids}/${year}`, {
      month: month === undefined ? undefined : String(month),
    }),
  detail: (id: string, year: number | string, month: number | string) =>
    `/affairs/assessment/statistics/detail/${id}/${year}/${month}`,
  rewards: (id: string, year: number | string) => `/affairs/assessment/statistics/rewardPunish/${id}/${year}`,
  own: '/partyMember/assessment',
} as const;
