import { draft, draftOf } from '#life/specialActivity/test/samples.ts';
import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'PUT /api/hdb/package/files': draft,
  'POST /api/hdb/package/use': ({ orgId }) => ({ id: draftOf(orgId) }),
  'POST /api/hdb/package/pack': ({ orgId }) => ({ id: draftOf(orgId), purpose: '试' }),
};
