import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  pages: {
    '/m/confirm': '/m/confirm?uuid=00000000-0000-4000-8000-000000000000',
  },
  elsewhere: {
    '/bpLogin': 'handoff.spec.ts',
  },
};
