import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/m/school/:id/:code': '/m/school/1/0123456789abcdef',
  },
};
