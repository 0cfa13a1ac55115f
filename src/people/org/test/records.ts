/** A good row of each tab of an organisation's record, by its kind; the order gives the own rows their ids. */
export const GOOD_ORG_RECORDS: Record<string, Record<string, unknown>> = {
  reward: { type: '1', name: '11', approvedOn: '2021-07-01', approvedBy: '市委', level: '3' },
  access: { year: 2024, result: '1', assessedOn: '2025-01-10', assessedBy: '县委组织部' },
};

/** The row of a tab that the own rows give to an organisation (rows.ts). */
export const orgRecordOf = (kind: string, orgId: string) =>
  String(100_000_000 * (Object.keys(GOOD_ORG_RECORDS).indexOf(kind) + 1) + Number(orgId));

const listOf: Record<string, string> = { reward: '/list', access: '/list' };
const oneOf: Record<string, string> = { reward: '/details/{id}', access: '/{id}' };

/** Samples of the calls of all tabs and of the further facts. */
export const recordSamples: Record<string, (ids: { orgId: string }) => Record<string, unknown>> = {
  'GET /api/zzxx/reward': ({ orgId }) => ({ orgId }),
  'GET /api/zzxx/orgext/{orgId}': ({ orgId }) => ({ orgId }),
  'PUT /api/zzxx/orgext': ({ orgId }) => ({ id: orgId, version: 0, region: '试' }),
  'POST /api/zzxx/records/export': ({ orgId }) => ({ orgId, kind: 'reward', purpose: '试' }),
  'PUT /api/zzxx/records/order': ({ orgId }) => ({ ownerId: orgId, kind: 'reward', from: [], ids: [] }),
  ...Object.fromEntries(
    Object.entries(GOOD_ORG_RECORDS).flatMap(([kind, row]) => {
      const path = `/api/zzxx/${kind}`;
      return [
        [`GET ${path}${listOf[kind]}`, ({ orgId }) => ({ orgId })],
        [`GET ${path}${oneOf[kind]}`, () => ({ id: '1' })],
        [`POST ${path}`, ({ orgId }) => ({ orgId, ...row })],
        [`PUT ${path}`, () => ({ id: '1', version: 1, ...row })],
        [`DELETE ${path}`, () => ({ id: '1', deleteReason: '试' })],
      ] satisfies [string, (ids: { orgId: string }) => Record<string, unknown>][];
    }),
  ),
};
