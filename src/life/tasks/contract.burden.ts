import { z } from 'zod';
import { data, endpoint, yearFrom } from '#platform/contract.ts';

/** One month of a giver or of a receiver: parts that are due in it, and the cells to be typed for them. */
const months = z.array(z.object({ parts: z.number(), cells: z.number() }));

/** Rows of each table: the heaviest; the totals are of all. */
export const BURDEN_ROWS = 50;

export const officeBurden = endpoint({
  method: 'GET',
  path: '/api/dwbg/office/burden',
  summary: '基层负担：一年里每月到期的办理件和要填的格，按布置的组织、按承办的组织',
  access: 'task:read',
  scope: 'org',
  input: z.object({ year: yearFrom(2000, '年度') }),
  reply: data(
    z.object({
      year: z.number(),
      /** Organisations of the scope that received something in the year. */
      orgs: z.number(),
      /** Parts open at this moment, and organisations that have more than five tasks open. */
      open: z.number(),
      loaded: z.number(),
      months,
      givers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          tasks: z.number(),
          /** Organisations of the scope that it loads. */
          orgs: z.number(),
          parts: z.number(),
          cells: z.number(),
          months,
        }),
      ),
      receivers: z.array(
        z.object({ id: z.string(), name: z.string(), parts: z.number(), cells: z.number(), open: z.number(), months }),
      ),
    }),
  ),
});
