import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revealMember } from '#people/member/contract.reveal.ts';
import {
  createMember,
  getMember,
  memberTimeline,
  removeMember,
  sortMember,
  updateMember,
} from '#people/member/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { encrypted, memberForm } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
});
afterAll(() => t.close());

const count = async () =>
  Number((await t.db.selectFrom('member').select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n);

describe('adding a person', () => {
  test('the record is there, masked, with what lacks and where it stands', async () => {
    const made = await committee.call(createMember, memberForm(301, 'branchA11', { residence: '' }));
    expect(made.code).toBe(200);
    const read = await branch.call(getMember, { id: made.data.id });
    expect(read.data).toMatchObject({
      name: '谭志远',
      idCardNo: `420***********${testIdCard(301).slice(-4)}`,
      phonenumber: '189****0301',
      nationName: '土家族',
      educationName: '大学本科毕业',
      orgName: '城关镇第一党支部',
      orgPath: [{ id: ORGS.branchA11.id, name: ORGS.branchA11.name }],
      missing: [{ field: 'residence', label: '现居住地' }],
      warnings: [],
      version: 1,
      can: { edit: true, remove: true },
      createName: '魏员',
    });
    expect(read.data.orgPath).toHaveLength(1);
    expect(
      (await committee.call(getMember, { id: made.data.id })).data.orgPath.map((o: { name: string }) => o.name),
    ).toEqual(['甲县城关镇党委', '城关镇第一党支部']);
    expect(read.text).not.toContain(testIdCard(301));
    expect(read.text).not.toContain('18900010301');
  });

  test.each([
    [
      'idCardNo',
      { idCardNo: `${testIdCard(302).slice(0, 17)}${testIdCard(302).endsWith('1') ? '2' : '1'}` },
      /第18位应为/,
    ],
    ['birthDate', { birthDate: '1980-05-18' }, /与身份证号不一致/],
    ['gender', { gender: 2 }, /与身份证号不一致/],
    ['admissionDate', { admissionDate: '1998-05-16', conversionDate: '1999-05-16' }, /未满18岁/],
    ['conversionDate', { conversionDate: '2006-06-19' }, /不能早于入党日期/],
    ['conversionDate', { personCategory: 2 }, /预备党员不应有转正日期/],
    ['admissionDate', { personCategory: 5 }, /未入党/],
    ['joinedBranchOn', { joinedBranchOn: '2199-01-01' }, /不能晚于今天/],
    ['nation', { nation: '77' }, /请选择民族/],
    ['phonenumber', { phonenumber: '12345' }, /手机号/],
    ['name', { name: '' }, /请输入姓名/],
    ['orgId', { orgId: 'x' }, /编号/],
  ])('a wrong %s is refused at its field and nothing is written', async (field, wrong, sentence) => {
    const before = await count();
    const answer = await committee.call(createMember, memberForm(302, 'branchA11', wrong) as never);
    expect(answer.code).toBe(600);
    expect(answer.data.fields[field]).toMatch(sentence);
    expect(await count()).toBe(before);
  });

  test('an id card that is taken is refused: with the place in scope, without it elsewhere', async () => {
    await committee.call(createMember, memberForm(303, 'branchA12', { name: '已在册' }));
    const near = await committee.call(createMember, memberForm(303, 'branchA11'));
    expect(near.data.fields.idCardNo).toBe('该身份证号已存在：城关镇第二党支部，已在册');
    const far = await sibling.call(createMember, memberForm(303, 'branchA21'));
    expect(far.data.fields.idCardNo).toBe('该身份证号已存在于其他组织');
  });

  test('P4 neither a foreign branch, nor a deleted one, nor a role without the right', async () => {
    const before = await count();
    for (const org of ['branchB11', 'deletedBranch', 'twin', 'otherTree'] as const) {
      expect((await committee.call(createMember, memberForm(304, org))).code).toBe(404);
    }
    expect((await member.call(createMember, memberForm(304, 'branchA11'))).code).toBe(403);
    expect(await count()).toBe(before);
  });

  test('P22 fifty parallel calls with one key make one row and one answer', async () => {
    const form = memberForm(305, 'branchA11');
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        committee.call(createMember, form, { headers: { 'idempotency-key': 'same-key-305' } }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data)))).toHaveLength(1);
    expect(answers[0]?.code).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});

describe('changing a person', () => {
  test('only the given fields change; the history names them with their labels', async () => {
    const { id } = (await committee.call(createMember, memberForm(310, 'branchA11'))).data;
    const saved = await branch.call(updateMember, { id, version: 1, education: '14', phonenumber: '+8618900019999' });
    expect(saved.data).toEqual({ version: 2 });
    const read = await branch.call(getMember, { id });
    expect(read.data).toMatchObject({
      educationName: '硕士研究生',
      phonenumber: '189****9999',
      name: '谭志远',
      updateName: '支书',
    });
    const history = await branch.call(memberTimeline, { id });
    expect(history.rows[0]).toMatchObject({
      action: '修改人员',
      who: '支书',
      changes: [
        { field: 'education', label: '学历', before: '大学本科毕业', after: '硕士研究生' },
        { field: 'phonenumber', label: '手机号', before: '189****0310', after: '189****9999' },
      ],
    });
    expect(history.total).toBe(2);
  });

  test('a stale version is a conflict that says who was first', async () => {
    const { id } = (await committee.call(createMember, memberForm(311, 'branchA11'))).data;
    await branch.call(updateMember, { id, version: 1, remark: '一' });
    const late = await committee.call(updateMember, { id, version: 1, remark: '二' });
    expect(late).toMatchObject({ code: 400, data: { conflict: true, current: { version: 2, updateName: '支书' } } });
    expect((await branch.call(getMember, { id })).data.remark).toBe('一');
  });

  test('an old contradiction does not stop an edit elsewhere, but may not be made', async () => {
    const { id } = (await committee.call(createMember, memberForm(312, 'branchA11'))).data;
    await sql`update member set admission_date = '1990-01-01' where id = ${id}`.execute(t.db);
    expect((await branch.call(updateMember, { id, version: 1, remark: '可改' })).code).toBe(200);
    const wrong = await branch.call(updateMember, { id, version: 2, admissionDate: '1991-01-01' });
    expect(wrong.data.fields.admissionDate).toContain('未满18岁');
    expect((await branch.call(getMember, { id })).data.warnings[0].text).toContain('未满18岁');
  });

  test('P5 a move needs both branches in scope', async () => {
    const { id } = (await committee.call(createMember, memberForm(313, 'branchA11'))).data;
    expect((await branch.call(updateMember, { id, version: 1, orgId: ORGS.branchA12.id })).code).toBe(404);
    expect((await sibling.call(updateMember, { id, version: 1, orgId: ORGS.branchA21.id })).code).toBe(404);
    expect((await committee.call(updateMember, { id, version: 1, orgId: ORGS.branchB11.id })).code).toBe(404);
    expect((await committee.call(updateMember, { id, version: 1, orgId: ORGS.branchA12.id })).code).toBe(200);
    expect((await branch.call(getMember, { id })).code).toBe(404);
    expect((await committee.call(getMember, { id })).data.orgName).toBe('城关镇第二党支部');
  });
});

describe('deleting, sorting, revealing', () => {
  test('P20 deleting takes the own password; five wrong ones close it', async () => {
    const { id } = (await committee.call(createMember, memberForm(320, 'branchA11'))).data;
    const wrong = await committee.call(removeMember, {
      id,
      deleteReason: '重复登记',
      password: await encrypted(t, 'Wrong2026'),
    });
    expect(wrong.data.fields.password).toBe('密码不正确，还可以再试4次');
    expect(
      (await sibling.call(removeMember, { id, deleteReason: '重复登记', password: await encrypted(t) })).code,
    ).toBe(404);
    const used = await encrypted(t);
    expect((await committee.call(removeMember, { id, deleteReason: '重复登记', password: used })).code).toBe(200);
    expect((await committee.call(getMember, { id })).code).toBe(404);
    const row = await t.db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ delete_reason: '重复登记', deleted_by: '魏员' });
    const again = (await committee.call(createMember, memberForm(320, 'branchA11'))).data;
    const replay = await committee.call(removeMember, { id: again.id, deleteReason: '重复登记', password: used });
    expect(replay.data.fields.password).toContain('密码不正确');
    for (let i = 0; i < 4; i++) {
      await committee.call(removeMember, {
        id: again.id,
        deleteReason: '错',
        password: await encrypted(t, 'Wrong2026'),
      });
    }
    const closed = await committee.call(removeMember, {
      id: again.id,
      deleteReason: '错',
      password: await encrypted(t),
    });
    expect(closed.data.fields.password).toBe('密码错误次数过多，请30分钟后再试');
    expect((await committee.call(getMember, { id: again.id })).code).toBe(200);
  });

  test('a person stands where it was put', async () => {
    const ids = t.fixture.members.branchA12 ?? [];
    const [first = '', second = '', third = ''] = ids;
    expect((await committee.call(sortMember, { id: third, beforeId: first })).code).toBe(200);
    const order = async () =>
      (
        await t.db
          .selectFrom('member')
          .select('id')
          .where('org_code', '=', ORGS.branchA12.code)
          .where('deleted_at', 'is', null)
          .orderBy('sort')
          .orderBy('id')
          .execute()
      ).map((r) => r.id);
    expect((await order()).slice(0, 3)).toEqual([third, first, second]);
    await committee.call(sortMember, { id: third });
    expect((await order()).at(-1)).toBe(third);
    const other = t.fixture.members.branchA11?.[0] ?? '';
    expect((await committee.call(sortMember, { id: third, beforeId: other })).code).toBe(400);
    expect((await branch.call(sortMember, { id: other, beforeId: third })).code).toBe(404);
  });

  test('P55 a full value is shown to those with the right, and leaves a row with the reason', async () => {
    const { id } = (await committee.call(createMember, memberForm(330, 'branchA11'))).data;
    const shown = await branch.call(revealMember, { id, field: 'idCardNo', reason: '核对证件' });
    expect(shown.data.value).toBe(testIdCard(330));
    expect((await branch.call(revealMember, { id, field: 'idCardNo', reason: '' })).code).toBe(600);
    expect((await member.call(revealMember, { id, field: 'idCardNo', reason: '看看' })).code).toBe(403);
    expect((await sibling.call(revealMember, { id, field: 'idCardNo', reason: '看看' })).code).toBe(404);
    expect((await branch.call(memberTimeline, { id })).rows[0]).toMatchObject({
      action: '查看原值',
      reason: '身份证号：核对证件',
    });
  });
});

describe('a person without office', () => {
  test('reads the own record and nobody else', async () => {
    const own = t.fixture.principals.member.memberId ?? '';
    expect((await member.call(getMember, { id: own })).data).toMatchObject({
      name: '党元',
      can: { edit: false, remove: false },
    });
    expect((await member.call(memberTimeline, { id: own })).code).toBe(200);
    for (const id of [
      t.fixture.members.branchA11?.[0] ?? '',
      t.fixture.principals.branchWorker.memberId ?? '',
      '999999',
    ]) {
      expect((await member.call(getMember, { id })).code).toBe(404);
      expect((await member.call(memberTimeline, { id })).code).toBe(404);
    }
  });
});

test('P54 no table holds an id card or phone in the clear', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    t.db,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} as r
      where r::text ~ ${`${testIdCard(301)}|${testIdCard(310)}|18900010301|18900019999`}`.execute(t.db);
    expect({ name, n: rows[0]?.n }).toEqual({ name, n: 0 });
  }
});
