import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { eraseRecycled } from '#kernel/system/contract.ts';
import * as contract from '#people/member/contract.idCard.ts';
import { getImport, importRows, startImport } from '#people/member/contract.import.ts';
import {
  createMember,
  getMember,
  listMembers,
  memberTimeline,
  removeMember,
  updateMember,
} from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, PASSWORD, testIdCard } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';
import { encrypted, jobEnds, memberForm, upload, workbook } from './factory.ts';

let t: TestApp;
let worker: Worker;
let branch: Caller;
let committee: Caller;
let county: Caller;
let sibling: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, [jobModule, memberModule]);
  [branch, committee, county, sibling, member] = await Promise.all([
    t.as('branchWorker'),
    t.as('committeeWorker'),
    t.as('countyWorker'),
    t.as('siblingWorker'),
    t.as('member'),
  ]);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

async function paper(who: Caller): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
    .jpeg()
    .toBuffer();
  const { data } = await who.post('/api/sys/oss/upload/base64', { base64: bytes.toString('base64') });
  return data.id;
}

const person = async (number: number) => (await branch.call(createMember, memberForm(number, 'branchA11'))).data.id;
/** A number of the same birthday but one. */
const other = (number: number) => testIdCard(number, '1980-05-18');
const ask = async (memberId: string, idCardNo: string, who = branch) =>
  who.call(contract.addIdCardChange, { memberId, idCardNo, reason: '重号更正', proof: [await paper(who)] });
const decide = async (who: Caller, id: string, agree: boolean, decision = '', password?: string) =>
  who.call(contract.approveIdCardChange, { id, agree, decision, password: await encrypted(t, password) });
const counted = async () =>
  (
    await sql<{ fact: string; value: string; n: number }>`
      select fact, value, sum(n)::int as n from (
        select org_code, fact, value, n from member_counter where org_code = ${ORGS.branchA11.code}
        union all select org_code, fact, value, n from member_counter_delta where org_code = ${ORGS.branchA11.code}) as c
      where fact = 'category' group by fact, value order by value`.execute(t.db)
  ).rows;

describe('a registered id card', () => {
  test('is not changed by editing; one that was missing may be filled in', async () => {
    const id = await person(901);
    const direct = await branch.call(updateMember, { id, version: 1, idCardNo: other(901), birthDate: '1980-05-18' });
    expect(direct.data.fields.idCardNo).toContain('请办理身份证号变更');
    await sql`update member set id_card_enc = null, id_card_mask = null, id_card_index = null where id = ${id}`.execute(
      t.db,
    );
    expect((await ask(id, other(901))).msg).toContain('请直接编辑补录');
    expect((await branch.call(updateMember, { id, version: 1, idCardNo: testIdCard(901) })).code).toBe(200);
  });

  test('is asked for by the branch, approved above with the own password; number, birth, counters and old number follow', async () => {
    const id = await person(902);
    const before = await counted();
    const asked = await ask(id, other(902));
    expect(asked.data).toMatchObject({ deciderOrgName: '甲县城关镇党委' });
    const change = asked.data.id;
    const { rows: todos } = await sql`
      select org_id, done_at from todo where subject = ${`idCardChange:${change}`}`.execute(t.db);
    expect(todos).toEqual([{ org_id: ORGS.committeeA1.id, done_at: null }]);
    const seen = await committee.call(contract.getIdCardChange, { id: change });
    expect(seen.data).toMatchObject({
      oldIdCardNo: `420***********${testIdCard(902).slice(-4)}`,
      newIdCardNo: `420***********${other(902).slice(-4)}`,
      obstacle: '',
      changes: [{ label: '出生日期', before: '1980-05-17', after: '1980-05-18' }],
      can: { decide: true, withdraw: false, reveal: true },
    });
    expect(seen.data.proof).toHaveLength(1);
    expect(seen.text).not.toContain(other(902));
    const shown = await committee.call(contract.revealIdCardChange, { id: change, reason: '核对户籍证明' });
    expect(shown.data.value).toBe(other(902));
    const file = `/api/common/download?fileName=${seen.data.proof[0].id}`;
    expect((await committee.get(file)).headers['content-type']).toBe('image/jpeg');
    for (const who of [sibling, member]) expect((await who.get(file)).code).toBe(404);

    const wrong = await decide(committee, change, true, '', 'Wrong2026');
    expect(wrong.data.fields.password).toBe('密码不正确，还可以再试4次');
    expect((await decide(committee, change, true)).code).toBe(200);
    expect((await branch.call(getMember, { id })).data).toMatchObject({
      idCardNo: `420***********${other(902).slice(-4)}`,
      birthDate: '1980-05-18',
      version: 2,
      formerIdCards: [{ idCardNo: `420***********${testIdCard(902).slice(-4)}` }],
    });
    expect(await counted()).toEqual(before);
    const { rows } = await sql<{ done: boolean; gone: boolean }>`
      select done_at is not null as done, (select new_enc is null and new_index is null from id_card_change where id = ${change}) as gone
        from todo where subject = ${`idCardChange:${change}`}`.execute(t.db);
    expect(rows).toEqual([{ done: true, gone: true }]);
    const line = await branch.call(memberTimeline, { id });
    expect(line.rows[0]).toMatchObject({ action: '审批身份证号变更', who: '魏员' });
    expect(line.rows[0].changes.map(({ label }: { label: string }) => label)).toEqual(['身份证号', '出生日期']);
    const { rows: notices } = await sql`
      select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${t.fixture.principals.branchWorker.accountId}`.execute(t.db);
    expect(notices).toEqual([{ title: '谭志远的身份证号变更申请已批准' }]);
  });

  test('the old number still finds the person: list, search words, look-up, import', async () => {
    const id = await person(903);
    await decide(committee, (await ask(id, other(903))).data.id, true);
    for (const asked of [{ idCardNo: testIdCard(903) }, { keyWords: testIdCard(903) }, { idCardNo: other(903) }]) {
      const list = await branch.call(listMembers, asked);
      expect(list.rows.map((row: { id: string }) => row.id)).toEqual([id]);
    }
    expect((await branch.call(contract.findByIdCard, { idCardNo: testIdCard(903) })).data).toMatchObject({
      exists: false,
      former: true,
      id,
    });
    expect((await sibling.call(contract.findByIdCard, { idCardNo: testIdCard(903) })).data).toEqual({
      exists: false,
      former: true,
      id: null,
      name: '',
      orgName: '',
    });
    const sheet = await workbook([
      ['姓名', '身份证号', '民族', '人员类别', '所在党支部'],
      ['谭志远', testIdCard(903), '汉族', '入党申请人', ORGS.branchA11.name],
    ]);
    const batch = (await upload(t, branch, '名册.xlsx', sheet)).data;
    const mapping = batch.mapping.map(({ head, field }: { head: string; field: string | null }) => ({ head, field }));
    const started = await branch.call(startImport, { id: batch.id, mapping, rewrite: [] });
    await jobEnds(branch, started.data.jobId);
    expect((await branch.call(getImport, { id: batch.id })).data.state).toBe('fixing');
    const { rows } = await branch.call(importRows, { id: batch.id, pageSize: 20 });
    expect(JSON.stringify(rows)).toContain('是城关镇第一党支部谭志远的曾用证件号');
    // One that had stood with the wrong person is free for the right one.
    expect((await branch.call(createMember, memberForm(903, 'branchA12', { orgId: ORGS.branchA11.id }))).code).toBe(
      200,
    );
    expect((await branch.call(listMembers, { idCardNo: testIdCard(903) })).rows).toHaveLength(2);
  });
});

describe('a request', () => {
  test.each([
    [
      'a wrong check character',
      { idCardNo: `${testIdCard(910).slice(0, 17)}${testIdCard(910).endsWith('1') ? '2' : '1'}` },
      'idCardNo',
      '第18位',
    ],
    ['the same number', { idCardNo: testIdCard(910) }, 'idCardNo', '相同'],
    ['a birthday that cannot be', { idCardNo: testIdCard(910, '1995-01-01') }, 'idCardNo', '未满18岁'],
    ['no reason', { reason: '' }, 'reason', '请输入变更原因'],
    ['no papers', { proof: [] }, 'proof', '请上传证明材料'],
    ['papers of nobody', { proof: ['0'.repeat(32)] }, 'proof', '重新上传'],
  ])('with %s is refused at its field', async (_what, given, field, sentence) => {
    const found = await branch.call(listMembers, { idCardNo: testIdCard(910) });
    const id = found.rows[0]?.id ?? (await person(910));
    const answer = await branch.call(contract.addIdCardChange, {
      memberId: id,
      idCardNo: other(910),
      reason: '更正',
      proof: [await paper(branch)],
      ...given,
    });
    expect(answer.code).toBe(600);
    expect(answer.data.fields[field]).toContain(sentence);
  });

  test('with a film, or with a scan of more than 20 MB, is refused whatever the page lets through', async () => {
    const id = await person(915);
    for (const [change, sentence] of [
      [{ name: '录像.mp4' }, '录像.mp4：文件格式错误，请选择文档、图片或压缩包文件'],
      [{ name: '身份证.png', size: String(21 * 1024 ** 2) }, '身份证.png：文件超过20M'],
    ] as const) {
      const proof = await paper(branch);
      await t.db.updateTable('stored_file').set(change).where('id', '=', proof).execute();
      const given = { memberId: id, idCardNo: other(915), reason: '更正', proof: [proof] };
      expect((await branch.call(contract.addIdCardChange, given)).data.fields.proof).toBe(sentence);
    }
  });

  test('for a number that somebody has is refused: with the place in scope, without it elsewhere; also when it was taken meanwhile', async () => {
    const id = await person(920);
    await committee.call(createMember, memberForm(921, 'branchA12', { name: '已在册' }));
    expect((await ask(id, testIdCard(921))).data.fields.idCardNo).toBe('该身份证号已存在于其他组织');
    const change = (await ask(id, other(922))).data.id;
    const taken = await sibling.call(
      createMember,
      memberForm(922, 'branchA21', { idCardNo: other(922), birthDate: '1980-05-18' }),
    );
    expect(taken.code).toBe(200);
    expect((await decide(committee, change, true)).msg).toBe('不能批准：新身份证号已登记在河口镇第一党支部');
    expect((await decide(committee, change, false)).data.fields.decision).toBe('请输入退回原因');
    expect((await decide(committee, change, false, '号码已被登记')).code).toBe(200);
    expect((await branch.call(memberTimeline, { id })).rows[0]).toMatchObject({ reason: '号码已被登记', changes: [] });
  });

  test('P26 neither who asked, nor who does not stand above, nor the person, nor a neighbour decides; a password in the address is refused', async () => {
    const id = await person(930);
    const { id: change } = (await ask(id, other(930))).data;
    expect((await ask(id, other(931))).msg).toContain('正在等待审批');
    expect((await decide(branch, change, true)).msg).toBe('不能审批本人提出的申请');
    expect((await decide(sibling, change, true)).code).toBe(404);
    expect((await decide(member, change, true)).code).toBe(403);
    await urgesOnce(t, branch, committee, 'idCard', change);
    expect((await branch.call(contract.withdrawIdCardChange, { id: change })).code).toBe(200);
    expect((await decide(committee, change, true)).msg).toBe('已被处理');

    const own = (await ask(id, other(930), committee)).data.id;
    expect((await decide(committee, own, true)).msg).toBe('不能审批本人提出的申请');
    expect((await committee.call(contract.withdrawIdCardChange, { id: own })).code).toBe(200);

    const forDecider = t.fixture.principals.committeeWorker.memberId ?? '';
    const about = (await ask(forDecider, testIdCard(932, '1979-01-02'))).data;
    expect((await decide(committee, about.id, true)).msg).toBe('不能审批变更本人身份证号的申请');
    expect((await branch.call(contract.withdrawIdCardChange, { id: about.id })).code).toBe(200);

    const last = (await ask(id, other(930))).data.id;
    const url = `/api/dyxx/idcard/change/approval?password=${PASSWORD}`;
    const inAddress = await committee.post(url, { id: last, agree: true });
    expect(inAddress.code).toBe(600);
    expect((await county.call(contract.getIdCardChange, { id: last })).data.state).toBe('pending');
  });

  test('a decision whose answer was lost is sent again as it was, and is carried out once; anew it is refused', async () => {
    const { data: asked } = await ask(await person(980), other(980));
    const input = { id: asked.id, agree: false, decision: '材料不清', password: await encrypted(t) };
    const once = { headers: { 'idempotency-key': 'lost-decision-1' } };
    expect((await committee.call(contract.approveIdCardChange, input, once)).code).toBe(200);
    expect((await committee.call(contract.approveIdCardChange, input, once)).code).toBe(200);
    expect((await decide(committee, asked.id, true)).msg).toContain('已被处理');
  });

  test('of two that decide at once one wins', async () => {
    const id = await person(940);
    const { id: change } = (await ask(id, other(940))).data;
    const answers = await Promise.all([
      decide(committee, change, true),
      decide(county, change, true),
      decide(committee, change, false, '否'),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ msg }) => msg === '已被处理')).toHaveLength(2);
  });
});

test('the login name follows in the same transaction: the old one signs in no more, what was open ends', async () => {
  const { memberId, loginName } = t.fixture.principals.volunteer;
  const before = await t.as('volunteer');
  const number = testIdCard(950, `${loginName.slice(6, 10)}-${loginName.slice(10, 12)}-${loginName.slice(12, 14)}`);
  const asked = await ask(memberId ?? '', number, committee);
  expect(asked.code, asked.text).toBe(200);
  expect((await county.call(contract.getIdCardChange, { id: asked.data.id })).data.isLogin).toBe(true);
  expect((await decide(county, asked.data.id, true)).code).toBe(200);
  const login = async (username: string) =>
    (await t.nobody.post('/api/login', { username, password: await encrypted(t), isParty: 1 })).code;
  expect(await login(loginName)).not.toBe(200);
  expect(await login(number)).toBe(200);
  expect((await before.get('/api/getInfo')).code).toBe(401);
});

test('deleting the person ends the request; P57 erasing takes former numbers, requests and papers', async () => {
  const id = await person(960);
  await decide(committee, (await ask(id, other(960))).data.id, true);
  const { id: open } = (await ask(id, testIdCard(961))).data;
  await committee.call(removeMember, { id, deleteReason: '试', password: await encrypted(t) });
  expect((await county.call(contract.getIdCardChange, { id: open })).code).toBe(404);
  const { rows: todos } = await sql<{ n: number }>`
    select count(*)::int as n from todo where subject = ${`idCardChange:${open}`} and done_at is null`.execute(t.db);
  expect(todos).toEqual([{ n: 0 }]);
  const admin = await t.as('admin');
  await admin.call(eraseRecycled, { kind: 'member', id, deleteReason: '试', password: await encrypted(t) });
  const { rows } = await sql`
    select (select count(*)::int from former_id_card where member_id = ${id}) as former,
           (select string_agg(old_mask || new_mask || reason, '') from id_card_change where member_id = ${id}) as masks,
           (select count(*)::int from stored_file where kind = 'member.idCardChange' and expires_at is null
              and row_id in (select id::text from id_card_change where member_id = ${id})) as files`.execute(t.db);
  expect(rows).toEqual([{ former: 0, masks: '', files: 0 }]);
});

test('P54 no table holds a new or a former number in the clear', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    t.db,
  );
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} as r
      where r::text ~ ${`${testIdCard(902)}|${other(902)}|${testIdCard(903)}|${other(930)}`}`.execute(t.db);
    expect({ name, n: rows[0]?.n }).toEqual({ name, n: 0 });
  }
});
