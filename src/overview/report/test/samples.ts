import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/jczc/report/{key}': () => ({ key: 'organizationList' }),
  'GET /api/jczc/report/{key}/listPage': () => ({ key: 'organizationList' }),
  'POST /api/jczc/report/{key}/export': () => ({ key: 'organizationList', purpose: '试' }),
  'GET /api/jczc/set': () => ({}),
  'POST /api/jczc/set': () => ({ version: 0, lines: [{ key: 'statisic', shown: true, note: '' }] }),
  'DELETE /api/jczc/set': () => ({ version: 1 }),
  'POST /api/dtbb/table/list': () => ({}),
  'GET /api/fr/token/get': () => ({ cpt: 'organizationList.cpt' }),
  'POST /api/jczc/report/{key}/print': () => ({ key: 'organizationList' }),
};
