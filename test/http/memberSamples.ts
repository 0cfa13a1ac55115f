import { testIdCard } from '../support/fixture.ts';
import type { SampleIds } from './samples.ts';
import { screenSamples } from './screenSamples.ts';

/** One condition over people. */
const QUERY = { v: 1, join: 'and', items: [{ field: 'isFloating', op: 'no', values: [] }] };

/** Samples of the calls about people beyond the roll: conditions, bulk, duplicates, quality, id card, self-edit, history. */
export const memberSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  ...screenSamples,
  'GET /api/dyxx/member/query/get': () => ({ id: '1' }),
  'POST /api/dyxx/member/query/count': () => ({ query: QUERY }),
  'POST /api/dyxx/member/query': () => ({ query: QUERY }),
  'DELETE /api/dyxx/member/query': () => ({ id: '1' }),
  'POST /api/dyxx/member/query/restore': () => ({ id: '1', name: '试' }),
  'GET /api/dyxx/member/getIntegrity/listPage': () => ({ check: 'no-education' }),
  'POST /api/dyxx/member/getIntegrity/export': () => ({ check: 'no-education', purpose: '核对' }),
  'GET /api/dyxx/member/duplicate/{id}': () => ({ id: '1' }),
  'POST /api/dyxx/member/duplicate/merge': () => ({ id: '1', keep: 'a', versionA: 1, versionB: 1, reason: '重复' }),
  'POST /api/dyxx/member/duplicate/undo': () => ({ id: '1' }),
  'PUT /api/dyxx/member/duplicate': () => ({ id: '1', different: true, reason: '两人' }),
  'POST /api/dyxx/member/bulk/preview': () => ({ kind: 'field', field: 'remark', value: '试' }),
  'GET /api/dyxx/partyGroup/people': ({ orgId }) => ({ orgId }),
  'PUT /api/dyxx/partyGroup/people': ({ orgId }) => ({
    id: String(700_000 + Number(orgId)),
    version: 1,
    memberIds: [],
  }),
  'GET /api/dyxx/entering/waiting': () => ({}),
  'POST /api/dyxx/member/bulk/start': () => ({ id: '1' }),
  'GET /api/dyxx/member/bulk/get': () => ({ id: '1' }),
  'GET /api/dyxx/member/bulk/rows': () => ({ id: '1' }),
  'POST /api/dyxx/member/removeMany': ({ memberId, password }) => ({
    ids: [memberId],
    deleteReason: '试',
    password: password ?? 'ab',
  }),
  'POST /api/dyxx/member/bulk/undo': () => ({ id: '1' }),
  'GET /api/dyxx/member/labels': ({ memberId }) => ({ id: memberId }),
  'POST /api/dyxx/idcard/change/listPage': () => ({}),
  'GET /api/dyxx/idcard/change/get/{id}': () => ({ id: '1' }),
  'POST /api/dyxx/idcard/change/add': ({ memberId }) => ({
    memberId,
    idCardNo: testIdCard(990, '1980-05-18'),
    reason: '试',
    proof: ['0'.repeat(32)],
  }),
  'POST /api/dyxx/idcard/change/approval': ({ password }) => ({ id: '1', agree: true, password: password ?? 'ab' }),
  'POST /api/dyxx/idcard/change/withdraw': () => ({ id: '1' }),
  'POST /api/dyxx/member/print': ({ memberId }) => ({ ids: [memberId], form: 'register' }),
  'POST /api/dyxx/member/print/reveal': ({ memberId }) => ({ ids: [memberId], form: 'collect', reason: '核对' }),
  'POST /api/dyxx/idcard/change/reveal': () => ({ id: '1', reason: '核对' }),
  'POST /api/dyxx/member/selfEdit': () => ({ position: '试' }),
  'POST /api/dyxx/member/selfEdit/withdraw': () => ({ id: '1' }),
  'POST /api/dyxx/member/selfEdit/listPage': () => ({}),
  'GET /api/dyxx/member/selfEdit/get/{id}': () => ({ id: '1' }),
  'POST /api/dyxx/member/selfEdit/reveal': () => ({ id: '1', reason: '试' }),
  'POST /api/dyxx/member/selfEdit/decide': () => ({ id: '1', version: 1, accepted: [], decision: '试' }),
  'POST /api/dyxx/history/restore': () => ({ id: '1', version: 1, fields: ['residence'], reason: '试' }),
  'GET /api/dyxx/history/listPage': ({ memberId }) => ({ memberId }),
  'GET /api/dyxx/history/{id}': () => ({ id: '1', reason: '1' }),
  'GET /api/dyxx/extra/memberId/{id}': ({ memberId }) => ({ id: memberId }),
  'PUT /api/dyxx/extra': ({ memberId }) => ({ id: memberId, version: 0, household: '甲县城关镇' }),
  'POST /api/dyxx/entering/audit': () => ({ id: '1', passed: true }),
  'GET /api/dyxx/member/records/{id}': ({ memberId }) => ({ id: memberId }),
};
