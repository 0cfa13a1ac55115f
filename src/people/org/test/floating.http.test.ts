import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { notices } from '#kernel/message/test/factory.ts';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { createChange, operateChange } from '#people/org/contract.changes.ts';
import * as contract from '#people/org/contract.floating.ts';
import { getOrg } from '#people/org/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';
import { addOrg, children, names } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let county: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, county] = await Promise.all([
    t.as('branchWorker'),
    t.as('committeeWorker'),
    t.as('countyWorker'),
  ]);
});
afterAll(() => t.close());
afterEach(async () => {
  await sql`delete from floating_org_member`.execute(t.db);
  await sql`delete from floating_org`.execute(t.db);
  await sql`update organisation set deleted_at = now(), deleted_by = '' where type = 50 and deleted_at is null`.execute(
    t.db,
  );
  await sql`delete from todo`.execute(t.db);
  await sql`delete from notice_recipient`.execute(t.db);
  await sql`delete from notice`.execute(t.db);
});

/** One of the five plain people of a branch; the first is a full member, the second a probationary one. */
const person = (org: OrgKey, at = 0) => t.fixture.members[org]?.[at] ?? '0';
const FORM = {
  name: '驻鹏城流动党支部',
  setting: 'chamber' as const,
  region: '广东省鹏城市',
  address: '商会大厦',
  contact: '沈渡',
  phone: '13900001111',
  memberCount: 12,
  reason: '在鹏城务工的党员有12人',
};
const form = (given: Record<string, unknown> = {}) => ({
  ...FORM,
  secretaryId: person('branchA11'),
  memberIds: [t.fixture.principals.floating.memberId ?? ''],
  ...given,
});
const add = async (caller: Caller = branch, given: Record<string, unknown> = {}) => {
  const made = await caller.call(contract.addFloating, form(given) as never);
  expect(made.code, made.text).toBe(200);
  return made.data as { id: string; deciderName: string };
};
const audit = (caller: Caller, id: string, given: Record<string, unknown> = {}) =>
  caller.call(contract.auditFloating, { id, version: 1, agree: true, ...given });
const open = () =>
  sql<{ org_id: string; title: string; act: string }>`
    select org_id, title, act from todo where done_at is null order by id`
    .execute(t.db)
    .then(({ rows }) => rows);
const listed = async (caller: Caller, input: Record<string, unknown> = {}) =>
  (await caller.call(contract.listFloating, input)).result;

test('asked by a branch, passed by the committee above: the organisation stands in the tree with its secretary at once', async () => {
  const { id, deciderName } = await add();
  expect(deciderName).toBe(ORGS.committeeA1.name);
  expect(await open()).toEqual([
    { org_id: ORGS.committeeA1.id, title: '审核设立流动党员党组织：驻鹏城流动党支部', act: '审核' },
  ]);
  expect(names(await children(committee, ORGS.committeeA1.id))).not.toContain(FORM.name);

  const waiting = (await committee.call(contract.listFloatingAudits, { view: 'open' })).result;
  expect(waiting).toMatchObject({ total: 1, toAudit: 1, rows: [{ applicationId: id, can: { audit: true } }] });
  const seen = (await committee.call(contract.getFloating, { id })).result;
  expect(seen).toMatchObject({
    ...FORM,
    state: 'pending',
    parentName: ORGS.committeeA1.name,
    askingName: ORGS.branchA11.name,
    settingName: '商会',
    members: [{ name: '刘东', orgName: ORGS.branchA11.name, categoryName: '正式党员' }],
    can: { edit: false, remove: false, audit: true, urge: false },
  });
  expect(seen.checks.map(({ ok }) => ok)).toEqual([true, false, true, true]);
  for (const { clause } of seen.checks) expect(clause).toContain('《');

  const passed = await audit(committee, id, { opinion: '同意设立' });
  expect(passed.code, passed.text).toBe(200);
  const { orgId } = passed.result;
  expect(names(await children(committee, ORGS.committeeA1.id))).toContain(FORM.name);
  expect((await committee.call(getOrg, { orgId: orgId ?? '' })).result).toMatchObject({
    name: FORM.name,
    type: 50,
    contact: '沈渡',
    phone: '13900001111',
    team: [{ post: '书记', memberId: person('branchA11') }],
    term: { method: '任命', expiresOn: null },
    partyNumber: 0,
  });
  // One relation, several organisation lives: nobody's membership moves.
  const { rows } = await sql<{ org_id: string }>`
    select org_id from member where id = ${t.fixture.principals.floating.memberId}`.execute(t.db);
  expect(rows).toEqual([{ org_id: ORGS.branchA11.id }]);
  expect(await open()).toEqual([]);
  expect((await listed(branch)).rows).toMatchObject([
    { applicationId: id, orgId, state: 'established', secretaryName: seen.secretaryCandidate, can: { edit: false } },
  ]);
  const done = (await committee.call(contract.listFloatingAudits, { view: 'done' })).result;
  expect(done).toMatchObject({ total: 1, toAudit: 0, rows: [{ opinion: '同意设立' }] });
  expect(await notices(t)).toEqual([
    {
      title: '驻鹏城流动党支部的设立申请已通过',
      accountIds: [t.fixture.principals.branchWorker.accountId],
    },
  ]);
});

test('returned with a reason it is fixed by those who asked and audited again, by what the auditor has read', async () => {
  const { id } = await add();
  const silent = await audit(committee, id, { agree: false });
  expect(silent.data.fields).toEqual({ opinion: '请输入退回原因' });
  expect((await audit(committee, id, { agree: false, opinion: '请写明活动场所' })).code).toBe(200);
  expect(await open()).toEqual([
    { org_id: ORGS.branchA11.id, title: '修改退回的流动党员党组织申请：驻鹏城流动党支部', act: '修改' },
  ]);
  expect((await audit(committee, id, { version: 2 })).msg).toBe('已被处理');

  const fixed = { ...form({ address: '商会大厦三楼', memberIds: [] }), id };
  expect((await branch.call(contract.editFloating, { ...fixed, version: 1 } as never)).data).toMatchObject({
    conflict: true,
  });
  expect((await committee.call(contract.editFloating, { ...fixed, version: 2 } as never)).msg).toBe(
    `应由提出申请的党组织（${ORGS.branchA11.name}）修改`,
  );
  expect((await branch.call(contract.editFloating, { ...fixed, version: 2 } as never)).data).toMatchObject({
    version: 3,
  });
  expect((await open()).map(({ org_id }) => org_id)).toEqual([ORGS.committeeA1.id]);
  // The auditor still has the application open as it was before.
  expect((await audit(committee, id, { version: 2 })).data).toMatchObject({ conflict: true });
  expect((await branch.call(contract.getFloating, { id })).result).toMatchObject({
    state: 'pending',
    address: '商会大厦三楼',
    members: [],
  });
  expect((await audit(committee, id, { version: 3 })).code).toBe(200);
});

test('of two who audit at the same moment one decides and one organisation stands in the tree', async () => {
  const { id } = await add();
  const answers = await Promise.all([audit(committee, id), audit(county, id), audit(committee, id)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400]);
  expect(answers.filter(({ code }) => code === 400).map(({ msg }) => msg)).toEqual(['已被处理', '已被处理']);
  expect(names(await children(committee, ORGS.committeeA1.id)).filter((name) => name === FORM.name)).toHaveLength(1);
});

test('of two applications for one name at the same moment one is written', async () => {
  const answers = await Promise.all([1, 2].map(() => branch.call(contract.addFloating, form() as never)));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 600]);
  expect((await listed(branch)).total).toBe(1);
});

test('a committee asks for one below itself, or below one of its own, and the committee above decides', async () => {
  const own = await add(committee);
  expect(own.deciderName).toBe(ORGS.countyA.name);
  expect((await committee.call(contract.getFloating, { id: own.id })).result.parentName).toBe(ORGS.committeeA1.name);
  expect((await audit(committee, own.id)).msg).toBe('不能审核本人提出的申请');
  const below = await add(county, { parentId: ORGS.committeeA1.id, name: '驻沪流动党支部' });
  expect(below.deciderName).toBe(ORGS.city.name);
  expect((await audit(committee, below.id)).msg).toBe(`应由上级党组织（${ORGS.city.name}）审核`);
  const branchParent = await county.call(contract.addFloating, form({ parentId: ORGS.branchA11.id }) as never);
  expect(branchParent.data.fields).toEqual({ parentId: '党支部下不能再设党支部' });
});

describe('deletion', () => {
  test('of an application goes to the bin with its reason; restored, it waits for its deciders again', async () => {
    const { id } = await add();
    expect((await committee.call(contract.removeFloating, { id, deleteReason: '试' })).msg).toContain(
      '应由提出申请的党组织',
    );
    const gone = await branch.call(contract.removeFloating, { id, deleteReason: '人已返乡' });
    expect(gone.data).toEqual({ kind: 'floatingOrg', id });
    expect(await open()).toEqual([]);
    expect((await branch.call(contract.getFloating, { id })).code).toBe(404);
    expect((await audit(committee, id)).code).toBe(404);
    expect((await branch.call(restoreRecycled, { kind: 'floatingOrg', id, reason: '撤销删除' })).code).toBe(200);
    expect((await open()).map(({ org_id }) => org_id)).toEqual([ORGS.committeeA1.id]);
    expect((await listed(branch)).rows).toMatchObject([{ state: 'pending', version: 3 }]);
  });

  test('of an established one is the deletion of the organisation, by its rules, and its restoration brings it back', async () => {
    const { id } = await add();
    const orgId = (await audit(committee, id)).result.orgId ?? '';
    await sql`update member set org_id = ${orgId}, org_code = (select code from organisation where id = ${orgId})
               where id = ${person('branchA12', 2)}`.execute(t.db);
    expect((await committee.call(contract.removeFloating, { id, deleteReason: '试' })).msg).toContain('还有人员');
    await sql`update member set org_id = ${ORGS.branchA12.id}, org_code = ${ORGS.branchA12.code}
               where id = ${person('branchA12', 2)}`.execute(t.db);
    const gone = await committee.call(contract.removeFloating, { id, deleteReason: '党员已返乡' });
    expect(gone.data).toEqual({ kind: 'org', id: orgId });
    expect((await listed(committee)).rows).toMatchObject([{ state: 'dissolved', can: { remove: false } }]);
    expect((await committee.call(contract.removeFloating, { id, deleteReason: '试' })).msg).toBe(
      '该流动党组织已经撤销',
    );
    expect((await committee.call(restoreRecycled, { kind: 'org', id: orgId, reason: '撤销删除' })).code).toBe(200);
    expect((await listed(committee)).rows).toMatchObject([{ state: 'established' }]);
  });
});

test.each([
  [{ name: '' }, 'name', '请输入组织名称'],
  [{ region: '' }, 'region', '请输入流入地区'],
  [{ setting: '' }, 'setting', '请选择依托单位'],
  [{ phone: '12345' }, 'phone', '请输入正确的联系电话'],
  [{ reason: ' ' }, 'reason', '请输入设立理由'],
  [{ secretaryId: '' }, 'secretaryId', '请选择书记人选'],
  [{ memberCount: 2 }, 'memberCount', '流动党员不足3人的，不单独设立党组织'],
  [{ files: ['0'.repeat(32)] }, 'files', '附件不存在或已过期，请重新上传'],
])('what is wrong is told at its field and nothing is written: %o', async (given, field, sentence) => {
  const answer = await branch.call(contract.addFloating, form(given) as never);
  expect(answer.code).toBe(600);
  expect(answer.data.fields[field], answer.text).toBe(sentence);
  expect((await listed(branch)).total).toBe(0);
});

test('the secretary is a full member and those named are floating members, both of the own organisation', async () => {
  const secretary = { secretaryId: '书记人选应为本组织范围内的正式党员' };
  for (const secretaryId of [person('branchA11', 1), person('branchA12'), t.fixture.deletedMemberId]) {
    const answer = await branch.call(contract.addFloating, form({ secretaryId }) as never);
    expect(answer.data.fields).toEqual(secretary);
  }
  for (const memberIds of [[person('branchA11')], [person('branchA12')]]) {
    const answer = await branch.call(contract.addFloating, form({ memberIds }) as never);
    expect(answer.data.fields).toEqual({ memberIds: '登记的人员应为本组织范围内的流动党员' });
  }
  const find = async (of: 'secretary' | 'floating', name: string) =>
    names((await branch.call(contract.floatingPeople, { of, name })).result);
  expect(await find('floating', '刘')).toEqual(['刘东']);
  expect(await find('floating', 'liud')).toEqual(['刘东']);
  expect(await find('secretary', '支书')).toEqual(['支书']);
  expect(await find('floating', '支书')).toEqual([]);
  expect(await find('secretary', '田员')).toEqual([]);
});

test('a name that has been taken since, or a secretary who left, keeps the application from passing', async () => {
  const { id } = await add();
  await addOrg(county, ORGS.committeeA1.id, FORM.name, 50);
  expect((await audit(committee, id)).msg).toBe('同一上级党组织下已有同名的组织，请退回申请修改名称');
  await sql`update organisation set deleted_at = now(), deleted_by = '' where name = ${FORM.name}`.execute(t.db);
  await sql`update member set membership_status = 5 where id = ${person('branchA11')}`.execute(t.db);
  expect((await audit(committee, id)).msg).toContain('书记人选已不是正式党员');
  expect((await committee.call(contract.getFloating, { id })).result.checks.at(-1)?.ok).toBe(false);
  await sql`update member set membership_status = 1 where id = ${person('branchA11')}`.execute(t.db);
  expect(names(await children(committee, ORGS.committeeA1.id))).not.toContain(FORM.name);
});

test('P3 a neighbouring branch, another county and a twin meet nothing of it; a member has no right', async () => {
  const { id } = await add();
  for (const name of ['siblingWorker', 'otherCountyWorker', 'twinWorker'] as const) {
    const other = await t.as(name);
    const answers = await Promise.all([
      other.call(contract.getFloating, { id }),
      other.call(contract.editFloating, { ...form({ parentId: ORGS.committeeA1.id }), id, version: 1 } as never),
      other.call(contract.removeFloating, { id, deleteReason: '试' }),
      audit(other, id),
      other.call(contract.addFloating, form({ parentId: ORGS.committeeA1.id }) as never),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404]);
    expect((await listed(other)).rows).toEqual([]);
  }
  const member = await t.as('member');
  expect((await member.call(contract.getFloating, { id })).code).toBe(403);
  expect((await member.call(contract.addFloating, form() as never)).code).toBe(403);
  expect((await committee.call(contract.getFloating, { id })).result).toMatchObject({ state: 'pending', version: 1 });
});

test('the list holds older organisations too, is filtered by word, setting and state, and is exported as filtered', async () => {
  await addOrg(county, ORGS.committeeA1.id, '驻京流动党支部', 50);
  await add();
  await add(committee, { name: '驻沪流动党支部', setting: 'park', region: '上海市' });
  expect(names((await listed(committee)).rows)).toEqual(['驻沪流动党支部', FORM.name, '驻京流动党支部']);
  expect(names((await listed(committee, { state: 'established' })).rows)).toEqual(['驻京流动党支部']);
  expect(names((await listed(committee, { setting: 'park' })).rows)).toEqual(['驻沪流动党支部']);
  expect(await listed(committee, { name: '鹏城' })).toMatchObject({ total: 1, rows: [{ name: FORM.name }] });
  expect((await listed(committee, { pageSize: 1, pageNum: 2 })).rows).toMatchObject([{ name: FORM.name }]);
  const sheet = await committee.call(contract.exportFloating, { name: '鹏城' });
  expect(sheet.headers['content-type']).toContain('spreadsheetml');
  const { rows } = await sql<{ target_name: string }>`
    select target_name from audit_log where action = '导出流动党组织列表'`.execute(t.db);
  expect(rows).toEqual([{ target_name: '流动党组织1个' }]);
});

test('an application holds back the end of its organisation; what it led to is listed where it stands now', async () => {
  const { id } = await add();
  const document = {
    kind: 'merge' as const,
    number: '试组〔2026〕流动1号',
    issuedOn: '2026-03-01',
    reason: '规模小，合并',
    orgId: ORGS.branchA12.id,
    sourceIds: [ORGS.branchA11.id],
  };
  const refused = await county.call(createChange, document);
  expect(refused.data.fields.sourceIds).toBe(`${ORGS.branchA11.name}还有1件流动党员党组织申请，请先办结`);
  expect((await audit(committee, id)).code).toBe(200);
  // Its superior goes up in another committee; who works there has it in the list.
  const other = await t.as('siblingWorker');
  expect((await listed(other)).rows.map(({ name }) => name)).not.toContain(FORM.name);
  const made = await county.call(createChange, {
    ...document,
    number: '试组〔2026〕流动2号',
    kind: 'move',
    orgId: (await listed(committee)).rows[0]?.orgId ?? '',
    targetId: ORGS.committeeA2.id,
    sourceIds: [],
  });
  expect(made.code, made.text).toBe(200);
  const moved = await county.call(operateChange, { id: made.data.id, version: 1, act: 'carryOut' });
  expect(moved.code, moved.text).toBe(200);
  expect((await listed(other)).rows.map(({ name, parentName }) => [name, parentName])).toContainEqual([
    FORM.name,
    ORGS.committeeA2.name,
  ]);
});

test('whoever asked urges the application once in two hours', async () => {
  const { id } = await add();
  await urgesOnce(t, branch, committee, 'floatingOrg', id);
});
