import type { Endpoint } from '#platform/contract.ts';
import { testIdCard } from '../support/fixture.ts';
import { archiveSamples } from './archiveSamples.ts';
import { ballotSamples } from './ballotSamples.ts';
import { collegeSamples } from './collegeSamples.ts';
import { colourSamples } from './colourSamples.ts';
import { duesSamples } from './duesSamples.ts';
import { educationSamples } from './educationSamples.ts';
import { eventSamples } from './eventSamples.ts';
import { examSamples } from './examSamples.ts';
import { floatingSamples, variationSamples } from './floatingSamples.ts';
import { importSamples } from './importSamples.ts';
import { integralSamples } from './integralSamples.ts';
import { learningSamples } from './learningSamples.ts';
import { recordSamples } from './memberRecords.ts';
import { memberSamples } from './memberSamples.ts';
import { messageSamples } from './messageSamples.ts';
import { nounSample } from './nouns.ts';
import { officeSamples } from './officeSamples.ts';
import { openSamples } from './openSamples.ts';
import { orgRecordSamples } from './orgRecords.ts';
import { paperSamples } from './paperSamples.ts';
import { pointSamples } from './pointSamples.ts';
import { recruitmentSamples } from './recruitmentSamples.ts';
import { relationSamples } from './relationSamples.ts';
import { sessionSamples } from './sessionSamples.ts';

/** The unit that the own rows give to an organisation (ownRows.ts). */
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

/** The group of people that the own rows give to an organisation. */
export const groupOf = (orgId: string) => String(200_000 + Number(orgId));

/** The affair, and the opinion on it, that the own rows give to an organisation. */
export const affairOf = (orgId: string) => String(500_000 + Number(orgId));

/** Ids that a sample may use where the call itself is not about them. */
export interface SampleIds {
  orgId: string;
  memberId: string;
  roleId?: number;
  /** Somebody else's account, and a user group, within reach. */
  accountId?: string | undefined;
  groupId?: string | undefined;
  /** A right password, encrypted anew for each call. */
  password?: string;
}

const secretAnswers = [1, 2, 3].map((questionId) => ({ questionId, answer: '试' }));

const HEX = '0'.repeat(32);
const CHUNK_CALL = { author: '1', size: 1, fileMd5: HEX, chunkSize: 1_048_576, appId: HEX, timestamp: '1700000000' };

/** A matter as a worker raises it. */
const MATTER = { title: '试', category: 'activity', text: '试行一件事项' };

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

/** A picture of one pixel. */
export const TINY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * One good input for each call that needs any, by `METHOD path`. The access matrix and the
 * fuzzer start from these; a call without one must accept the empty input.
 */
export const samples: Record<string, (ids: SampleIds) => Record<string, unknown>> = {
  ...duesSamples,
  ...floatingSamples,
  ...variationSamples,
  ...colourSamples,
  ...integralSamples,
  ...officeSamples,
  ...archiveSamples,
  ...examSamples,
  ...collegeSamples,
  ...educationSamples,
  ...pointSamples,
  ...learningSamples,
  ...ballotSamples,
  ...eventSamples,
  ...memberSamples,
  ...recordSamples,
  ...paperSamples,
  ...importSamples,
  ...orgRecordSamples,
  ...messageSamples,
  ...recruitmentSamples,
  ...relationSamples,
  ...openSamples,
  ...sessionSamples,
  'POST /api/search/all': () => ({ words: '第一' }),
  'POST /api/search/recent': ({ orgId }) => ({ items: [{ kind: 'org', id: orgId }] }),
  'GET /api/map/place': () => ({ keyWords: '第一' }),
  'GET /api/sys/config/getByType': () => ({ type: 'CaptchaAppId' }),
  'GET /api/ehb/login/checkCode': () => ({ code: 'x', state: `ehb-${'x'.repeat(43)}` }),
  'GET /api/basePlatform/checkTicket': () => ({ ticket: 'x', state: `base-${'x'.repeat(43)}` }),
  'POST /api/help/document/getDetail': () => ({ id: '1' }),
  'POST /api/help/document/add': () => ({ title: '试', content: '<p>试</p>' }),
  'POST /api/help/document/update': () => ({ id: '1', version: 1, title: '试试' }),
  'POST /api/help/document/versions': () => ({ id: '1' }),
  'POST /api/help/document/versionDetail': () => ({ id: '1', version: 1 }),
  'POST /api/help/document/del': () => ({ id: '1', deleteReason: '试' }),
  'GET /api/workflow/process/get/{id}': () => ({ id: '1' }),
  'POST /api/workflow/process': ({ orgId }) => ({ kind: 'matter', name: '试行流程', orgId }),
  'PUT /api/workflow/process': () => ({ id: '1', version: 1, name: '试改' }),
  'POST /api/workflow/process/publish': () => ({ id: '1', version: 1 }),
  'POST /api/workflow/process/retire': () => ({ id: '1', reason: '试' }),
  'POST /api/workflow/process/try': ({ accountId }) => ({
    kind: 'matter',
    definition: { steps: [], sameSigner: false },
    accountId: accountId ?? '1',
    facts: {},
  }),
  'GET /api/workflow/get/{id}': () => ({ id: '1' }),
  'POST /api/workflow/decide': () => ({ taskId: '1', decision: 'agree' }),
  'POST /api/workflow/addSign': ({ accountId }) => ({ taskId: '1', accountId: accountId ?? '1' }),
  'POST /api/workflow/recallSign': () => ({ taskId: '1' }),
  'POST /api/workflow/handOver': ({ accountId }) => ({ taskId: '1', accountId: accountId ?? '1', note: '试' }),
  'POST /api/workflow/withdraw': () => ({ id: '1', reason: '试' }),
  'POST /api/workflow/urge': () => ({ id: '1' }),
  'POST /api/workflow/matter/preview': () => ({ processId: '1', category: 'activity' }),
  'POST /api/workflow/matter': () => ({ ...MATTER, processId: '1' }),
  'GET /api/workflow/matter/get/{id}': () => ({ id: '1' }),
  'PUT /api/workflow/matter': () => ({ ...MATTER, id: '1', version: 1 }),
  'POST /api/workflow/delegation': ({ accountId }) => ({
    accountId: accountId ?? '1',
    until: '2100-01-01',
    reason: '试',
  }),
  'DELETE /api/workflow/delegation': () => ({ id: '1' }),
  'POST /api/sys/user/changeCurrentPwd': () => ({ oldPassword: 'ab', password: 'ab' }),
  'POST /api/sys/encrypte': () => ({ password: 'ab' }),
  'PUT /api/sys/question/check': () => ({ password: 'ab', answers: secretAnswers }),
  'POST /api/sys/phone/code': () => ({ phonenumber: '13800000000' }),
  'POST /api/sys/phone/confirm': () => ({ phonenumber: '13800000000', smsCode: '000000', password: 'ab' }),
  'POST /api/sys/question/add': () => ({ proof: 'x'.repeat(43), questions: secretAnswers }),
  'GET /api/sys/question/getByIdCardNo': () => ({ idCardNo: 'admin' }),
  'PUT /api/sys/question/unLoginCheck': () => ({ idCardNo: 'admin', smsCode: '123456', answers: secretAnswers }),
  'POST /api/sys/user/changePwd': () => ({ proof: 'x'.repeat(43), password: 'ab' }),
  'POST /api/sys/user/unlock': () => ({ id: '1' }),
  'GET /api/sys/user/get/{id}': ({ accountId }) => ({ id: accountId ?? '1' }),
  'GET /api/sys/user/history': ({ accountId }) => ({ id: accountId ?? '1' }),
  'POST /api/sys/user/candidates': () => ({ keyWords: '王' }),
  'POST /api/sys/user': ({ orgId, memberId, password }) => ({
    memberId,
    orgId,
    roleId: 3,
    password: password ?? 'ab',
  }),
  'PUT /api/sys/user': ({ accountId }) => ({ id: accountId ?? '1', version: 1, gender: 1 }),
  'POST /api/sys/user/effect': ({ orgId }) => ({ act: 'grant', roleId: 3, orgId }),
  'POST /api/sys/user/grant': ({ orgId, accountId, password }) => ({
    id: accountId ?? '1',
    roleId: 3,
    orgId,
    password: password ?? 'ab',
  }),
  'POST /api/sys/user/revoke': ({ accountId }) => ({ id: accountId ?? '1', grantId: '1', reason: '试' }),
  'POST /api/sys/user/disable': ({ accountId }) => ({ id: accountId ?? '1', reason: '试' }),
  'POST /api/sys/user/enable': ({ accountId }) => ({ id: accountId ?? '1' }),
  'POST /api/sys/user/removeFactor': ({ accountId, password }) => ({
    id: accountId ?? '1',
    password: password ?? 'ab',
  }),
  'POST /api/sys/user/resetPwd': ({ accountId, password }) => ({ id: accountId ?? '1', password: password ?? 'ab' }),
  'GET /api/sys/user/request/get/{id}': () => ({ id: '1' }),
  'POST /api/sys/user/request': ({ orgId, memberId }) => ({ orgId, memberId, reason: '试' }),
  'POST /api/sys/user/request/decide': ({ password }) => ({ id: '1', agree: true, password: password ?? 'ab' }),
  'POST /api/sys/user/request/withdraw': () => ({ id: '1' }),
  'POST /api/sys/above/urge': () => ({ kind: 'request', id: '1' }),
  'POST /api/sys/user/request/password': ({ password }) => ({ id: '1', password: password ?? 'ab' }),
  'POST /api/sys/userType': () => ({ code: 'trial', name: '试建', roleId: 3, keys: [] }),
  'PUT /api/sys/userType': () => ({ id: '1', version: 1, code: 'trial', name: '试建', roleId: 3, keys: [] }),
  'DELETE /api/sys/userType': () => ({ id: '1', deleteReason: '试' }),
  'GET /api/common/group/members': ({ orgId }) => ({ groupId: groupOf(orgId) }),
  'GET /api/sys/grout/info/{id}': ({ orgId }) => ({ id: groupOf(orgId) }),
  'GET /api/sys/grout/info/getByGroupId': ({ orgId }) => ({ groupId: groupOf(orgId) }),
  'POST /api/sys/grout/info': ({ orgId }) => ({ orgId, groupType: 1, groupName: '试建' }),
  'PUT /api/sys/grout/info': ({ orgId }) => ({ id: groupOf(orgId), version: 1, groupName: '试改' }),
  'DELETE /api/sys/grout/info': ({ orgId }) => ({ id: groupOf(orgId), deleteReason: '试' }),
  'GET /api/nrgl/label/{id}': () => ({ id: '9001' }),
  'POST /api/nrgl/word': () => ({ kind: 1, word: '试建' }),
  'PUT /api/nrgl/word': () => ({ id: '1', version: 1, kind: 1, word: '试改' }),
  'DELETE /api/nrgl/word': () => ({ id: '1', deleteReason: '试' }),
  'POST /api/nrgl/word/import': () => ({ text: '禁止,试入' }),
  'POST /api/nrgl/label': () => ({ name: '试建' }),
  'PUT /api/nrgl/label': () => ({ id: '9001', version: 1, name: '试改' }),
  'DELETE /api/nrgl/label': () => ({ id: '9001', deleteReason: '试' }),
  'POST /api/nrgl/label/merge': () => ({ id: '9002', intoId: '9002' }),
  'POST /api/zhhd/label/check': () => ({ labelName: '试' }),
  'POST /api/zhhd/label/checkKeyword': () => ({ keyword: '试' }),
  'POST /api/nrgl/classification': () => ({ name: '试建' }),
  'PUT /api/nrgl/classification': () => ({ id: '9001', version: 1, name: '试改' }),
  'DELETE /api/nrgl/classification': () => ({ id: '9001', deleteReason: '试' }),
  'GET /api/sys/userGroup/{id}': ({ groupId }) => ({ id: groupId ?? '1' }),
  'POST /api/sys/userGroup/effect': ({ orgId }) => ({ orgId, keys: [], members: [] }),
  'POST /api/sys/userGroup': ({ orgId, password }) => ({
    orgId,
    name: '试建',
    keys: [],
    members: [],
    password: password ?? 'ab',
  }),
  'PUT /api/sys/userGroup': ({ groupId, password }) => ({
    id: groupId ?? '1',
    version: 1,
    name: '试建',
    keys: [],
    members: [],
    password: password ?? 'ab',
  }),
  'DELETE /api/sys/userGroup': ({ groupId }) => ({ id: groupId ?? '1', deleteReason: '试' }),
  'GET /api/sys/role/get': () => ({ id: 3 }),
  'POST /api/sys/role/effect': () => ({ id: 3, remove: ['org:sort'] }),
  'POST /api/sys/role': () => ({ name: '试验角色', base: 'own' }),
  'PUT /api/sys/role': ({ password }) => ({ id: 2, version: 1, description: '试', password: password ?? 'ab' }),
  'POST /api/sys/right/separation': ({ password }) => ({ on: false, password: password ?? 'ab' }),
  'GET /api/sys/right/account': ({ accountId }) => ({ id: accountId ?? '1' }),
  'GET /api/sys/right/member': ({ memberId }) => ({ memberId }),
  'PUT /api/sys/right/grant': ({ password }) => ({ grantId: '1', take: ['org:sort'], password: password ?? 'ab' }),
  'GET /api/sys/right/org': ({ orgId }) => ({ orgId }),
  'POST /api/sys/right/org/effect': ({ orgId }) => ({ orgId, limit: ['org:sort'] }),
  'PUT /api/sys/right/org': ({ orgId }) => ({ orgId, limit: ['org:sort'] }),
  'POST /api/sys/right/who': () => ({ key: 'org:read' }),
  'POST /api/sys/right/export': () => ({ purpose: '试' }),
  'GET /api/sys/dict/select': () => ({ dictionaryCode: '0001' }),
  'GET /api/sys/swiper/picture': () => ({ id: '1' }),
  'POST /api/sys/swiper': ({ orgId }) => ({ orgId, title: '试', alt: '试', picture: TINY_PNG }),
  'PUT /api/sys/swiper': () => ({ id: '1', version: 1, title: '试试' }),
  'PUT /api/sys/swiper/updateSort': () => ({ id: '1' }),
  'DELETE /api/sys/swiper': () => ({ id: '1' }),
  'PUT /api/sys/site': () => ({ host: 'try.example.cn', version: 0, settings: {} }),
  'DELETE /api/sys/site': () => ({ host: 'try.example.cn', version: 0 }),
  'POST /api/sys/site/testSms': () => ({ host: '*', phone: '13900000001' }),
  'POST /api/sys/site/probe': () => ({ host: '*', key: 'sms' }),
  'POST /api/sys/dict': () => ({ parentid: '1', name: '试', value: 'try' }),
  'PUT /api/sys/dict': () => ({ id: '1', version: 1, nationalCode: '1' }),
  'PUT /api/sys/dict/updateSort': () => ({ id: '1' }),
  'DELETE /api/sys/dict': () => ({ id: '1', deleteReason: '重复' }),
  'DELETE /api/sys/dict/del': () => ({ ids: ['1'], deleteReason: '重复' }),
  'POST /api/sys/dict/gategory': () => ({ dictionaryCode: '0990', name: '试' }),
  'DELETE /api/sys/dict/deleteGategory': () => ({ id: '1', deleteReason: '重复' }),
  'GET /api/job/get': () => ({ id: '1' }),
  'POST /api/job/cancel': () => ({ id: '1' }),
  'GET /api/job/download': () => ({ id: '1' }),
  'POST /api/job/repeat': () => ({ id: '1' }),
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
  'GET /api/dyxx/member/get/{id}': ({ memberId }) => ({ id: memberId }),
  'GET /api/dyxx/member/timeline': ({ memberId }) => ({ id: memberId }),
  'POST /api/dyxx/member/reveal/phones': ({ memberId }) => ({ ids: [memberId], reason: '核对' }),
  'POST /api/dyxx/member/reveal': ({ memberId }) => ({ id: memberId, field: 'idCardNo', reason: '核对' }),
  'GET /api/dyxx/member/idCardNo': () => ({ idCardNo: testIdCard(400) }),
  'POST /api/dyxx/member': ({ orgId }) => ({
    orgId,
    name: '新试',
    idCardNo: testIdCard(401),
    gender: 1,
    birthDate: '1980-05-17',
    nation: '01',
    personCategory: 5,
    appliedOn: '2026-01-05',
  }),
  'PUT /api/dyxx/member': ({ memberId }) => ({ id: memberId, version: 1, residence: '试验市一号' }),
  'DELETE /api/dyxx/member': ({ memberId, password }) => ({
    id: memberId,
    deleteReason: '试',
    password: password ?? 'ab',
  }),
  'PUT /api/dyxx/member/updateSortIdByID': ({ memberId }) => ({ id: memberId }),
  'POST /api/back/log/export': () => ({ kind: 'acts', purpose: '试' }),
  'POST /api/back/log/incident': () => ({
    accountId: '1',
    from: '2026-01-01T00:00',
    to: '2026-12-31T23:59',
    purpose: '试',
  }),
  'GET /api/sys/recycle/list': () => ({ kind: 'member' }),
  'POST /api/sys/recycle/restore': () => ({ kind: 'member', id: '1', reason: '试' }),
  'POST /api/sys/recycle/restoreMany': ({ password }) => ({
    kind: 'member',
    ids: ['1'],
    reason: '试',
    password: password ?? 'ab',
  }),
  'POST /api/sys/recycle/erase': ({ password }) => ({
    kind: 'member',
    id: '1',
    deleteReason: '试',
    password: password ?? 'ab',
  }),
  'GET /api/search/view/list': () => ({ page: 'member' }),
  'POST /api/search/view': () => ({ page: 'member', name: '试', query: 'a=1' }),
  'DELETE /api/search/view': () => ({ id: '1' }),
  'PUT /api/search/table': () => ({ page: '/affairs/member', memory: { pageSize: 50 } }),
  'POST /api/orgMeber/exports/Export': () => ({ purpose: '试' }),
  'POST /api/zzxx/org/export': () => ({ purpose: '试' }),
  'POST /api/sys/oss/upload/base64': () => ({ base64: TINY_PNG }),
  'GET /api/common/download': () => ({ fileName: HEX }),
  'GET /api/common/media/address': () => ({ fileName: HEX }),
  'GET /api/common/media/{ticket}': () => ({ ticket: 'x' }),
  'GET /api/common/upload/known': () => ({ ids: HEX }),
  'POST /api/common/upload/start': () => ({ fileName: '试.pdf', size: 1, fileMd5: HEX }),
  'POST /api/common/upload/cancel': () => ({ appId: HEX }),
  'GET /interaction/video/checkChunk.action': () => ({ ...CHUNK_CALL, action: 'checkChunk' }),
  'POST /interaction/video/mergeChunks.action': () => ({ ...CHUNK_CALL, action: 'mergeChunks', fileName: '试.pdf' }),
};

export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

/** A good input of a call; an empty one where it needs none. */
export const sampleOf = (endpoint: Endpoint, ids: SampleIds) =>
  samples[nameOf(endpoint)]?.(ids) ?? nounSample(endpoint, ids) ?? {};
