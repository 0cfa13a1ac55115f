import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listNotices } from '#kernel/message/contract.ts';
import { eraseRecycled, listRecycled, recycleKinds, restoreRecycled } from '#kernel/system/contract.ts';
import { createMember, getMember, removeMember } from '#people/member/contract.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { createOrg, getOrg, removeOrg } from '#people/org/contract.ts';
import { unitCalls } from '#people/org/nouns/unit.ts';
import { creditCheckCharacter } from '#people/org/rules.unit.ts';
import { recountOrgs } from '#people/org/server/recount.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, PASSWORD } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let sibling: Caller;
let admin: Caller;
let member: Caller;
let encrypt: (password: string) => string;
beforeAll(async () => {
  t = await startTestApp();
  [committee, sibling, admin, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('siblingWorker'),
    t.as('admin'),
    t.as('member'),
  ]);
  encrypt = await makeEncrypter(t);
});
afterAll(() => t.close());

const bin = async (who: Caller, kind: string, name = '') => (await who.call(listRecycled, { kind, name })).rows;
const password = () => encrypt(PASSWORD);
const addMember = async (number: number, given: Record<string, unknown> = {}) =>
  (await committee.call(createMember, memberForm(number, 'branchA11', given))).data.id as string;
const dropMember = (id: string) => committee.call(removeMember, { id, deleteReason: '重复登记', password: password() });
const restore = (who: Caller, kind: string, id: string) => who.call(restoreRecycled, { kind, id, reason: '误删' });
const erase = (who: Caller, kind: string, id: string) =>
  who.call(eraseRecycled, { kind, id, deleteReason: '本人申请', password: password() });
const age = (table: 'member' | 'organisation', id: string, days: number) =>
  sql`update ${sql.table(table)} set deleted_at = deleted_at - make_interval(days => ${days}) where id = ${id}`.execute(
    t.db,
  );

/** All counters of the tree, first as they are added up, then counted anew: they must be the same. */
async function countersProven() {
  const codes = Object.values(ORGS).map(({ code }) => code);
  const facts = [
    'category',
    'gender',
    'nation',
    'age',
    'education',
    'occupation',
    'joined',
    'incomplete',
    'org',
    'unit',
  ];
  const read = async () =>
    [...(await readCounters(t.db, codes, facts))].map(([code, counts]) => [
      code,
      Object.fromEntries(
        Object.entries(counts).map(([fact, values]) => [
          fact,
          Object.fromEntries(Object.entries(values).filter(([, n]) => n !== 0)),
        ]),
      ),
    ]);
  const drop = (list: unknown) =>
    JSON.parse(JSON.stringify(list), (_key, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .filter(([, inner]) => JSON.stringify(inner) !== '{}')
              .sort(),
          )
        : value,
    );
  const kept = drop(await read());
  const client = new pg.Client({ connectionString: t.services.config.databaseUrl ?? '' });
  await client.connect();
  await recountMembers(client);
  await recountOrgs(client);
  await client.end();
  expect(kept).toEqual(drop(await read()));
}

describe('people', () => {
  test('the bin tells what was deleted by whom, when and why, in the own subtree alone', async () => {
    const id = await addMember(601, { name: '白小回' });
    await dropMember(id);
    expect(await bin(committee, 'member', '小回')).toEqual([
      {
        id,
        kind: 'member',
        name: '白小回',
        orgName: ORGS.branchA11.name,
        deletedAt: expect.stringMatching(/Z$/),
        deletedBy: '魏员',
        reason: '重复登记',
        can: { restore: true, erase: false },
        erasableOn: expect.stringMatching(/Z$/),
      },
    ]);
    expect(await bin(sibling, 'member', '小回')).toEqual([]);
    expect((await restore(sibling, 'member', id)).code).toBe(404);
    expect((await erase(sibling, 'member', id)).code).toBe(404);
    expect((await member.call(listRecycled, { kind: 'member' })).code).toBe(403);
    expect((await committee.call(listRecycled, { kind: 'nothing' })).code).toBe(600);
  });

  test('restored, a person stands where it stood, counted and with the account that the deletion stopped', async () => {
    const id = await addMember(602, { name: '回来' });
    await sql`insert into account (login_index, login_mask, name, member_id) values ('\\x0602', '4***', '回来', ${id})`.execute(
      t.db,
    );
    const enabled = async () =>
      (await t.db.selectFrom('account').select('enabled').where('member_id', '=', id).executeTakeFirst())?.enabled;
    await dropMember(id);
    expect(await enabled()).toBe(false);
    expect((await committee.call(getMember, { id })).code).toBe(404);
    expect((await restore(committee, 'member', id)).code).toBe(200);
    expect((await committee.call(getMember, { id })).data).toMatchObject({
      name: '回来',
      orgName: ORGS.branchA11.name,
    });
    expect(await enabled()).toBe(true);
    expect((await restore(committee, 'member', id)).code).toBe(404);
    await countersProven();
    const { rows } = await sql`select action, reason from audit_log where target_type = 'member' and target_id = ${id}
      and outcome = 'done' order by id desc limit 1`.execute(t.db);
    expect(rows).toEqual([{ action: '从回收站恢复', reason: '误删' }]);
  });

  test('an account that was stopped before stays stopped', async () => {
    const id = await addMember(603, { name: '早停' });
    await sql`insert into account (login_index, login_mask, name, member_id, enabled, disabled_at)
      values ('\\x0603', '4***', '早停', ${id}, false, now())`.execute(t.db);
    await dropMember(id);
    await restore(committee, 'member', id);
    expect(
      (await t.db.selectFrom('account').select('enabled').where('member_id', '=', id).executeTakeFirst())?.enabled,
    ).toBe(false);
  });

  test('an id card that is in use again, or a branch that is gone, refuses the restoration with its sentence', async () => {
    const id = await addMember(604, { name: '前任' });
    await dropMember(id);
    const next = await addMember(604, { name: '后任' });
    const taken = await restore(committee, 'member', id);
    expect(taken).toMatchObject({ code: 400, msg: `该身份证号已登记：${ORGS.branchA11.name}，后任，不能恢复` });
    await dropMember(next);
    expect((await restore(committee, 'member', id)).code).toBe(200);

    const inGone = t.fixture.members.deletedBranch?.[0] ?? '';
    expect(await restore(committee, 'member', inGone)).toMatchObject({
      code: 400,
      msg: '所在党组织已被撤销，请先恢复该党组织',
    });
  });

  test('of parallel restorations one counts', async () => {
    const id = await addMember(605);
    await dropMember(id);
    const codes = (await Promise.all(Array.from({ length: 8 }, () => restore(committee, 'member', id)))).map(
      ({ code }) => code,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 404)).toHaveLength(7);
    await countersProven();
  });

  test('P57 erased after thirty days, or by the administrator: nothing personal is left in the database', async () => {
    const id = await addMember(606, {
      name: '杜鹃啼血',
      phonenumber: '18900016060',
      residence: '子规路六号',
      remark: '不如归去',
    });
    await sql`insert into account (login_index, login_mask, name, member_id, phone_enc, phone_mask, password_hash)
      values ('\\x0606', '420***0606', '杜鹃啼血', ${id}, '\\x01', '189****6060', 'x')`.execute(t.db);
    await dropMember(id);
    const mine = async () => {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(m)::text as row from member m where id = ${id}
        union all select to_jsonb(a)::text from account a where member_id = ${id}`.execute(t.db);
      return rows.map(({ row }) => row).join('\n');
    };
    const before = await mine();
    for (const personal of ['杜鹃啼血', '子规路', '不如归去', '189****6060', '420***0606'])
      expect(before).toContain(personal);

    expect(await erase(committee, 'member', id)).toMatchObject({ code: 400, msg: expect.stringContaining('满30天') });
    await age('member', id, 30);
    expect((await bin(committee, 'member', '杜鹃'))[0].can).toEqual({ restore: true, erase: true });
    const wrong = await committee.call(eraseRecycled, {
      kind: 'member',
      id,
      deleteReason: '试',
      password: encrypt('wrong'),
    });
    expect(wrong.data.fields).toHaveProperty('password');
    expect((await erase(committee, 'member', id)).code).toBe(200);

    const after = await mine();
    for (const personal of ['杜鹃', '子规路', '不如归去', '****', '1980-05-17', 'password_hash": "'])
      expect(after).not.toContain(personal);
    const left = await t.db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([left.id_card_enc, left.id_card_index, left.phone_enc, left.phone_index]).toEqual([null, null, null, null]);
    expect(await bin(committee, 'member', '杜鹃')).toEqual([]);
    expect((await restore(committee, 'member', id)).code).toBe(404);
    // The number is free for whoever comes.
    await addMember(606, { name: '新人' });
    await countersProven();
  });

  test('the administrator need not wait', async () => {
    const id = await addMember(607);
    await dropMember(id);
    expect((await erase(admin, 'member', id)).code).toBe(200);
  });
});

describe('organisations', () => {
  const addOrg = async (name: string, parentId: string = ORGS.committeeA1.id) =>
    (await committee.call(createOrg, { parentId, name, type: 46 })).data as { id: string; orgCode: string };
  const dropOrg = (id: string) => committee.call(removeOrg, { id, deleteReason: '合并' });
  const childCount = async () =>
    (
      await t.db
        .selectFrom('organisation')
        .select('child_count')
        .where('id', '=', ORGS.committeeA1.id)
        .executeTakeFirst()
    )?.child_count;

  test('restored with its code, counted by its superior and in the numbers', async () => {
    const { id, orgCode } = await addOrg('回来党支部');
    const children = await childCount();
    await dropOrg(id);
    expect(await childCount()).toBe((children ?? 0) - 1);
    expect(await bin(committee, 'org', '回来')).toMatchObject([{ id, orgName: ORGS.committeeA1.name, reason: '合并' }]);
    expect((await restore(committee, 'org', id)).code).toBe(200);
    expect((await committee.call(getOrg, { orgId: id })).data).toMatchObject({ orgCode, name: '回来党支部' });
    expect(await childCount()).toBe(children);
    await countersProven();
  });

  test('a name that is in use again, or a superior that is gone, refuses it', async () => {
    const { id } = await addOrg('同名党支部');
    await dropOrg(id);
    const other = await addOrg('同名党支部');
    expect(await restore(committee, 'org', id)).toMatchObject({ code: 400, msg: expect.stringContaining('同名') });
    await dropOrg(other.id);

    const above = (await committee.call(createOrg, { parentId: ORGS.committeeA1.id, name: '上级党总支', type: 40 }))
      .data as { id: string };
    const below = await addOrg('下级党支部', above.id);
    await dropOrg(below.id);
    await dropOrg(above.id);
    expect(await restore(committee, 'org', below.id)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('先恢复上级'),
    });
    expect((await restore(committee, 'org', above.id)).code).toBe(200);
    expect((await restore(committee, 'org', below.id)).code).toBe(200);
    await countersProven();
  });

  test('people of the restored branch can be restored after it; it is not erased before them', async () => {
    const inGone = t.fixture.members.deletedBranch?.[1] ?? '';
    await age('organisation', ORGS.deletedBranch.id, 40);
    expect(await erase(committee, 'org', ORGS.deletedBranch.id)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('条人员'),
    });
    expect((await restore(committee, 'org', ORGS.deletedBranch.id)).code).toBe(200);
    expect((await restore(committee, 'member', inGone)).code).toBe(200);
    await countersProven();
  });
});

test('units: restored and counted again; a credit code that is in use refuses it', async () => {
  const unit = (name: string) => ({
    orgId: ORGS.branchA12.id,
    name,
    nature: '1',
    isLegal: true,
    creditCode: `91420500000000000${creditCheckCharacter('91420500000000000')}`,
    establishment: '',
    staffCount: '',
    scale: '',
    holding: '',
    affiliation: '',
    industry: '',
    manager: '',
    phone: '',
    address: '',
  });
  const add = async (name: string) => {
    const made = await committee.call(unitCalls.create, unit(name) as never);
    expect(made.msg).toBe('操作成功');
    return made.data.id as string;
  };
  const id = await add('前一单位');
  await committee.call(unitCalls.remove, { id, deleteReason: '撤销' } as never);
  expect(await bin(committee, 'unit', '前一')).toMatchObject([{ id, orgName: ORGS.branchA12.name }]);
  const next = await add('后一单位');
  expect(await restore(committee, 'unit', id)).toMatchObject({ code: 400, msg: expect.stringContaining('信用代码') });
  await committee.call(unitCalls.remove, { id: next, deleteReason: '撤销' } as never);
  expect((await restore(committee, 'unit', id)).code).toBe(200);
  await countersProven();
});

test('notices: everybody has a bin of the own', async () => {
  const { accountId } = t.fixture.principals.committeeWorker;
  const { rows } = await sql<{ id: string }>`
    with n as (insert into notice (type, title, org_id) values ('1', '旧通知', ${ORGS.city.id}) returning id)
    insert into notice_recipient (notice_id, account_id, deleted_at) select id, ${accountId}, now() from n
    returning notice_id as id`.execute(t.db);
  const id = rows[0]?.id ?? '';
  expect(await bin(committee, 'notice')).toMatchObject([{ id, name: '旧通知', deletedBy: '魏员' }]);
  expect(await bin(sibling, 'notice')).toEqual([]);
  expect((await restore(sibling, 'notice', id)).code).toBe(404);
  expect((await restore(committee, 'notice', id)).code).toBe(200);
  expect((await committee.call(listNotices, {})).rows.map((row: { id: string }) => row.id)).toContain(id);
  await sql`update notice_recipient set deleted_at = now() - interval '31 days' where notice_id = ${id}`.execute(t.db);
  expect((await erase(committee, 'notice', id)).code).toBe(200);
  expect(await t.db.selectFrom('notice').select('id').where('id', '=', id).execute()).toEqual([]);
});

test('all kinds together stand newest first, page by page, and each kind says how many it has', async () => {
  const [first, second] = [await addMember(71), await addMember(72)];
  await dropMember(first);
  const { id: org } = (await committee.call(createOrg, { parentId: ORGS.committeeA1.id, name: '待删党支部', type: 46 }))
    .result;
  await committee.call(removeOrg, { id: org, deleteReason: '重复' });
  await dropMember(second);
  const { result: all } = await committee.call(listRecycled, { pageSize: 200 });
  expect(all.rows.slice(0, 3).map(({ kind, id }) => [kind, id])).toEqual([
    ['member', second],
    ['org', org],
    ['member', first],
  ]);
  expect(all.rows).toHaveLength(all.total);
  const pages = await Promise.all(
    [1, 2].map(async (pageNum) => (await committee.call(listRecycled, { pageNum, pageSize: 2 })).result.rows),
  );
  expect(pages.flat().map(({ id }) => id)).toEqual(all.rows.slice(0, 4).map(({ id }) => id));
  const kinds = (await committee.call(recycleKinds, {})).result;
  for (const { kind, count } of kinds) {
    expect(`${kind} ${count}`).toBe(`${kind} ${(await committee.call(listRecycled, { kind })).total}`);
  }
  expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
  expect((await sibling.call(listRecycled, {})).rows.map(({ id }: { id: string }) => id)).not.toContain(org);
});

test('the kinds are those whose own right the role holds', async () => {
  const kinds = async (who: Caller) =>
    (await who.call(recycleKinds, {})).data.map((k: { kind: string }) => k.kind).sort();
  const all = 'activityPackage archiveArticle ballot boxBook boxDevice boxEvent boxGroup boxHonor boxMedia'.split(' ');
  all.push('boxPublicity', 'boxStudy', 'boxWelcome');
  all.push('course', 'dataCentreTable', 'exam', 'examPaper', 'floatingOrg', 'group');
  all.push(
    'keyWorkItem',
    'knowledgeDocument',
    'member',
    'memberRecord',
    'notice',
    'officeTask',
    'openAffair',
    'org',
    'orgChange',
    'orgRecord',
    'partyGroup',
    'questionLib',
    'serviceActivity',
    'specialActivity',
    'term',
    'trinityEvaluation',
    'unit',
    'video',
  );
  expect(await kinds(committee)).toEqual(all);
  await sql`delete from role_permission where role_id = 3 and permission_key = 'member:remove'`.execute(t.db);
  expect(await kinds(committee)).toEqual(all.filter((kind) => kind !== 'member'));
  expect((await committee.call(listRecycled, { kind: 'member' })).code).toBe(403);
  expect((await restore(committee, 'member', t.fixture.deletedMemberId)).code).toBe(403);
  await sql`insert into role_permission values (3, 'member:remove')`.execute(t.db);
});
