import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/search/view/list': () => ({ page: 'member' }),
  'POST /api/search/view': () => ({ page: 'member', name: '试', query: 'a=1' }),
  'DELETE /api/search/view': () => ({ id: '1' }),
  'PUT /api/search/table': () => ({ page: '/affairs/member', memory: { pageSize: 50 } }),
};
