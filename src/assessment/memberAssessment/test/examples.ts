import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/affairs/assessment/statistics/scoring/:pmId/:year/:month': `/affairs/assessment/statistics/scoring/{member}/${new Date().getFullYear()}/1`,
    '/affairs/assessment/statistics/batchScoring/:ids/:belongYear': `/affairs/assessment/statistics/batchScoring/{member}/${new Date().getFullYear()}`,
    '/affairs/assessment/statistics/detail/:pmId/:year/:month': `/affairs/assessment/statistics/detail/{member}/${new Date().getFullYear()}/1`,
    '/affairs/assessment/statistics/rewardPunish/:pmId/:year': `/affairs/assessment/statistics/rewardPunish/{member}/${new Date().getFullYear()}`,
  },
};
