import type { Examples } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  elsewhere: {
    '/sys/workflow/design/:id': 'workflow.spec.ts',
    '/affairs/approval/matter/:id': 'workflow.spec.ts',
    '/affairs/approval/mend/:id': 'workflow.spec.ts',
  },
};
