import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { mergePair, undoMerge } from '#people/member/contract.duplicates.ts';
import { decideSelfEdit } from '#people/member/contract.selfEdit.ts';
import { memberTimeline, removeMember, updateMember } from '#people/member/contract.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { idCardPlace } from '#people/member/server/rowMapper.ts';
import { valuesPlace } from '#people/member/server/service/selfEdit.ts';
import { personColumns } from '#platform/server/database/tables.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { foldCounters } from '#platform/server/sums/counters.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { detail, pairWith, scan, writer } from './duplicatePeople.ts';
import { encrypted } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let worker: Worker;
let serial = 0;
beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, sibling] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('siblingWorker'),
  ]);
  // People of the fixture are alike by accident: each gets a birth date of its own.
  await sql`update member set birth_date = date '1950-01-01' + id::int`.execute(t.db);
  worker = startWorker(t.services, [memberModule]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const { next, put } = writer(() => t);

/** What the database holds of two people, but for what any act moves on. */
async function state(ids: readonly string[]) {
  const rows = await sql<Record<string, unknown>>`
    select to_jsonb(m) - array['version', 'updated_at', 'updated_by'] as row from member m
     where id = any(${ids}::bigint[]) order by id`.execute(t.db);
  const hanging: Record<string, unknown> = {};
  for (const { table, column, on } of personColumns()) {
    if ('left' in on) continue;
    const found = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(r) - array['version', 'updated_at', 'updated_by'] as row from ${sql.table(table)} r
       where ${sql.ref(column)} = any(${ids}::bigint[]) order by to_jsonb(r)::text`.execute(t.db);
    hanging[`${table}.${column}`] = found.rows.map(({ row }) => row);
  }
  return { rows: rows.rows, hanging };
}
const recount = () =>
  t.services.db
    .connection()
    .execute((db) => recountMembers({ query: (text, values) => db.executeQuery(CompiledQuery.raw(text, values)) }));
/** The counters' sums, by fact and value, from the counters and what is not folded yet. */
async function counted() {
  await foldCounters(t.services.db);
  const { rows } = await sql<{ line: string }>`
    select org_code || fact || value || n as line from member_counter where n <> 0 order by 1`.execute(t.db);
  return rows.map(({ line }) => line);
}

describe('merging', () => {
  let kept: string;
  let dropped: string;
  let pairId: string;
  let full: Record<string, unknown>;
  beforeEach(async () => {
    serial = next();
    const alike = { name: `合并${serial}`, birthDate: '1979-03-04', idCard: null };
    kept = await put({ ...alike, education: null, residence: '', phone: null }, 'branchA11');
    dropped = await put(
      { ...alike, idCard: testIdCard(300 + serial, '1979-03-04'), residence: '江南街道9号', isFloating: true },
      'branchA12',
    );
    await hang();
    await recount();
    await scan(committee);
    pairId = (await pairWith(kept, committee)).id;
    const pair = await detail(pairId, committee);
    full = {
      id: pairId,
      keep: pair.a.id === kept ? 'a' : 'b',
      fields: ['idCardNo', 'phonenumber', 'education', 'residence'],
      versionA: pair.a.version,
      versionB: pair.b.version,
      reason: '重复登记',
    };
  });

  /** One row of each table that names a person, of the one that will be dropped; some of them the kept one has as well. */
  async function hang() {
    await sql`insert into sub_record (kind, member_id, title, fields) values
      ('family', ${dropped}, '配偶', '{"name":"甲"}'), ('extra', ${dropped}, '', '{"school":"乙"}'), ('extra', ${kept}, '', '{"school":"丙"}')`.execute(
      t.db,
    );
    await sql`insert into political_greeting (member_id, year, greeted_by) values
      (${dropped}, 2020, '甲'), (${dropped}, 2021, '甲'), (${kept}, 2021, '乙')`.execute(t.db);
    const group = await sql<{
      id: string;
    }>`insert into content_group (org_id, org_code, type, name, name_grams, leader_id)
      values (${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, 1, ${`组${serial}`}, '{}', ${dropped}) returning id`.execute(
      t.db,
    );
    await sql`insert into content_group_member (group_id, member_id) values (${group.rows[0]?.id}, ${dropped})`.execute(
      t.db,
    );
    const label = await sql<{
      id: string;
    }>`insert into content_label (name) values (${`标${serial}`}) returning id`.execute(t.db);
    await sql`insert into content_label_link (label_id, kind, row_id, org_code)
      values (${label.rows[0]?.id}, 'member', ${dropped}, ${ORGS.branchA12.code})`.execute(t.db);
    await sql`insert into account (login_index, login_mask, name, member_id)
      values (${Buffer.from(`merge-${serial}`)}, '420***', '合并人', ${dropped})`.execute(t.db);
    const term = await sql<{
      id: string;
    }>`insert into org_term (org_id, org_code, number, elected_on, years, expires_on, is_current)
      values (${ORGS.branchA12.id}, ${ORGS.branchA12.code}, ${serial}, '2020-01-01', 3, '2023-01-01', false) returning id`.execute(
      t.db,
    );
    await sql`insert into org_post (term_id, org_id, member_id, name, post)
      values (${term.rows[0]?.id}, ${ORGS.branchA12.id}, ${dropped}, '合并', '委员')`.execute(t.db);
  }
  const merge = (given: Record<string, unknown> = {}, who = committee) =>
    who.call(mergePair, { ...full, ...given } as never);

  test('both stand side by side, differing fields marked, the fuller one proposed, and what hangs on each', async () => {
    const pair = await detail(pairId, committee);
    const field = (name: string) => pair.fields.find((one) => one.field === name);
    expect(field('residence')).toMatchObject({ differs: true });
    expect(field('birthDate')).toMatchObject({ a: '1979-03-04', b: '1979-03-04', differs: false });
    expect(JSON.stringify(pair)).not.toMatch(/\d{17}[\dX]|1380000\d{4}/);
    expect(pair[pair.keep].id).toBe(dropped);
    const other = pair.a.id === dropped ? pair.a : pair.b;
    expect(Object.fromEntries(other.hangs.map(({ label, count }) => [label, count]))).toMatchObject({
      档案分表记录: 2,
      班子任职: 1,
      登录账号: 1,
      标签: 1,
      政治生日祝福: 2,
      分组负责人: 1,
      所在分组: 1,
    });
  });

  test('puts the chosen fields and everything that hangs on the other into the kept one, and counts one person less', async () => {
    const before = await sql<{ n: number }>`select count(*)::int as n from member where deleted_at is null`.execute(
      t.db,
    );
    const merged = await merge();
    expect(merged.code, merged.text).toBe(200);
    expect(merged.data.keptId).toBe(kept);
    const row = await t.db.selectFrom('member').selectAll().where('id', '=', kept).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ residence: '江南街道9号', education: '21', is_floating: false, completeness: 100 });
    expect(row.id_card_mask).toMatch(/^420/);
    const gone = await t.db.selectFrom('member').selectAll().where('id', '=', dropped).executeTakeFirstOrThrow();
    expect(gone.deleted_at).not.toBeNull();
    expect(gone.delete_reason).toMatch(/^已合并到城关镇第一党支部的合并/);
    for (const [table, column, n] of [
      ['sub_record', 'member_id', 2],
      ['org_post', 'member_id', 1],
      ['account', 'member_id', 1],
      ['content_group', 'leader_id', 1],
      ['content_group_member', 'member_id', 1],
      ['political_greeting', 'member_id', 2],
      ['content_label_link', 'row_id', 1],
    ] as const) {
      const found = await sql<{
        n: number;
      }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${kept}`.execute(t.db);
      expect(found.rows[0]?.n, table).toBe(n);
    }
    const after = await sql<{ n: number }>`select count(*)::int as n from member where deleted_at is null`.execute(
      t.db,
    );
    expect(after.rows[0]?.n).toBe((before.rows[0]?.n ?? 0) - 1);
    expect(await pairWith(kept, committee)).toBeUndefined();
    expect(await pairWith(kept, committee, { state: 'merged' })).toMatchObject({
      decidedBy: '魏员',
      reason: '重复登记',
    });
    const timeline = await committee.call(memberTimeline, { id: kept });
    expect(timeline.rows[0]).toMatchObject({ action: '合并人员', who: '魏员' });
    expect(timeline.rows[0].reason).toContain('登录账号1项');
    // The sums that the deltas made are those of a new count.
    const sums = await counted();
    await recount();
    expect(await counted()).toEqual(sums);
  });

  test('is undone to the last value, account and counts with it', async () => {
    const before = await state([kept, dropped]);
    const sums = await counted();
    expect((await merge()).code).toBe(200);
    const pair = await detail(pairId, committee);
    expect(pair).toMatchObject({
      state: 'merged',
      can: { undo: true, merge: false },
      merge: { keptId: kept, obstacles: [] },
    });
    const undone = await committee.call(undoMerge, { id: pairId });
    expect(undone.code, undone.text).toBe(200);
    expect(await state([kept, dropped])).toEqual(before);
    expect(await counted()).toEqual(sums);
    expect(await pairWith(kept, committee)).toMatchObject({ state: 'open' });
    expect((await committee.call(undoMerge, { id: pairId })).body.msg).toContain('没有合并，或已经撤销');
    const emptied = await sql<{
      kept_before: object;
    }>`select kept_before from member_merge where pair_id = ${pairId}`.execute(t.db);
    expect(emptied.rows[0]?.kept_before).toEqual({});
  });

  test('where both have an account, that of the other is stopped and starts again with the undoing', async () => {
    await sql`insert into account (login_index, login_mask, name, member_id)
      values (${Buffer.from(`kept-${serial}`)}, '420***', '留用', ${kept})`.execute(t.db);
    const enabled = async () =>
      (await sql<{ enabled: boolean }>`select enabled from account where member_id = ${dropped}`.execute(t.db)).rows[0]
        ?.enabled;
    expect((await merge()).code).toBe(200);
    expect(await enabled()).toBe(false);
    expect((await committee.call(undoMerge, { id: pairId })).code).toBe(200);
    expect(await enabled()).toBe(true);
  });

  test('is not undone once the kept record was worked on, and says so', async () => {
    expect((await merge()).code).toBe(200);
    const { version } = await t.db
      .selectFrom('member')
      .select('version')
      .where('id', '=', kept)
      .executeTakeFirstOrThrow();
    expect((await branch.call(updateMember, { id: kept, version, position: '科长' })).code).toBe(200);
    const refused = await committee.call(undoMerge, { id: pairId });
    expect(refused.code).toBe(400);
    expect(refused.body.msg).toBe('不能撤销合并：合并以后，支书修改过保留的一份，撤销会丢掉这次修改');
    expect((await detail(pairId, committee)).can.undo).toBe(false);
  });

  test('the one that was merged does not come back from the recycle bin by itself', async () => {
    expect((await merge()).code).toBe(200);
    const refused = await committee.call(restoreRecycled, { kind: 'member', id: dropped, reason: '试' } as never);
    expect(refused.code).not.toBe(200);
    const row = await t.db
      .selectFrom('member')
      .select('deleted_at')
      .where('id', '=', dropped)
      .executeTakeFirstOrThrow();
    expect(row.deleted_at).not.toBeNull();
  });

  test('two at the same moment merge once', async () => {
    const answers = await Promise.all([merge(), merge({ keep: full.keep === 'a' ? 'b' : 'a', fields: [] })]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
  });

  test('a record changed since the comparison is not overwritten', async () => {
    const { version } = await t.db
      .selectFrom('member')
      .select('version')
      .where('id', '=', dropped)
      .executeTakeFirstOrThrow();
    expect((await committee.call(updateMember, { id: dropped, version, position: '主任' })).code).toBe(200);
    const refused = await merge();
    expect(refused.code).toBe(400);
    expect(refused.body.msg).toContain('请重新对照后再合并');
  });

  test('what the dropped one proposed of the own record can be accepted into the kept one, and back again', async () => {
    const { vault } = t.services;
    const values = JSON.stringify({ workUnit: ['', '县医院'] });
    const edit = await sql<{ id: string }>`
      insert into self_edit (member_id, account_id, values_enc, fields, note, reviewer_org_id)
      values (${dropped}, ${t.fixture.principals.member.accountId}, ${vault.encrypt(valuesPlace(dropped), values)},
              '{"workUnit":{"before":"","after":"县医院","accepted":null}}', '', ${ORGS.committeeA1.id})
      returning id`.execute(t.db);
    const id = edit.rows[0]?.id ?? '';
    const former = () =>
      sql<{ member_id: string; id_card_enc: Buffer }>`
        select member_id, id_card_enc from former_id_card where id_card_mask = ${`旧${serial}`}`
        .execute(t.db)
        .then(({ rows }) => rows[0]);
    await sql`
      insert into former_id_card (member_id, id_card_enc, id_card_mask, id_card_index)
      values (${dropped}, ${vault.encrypt(idCardPlace(dropped), '420599')}, ${`旧${serial}`}, ${Buffer.from(`旧${serial}`)})`.execute(
      t.db,
    );
    expect((await merge()).code).toBe(200);
    const moved = await former();
    expect(moved?.member_id).toBe(kept);
    expect(vault.decrypt(idCardPlace(kept), moved?.id_card_enc ?? Buffer.of())).toBe('420599');
    expect((await committee.call(undoMerge, { id: pairId })).code).toBe(200);
    expect(vault.decrypt(idCardPlace(dropped), (await former())?.id_card_enc ?? Buffer.of())).toBe('420599');
    const again = await detail(pairId, committee);
    expect((await merge({ versionA: again.a.version, versionB: again.b.version })).code).toBe(200);
    const { version } = await t.db
      .selectFrom('member')
      .select('version')
      .where('id', '=', kept)
      .executeTakeFirstOrThrow();
    const decided = await committee.call(decideSelfEdit, { id, version, accepted: ['workUnit'], decision: '' });
    expect(decided.code, decided.text).toBe(200);
    const row = await t.db.selectFrom('member').select('work_unit').where('id', '=', kept).executeTakeFirstOrThrow();
    expect(row.work_unit).toBe('县医院');
  });

  test('a chosen value that cannot stand beside the others is refused at its field, and nothing is written', async () => {
    const before = await state([kept, dropped]);
    await sql`update member set birth_date = '1979-03-04', admission_date = '1990-01-01' where id = ${dropped}`.execute(
      t.db,
    );
    const refused = await merge({ fields: ['admissionDate'] });
    expect(refused.body.data.fields).toMatchObject({ admissionDate: '入党时未满18岁' });
    await sql`update member set admission_date = '2006-06-20' where id = ${dropped}`.execute(t.db);
    expect(await state([kept, dropped])).toEqual(before);
    expect((await merge({ fields: ['secret'] })).body.data.fields).toEqual({ fields: '所选的信息项不存在' });
    expect((await merge({ reason: ' ' })).body.data.fields).toEqual({ reason: '请输入合并原因' });
  });

  test('a branch cannot merge into its own what lies in another, of which it learns nothing, nor a neighbour', async () => {
    expect((await merge({}, branch)).code).toBe(404);
    expect((await merge({}, sibling)).code).toBe(404);
  });

  test('what lies in the recycle bin may be merged into the living, not the other way round', async () => {
    const removed = await committee.call(removeMember, {
      id: dropped,
      deleteReason: '重复',
      password: await encrypted(t),
    } as never);
    expect(removed.code, removed.text).toBe(200);
    await sql`update member set id_card_index = (select id_card_index from member where id = ${dropped}) where id = ${kept}`.execute(
      t.db,
    );
    await scan(committee);
    const pair = await detail(pairId, committee);
    expect(pair.by).toEqual(['card', 'name']);
    const given = { versionA: pair.a.version, versionB: pair.b.version, fields: [] };
    const wrong = await merge({ ...given, keep: full.keep === 'a' ? 'b' : 'a' });
    expect(wrong.body.data.fields.keep).toContain('在回收站中');
    const before = await state([kept, dropped]);
    expect((await merge(given)).code).toBe(200);
    expect((await committee.call(undoMerge, { id: pairId })).code).toBe(200);
    expect(await state([kept, dropped])).toEqual(before);
  });
});

test('every column that names a person is moved by a merge or stays for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select k.table_name || '.' || k.column_name as name
      from information_schema.referential_constraints c
      join information_schema.key_column_usage k using (constraint_schema, constraint_name)
      join information_schema.key_column_usage u
        on u.constraint_name = c.unique_constraint_name and u.constraint_schema = c.unique_constraint_schema
     where u.table_name = 'member' and k.table_schema = 'public'
    union
    select table_name || '.' || column_name from information_schema.columns
     where table_schema = 'public' and column_name = 'member_id'
       and table_name not in (select table_name from information_schema.views where table_schema = 'public')`.execute(
    t.db,
  );
  const named = new Set(personColumns().map(({ table, column }) => `${table}.${column}`));
  // A group of users is of accounts, not of people.
  expect(rows.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
});
