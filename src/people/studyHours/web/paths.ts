import { pathWithQuery } from '#platform/web/route/navigation.ts';

type Query = Record<string, string | undefined>;
const HOME = '/education/hours';

/** The addresses of the pages of 学时. */
export const PATHS = {
  home: HOME,
  people: (query: Query = {}) => pathWithQuery(HOME, query),
  orgs: (query: Query = {}) => pathWithQuery(HOME, { tab: 'orgs', ...query }),
  person: (memberId: string, year?: number) =>
    pathWithQuery(HOME, { tab: 'person', memberId, year: year === undefined ? undefined : String(year) }),
  own: '/education/myHours',
} as const;
