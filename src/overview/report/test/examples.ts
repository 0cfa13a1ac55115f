import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/decisionSupport/dataReport/:page': '/decisionSupport/dataReport/overview',
  },
};
