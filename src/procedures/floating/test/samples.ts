import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The outflow and the inflow that the own rows give to an organisation. */
export const flowOf = (orgId: string) => String(710_000 + Number(orgId));

const leaving = { range: 2, region: '广东省深圳市', reason: 1, trade: 1, startedOn: '2020-01-01', plannedTo: '' };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'POST /api/flow/member/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'GET /api/flow/out/get/{id}': ({ orgId }) => ({ id: flowOf(orgId) }),
  'GET /api/flow/in/get/{id}': ({ orgId }) => ({ id: flowOf(orgId) }),
  'POST /api/flow/out/apply': ({ memberId }) => ({ memberId, ...leaving }),
  'POST /api/flow/out/batch': ({ memberId }) => ({ ids: [memberId], ...leaving }),
  'GET /api/flow/place/find': () => ({ name: '没有的' }),
  'POST /api/flow/own/apply': () => leaving,
  'POST /api/flow/own/withdraw': () => ({ id: '1', version: 1 }),
  'POST /api/flow/out/decide': ({ orgId }) => ({ id: flowOf(orgId), version: 1, agree: false, opinion: '试' }),
  'POST /api/flow/out/edit': ({ orgId }) => ({ id: flowOf(orgId), version: 1, ...leaving }),
  'POST /api/flow/out/back': ({ orgId }) => ({ id: flowOf(orgId), version: 1, endedOn: '2020-12-01' }),
  'POST /api/flow/in/register': ({ orgId }) => ({
    orgId,
    name: '试',
    idCardNo: '00',
    phone: '13900000000',
    homeOrg: '试',
    region: '湖南省',
    reason: 1,
    trade: 1,
    startedOn: '2020-01-01',
  }),
  'GET /api/flow/public/place': () => ({ place: '1-000000000000' }),
  'POST /api/flow/public/report-in': () => ({
    place: '1-000000000000',
    name: '试',
    idCardNo: '00',
    phone: '13900000000',
    homeOrg: '试',
    startedOn: '2020-01-01',
  }),
  'PUT /api/flow/setting': () => ({ most: 5, version: 0 }),
  'GET /api/flow/report': ({ orgId }) => ({ side: 'out', orgId }),
  'POST /api/flow/report/export': ({ orgId }) => ({ side: 'out', orgId, purpose: '试' }),
  'POST /api/flow/out/past': ({ memberId }) => ({
    memberId,
    range: 2,
    region: '广东省',
    reason: 1,
    trade: 1,
    startedOn: '2018-01-01',
    endedOn: '2018-12-01',
  }),
  'POST /api/flow/in/past': ({ orgId }) => ({
    orgId,
    name: '试',
    idCardNo: '00',
    phone: '13900000000',
    homeOrg: '试',
    region: '湖南省',
    reason: 1,
    trade: 1,
    startedOn: '2018-01-01',
    leftOn: '2018-12-01',
  }),
  'POST /api/flow/in/decide': ({ orgId }) => ({ id: flowOf(orgId), version: 1, agree: false, opinion: '试' }),
  'POST /api/flow/in/leave': ({ orgId }) => ({ id: flowOf(orgId), version: 1, leftOn: '2020-12-01' }),
  'POST /api/flow/contact/add': ({ orgId }) => ({ outflowId: flowOf(orgId), way: 1, reached: true }),
  'POST /api/flow/out/lost': ({ orgId }) => ({ id: flowOf(orgId), version: 1 }),
  'POST /api/flow/certificate/give': ({ orgId }) => ({ outflowId: flowOf(orgId), number: '试' }),
  'POST /api/flow/certificate/end': ({ orgId }) => ({ outflowId: flowOf(orgId), state: 'lost' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  mobileOutflow: flowOf,
  mobileInflow: flowOf,
};
