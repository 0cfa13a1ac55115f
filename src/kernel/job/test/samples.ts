import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/job/get': () => ({ id: '1' }),
  'POST /api/job/cancel': () => ({ id: '1' }),
  'GET /api/job/download': () => ({ id: '1' }),
  'POST /api/job/repeat': () => ({ id: '1' }),
};
