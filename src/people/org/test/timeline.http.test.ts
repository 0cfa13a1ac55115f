import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { createTerm } from '#people/org/contract.office.ts';
import { ORG_RECORD_CALLS } from '#people/org/contract.records.ts';
import { earlierOrg, goBackOrg, orgTimeline } from '#people/org/contract.timeline.ts';
import { createOrg, getOrg, removeOrg, updateOrg } from '#people/org/contract.ts';
import { eraseOrg } from '#people/org/server/queries/recycle.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addOrg, fullMembers } from './factory.ts';
import { GOOD_ORG_RECORDS as GOOD } from './records.ts';

let t: TestApp;
let worker: Caller;
let county: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  county = await t.as('countyWorker');
});
afterAll(() => t.close());

const edit = async (id: string, version: number, given: Record<string, unknown>, caller = worker) => {
  const answer = await caller.call(updateOrg, { id, version, ...given });
  expect(answer.code, answer.text).toBe(200);
  return answer.result.version;
};
const read = async (orgId: string, given: { part?: 'fact' | 'act'; pageSize?: number; pageNum?: number } = {}) =>
  (await worker.call(orgTimeline, { orgId, ...given })).result;
const back = (orgId: string, to: number, version: number, given: Record<string, unknown> = {}) =>
  worker.call(goBackOrg, { orgId, to, version, reason: '登记有误', ...given });

test('everything that happened stands in one line, the newest first, with who, when, old and new', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇时间线党支部');
  await edit(id, 1, { contact: '沈渡', foundedOn: '2001-07-01' });
  await edit(id, 2, { contact: '沈舟' });
  // A leadership is elected by three full members at least; a branch is deleted when nobody is left in it.
  const electors = await fullMembers(t.db, { id }, 3);
  const posts = [{ memberId: t.fixture.members.branchA11?.[0] ?? '', post: '书记' as const }];
  const term = await worker.call(createTerm, { orgId: id, electedOn: '2024-03-01', method: '党员大会选举', posts });
  expect(term.code, term.text).toBe(200);
  await t.db.deleteFrom('member').where('id', 'in', electors).execute();
  await worker.call((ORG_RECORD_CALLS.reward as RecordCalls).add, { orgId: id, ...GOOD.reward });
  await worker.call(removeOrg, { id, deleteReason: '试' });
  await worker.call(restoreRecycled, { kind: 'org', id, reason: '删错了' });

  const all = await read(id);
  expect(all.rows[1]).toMatchObject({ title: '删除党组织', reason: '试' });
  expect(all.rows[0]).toMatchObject({ who: '魏员', reason: '删错了' });
  const renamed = all.rows.find(({ changes }) => changes.some(({ after }) => after === '沈舟'));
  expect(renamed).toMatchObject({
    part: 'act',
    title: '修改党组织',
    who: '魏员',
    changes: [{ label: '联系人', before: '沈渡', after: '沈舟' }],
  });
  expect(all.rows.map(({ at }) => new Date(at).getTime())).toEqual(
    all.rows.map(({ at }) => new Date(at).getTime()).sort((a, b) => b - a),
  );

  const facts = (await read(id, { part: 'fact' })).rows;
  expect(facts.map(({ title, at }) => [title, at])).toEqual(
    expect.arrayContaining([
      ['成立', '2001-07-01'],
      ['第1届班子产生', '2024-03-01'],
    ]),
  );
  expect(facts.find(({ title }) => title.startsWith('第1届'))?.detail).toContain('党员大会选举，书记');
  expect(facts.some(({ title }) => title.includes('：'))).toBe(true);
  expect(all.total).toBe(facts.length + (await read(id, { part: 'act' })).total);
  const pages = [await read(id, { pageSize: 2 }), await read(id, { pageSize: 2, pageNum: 2 })];
  expect(pages.flatMap(({ rows }) => rows.map((row) => row.id))).toEqual(all.rows.slice(0, 4).map((row) => row.id));
});

test('going back shows old and new first, makes a new version, is audited, and can itself be taken back', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇回退党支部');
  const introduction = '第一行\n第二行';
  await edit(id, 1, { contact: '沈渡', introduction, functional: true, lng: '111.2', lat: '30.6' });
  await edit(id, 2, { contact: '沈舟', introduction: '', functional: false, lng: '', lat: '' });
  const [now, then] = (await read(id, { part: 'act' })).rows;
  // The present state is no earlier one.
  expect([now?.version, then?.version]).toEqual([null, 2]);

  const shown = (await worker.call(earlierOrg, { orgId: id, to: 2 })).result;
  expect(shown).toMatchObject({ version: 3, refusal: '' });
  expect(shown.changes).toEqual(
    expect.arrayContaining([
      { field: 'contact', label: '联系人', before: '沈舟', after: '沈渡' },
      { field: 'functional', label: '功能型党组织', before: '否', after: '是' },
    ]),
  );
  expect((await back(id, 2, 3, { reason: ' ' })).data.fields).toEqual({ reason: '请输入原因' });
  expect((await back(id, 2, 3)).data).toEqual({ version: 4 });
  expect((await worker.call(getOrg, { orgId: id })).result).toMatchObject({
    contact: '沈渡',
    introduction,
    functional: true,
    coordinate: '111.2,30.6',
    version: 4,
  });
  expect((await read(id)).rows[0]).toMatchObject({ title: '回到早先的状态', who: '魏员', reason: '登记有误' });
  expect((await back(id, 3, 4)).data).toEqual({ version: 5 });
  expect((await worker.call(getOrg, { orgId: id })).result).toMatchObject({ contact: '沈舟', introduction: '' });
  // Back to the beginning: the state in which it was added.
  expect((await back(id, 1, 5)).data).toEqual({ version: 6 });
  expect((await worker.call(getOrg, { orgId: id })).result.contact).toBe('');
});

test('of two who go back at the same moment one does, the other is told; an old version is refused', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇同时党支部');
  await edit(id, 1, { contact: '沈渡' });
  await edit(id, 2, { contact: '沈舟' });
  const answers = await Promise.all([back(id, 1, 3), back(id, 2, 3)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect(answers.find(({ code }) => code === 400)?.data).toMatchObject({ conflict: true });
  expect((await back(id, 9, 4)).msg).toBe('没有保存这个版本的内容，不能回到');
  const present = (await worker.call(getOrg, { orgId: id })).result;
  const same = answers[0]?.code === 200 ? 1 : 2;
  expect((await back(id, same, present.version)).msg).toBe('各项内容与现在相同');
});

test('what later facts forbid is refused: a name that is taken now, a type with others below, a change by document', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇旧名党支部');
  await edit(id, 1, { name: '城关镇新名党支部' });
  await addOrg(worker, ORGS.committeeA1.id, '城关镇旧名党支部');
  expect((await back(id, 1, 2)).data.fields).toEqual({ name: '同一上级党组织下已有同名的组织' });

  const { id: general } = await addOrg(worker, ORGS.committeeA1.id, '城关镇某支部');
  await edit(general, 1, { type: 40 });
  await addOrg(worker, general, '下级党支部');
  expect((await back(general, 1, 2)).data.fields).toEqual({ type: '下级组织不能设在该类别的组织之下' });

  const { id: renamed } = await addOrg(worker, ORGS.committeeA1.id, '城关镇更名前党支部');
  await sql`
    with document as (
      insert into org_change (kind, number, issued_on, reason, office_id, org_code, org_id, state, carried_at, carried_by)
      values ('rename', '甲城发〔2026〕1号', '2026-01-05', '试', ${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, ${renamed},
              'done', now(), '魏员') returning id
    ), touched as (
      insert into org_change_org (change_id, org_id, act, new_code, changes)
      select id, ${renamed}, 'renamed', '', '{"name": ["城关镇更名前党支部", "城关镇更名后党支部"]}' from document
    )
    update organisation set name = '城关镇更名后党支部', version = version + 1, updated_at = now()
     where id = ${renamed}`.execute(t.db);
  expect((await read(renamed)).rows[0]).toMatchObject({
    title: '组织更名',
    who: '魏员',
    reason: '甲城发〔2026〕1号',
    changes: [{ label: '组织名称', before: '城关镇更名前党支部', after: '城关镇更名后党支部' }],
  });
  const shown = (await worker.call(earlierOrg, { orgId: renamed, to: 1 })).result;
  expect(shown.refusal).toBe('组织名称在此之后由组织变更文件（甲城发〔2026〕1号）改过，请办理或撤回组织变更');
  expect((await back(renamed, 1, 2)).msg).toBe(shown.refusal);
  // What was edited since can be taken back as far as the document.
  await edit(renamed, 2, { name: '城关镇再改党支部', contact: '沈渡' });
  expect((await back(renamed, 2, 3)).code).toBe(200);

  // The right of approval of the own organisation comes from above, whichever way it is asked for.
  const { id: committee } = ORGS.committeeA1;
  const first = (await county.call(getOrg, { orgId: committee })).result.version;
  await edit(committee, first, { canApprove: true }, county);
  await edit(committee, first + 1, { canApprove: false }, county);
  expect((await back(committee, first + 1, first + 2)).data.fields).toEqual({
    canApprove: '本级组织的审批权限由上级党组织授予',
  });
});

test('an organisation from before the log shows the state that was registered, and an erased one keeps none', async () => {
  const orgId = ORGS.branchA12.id;
  const { version } = (await worker.call(getOrg, { orgId })).result;
  await edit(orgId, version, { contact: '沈渡' });
  const rows = (await read(orgId, { part: 'act' })).rows;
  expect(rows.map(({ title, version }) => [title, version])).toEqual([
    ['修改党组织', null],
    ['登记的信息', version],
  ]);
  const { id } = (await worker.call(createOrg, { parentId: ORGS.committeeA1.id, name: '待清除党支部', type: 46 }))
    .result;
  await edit(id, 1, { contact: '沈渡口' });
  await edit(id, 2, { contact: '沈舟' });
  const { rows: kept } =
    await sql`select from org_history where org_id = ${id} and row ->> 'contact' = '沈渡口'`.execute(t.db);
  expect(kept).toHaveLength(1);
  await worker.call(removeOrg, { id, deleteReason: '试' });
  await eraseOrg(t.db, id, '试');
  const { rows: left } = await sql`select from org_history where org_id = ${id}`.execute(t.db);
  expect(left).toEqual([]);
});

test('P3 a neighbouring branch, another county and a twin read nothing and change nothing; a member has no right', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇邻里党支部');
  await edit(id, 1, { contact: '沈渡' });
  for (const name of ['siblingWorker', 'otherCountyWorker', 'twinWorker', 'branchWorker'] as const) {
    const other = await t.as(name);
    const answers = await Promise.all([
      other.call(orgTimeline, { orgId: id }),
      other.call(earlierOrg, { orgId: id, to: 1 }),
      other.call(goBackOrg, { orgId: id, to: 1, version: 2, reason: '试' }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([404, 404, 404]);
  }
  const member = await t.as('member');
  expect((await member.call(orgTimeline, { orgId: ORGS.branchA11.id })).code).toBe(403);
  expect((await worker.call(getOrg, { orgId: id })).result).toMatchObject({ contact: '沈渡', version: 2 });
});
