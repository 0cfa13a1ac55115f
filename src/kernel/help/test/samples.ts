import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/help/document/getDetail': () => ({ id: '1' }),
  'POST /api/help/document/add': () => ({ title: '试', content: '<p>试</p>' }),
  'POST /api/help/document/update': () => ({ id: '1', version: 1, title: '试试' }),
  'POST /api/help/document/versions': () => ({ id: '1' }),
  'POST /api/help/document/versionDetail': () => ({ id: '1', version: 1 }),
  'POST /api/help/document/del': () => ({ id: '1', deleteReason: '试' }),
};
