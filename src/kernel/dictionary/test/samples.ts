import type { Samples } from '../../../../test/http/sampleIds.ts';

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/sys/dict/select': () => ({ dictionaryCode: '0001' }),
  'POST /api/sys/dict': () => ({ parentid: '1', name: '试', value: 'try' }),
  'PUT /api/sys/dict': () => ({ id: '1', version: 1, nationalCode: '1' }),
  'PUT /api/sys/dict/updateSort': () => ({ id: '1' }),
  'DELETE /api/sys/dict': () => ({ id: '1', deleteReason: '重复' }),
  'DELETE /api/sys/dict/del': () => ({ ids: ['1'], deleteReason: '重复' }),
  'POST /api/sys/dict/gategory': () => ({ dictionaryCode: '0990', name: '试' }),
  'DELETE /api/sys/dict/deleteGategory': () => ({ id: '1', deleteReason: '重复' }),
};
