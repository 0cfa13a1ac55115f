import type { SampleIds } from './samples.ts';

/** The training that the own rows give to an organisation. */
export const trainingOf = (orgId: string) => String(880_000 + Number(orgId));

/** The certificate that the own rows give to an organisation. */
export const certificateOf = (orgId: string) => String(890_000 + Number(orgId));

/** The class of the party school that the own rows give to an organisation. */
export const schoolOf = (orgId: string) => String(895_000 + Number(orgId));
const inSchool = ({ orgId }: SampleIds) => ({ id: schoolOf(orgId) });
const school = { title: '试', quota: 5, startsOn: '2026-01-05', endsOn: '2026-01-06' };

const one = ({ orgId }: SampleIds) => ({ id: trainingOf(orgId) });
const fields = {
  title: '试',
  startsOn: '2026-01-05',
  endsOn: '2026-01-06',
  hours: 16,
  organiser: '试',
  files: ['0123456789abcdef0123456789abcdef'],
};
const batch = () => ({ id: '1' });

/** Good inputs for the calls of 学时 and 线下培训. */
export const learningSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  'GET /api/zhjy/hours/person': ({ memberId }) => ({ memberId, year: 2026 }),
  'GET /api/zhjy/hours/lines': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/zhjy/hours/export': () => ({ purpose: '试' }),
  'GET /api/zhjy/hours/training/{id}': one,
  'GET /api/zhjy/hours/training/people': one,
  'POST /api/zhjy/hours/training': () => fields,
  'PUT /api/zhjy/hours/training': (ids) => ({ ...fields, ...one(ids), version: 1 }),
  'POST /api/zhjy/hours/training/addPeople': (ids) => ({ ...one(ids), memberIds: [ids.memberId] }),
  'POST /api/zhjy/hours/training/removePerson': (ids) => ({ ...one(ids), memberId: ids.memberId, reason: '试' }),
  'POST /api/zhjy/hours/training/withdraw': (ids) => ({ ...one(ids), version: 1, reason: '试' }),
  'POST /api/zhjy/hours/imports/template': () => ({ kind: 'training' }),
  'PUT /api/zhjy/certificate/setting': () => ({ version: 0 }),
  'POST /api/zhjy/certificate': ({ memberId }) => ({
    title: '试',
    startsOn: '2026-01-05',
    endsOn: '2026-01-06',
    basis: 'same',
    hours: 8,
    memberIds: [memberId],
  }),
  'POST /api/zhjy/certificate/earned': ({ memberId }) => ({
    memberIds: [memberId],
    startsOn: '2026-01-05',
    endsOn: '2026-01-06',
  }),
  'POST /api/zhjy/certificate/void': ({ orgId }) => ({ ids: [certificateOf(orgId)], reason: '试' }),
  'POST /api/zhjy/certificate/print': ({ orgId }) => ({ ids: [certificateOf(orgId)], preview: true }),
  'POST /api/zhjy/certificate/own/print': ({ orgId }) => ({ id: certificateOf(orgId) }),
  'POST /api/zhjy/certificate/printAll': () => ({ purpose: '试' }),
  'POST /api/zhjy/certificate/export': () => ({ purpose: '试' }),
  'GET /api/sxzy/school/{id}': inSchool,
  'POST /api/sxzy/school': () => school,
  'PUT /api/sxzy/school': (ids) => ({ ...school, ...inSchool(ids), version: 1 }),
  'DELETE /api/sxzy/school': (ids) => ({ ...inSchool(ids), deleteReason: '试' }),
  'POST /api/sxzy/school/step': (ids) => ({ ...inSchool(ids), version: 1, act: 'begin' }),
  'POST /api/sxzy/school/nominate': (ids) => ({ ...inSchool(ids), memberIds: [ids.memberId] }),
  'POST /api/sxzy/school/decide': (ids) => ({ ...inSchool(ids), personIds: ['1'], decision: 'agree' }),
  'GET /api/sxzy/school/people': inSchool,
  'POST /api/sxzy/school/lesson': (ids) => ({
    ...inSchool(ids),
    title: '试',
    startsAt: '2026-01-05 09:00',
    endsAt: '2026-01-05 10:00',
  }),
  'DELETE /api/sxzy/school/lesson': (ids) => ({ ...inSchool(ids), lessonId: '1' }),
  'GET /api/sxzy/school/lesson/people': (ids) => ({ ...inSchool(ids), lessonId: '1' }),
  'POST /api/sxzy/school/lesson/mark': (ids) => ({ ...inSchool(ids), lessonId: '1' }),
  'POST /api/sxzy/school/lesson/signing': (ids) => ({ ...inSchool(ids), lessonId: '1' }),
  'GET /api/sxzy/school/lesson/code': (ids) => ({ ...inSchool(ids), lessonId: '1' }),
  'POST /api/sxzy/school/own/sign': () => ({ lessonId: '1', code: '0' }),
  'POST /api/sxzy/school/finish': (ids) => ({ ...inSchool(ids), version: 1, preview: true }),
  'GET /api/zhjy/hours/imports/check': batch,
  'GET /api/zhjy/hours/imports/rows': batch,
  'POST /api/zhjy/hours/imports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/zhjy/hours/imports/write': batch,
  'POST /api/zhjy/hours/imports/undo': batch,
  'GET /api/zhjy/hours/imports/errorFile': batch,
};
