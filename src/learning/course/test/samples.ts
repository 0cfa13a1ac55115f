import { educationOf } from '#learning/education/test/samples.ts';
import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';

/** The training that the own rows give to an organisation. */
export const trainingOf = (orgId: string) => String(880_000 + Number(orgId));

const one = ({ orgId }: SampleIds) => ({ id: trainingOf(orgId) });
const ofCourse = ({ orgId }: SampleIds) => ({ id: educationOf(orgId) });

const fields = {
  title: '试',
  startsOn: '2026-01-05',
  endsOn: '2026-01-06',
  hours: 16,
  organiser: '试',
  files: ['0123456789abcdef0123456789abcdef'],
};

const batch = () => ({ id: '1' });

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  'GET /api/zhjy/course/{id}': ofCourse,
  'POST /api/zhjy/course': ({ orgId }) => ({ orgId, title: '试' }),
  'PUT /api/zhjy/course': (ids) => ({ ...ofCourse(ids), title: '试', version: 1 }),
  'DELETE /api/zhjy/course': (ids) => ({ ...ofCourse(ids), deleteReason: '试' }),
  'POST /api/zhjy/course/publish': (ids) => ({ ...ofCourse(ids), version: 1 }),
  'POST /api/zhjy/course/withdraw': (ids) => ({ ...ofCourse(ids), reason: '试' }),
  'GET /api/zhjy/course/follow/listPage': ofCourse,
  'GET /api/zhjy/course/follow/orgs': ofCourse,
  'POST /api/zhjy/course/urge': ofCourse,
  'POST /api/zhjy/course/live': (ids) => ({ ...ofCourse(ids), chapterId: '1', personIds: ['1'], isPresent: true }),
  'POST /api/zhjy/course/export': (ids) => ({ ...ofCourse(ids), purpose: '试' }),
  'GET /api/zhjy/course/own/view': ofCourse,
  'POST /api/zhjy/course/own/enrol': (ids) => ({ ...ofCourse(ids), isJoined: true }),
  'POST /api/zhjy/course/own/open': (ids) => ({ ...ofCourse(ids), chapterId: '1' }),
  'GET /api/zhjy/hours/training/{id}': one,
  'GET /api/zhjy/hours/training/people': one,
  'POST /api/zhjy/hours/training': () => fields,
  'PUT /api/zhjy/hours/training': (ids) => ({ ...fields, ...one(ids), version: 1 }),
  'POST /api/zhjy/hours/training/addPeople': (ids) => ({ ...one(ids), memberIds: [ids.memberId] }),
  'POST /api/zhjy/hours/training/removePerson': (ids) => ({ ...one(ids), memberId: ids.memberId, reason: '试' }),
  'POST /api/zhjy/hours/training/withdraw': (ids) => ({ ...one(ids), version: 1, reason: '试' }),
  'POST /api/zhjy/hours/imports/template': () => ({ kind: 'training' }),
  'GET /api/zhjy/hours/imports/check': batch,
  'GET /api/zhjy/hours/imports/rows': batch,
  'POST /api/zhjy/hours/imports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/zhjy/hours/imports/write': batch,
  'POST /api/zhjy/hours/imports/undo': batch,
  'GET /api/zhjy/hours/imports/errorFile': batch,
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  training: trainingOf,
  course: educationOf,
};
