import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/screen/get': () => ({ id: '900' }),
  'POST /api/screen/add': () => ({ name: '试', jumpUrl: '/map' }),
  'POST /api/screen/update': () => ({ id: '900', version: 1, name: '试试' }),
  'POST /api/screen/del': () => ({ id: '900', deleteReason: '试' }),
  'GET /api/screen/wall/member': ({ memberId }) => ({ userId: memberId }),
};
