import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The group of people that the own rows give to an organisation. */
export const groupOf = (orgId: string) => String(200_000 + Number(orgId));

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/common/group/members': ({ orgId }) => ({ groupId: groupOf(orgId) }),
  'GET /api/sys/grout/info/{id}': ({ orgId }) => ({ id: groupOf(orgId) }),
  'GET /api/sys/grout/info/getByGroupId': ({ orgId }) => ({ groupId: groupOf(orgId) }),
  'POST /api/sys/grout/info': ({ orgId }) => ({ orgId, groupType: 1, groupName: '试建' }),
  'PUT /api/sys/grout/info': ({ orgId }) => ({ id: groupOf(orgId), version: 1, groupName: '试改' }),
  'DELETE /api/sys/grout/info': ({ orgId }) => ({ id: groupOf(orgId), deleteReason: '试' }),
  'GET /api/nrgl/label/{id}': () => ({ id: '9001' }),
  'POST /api/nrgl/word': () => ({ kind: 1, word: '试建' }),
  'PUT /api/nrgl/word': () => ({ id: '1', version: 1, kind: 1, word: '试改' }),
  'DELETE /api/nrgl/word': () => ({ id: '1', deleteReason: '试' }),
  'POST /api/nrgl/word/import': () => ({ text: '禁止,试入' }),
  'POST /api/nrgl/label': () => ({ name: '试建' }),
  'PUT /api/nrgl/label': () => ({ id: '9001', version: 1, name: '试改' }),
  'DELETE /api/nrgl/label': () => ({ id: '9001', deleteReason: '试' }),
  'POST /api/nrgl/label/merge': () => ({ id: '9002', intoId: '9002' }),
  'POST /api/zhhd/label/check': () => ({ labelName: '试' }),
  'POST /api/zhhd/label/checkKeyword': () => ({ keyword: '试' }),
  'POST /api/nrgl/classification': () => ({ name: '试建' }),
  'PUT /api/nrgl/classification': () => ({ id: '9001', version: 1, name: '试改' }),
  'DELETE /api/nrgl/classification': () => ({ id: '9001', deleteReason: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  group: groupOf,
};
