import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decidePair, getPair, listPairs, mergePair, scanPairs, undoMerge } from '#people/member/contract.duplicates.ts';
import { getIntegrity, listFaults } from '#people/member/contract.quality.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { pairs, pairWith, scan, writer } from './duplicatePeople.ts';
import { jobEnds } from './factory.ts';

let t: TestApp;
let committee: Caller;
let sibling: Caller;
let county: Caller;
let worker: Worker;
beforeAll(async () => {
  t = await startTestApp();
  [committee, sibling, county] = await Promise.all([
    t.as('committeeWorker'),
    t.as('siblingWorker'),
    t.as('countyWorker'),
  ]);
  // People of the fixture are alike by accident: each gets a birth date of its own.
  await sql`update member set birth_date = date '1950-01-01' + id::int`.execute(t.db);
  worker = startWorker(t.services, [memberModule]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const { put } = writer(() => t);

describe('looking for duplicates', () => {
  test('finds people alike by name and birth date, by phone, by a card in the bin, by an old and by a former card', async () => {
    const alike = { name: '欧阳志', birthDate: '1971-03-04' };
    const a = await put(alike, 'branchA11');
    await put(alike, 'branchA12');
    const c = await put({ name: '单电话', phone: '13911112222', birthDate: '1972-01-01' }, 'branchA11');
    await put({ name: '同电话', phone: '13911112222', birthDate: '1973-01-01' }, 'branchA11');
    const e = await put(
      { name: '旧证人', birthDate: '1974-01-01', idCard: testIdCard(801, '1974-01-01') },
      'branchA11',
    );
    const full = testIdCard(801, '1974-01-01');
    await put(
      { name: '老证人', birthDate: '1974-02-01', idCard: `${full.slice(0, 6)}${full.slice(8, 17)}` },
      'branchA12',
    );
    const g = await put({ name: '在册人', birthDate: '1975-01-01', idCard: null }, 'branchA11');
    const bin = await put({ name: '回收人', birthDate: '1975-02-01', idCard: testIdCard(802) }, 'branchA12');
    await sql`update member set deleted_at = now() where id = ${bin}`.execute(t.db);
    await sql`update member set id_card_index = (select id_card_index from member where id = ${bin}) where id = ${g}`.execute(
      t.db,
    );
    const i = await put({ name: '曾用号', birthDate: '1976-01-01' }, 'branchA11');
    const j = await put({ name: '现用号', birthDate: '1976-02-01' }, 'branchA12');
    await sql`insert into former_id_card (member_id, id_card_enc, id_card_mask, id_card_index)
      select ${i}, id_card_enc, id_card_mask, id_card_index from member where id = ${j}`.execute(t.db);
    const message = await scan(committee);
    expect(message).toMatch(/^待处理5对，其中新发现5对$/);
    expect(await pairWith(a, committee)).toMatchObject({
      by: ['name'],
      state: 'open',
      can: { compare: true, decide: true },
      ask: '',
    });
    expect(await pairWith(c, committee)).toMatchObject({ by: ['phone'] });
    expect(await pairWith(e, committee)).toMatchObject({ by: ['card'] });
    expect(await pairWith(bin, committee)).toMatchObject({ by: ['card'], b: { deleted: true } });
    expect(await pairWith(i, committee)).toMatchObject({ by: ['card'] });
    expect((await pairs(committee)).slice(0, 3).every((row: { by: string[] }) => row.by[0] === 'card')).toBe(true);
    expect((await pairs(committee, { by: 'phone' })).map((row: { by: string[] }) => row.by)).toEqual([['phone']]);
  });

  test('once more finds nothing new; who is alike no more leaves the list at once and the table with the next search', async () => {
    expect(await scan(committee)).toMatch(/其中新发现0对/);
    const row = (await pairs(committee, { by: 'phone' }))[0];
    await sql`update member set phone_index = null where id = ${row.a.id}`.execute(t.db);
    expect(await pairs(committee, { by: 'phone' })).toEqual([]);
    await scan(committee);
    const left = await sql`select from member_pair where id = ${row.id}`.execute(t.db);
    expect(left.rows).toEqual([]);
  });

  test('a number that many share makes no pairs and is only counted', async () => {
    for (let n = 0; n < 21; n++)
      await put({ name: `共号${n}`, phone: '13900000000', birthDate: `19${60 + n}-07-01` }, 'branchA12');
    expect(await scan(committee)).toContain('另有1个手机号由20人以上共用，未列入');
    expect(await pairs(committee, { by: 'phone' })).toEqual([]);
  });

  test('two of one organisation who start it at the same moment start it once', async () => {
    const answers = await Promise.all([committee.call(scanPairs, {}), committee.call(scanPairs, {})]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)?.body.msg).toContain('正在查找重复人员');
    await jobEnds(committee, answers.find(({ code }) => code === 200)?.data.jobId);
  });

  test('of somebody out of the scope is only said that they are there, and where to ask', async () => {
    // By the id card: their number now is the one that the own person had before.
    const mine = await put({ name: '跨界人', birthDate: '1977-03-04' }, 'branchA11');
    const theirs = await put({ name: '邻处人', birthDate: '1977-05-06', phone: '13955556666' }, 'branchA21');
    await sql`insert into former_id_card (member_id, id_card_enc, id_card_mask, id_card_index)
      select ${mine}, id_card_enc, id_card_mask, id_card_index from member where id = ${theirs}`.execute(t.db);
    await scan(committee);
    const row = await pairWith(mine, committee);
    const [own, other] = row.a.id === mine ? [row.a, row.b] : [row.b, row.a];
    expect(own.name).toBe('跨界人');
    expect(other).toEqual({
      visible: false,
      id: '',
      name: '',
      idCardNo: '',
      birthDate: '',
      phonenumber: '',
      orgName: '',
      deleted: false,
    });
    expect(row).toMatchObject({ ask: ORGS.countyA.name, can: { compare: false, decide: false } });
    for (const [call, input] of [
      [getPair, { id: row.id }],
      [decidePair, { id: row.id, different: true, reason: '不同' }],
      [mergePair, { id: row.id, keep: 'a', versionA: 1, versionB: 1, reason: '重复' }],
      [undoMerge, { id: row.id }],
    ] as const) {
      const refused = await committee.call(call, input as never);
      expect(refused.code, refused.text).toBe(400);
      expect(refused.body.msg).toContain(`请联系${ORGS.countyA.name}处理`);
      expect(refused.text).not.toContain(theirs);
    }
    // The neighbour meets the same pair from the other side, the county sees both.
    expect((await pairWith(theirs, sibling)).can.compare).toBe(false);
    expect((await pairWith(mine, county)).can.compare).toBe(true);
    expect((await sibling.call(getPair, { id: '987654321' })).code).toBe(404);
  });

  test('a phone, or a name with its birth date, tried out on an own record tells nothing of people beyond the scope', async () => {
    const same = { name: '试探人', birthDate: '1979-08-09', phone: '13944443333' };
    const probe = await put({ ...same, name: '探路人', birthDate: '1979-09-10' }, 'branchA11');
    const namesake = await put({ ...same, phone: null }, 'branchA12');
    const quality = async (who: Caller) =>
      (await who.call(getIntegrity, {})).data.checks.find(({ key }: { key: string }) => key === 'duplicate').people;
    const found = async (who: Caller) =>
      (await who.call(listFaults, { check: 'duplicate', pageSize: 200 })).rows.map(({ id }: { id: string }) => id);
    const before = { said: await scan(committee), quality: await quality(committee) };
    const theirs = await put(same, 'branchA21');
    const said = await scan(committee);
    expect(said.replace(/其中新发现\d+对/, '')).toBe(before.said.replace(/其中新发现\d+对/, ''));
    expect(said).toContain('其中新发现0对');
    for (const [who, ids] of [
      [committee, [probe, namesake]],
      [sibling, [theirs]],
    ] as const) {
      for (const id of ids) expect(await pairWith(id, who)).toBeUndefined();
      for (const id of ids) expect(await found(who)).not.toContain(id);
    }
    expect(await quality(committee)).toBe(before.quality);
    // Whoever stands above both sees them, also where the list is asked for one side's organisation.
    expect((await pairWith(probe, county)).by).toEqual(['phone']);
    expect((await pairWith(namesake, county, { orgId: ORGS.committeeA1.id })).by).toEqual(['name']);
    expect(await found(county)).toEqual(expect.arrayContaining([probe, namesake, theirs]));
    const { id } = await pairWith(probe, county);
    for (const [call, input] of [
      [getPair, { id }],
      [decidePair, { id, different: true, reason: '不同' }],
      [mergePair, { id, keep: 'a', versionA: 1, versionB: 1, reason: '重复' }],
      [undoMerge, { id }],
    ] as const) {
      expect((await committee.call(call, input as never)).code).toBe(404);
    }
  });

  test('nor does the count of numbers that many share speak of people beyond the scope', async () => {
    for (let n = 0; n < 21; n++)
      await put({ name: `邻号${n}`, phone: '13900009999', birthDate: `19${60 + n}-09-01` }, 'branchA21');
    await put({ name: '问号人', phone: '13900009999', birthDate: '1981-09-02' }, 'branchA11');
    // The one that many of the own people share, from above.
    expect(await scan(committee)).toContain('另有1个手机号');
    expect(await scan(sibling)).toContain('另有1个手机号');
    expect(await scan(county)).toContain('另有2个手机号');
  });

  test('who has neither side finds no pair; a member may not look', async () => {
    const twin = await t.as('twinWorker');
    expect(await pairs(twin)).toEqual([]);
    const [row] = await pairs(committee);
    expect((await twin.call(getPair, { id: row.id })).code).toBe(404);
    const member = await t.as('member');
    expect((await member.call(listPairs, {})).code).toBe(403);
    expect((await member.call(scanPairs, {})).code).toBe(403);
  });
});

describe('a verdict', () => {
  test('stays, however often they are found, and can be taken back', async () => {
    const alike = { name: '两个人', birthDate: '1978-03-04' };
    const id = await put(alike, 'branchA11');
    await put(alike, 'branchA12');
    await scan(committee);
    const before = (await committee.call(getIntegrity, {})).data.checks.find(
      ({ key }: { key: string }) => key === 'duplicate',
    ).people;
    const row = await pairWith(id, committee);
    const bare = await committee.call(decidePair, { id: row.id, different: true, reason: '' });
    expect(bare.body.data.fields).toEqual({ reason: '请输入理由' });
    expect((await committee.call(decidePair, { id: row.id, different: true, reason: '出生地不同' })).code).toBe(200);
    expect((await committee.call(decidePair, { id: row.id, different: true, reason: '出生地不同' })).code).toBe(400);
    await scan(committee);
    expect(await pairWith(id, committee)).toBeUndefined();
    expect(await pairWith(id, committee, { state: 'different' })).toMatchObject({
      reason: '出生地不同',
      decidedBy: '魏员',
    });
    const after = (await committee.call(getIntegrity, {})).data.checks.find(
      ({ key }: { key: string }) => key === 'duplicate',
    ).people;
    expect(after).toBe(before - 2);
    const merging = await committee.call(mergePair, {
      id: row.id,
      keep: 'a',
      versionA: 1,
      versionB: 1,
      reason: '重复',
    });
    expect(merging.body.msg).toContain('已认定不是同一人');
    expect((await committee.call(decidePair, { id: row.id, different: false })).code).toBe(200);
    expect(await pairWith(id, committee)).toMatchObject({ state: 'open', reason: '' });
  });
});
