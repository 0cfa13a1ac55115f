import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

/** The activity that the own rows give to an organisation, and the place of somebody at it. */
export const serviceOf = (orgId: string) => String(740_000 + Number(orgId));

const activity = {
  kind: 1,
  title: '试',
  post: '1',
  place: '试',
  startsAt: '2099-05-01 09:00',
  endsAt: '2099-05-01 11:00',
  closesAt: '2099-05-01 08:00',
  quota: 5,
  hours: 2,
  audience: 1,
  audited: false,
  content: '试',
  contact: '试',
  phone: '13900000000',
};

const ofActivity = ({ orgId }: SampleIds) => ({ id: serviceOf(orgId) });

const ofPlaces = ({ orgId }: SampleIds) => ({ ids: [serviceOf(orgId)] });

const ofGroup = ({ orgId }: SampleIds) => ({ groupId: serviceOf(orgId) });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/sbd/activity': ofActivity,
  'POST /api/sbd/activity': () => activity,
  'PUT /api/sbd/activity': (ids) => ({ ...activity, ...ofActivity(ids), version: 1 }),
  'DELETE /api/sbd/activity': (ids) => ({ ...ofActivity(ids), deleteReason: '试' }),
  'PUT /api/sbd/activity/updateVolunteerActivityStatus': (ids) => ({
    ...ofActivity(ids),
    version: 1,
    status: 4,
    reason: '试',
  }),
  'PUT /api/sbd/activity/signUp/audit': (ids) => ({ ...ofPlaces(ids), agree: false, reason: '试' }),
  'POST /api/sbd/activity/signUp': (ids) => ({ ...ofActivity(ids), memberIds: [ids.memberId] }),
  'GET /api/sbd/activity/code': ofActivity,
  'PUT /api/sbd/activity/mark': (ids) => ({ ...ofPlaces(ids), came: true, reason: '试' }),
  'GET /api/sbd/volunteer/getVolunteerPersonalDetailPc': ({ memberId }) => ({ id: memberId }),
  'GET /api/sbd/volunteer/getVolunteerActivityListPc': ({ memberId }) => ({ id: memberId }),
  'GET /api/sbd/activity/own/get': () => ({ id: '1' }),
  'POST /api/sbd/activity/own/signUp': () => ({ id: '1' }),
  'POST /api/sbd/activity/own/cancel': () => ({ id: '1' }),
  'POST /api/sbd/activity/own/sign': () => ({ id: '1', code: '0123456789abcdef' }),
  'POST /api/sbd/activity/own/signOut': () => ({ id: '1', code: '0123456789abcdef' }),
  'GET /api/sbd/activity/hours/people': ofActivity,
  'GET /api/sbd/activity/hours/info': ofActivity,
  'PUT /api/sbd/activity/hours/report': (ids) => ({ ...ofActivity(ids), version: 1 }),
  'PUT /api/sbd/activity/hours/audit': (ids) => ({ ...ofActivity(ids), version: 1, agree: false, reason: '试' }),
  'PUT /api/sbd/activity/hours/correct': (ids) => ({ ...ofActivity(ids), version: 1, hours: 1, note: '试' }),
  'GET /api/volunteer/orgGroup/get': ofActivity,
  'POST /api/volunteer/orgGroup/addOrEdit': () => ({ groupName: '试建' }),
  'DELETE /api/volunteer/orgGroup/del': (ids) => ({ ...ofActivity(ids), deleteReason: '试' }),
  'POST /api/volunteer/volunteerGroup/edit': (ids) => ({ ...ofGroup(ids), memberIds: [ids.memberId] }),
  'POST /api/volunteer/volunteerGroup/del': (ids) => ({ ...ofGroup(ids), memberIds: [ids.memberId] }),
  'POST /api/volunteer/volunteerGroup/setGroupLeader': (ids) => ({ ...ofGroup(ids), memberId: ids.memberId }),
  'POST /api/volunteer/volunteerGroup/tell': (ids) => ({ ...ofGroup(ids), title: '试', text: '试' }),
  'POST /api/volunteer/volunteerGroup/export': (ids) => ({ ...ofGroup(ids), purpose: '试' }),
  'POST /api/sbd/keeper': ({ memberId }) => ({
    memberIds: [memberId],
    fromOn: '2099-01-01',
    toOn: '2099-02-01',
    note: '试',
  }),
  'PUT /api/sbd/keeper/revoke': (ids) => ({ ...ofActivity(ids), reason: '试' }),
  'GET /api/sbd/keeper/own/people': () => ({ id: '1' }),
  'GET /api/sbd/keeper/own/code': () => ({ id: '1' }),
  'PUT /api/sbd/keeper/own/mark': () => ({ id: '1', ids: ['1'], came: true, reason: '试' }),
  'PUT /api/sbd/keeper/own/finish': () => ({ id: '1', version: 1 }),
  'GET /api/sbd/servicePair/get': ofActivity,
  'GET /api/sbd/servicePair/member': ({ orgId }) => ({ orgId }),
  'POST /api/sbd/servicePair': ({ memberId }) => ({
    kind: 2,
    otherId: '1',
    memberId,
    personName: '试',
    address: '试',
    difficulty: 1,
    content: '试',
    fromOn: '2099-01-01',
    toOn: '2099-12-01',
  }),
  'PUT /api/sbd/servicePair/status': (ids) => ({ ...ofActivity(ids), version: 1, status: 3, reason: '试' }),
  'POST /api/sbd/servicePair/visit': (ids) => ({
    ...ofActivity(ids),
    visitedOn: '2020-06-01',
    people: '试',
    content: '试',
  }),
  'PUT /api/sbd/servicePair/visit/strike': (ids) => ({
    ...ofActivity(ids),
    visitId: serviceOf(ids.orgId),
    reason: '试',
  }),
  'POST /api/sbd/servicePair/reveal': (ids) => ({ ...ofActivity(ids), field: 'phone', reason: '试' }),
  'POST /api/sbd/servicePair/export': ({ orgId }) => ({ orgId, purpose: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  serviceActivity: serviceOf,
  serviceSignup: serviceOf,
  serviceGroup: serviceOf,
  serviceKeeper: serviceOf,
  servicePair: serviceOf,
};
