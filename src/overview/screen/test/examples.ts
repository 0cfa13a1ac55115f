import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/bigScreen/show/member': '/bigScreen/show/member?userId={member}',
  },
};
