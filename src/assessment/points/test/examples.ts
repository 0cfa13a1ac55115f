import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/affairs/integral/integralManagement/memberRank/:id/:code':
      '/affairs/integral/integralManagement/memberRank/{org}/0001',
    '/affairs/integral/report/:id': '/affairs/integral/report/{org}',
  },
};
