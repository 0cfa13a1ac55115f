import type { SampleIds } from './samples.ts';

/** The training that the own rows give to an organisation. */
export const trainingOf = (orgId: string) => String(880_000 + Number(orgId));

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
  'GET /api/zhjy/hours/imports/check': batch,
  'GET /api/zhjy/hours/imports/rows': batch,
  'POST /api/zhjy/hours/imports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/zhjy/hours/imports/write': batch,
  'POST /api/zhjy/hours/imports/undo': batch,
  'GET /api/zhjy/hours/imports/errorFile': batch,
};
