import { checkSign } from '#platform/text/verifyCode.ts';
import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/verify/paper': () => ({ code: `0123456789A${checkSign('0123456789A')}` }),
};
