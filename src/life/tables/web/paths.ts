import { pathWithQuery } from '#platform/web/route/navigation.ts';

/** The specification names the list alone; what lies below it is ours. */
const LIST = '/tablemanager/tablelist';

/** Where the pages of 数据中心 stand. */
export const PATHS = {
  list: LIST,
  design: `${LIST}/design/:id`,
  mine: `${LIST}/mine`,
  fills: `${LIST}/fills`,
  fill: `${LIST}/fill/:id`,
  view: `${LIST}/view/:id`,
  sum: `${LIST}/sum/:id`,
  tableOf: (id: string) => `${LIST}/browse/${id}`,
  designOf: (id: string, number?: number) => pathWithQuery(`${LIST}/design/${id}`, { number: number?.toString() }),
  fillOf: (id: string) => `${LIST}/fill/${id}`,
  viewOf: (id: string) => `${LIST}/view/${id}`,
  fillsOf: (of: { tableId?: string; roundId?: string; standing?: string; orgId?: string }) =>
    pathWithQuery(`${LIST}/fills`, of),
  /** `open`: ids of the organisations that are opened, with commas between. */
  sumOf: (id: string, of: { roundId?: string; orgId?: string; open?: string } = {}) =>
    pathWithQuery(`${LIST}/sum/${id}`, of),
} as const;
