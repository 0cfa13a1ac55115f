import type { SampleIds } from './samples.ts';

/** Good inputs for the calls of 学时. */
export const learningSamples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  'GET /api/zhjy/hours/person': ({ memberId }) => ({ memberId, year: 2026 }),
  'GET /api/zhjy/hours/lines': ({ memberId }) => ({ memberId, year: 2026 }),
  'POST /api/zhjy/hours/export': () => ({ purpose: '试' }),
};
