import type { Placed, SampleIds, Samples } from '../../../../test/http/sampleIds.ts';
import { recordSamples } from './records.ts';

/** The unit that the own rows give to an organisation (rows.ts). */
export const unitOf = (orgId: string) => String(100_000 + Number(orgId));

/** The term of leadership that the own rows give to an organisation. */
export const termOf = (orgId: string) => String(300_000 + Number(orgId));

/** The document on an organisation that the own rows give to it. */
export const orgChangeOf = (orgId: string) => String(600_000 + Number(orgId));

/** The application for an organisation of floating members that the own rows give to an organisation. */
export const floatingOf = (orgId: string) => String(400_000 + Number(orgId));

const orgChange = (orgId: string) => ({
  kind: 'rename',
  number: '试〔2026〕1号',
  issuedOn: '2026-01-01',
  reason: '试',
  orgId,
  name: '试更名',
});

/** An application for an organisation of floating members. */
const floatingForm = ({ orgId, memberId }: SampleIds) => ({
  parentId: orgId,
  name: '驻试流动党支部',
  setting: 'park',
  region: '广东省深圳市',
  contact: '试',
  phone: '13900000000',
  secretaryId: memberId,
  memberCount: 3,
  reason: '试',
});

/** Good inputs for the calls of this room, beside those of its nouns. */
export const samples: Samples = {
  ...recordSamples,
  'POST /api/zzxx/recordImports/template': () => ({ kind: 'reward' }),
  'GET /api/zzxx/recordImports/check': () => ({ id: '1' }),
  'GET /api/zzxx/recordImports/rows': () => ({ id: '1' }),
  'POST /api/zzxx/recordImports/fix': () => ({ id: '1', rows: [{ rowNo: 1, cells: {} }] }),
  'POST /api/zzxx/recordImports/write': () => ({ id: '1' }),
  'POST /api/zzxx/recordImports/undo': () => ({ id: '1' }),
  'GET /api/zzxx/recordImports/errorFile': () => ({ id: '1' }),
  'GET /api/zzxx/org/{orgId}': ({ orgId }) => ({ orgId }),
  'POST /api/zzxx/org': ({ orgId }) => ({ parentId: orgId, name: '试建党支部', type: 46 }),
  'PUT /api/zzxx/org': ({ orgId }) => ({ id: orgId, version: 1, contact: '试' }),
  'DELETE /api/zzxx/org': ({ orgId }) => ({ id: orgId, deleteReason: '试' }),
  'POST /api/zzxx/org/valid': () => ({ name: '试建党支部' }),
  'POST /api/zzxx/org/updateSortById': ({ orgId }) => ({ id: orgId }),
  'GET /api/zzxx/unit/{id}': () => ({ id: '1' }),
  'POST /api/zzxx/unit': ({ orgId }) => ({
    orgId,
    name: '新试单位',
    creditCode: '',
    nature: '1',
    isLegal: true,
    establishment: '',
    staffCount: '',
    scale: '',
    holding: '',
    affiliation: '',
    industry: '',
    manager: '',
    phone: '',
    address: '',
  }),
  'PUT /api/zzxx/unit': ({ orgId }) => ({ id: unitOf(orgId), version: 1, orgId, industry: '试' }),
  'DELETE /api/zzxx/unit': () => ({ id: '1', deleteReason: '试' }),
  'GET /api/zzxx/org/getIntegrity': ({ orgId }) => ({ orgId }),
  'GET /api/zzxx/historyField': ({ orgId }) => ({ orgId }),
  'GET /api/zzxx/office/{id}': () => ({ id: '1' }),
  'GET /api/zzxx/org/timeline': ({ orgId }) => ({ orgId }),
  'GET /api/zzxx/org/earlier': ({ orgId }) => ({ orgId, to: 1 }),
  'POST /api/zzxx/org/goBack': ({ orgId }) => ({ orgId, to: 1, version: 1, reason: '试' }),
  'POST /api/flow/organization/people': () => ({ of: 'floating', name: '试' }),
  'GET /api/flow/organization/get/{id}': ({ orgId }) => ({ id: floatingOf(orgId) }),
  'POST /api/flow/organization/add': floatingForm,
  'POST /api/flow/organization/edit': (ids) => ({ ...floatingForm(ids), id: floatingOf(ids.orgId), version: 1 }),
  'POST /api/flow/organization/del': ({ orgId }) => ({ id: floatingOf(orgId), deleteReason: '试' }),
  'POST /api/flow/organization/audit': ({ orgId }) => ({ id: floatingOf(orgId), version: 1, agree: true }),
  'POST /api/djOrg/transfer/getByType': ({ orgId }) => ({ orgId }),
  'GET /api/djOrg/transfer/orgs': ({ orgId }) => ({ id: orgChangeOf(orgId) }),
  'GET /api/djOrg/transfer/contents': ({ orgId }) => ({ orgId }),
  'GET /api/djOrg/transfer/{id}': ({ orgId }) => ({ id: orgChangeOf(orgId) }),
  'POST /api/djOrg/transfer': ({ orgId }) => orgChange(orgId),
  'PUT /api/djOrg/transfer': ({ orgId }) => ({ ...orgChange(orgId), id: orgChangeOf(orgId), version: 1 }),
  'DELETE /api/djOrg/transfer': ({ orgId }) => ({ id: orgChangeOf(orgId), deleteReason: '试' }),
  'POST /api/djOrg/transfer/operation': ({ orgId }) => ({ id: orgChangeOf(orgId), version: 1, act: 'carryOut' }),
  'POST /api/zzxx/office/candidates': ({ orgId }) => ({ orgId }),
  'POST /api/zzxx/office': ({ orgId }) => ({ orgId, electedOn: '2026-01-01', method: '党员大会选举', posts: [] }),
  'PUT /api/zzxx/office': ({ orgId }) => ({ id: termOf(orgId), version: 1, remark: '试' }),
  'POST /api/zzxx/office/extend': ({ orgId }) => ({
    id: termOf(orgId),
    version: 1,
    until: '2026-12-31',
    reason: '试',
    files: ['0'.repeat(32)],
  }),
  'POST /api/zzxx/office/extend/decide': ({ orgId }) => ({ id: termOf(orgId), version: 1, agree: true }),
  'POST /api/zzxx/office/extend/withdraw': ({ orgId }) => ({ id: termOf(orgId), version: 1 }),
  'POST /api/zzxx/office/export': ({ orgId }) => ({ orgId, purpose: '试' }),
  'DELETE /api/zzxx/office': () => ({ id: '1', deleteReason: '试' }),
  'POST /api/zzxx/org/export': () => ({ purpose: '试' }),
};

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const placed: Placed = {
  unit: unitOf,
  floatingOrg: floatingOf,
  orgChange: orgChangeOf,
  term: termOf,
};
