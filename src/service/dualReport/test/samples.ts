import type { Placed, Samples } from '../../../../test/http/sampleIds.ts';

/** The report, and the pair, that the own rows give to an organisation. */
export const sbdOf = (orgId: string) => String(730_000 + Number(orgId));

const pairing = { contact: '试', phone: '13900000000', posts: ['1'], offers: '试' };

const living = { residence: '试验路1号', posts: ['1'], times: [3] };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/sbd/volunteer/report': ({ orgId }) => ({ id: sbdOf(orgId) }),
  'POST /api/sbd/volunteer/report': ({ memberId, orgId }) => ({ memberId, orgId, ...living }),
  'PUT /api/sbd/volunteer/report': ({ orgId }) => ({ id: sbdOf(orgId), version: 1, ...living }),
  'DELETE /api/sbd/volunteer/report': ({ orgId }) => ({ id: sbdOf(orgId), version: 1 }),
  'PUT /api/sbd/volunteer/updateVolunteerOrganSignStatus/{type}/{id}': ({ orgId }) => ({
    type: 1,
    id: sbdOf(orgId),
    status: 2,
    version: 1,
    reason: '试',
  }),
  'POST /api/sbd/volunteer/report/end': ({ orgId }) => ({ id: sbdOf(orgId), version: 1, note: '试' }),
  'POST /api/sbd/volunteer/report/print': ({ orgId }) => ({ id: sbdOf(orgId) }),
  'POST /api/sbd/volunteer/report/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'GET /api/sbd/orgPair/getVolunteerJobDetail': ({ orgId }) => ({ id: sbdOf(orgId) }),
  'GET /api/sbd/orgPair/getVolunteerJobHistoryList': ({ orgId }) => ({ id: sbdOf(orgId) }),
  'PUT /api/sbd/orgPair/addPartyVolunteerJobDetail': ({ orgId }) => ({
    reportId: sbdOf(orgId),
    kind: 2,
    fromOn: '2020-02-01',
  }),
  'PUT /api/sbd/orgPair/updatePartyVolunteerJobDetail': ({ orgId }) => ({
    id: sbdOf(orgId),
    version: 1,
    fromOn: '2020-02-01',
  }),
  'DELETE /api/sbd/orgPair/deletePartyVolunteerEmergencyMember': ({ orgId }) => ({
    id: sbdOf(orgId),
    version: 1,
    reason: '试',
  }),
  'PUT /api/sbd/volunteer/updateVolunteerOfficeInfo': ({ orgId }) => ({ id: sbdOf(orgId), version: 1, office: '试' }),
  'GET /api/sbd/orgPair/get': ({ orgId }) => ({ id: sbdOf(orgId) }),
  'POST /api/sbd/orgPair/addVolunteerOrganizationPair': ({ orgId }) => ({ orgId, communityId: orgId, ...pairing }),
  'PUT /api/sbd/orgPair/edit': ({ orgId }) => ({ id: sbdOf(orgId), version: 1, ...pairing }),
  'PUT /api/sbd/orgPair/updateVolunteerOrganizationPairStatus': ({ orgId }) => ({
    id: sbdOf(orgId),
    status: 2,
    version: 1,
    reason: '试',
  }),
  'POST /api/sbd/orgPair/print': ({ orgId }) => ({ id: sbdOf(orgId) }),
  'POST /api/sbd/orgPair/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'POST /api/sbd/orgStatics/export': ({ orgId }) => ({ kind: 'member', orgId, purpose: '试' }),
  'POST /api/sbd/volunteer/exempt': ({ memberId }) => ({ memberId, reason: '试' }),
  'POST /api/sbd/volunteer/exempt/end': ({ memberId }) => ({ memberId, reason: '试' }),
  'POST /api/sbd/volunteer/urge': ({ orgId }) => ({ orgId }),
  'POST /api/sbd/volunteer/addConfig': ({ orgId }) => ({ orgId, receiving: 'on' }),
  'POST /api/sbd/volunteer/own': ({ orgId }) => ({ orgId, ...living }),
  'PUT /api/sbd/volunteer/own': () => ({ id: '1', version: 1, ...living }),
  'POST /api/sbd/volunteer/own/leave': () => ({ id: '1', version: 1 }),
  'POST /api/sbd/volunteer/own/print': () => ({ id: '1' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  sbdReport: sbdOf,
  sbdPair: sbdOf,
  sbdJob: sbdOf,
};
