import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_IMPORT, countSlips, printSlips } from '#kernel/permission/contract.accountSheet.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { faultsOf, upload, workbook } from '#people/member/test/factory.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { grantRole, ORGS, PASSWORD, testIdCard } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';

let t: LoginApp;
let admin: Caller;
let own: () => string;
beforeAll(async () => {
  t = await startLoginApp();
  admin = await t.as('admin');
  const encrypt = await makeEncrypter(t);
  own = () => encrypt(PASSWORD);
});
afterAll(() => t.close());

const { check, write, undo } = ACCOUNT_IMPORT;
const HEAD = ['姓名*', '身份证号*', '办理*', '角色', '手机号', '任职到期日', '停用原因', '党组织名称*', '上级党组织'];
const NEW = testIdCard(301);
const line = (given: Record<number, string> = {}) =>
  ['张新', NEW, '开通', '', '', '', '', ORGS.branchA11.name, ''].map((text, at) => given[at] ?? text);

async function sent(lines: readonly (readonly string[])[], who = admin): Promise<string> {
  const bytes = await workbook([HEAD, ...lines]);
  const answer = await upload(t, who, '账号.xlsx', bytes, { kind: 'account' }, ACCOUNT_IMPORT.upload.path);
  expect(answer.code, JSON.stringify(answer)).toBe(200);
  return answer.data.id;
}
const carryOut = (id: string, who = admin) => who.call(write, { id, password: own() });

/** The roles of whoever signs in by an id card, and whether the account is in use. */
async function standing(card: string) {
  const { loginIndex } = await import('#kernel/session/server/loginName.ts');
  const { rows } = await sql<{ enabled: boolean; roles: string | null }>`
    select a.enabled, string_agg(r.name || ' ' || o.name, '、' order by g.id) as roles
      from account a left join account_role g on g.account_id = a.id and g.revoked_at is null
      left join role r on r.id = g.role_id left join organisation o on o.id = g.org_id
     where a.login_index = ${loginIndex(t.services.vault, card)} group by a.id`.execute(t.db);
  return rows[0];
}

test('a sheet opens, moves and stops accounts together, after the own password; taken back, all is as before', async () => {
  const worker = t.fixture.principals.siblingWorker;
  const { rows } = await sql<{ name: string }>`select name from account where id = ${worker.accountId}`.execute(t.db);
  const name = rows[0]?.name ?? '';
  const before = await standing(worker.loginName);
  const id = await sent([line(), line({ 0: name, 1: worker.loginName, 2: '调动', 7: ORGS.branchA11.name })]);
  expect((await admin.call(check, { id })).data).toMatchObject({ ready: 2, bad: 0, same: 0 });
  expect((await admin.call(write, { id })).code).not.toBe(200);
  expect(await standing(NEW)).toBeUndefined();
  expect((await carryOut(id)).data).toEqual({ written: 2, bad: 0, same: 0 });
  expect(await standing(NEW)).toEqual({ enabled: true, roles: `党务工作者 ${ORGS.branchA11.name}` });
  expect((await standing(worker.loginName))?.roles).toBe(`党务工作者 ${ORGS.branchA11.name}`);

  const again = await sent([line(), line({ 0: name, 1: worker.loginName, 2: '停用', 6: '离岗' })]);
  expect((await admin.call(check, { id: again })).data).toMatchObject({ ready: 1, same: 1 });
  expect((await carryOut(again)).code).toBe(200);
  expect((await standing(worker.loginName))?.enabled).toBe(false);
  expect((await admin.call(undo, { id: again })).data).toEqual({ removed: 1, kept: 0 });
  expect((await admin.call(undo, { id })).data).toEqual({ removed: 2, kept: 0 });
  expect(await standing(worker.loginName)).toEqual(before);
  expect(await standing(NEW)).toEqual({ enabled: false, roles: null });
});

test('each line that cannot be carried out says why at its column', async () => {
  const { member } = t.fixture.principals;
  const id = await sent([
    line({ 1: '420599198005170000' }),
    line({ 1: testIdCard(302), 2: '删除' }),
    line({ 1: testIdCard(303), 3: '没有的角色' }),
    line({ 1: testIdCard(304), 7: '没有的支部' }),
    line({ 1: testIdCard(305), 2: '停用' }),
    line({ 1: testIdCard(306), 2: '停用', 6: '离岗' }),
    line({ 0: '别人', 1: member.loginName }),
    line({ 1: testIdCard(307), 4: '1380000' }),
    line({ 1: testIdCard(308), 5: '2020-01-01' }),
    line({ 1: testIdCard(309) }),
    line({ 1: testIdCard(309) }),
  ]);
  const reasons = (await faultsOf(admin, ACCOUNT_IMPORT, id)).map(({ rowNo, reasons: [first] }) => `${rowNo} ${first}`);
  expect(reasons).toEqual([
    expect.stringMatching(/^2 身份证号：/),
    expect.stringMatching(/^3 办理：“删除”不在选项里/),
    '4 角色：没有这个角色，或您不能授予',
    '5 党组织名称：您管理的范围内没有这个名称的党组织',
    '6 停用原因：请填写',
    '7 身份证号：这个身份证号还没有账号',
    expect.stringMatching(/^8 姓名：与登记的/),
    '9 手机号：手机号应为11位数字',
    '10 任职到期日：到期日不能早于今天',
    '12 身份证号：同一个人在表格里出现了两次',
  ]);
});

test('nobody opens, stops or moves the own account by a sheet', async () => {
  const { accountId, loginName } = t.fixture.principals.committeeWorker;
  const grant = await grantRole(t.services, accountId, 1, 'committeeA1');
  const who = t.withToken(await openSession(t.services, accountId, grant));
  const { rows } = await sql<{ name: string }>`select name from account where id = ${accountId}`.execute(t.db);
  const own = { 0: rows[0]?.name ?? '', 1: loginName };
  const id = await sent([line(own), line({ ...own, 2: '停用', 6: '离岗' }), line({ ...own, 2: '调动' })], who);
  const refused = (await faultsOf(who, ACCOUNT_IMPORT, id)).flatMap(({ reasons }) => reasons);
  expect(refused).toEqual(Array(3).fill('身份证号：不能办理本人的账号，请由其他管理人员办理'));
});

test('slips give each new account a password that signs in once and must be changed; printing again ends the one before', async () => {
  const card = testIdCard(311);
  const id = await sent([line({ 0: '李条', 1: card })]);
  await carryOut(id);
  expect((await admin.call(countSlips, { id })).data).toEqual({ waiting: 1, isMore: false, fresh: 1 });
  const passwordOf = async () => {
    const file = await t.app.inject({
      method: 'POST',
      url: printSlips.path,
      headers: { authorization: admin.token },
      payload: { id, password: own() },
    });
    expect(file.headers['content-type']).toBe('application/pdf');
    const text = pdfPages(file.rawPayload)
      .map((page) => page.text)
      .join('')
      .replace(/\s/g, '');
    expect(text).toContain('李条');
    return /初始密码：([A-Za-z0-9]+)/.exec(text)?.[1] ?? '';
  };
  const first = await passwordOf();
  const second = await passwordOf();
  expect((await t.login(card, first)).code).toBe(0);
  expect((await t.login(card, second)).code).toBe(200);
  expect((await admin.call(countSlips, { id })).data.waiting).toBe(0);
});

test('a worker without the right has no sheets, and another’s sheet is not there', async () => {
  const branch = await t.as('branchWorker');
  expect((await branch.call(ACCOUNT_IMPORT.list, {})).code).toBe(403);
  const id = await sent([line({ 1: testIdCard(312) })]);
  const other = await t.as('cityWorker');
  for (const call of [check, countSlips]) expect([403, 404]).toContain((await other.call(call, { id })).code);
});
