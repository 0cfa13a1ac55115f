import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/search/all': () => ({ words: '第一' }),
  'POST /api/search/recent': ({ orgId }) => ({ items: [{ kind: 'org', id: orgId }] }),
};
