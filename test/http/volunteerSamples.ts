import type { SampleIds } from './samples.ts';

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

/** Good inputs for the calls of 志愿服务. */
export const volunteerSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
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
  'GET /api/sbd/activity/hours/people': ofActivity,
  'GET /api/sbd/activity/hours/info': ofActivity,
  'PUT /api/sbd/activity/hours/report': (ids) => ({ ...ofActivity(ids), version: 1 }),
  'PUT /api/sbd/activity/hours/audit': (ids) => ({ ...ofActivity(ids), version: 1, agree: false, reason: '试' }),
  'PUT /api/sbd/activity/hours/correct': (ids) => ({ ...ofActivity(ids), version: 1, hours: 1, note: '试' }),
};
