import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listRecycled } from '#kernel/system/contract.ts';
import { createMember, getMember } from '#people/member/contract.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { changeContents, createChange } from '#people/org/contract.changes.ts';
import { getOrg } from '#people/org/contract.ts';
import { unitCalls } from '#people/org/nouns/unit.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  aUnit,
  carryOut,
  codesOf,
  type Draft,
  draft,
  expectCounted,
  homesOf,
  operate,
  peopled,
  prepare,
  strays,
  takeBack,
} from './changeSupport.ts';
import { addOrg, children, names } from './factory.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
/** Full members more of branch A11: enough that it can be divided. */
let more: string[];
beforeEach(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  county = await t.as('countyWorker');
  more = await peopled(t, ORGS.branchA11, 6);
  await peopled(t, ORGS.branchA12, 3);
});
afterEach(() => t.close());

const people = (key: 'branchA11' | 'branchA12') => t.fixture.members[key] ?? [];

describe('the other kinds', () => {
  test('establish: below a superior, in its history, taken back only while empty', async () => {
    const change = await carryOut(county, {
      kind: 'establish',
      orgId: ORGS.committeeA1.id,
      name: '城关镇第三党支部',
      type: 46,
    });
    const made = (await children(county, ORGS.committeeA1.id)).find(({ name }) => name === '城关镇第三党支部');
    expect((await county.call(getOrg, { orgId: made?.id ?? '' })).result.foundedOn).toBe('2026-03-01');
    expect(await codesOf(county, change.id)).toEqual([['城关镇第三党支部', '新设立', '', made?.orgCode]]);
    const form = { ...memberForm(71, 'branchA11'), orgId: made?.id };
    expect((await county.call(createMember, form as never)).code).toBe(200);
    expect((await operate(county, change, 'reverse')).msg).toContain('又编入1名人员');
    await sql`update member set deleted_at = now() where org_id = ${made?.id ?? ''}`.execute(t.db);
    expect((await operate(county, change, 'reverse')).code).toBe(200);
    expect((await county.call(getOrg, { orgId: made?.id ?? '' })).code).toBe(404);
  });

  test('rename: the old name comes back, not over a name that was given since', async () => {
    const change = await carryOut(county, { kind: 'rename', orgId: ORGS.branchA11.id, name: '城关镇社区党支部' });
    expect((await county.call(getOrg, { orgId: ORGS.branchA11.id })).result.name).toBe('城关镇社区党支部');
    await addOrg(county, ORGS.committeeA1.id, ORGS.branchA11.name);
    expect((await operate(county, change, 'reverse')).msg).toContain('已另有');
    const again = await county.call(
      createChange,
      draft({ kind: 'rename', orgId: ORGS.branchA12.id, name: ORGS.branchA11.name }),
    );
    expect(again.data.fields.name).toBe('同一上级党组织下已有同名的组织');
  });

  test('merge: people, units and accounts go along, the source is in the bin, and all of it comes back', async () => {
    const made = await county.call(unitCalls.create, aUnit());
    expect(made.code, made.text).toBe(200);
    const member = await t.as('member');
    const own = t.fixture.principals.member.memberId ?? '';
    const change = await carryOut(county, {
      kind: 'merge',
      orgId: ORGS.branchA12.id,
      sourceIds: [ORGS.branchA11.id],
    });
    expect(await homesOf(t, people('branchA11'))).toEqual([[ORGS.branchA12.id, ORGS.branchA12.code]]);
    expect((await county.call(unitCalls.get, { id: made.data.id })).result.orgId).toBe(ORGS.branchA12.id);
    expect((await member.call(getMember, { id: own })).result.orgId).toBe(ORGS.branchA12.id);
    expect((await county.call(listRecycled, { kind: 'org' })).rows.map(({ name }) => name)).toContain(
      ORGS.branchA11.name,
    );
    await expectCounted(t);
    await takeBack(county, change);
    expect(await homesOf(t, people('branchA11'))).toEqual([[ORGS.branchA11.id, ORGS.branchA11.code]]);
    expect((await member.call(getMember, { id: own })).result.orgId).toBe(ORGS.branchA11.id);
    expect((await county.call(unitCalls.get, { id: made.data.id })).result.orgId).toBe(ORGS.branchA11.id);
    await expectCounted(t);
  });

  test('merge of committees: the branches below change their superior', async () => {
    await carryOut(county, { kind: 'merge', orgId: ORGS.committeeA2.id, sourceIds: [ORGS.committeeA1.id] });
    expect(names(await children(county, ORGS.committeeA2.id))).toEqual([
      ORGS.branchA21.name,
      ORGS.branchA22.name,
      ORGS.branchA11.name,
      ORGS.branchA12.name,
    ]);
    expect(await strays(t)).toEqual([]);
    await expectCounted(t);
  });

  test('split: the chosen people form a new branch; refused to be undone when others joined it', async () => {
    const contents = (await county.call(changeContents, { orgId: ORGS.branchA11.id })).result;
    expect(contents.people.map(({ id }) => id)).toEqual(expect.arrayContaining(people('branchA11')));
    const memberIds = more.slice(0, 3);
    const change = await carryOut(county, {
      kind: 'split',
      orgId: ORGS.branchA11.id,
      parts: [{ name: '城关镇第四党支部', type: 46, memberIds }],
    });
    expect(change.people).toMatchObject([{ from: ORGS.branchA11.name, to: '城关镇第四党支部', n: 3 }]);
    const made = (await children(county, ORGS.committeeA1.id)).find(({ name }) => name === '城关镇第四党支部');
    expect(await homesOf(t, memberIds)).toEqual([[made?.id, made?.orgCode]]);
    expect(made?.memberCount).toBe(3);
    await expectCounted(t);
    await county.call(createMember, { ...memberForm(72, 'branchA11'), orgId: made?.id } as never);
    expect((await operate(county, change, 'reverse')).msg).toContain('又编入1名人员');
  });

  test('split and back: everybody is where they were, with the move in their own history', async () => {
    const memberIds = more.slice(0, 3);
    const parts = [{ name: '城关镇第四党支部', type: 46, memberIds }];
    await takeBack(county, await carryOut(county, { kind: 'split', orgId: ORGS.branchA11.id, parts }));
    expect(await homesOf(t, memberIds)).toEqual([[ORGS.branchA11.id, ORGS.branchA11.code]]);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
      where target_type = 'member' and target_id = ${memberIds[0] ?? ''} and changes ? 'orgId'`.execute(t.db);
    expect(rows).toEqual([{ n: 2 }]);
    await expectCounted(t);
  });

  test('a document that leaves a branch with fewer than three full members is refused, whichever branch it is', async () => {
    const fault = async (given: Draft) => (await county.call(createChange, draft(given))).data?.fields;
    const split = (memberIds: string[]): Draft => ({
      kind: 'split',
      orgId: ORGS.branchA11.id,
      parts: [{ name: '城关镇第四党支部', type: 46, memberIds }],
    });
    const parts = expect.stringMatching(
      /^城关镇第四党支部将只有正式党员2人，不足3人（《中国共产党支部工作条例（试行）》/,
    );
    expect(await fault(split(more.slice(0, 2)))).toEqual({ parts });
    const { rows } = await sql<{ id: string }>`
      select id from member
       where org_id = ${ORGS.branchA11.id} and person_category = 1 and deleted_at is null order by id desc`.execute(
      t.db,
    );
    const butTwo = rows.slice(2).map(({ id }) => id);
    expect(await fault(split(butTwo))).toEqual({
      parts: expect.stringContaining(`${ORGS.branchA11.name}将只有正式党员2人`),
    });
    await addOrg(city, ORGS.countyA.id, '甲县直属党支部');
    const small = (await children(city, ORGS.countyA.id)).find(({ name }) => name === '甲县直属党支部')?.id ?? '';
    await peopled(t, { id: small }, 1);
    expect(await fault({ kind: 'upgrade', orgId: small, parts: [{ name: '第一', type: 46 }] })).toEqual({
      parts: expect.stringContaining('第一将只有正式党员1人'),
    });
    await addOrg(city, ORGS.countyA.id, '甲县机关党支部');
    const other = (await children(city, ORGS.countyA.id)).find(({ name }) => name === '甲县机关党支部')?.id ?? '';
    const tooFew = expect.stringContaining('甲县机关党支部将只有正式党员1人');
    expect(await fault({ kind: 'merge', orgId: other, sourceIds: [small] })).toEqual({ sourceIds: tooFew });
    expect(await fault({ kind: 'revoke', orgId: small, targetId: other })).toEqual({ targetId: tooFew });

    // What was enough when it was drafted is asked again when it is carried out.
    const change = await prepare(county, split(more.slice(0, 3)));
    await sql`update member set deleted_at = now() where id = ${more[0] ?? ''}`.execute(t.db);
    expect((await operate(county, change)).code).toBe(400);
  });

  test('sizes that are unusual are told before, with the rule, and stop nobody', async () => {
    await peopled(t, ORGS.branchA12, 50);
    const big = await prepare(county, { kind: 'merge', orgId: ORGS.branchA12.id, sourceIds: [ORGS.branchA11.id] });
    expect(big.warnings).toContainEqual({
      text: expect.stringMatching(/将有党员\d+人，超过50人$/),
      clause: expect.stringContaining('一般不超过50人'),
    });
    expect((await operate(county, big)).code).toBe(200);
  });

  test('an upgrade before the usual size is told with its rule', async () => {
    const early = await prepare(city, {
      kind: 'upgrade',
      orgId: ORGS.branchA12.id,
      parts: [{ name: '第一', type: 46 }],
    });
    expect(early.warnings[0]?.text).toMatch(/一般满50人设党总支$/);
    expect(early.warnings[0]?.clause).toContain('设立党总支');
  });

  test('split: not with somebody of another branch, nor with everybody', async () => {
    const fault = async (memberIds: string[]) =>
      (
        await county.call(
          createChange,
          draft({ kind: 'split', orgId: ORGS.branchA11.id, parts: [{ name: '新支部', type: 46, memberIds }] }),
        )
      ).data.fields.parts;
    expect(await fault(people('branchA12').slice(0, 1))).toContain('有人员已不在');
    const { rows } = await sql<{ id: string }>`
      select id from member where org_id = ${ORGS.branchA11.id} and deleted_at is null`.execute(t.db);
    expect(await fault(rows.map(({ id }) => id))).toContain('应保留人员');
  });

  test('upgrade: a branch to a general branch with branches below, and that to a base committee', async () => {
    await addOrg(city, ORGS.countyA.id, '甲县直属党支部');
    const branch = (await children(city, ORGS.countyA.id)).find(({ name }) => name === '甲县直属党支部');
    const id = branch?.id ?? '';
    for (const number of [81, 82, 83]) {
      await city.call(createMember, { ...memberForm(number, 'branchA11'), orgId: id } as never);
    }
    const lacking = await county.call(createChange, draft({ kind: 'upgrade', orgId: id }));
    expect(lacking.data.fields.parts).toBe('党总支不直接编入人员，请填写下设的党支部');
    const first = await carryOut(county, {
      kind: 'upgrade',
      orgId: id,
      parts: [{ name: '第一党支部', type: 46 }],
    });
    expect((await county.call(getOrg, { orgId: id })).result).toMatchObject({ type: 40, partyNumber: 3 });
    expect((await children(county, id)).map(({ name, memberCount }) => [name, memberCount])).toEqual([
      ['第一党支部', 3],
    ]);
    await expectCounted(t);
    const second = await carryOut(county, { kind: 'upgrade', orgId: id });
    expect(second.kindName).toBe('升格');
    expect((await county.call(getOrg, { orgId: id })).result.type).toBe(30);
    expect((await operate(county, first, 'reverse')).msg).toContain(second.number);
    await takeBack(county, second);
    await takeBack(county, first);
    expect((await county.call(getOrg, { orgId: id })).result).toMatchObject({
      type: 46,
      partyNumber: 3,
      childCount: 0,
    });
    await expectCounted(t);
  });

  test('revoke: empty, or with a destination for its people', async () => {
    const refused = await county.call(createChange, draft({ kind: 'revoke', orgId: ORGS.branchA11.id }));
    expect(refused.data.fields.targetId).toMatch(/还有\d+名人员，请选择承接的组织/);
    const change = await carryOut(county, {
      kind: 'revoke',
      orgId: ORGS.branchA11.id,
      targetId: ORGS.branchA12.id,
    });
    expect(await homesOf(t, people('branchA11'))).toEqual([[ORGS.branchA12.id, ORGS.branchA12.code]]);
    await sql`update member set deleted_at = now() where id = ${people('branchA11')[0] ?? ''}`.execute(t.db);
    expect((await operate(county, change, 'reverse')).msg).toContain('有1名此后已调整或减少');
    const { id } = await addOrg(county, ORGS.committeeA1.id, '空支部');
    await takeBack(county, await carryOut(county, { kind: 'revoke', orgId: id }));
    expect((await county.call(getOrg, { orgId: id })).code).toBe(200);
  });
});
