import type { SampleIds } from './samples.ts';

/** The meeting about recruitment that the own rows give to an organisation. */
export const meetingOf = (orgId: string) => String(800_000 + Number(orgId));

/** Samples of the calls of 发展党员; files bear the ids of their people (ownRows.ts). */
export const recruitmentSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  'GET /api/fzdy/file/{id}': () => ({ id: '1' }),
  'POST /api/fzdy/step/submit': () => ({ fileId: '1', no: 1, version: 1, handledOn: '2026-01-01' }),
  'POST /api/fzdy/step/withdraw': () => ({ fileId: '1', no: 8 }),
  'POST /api/fzdy/step/decide': () => ({ fileId: '1', no: 8, version: 1, decision: 'return', opinion: '试' }),
  'POST /api/fzdy/paper/hand': () => ({ fileId: '1', no: 1, kind: 'application', files: ['0'.repeat(32)] }),
  'POST /api/fzdy/paper/review': () => ({ fileId: '1', no: 1, kind: 'application', passed: true }),
  'POST /api/fzdy/note': () => ({ fileId: '1', kind: 'thought', day: '2026-01-01', content: '试' }),
  'POST /api/fzdy/file/end': () => ({ fileId: '1', version: 1, ending: 'stopped', reason: '试', day: '2026-01-01' }),
  'GET /api/fzdy/people': () => ({ fileId: '1', no: 5, role: 'contact' }),
  'GET /api/fzdy/meeting/{id}': () => ({ id: '1' }),
  'GET /api/fzdy/meeting/due': ({ orgId }) => ({ orgId, day: '2026-01-01' }),
  'POST /api/fzdy/meeting': ({ orgId, memberId }) => ({
    orgId,
    stage: 1,
    heldOn: '2026-01-01',
    place: '试',
    host: '试',
    present: 0,
    people: [{ fileId: memberId, yes: 0 }],
  }),
  'POST /api/fzdy/publicity': () => ({ fileId: '1', startsOn: '2026-01-05', endsOn: '2026-01-30', heardBy: '试' }),
  'POST /api/fzdy/publicity/end': () => ({ fileId: '1', result: 'none' }),
  'POST /api/fzdy/correction': () => ({
    memberId: '1',
    field: 'appliedOn',
    after: '2026-01-02',
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/fzdy/correction/decide': () => ({ id: '1', agree: false, opinion: '试' }),
  'POST /api/fzdy/correction/withdraw': () => ({ id: '1' }),
  'GET /api/fzdy/public/publicity/{code}': () => ({ code: '0'.repeat(32) }),
};
