import { type Examples, first } from '../../../../e2e/support/example.ts';

/** Where the pages of this room with an id are opened. */
export const examples: Examples = {
  ids: {
    variation: first('/api/dyyd/listPage?pageSize=1&view=ended', 'rowId'),
  },
  pages: {
    '/affairs/variation/variationDetail/:id': '/affairs/variation/variationDetail/{variation}',
    '/affairs/variation/variationRestore/:id': '/affairs/variation/variationRestore/{variation}',
  },
};
