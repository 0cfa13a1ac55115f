import { examOf } from '#learning/exam/test/samples.ts';
import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

/** The course, the test and the promotion of a college that the own rows give to an organisation. */
export const collegeOf = (orgId: string) => String(895_000 + Number(orgId));

const one = ({ orgId }: SampleIds) => ({ id: collegeOf(orgId) });

const person = ({ memberId }: SampleIds) => ({ id: memberId });

const place = { jobType: 2, grade: 1, className: '试' };

const test = ({ orgId }: SampleIds) => ({
  title: '试',
  term: '2026-2027-1',
  paperId: examOf(orgId),
  opensAt: '2026-12-01 09:00',
  closesAt: '2026-12-02 09:00',
  minutes: 60,
  college: {},
});

const batch = () => ({ id: '1' });

/** The class of the party school that the own rows give to an organisation. */
export const schoolOf = (orgId: string) => String(895_000 + Number(orgId));

const inSchool = ({ orgId }: SampleIds) => ({ id: schoolOf(orgId) });

const school = { title: '试', quota: 5, startsOn: '2026-01-05', endsOn: '2026-01-06' };

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/sxzy/student/{id}': person,
  'POST /api/sxzy/student/export': () => ({ purpose: '试' }),
  'POST /api/sxzy/student': ({ memberId }) => ({ ...place, memberId }),
  'PUT /api/sxzy/student': (ids) => ({ ...person(ids), ...place, version: 1 }),
  'POST /api/sxzy/student/drop': (ids) => ({ ...person(ids), reason: '试' }),
  'POST /api/sxzy/student/imports/template': () => ({ kind: 'student' }),
  'GET /api/sxzy/student/imports/check': batch,
  'GET /api/sxzy/student/imports/rows': batch,
  'POST /api/sxzy/student/imports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/sxzy/student/imports/write': batch,
  'POST /api/sxzy/student/imports/undo': batch,
  'GET /api/sxzy/student/imports/errorFile': batch,
  'POST /api/sxzy/promotion': () => ({ promoted: 0, graduated: 0 }),
  'POST /api/sxzy/promotion/undo': (ids) => ({ ...one(ids), reason: '试' }),
  'GET /api/sxzy/course/{id}': one,
  'POST /api/sxzy/course': ({ orgId }) => ({ orgId, title: '试', term: '2026-2027-1', college: {} }),
  'PUT /api/sxzy/course': (ids) => ({ ...one(ids), title: '试', term: '2026-2027-1', college: {}, version: 1 }),
  'GET /api/sxzy/test/{id}': one,
  'POST /api/sxzy/test': (ids) => ({ ...test(ids), orgId: ids.orgId }),
  'PUT /api/sxzy/test': (ids) => ({ ...test(ids), ...one(ids), version: 1 }),
  'GET /api/sxzy/test/people': one,
  'GET /api/sxzy/test/sheet': (ids) => ({ ...one(ids), personId: '1' }),
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
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  schoolClass: schoolOf,
  collegeCourse: collegeOf,
  collegeTest: collegeOf,
  collegePromotion: collegeOf,
};
