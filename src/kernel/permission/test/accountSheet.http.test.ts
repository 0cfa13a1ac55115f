import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_IMPORT, countSlips, printSlips } from '#kernel/permission/contract.accountSheet.ts';
import { accountHistory, findPeople, getAccount, listAccounts } from '#kernel/permission/contract.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import { faultsOf } from '#people/member/test/factory.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { grantRole, ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { line, NEW, sheetsOf } from './accountSheets.ts';

let t: LoginApp;
let admin: Caller;
let sheets: Awaited<ReturnType<typeof sheetsOf>>;
beforeAll(async () => {
  t = await startLoginApp();
  admin = await t.as('admin');
  sheets = await sheetsOf(t, admin);
});
afterAll(() => t.close());

const { check, write } = ACCOUNT_IMPORT;
/** The first reason of each bad line, after its number. */
const reasonsOf = async (id: string, who = admin) =>
  (await faultsOf(who, ACCOUNT_IMPORT, id)).map(({ rowNo, reasons: [first] }) => `${rowNo} ${first}`);

test('a sheet opens, moves and stops accounts together, after the own password; taken back, all is as before', async () => {
  const { sent, carryOut, takeBack, standing } = sheets;
  const worker = t.fixture.principals.siblingWorker;
  const name = (await sheets.nameOf('siblingWorker'))[0];
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
  expect((await takeBack(again)).data).toMatchObject({ removed: 1, kept: 0 });
  expect((await takeBack(id)).data).toMatchObject({ removed: 2, kept: 0 });
  expect(await standing(worker.loginName)).toEqual(before);
  expect(await standing(NEW)).toEqual({ enabled: false, roles: null });
});

test('each line that cannot be carried out says why at its column', async () => {
  const { member } = t.fixture.principals;
  const id = await sheets.sent([
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
  expect(await reasonsOf(id)).toEqual([
    expect.stringMatching(/^2 身份证号：/),
    expect.stringMatching(/^3 办理：“删除”不在选项里/),
    '4 角色：没有这个角色，或您不能授予',
    '5 党组织名称：您管理的范围内没有这个名称的党组织',
    '6 停用原因：请填写',
    '7 身份证号：您管理的范围内没有这个身份证号的账号',
    expect.stringMatching(/^8 姓名：与登记的/),
    '9 手机号：手机号应为11位数字',
    '10 任职到期日：到期日不能早于今天',
    '12 身份证号：与第11行重复',
  ]);
});

test('nobody opens, stops or moves the own account by a sheet, nor the one of the own person', async () => {
  const who = await sheets.inRole('committeeWorker', 1, 'committeeA1');
  const own = await sheets.nameOf('committeeWorker');
  const id = await sheets.sent([line(own), line({ ...own, 2: '停用', 6: '离岗' }), line({ ...own, 2: '调动' })], who);
  const refused = (await faultsOf(who, ACCOUNT_IMPORT, id)).flatMap(({ reasons }) => reasons);
  expect(new Set(refused)).toEqual(new Set(['身份证号：不能办理本人的账号，请由其他管理人员办理']));
});

test('a line about the own person is refused also where the session works with an account of another name', async () => {
  const { accountId, memberId, loginName } = t.fixture.principals.twinWorker;
  const card = testIdCard(321);
  const who = await sheets.inRole('twinWorker', 1, 'city');
  await sql`update account set login_index = ${loginIndex(t.services.vault, card)} where id = ${accountId}`.execute(
    t.db,
  );
  await sql`update member set deleted_at = null where id = ${memberId}`.execute(t.db);
  const [name, other] = [(await sheets.nameOf('twinWorker'))[0], testIdCard(322)];
  expect(await reasonsOf(await sheets.sent([line({ 0: name, 1: loginName }), line({ 1: other })], who), who)).toEqual([
    '2 身份证号：不能办理本人的账号，请由其他管理人员办理',
  ]);
});

test('who may keep accounts and give no roles opens new ones, and adds no role to one that is there nor moves it', async () => {
  await sheets.addRole(140, '台账员', ['account:read']);
  await sheets.addRole(141, '账号管理员', ['account:read', 'account:write']);
  const who = await sheets.inRole('cityWorker', 141, 'countyA');
  const sibling = await sheets.nameOf('siblingWorker');
  const id = await sheets.sent(
    [
      line({ 1: testIdCard(323), 3: '台账员' }),
      line({ ...sibling, 3: '台账员' }),
      line({ ...(await sheets.nameOf('branchWorker')), 2: '调动', 3: '台账员', 7: ORGS.branchA12.name }),
    ],
    who,
  );
  expect(await reasonsOf(id, who)).toEqual([
    '3 办理：给已有的账号授予角色需要“授予角色”的权限',
    '4 办理：调动需要“授予角色”的权限',
  ]);
});

test('of somebody out of the scope nothing is told, not even the name', async () => {
  const county = await sheets.inRole('countyWorker', 1, 'countyA');
  const member = t.fixture.members.branchB11?.[0] ?? '';
  const { rows } = await sql<{ id_card_enc: Buffer }>`select id_card_enc from member where id = ${member}`.execute(
    t.db,
  );
  const card = t.services.vault.decrypt(`member.id_card.${member}`, rows[0]?.id_card_enc ?? Buffer.from(''));
  const worker = t.fixture.principals.otherCountyWorker.loginName;
  const unknown = testIdCard(324);
  const stop = { 2: '停用', 6: '离岗' };
  const id = await sheets.sent(
    [line({ 1: card }), line({ 1: worker }), line({ 1: worker, ...stop }), line({ 1: unknown, ...stop })],
    county,
  );
  const open = '身份证号：这个身份证号不能由您开通，请由共同上级办理';
  const there = '身份证号：您管理的范围内没有这个身份证号的账号';
  expect(await reasonsOf(id, county)).toEqual([`2 ${open}`, `3 ${open}`, `4 ${there}`, `5 ${there}`]);
  const apart = await sheets.sent([line({ 1: worker }), line({ 1: card, 2: '调动' })], county);
  expect(await reasonsOf(apart, county)).toEqual([`2 ${open}`, `3 ${there}`]);
});

test('one person in several lines: stopping and moving stand alone, in either order; the same role is given once', async () => {
  const worker = await sheets.nameOf('siblingWorker');
  const stop = line({ ...worker, 2: '停用', 6: '离岗' });
  const open = line({ ...worker, 7: ORGS.branchA12.name });
  for (const lines of [
    [stop, open],
    [open, stop],
  ]) {
    const both = '身份证号：同一个人在第2、3行都有办理，停用和调动只能单独一行';
    expect(await reasonsOf(await sheets.sent(lines))).toEqual([`2 ${both}`, `3 ${both}`]);
  }
  const card = testIdCard(325);
  const twice = [
    line({ 1: card }),
    line({ 1: card, 7: ORGS.branchA12.name }),
    // The same organisation under another name for it, and its superior.
    line({ 1: card, 7: `中共${ORGS.branchA11.name}`, 8: ORGS.committeeA1.name }),
  ];
  expect(await reasonsOf(await sheets.sent(twice))).toEqual(['4 身份证号：与第2行重复']);
});

test('a person with two accounts is a fault that names both, masked', async () => {
  const { loginName, accountId } = t.fixture.principals.volunteer;
  await sql`update account set login_index = ${loginIndex(t.services.vault, testIdCard(326))} where id = ${accountId}`.execute(
    t.db,
  );
  await sql`insert into account (login_index, login_mask, name, org_id)
            values (${loginIndex(t.services.vault, loginName)}, '4205**********0X', '志远', ${ORGS.branchA12.id})`.execute(
    t.db,
  );
  const id = await sheets.sent([line({ 0: '志远', 1: loginName, 2: '停用', 6: '重复' })]);
  const [reason] = await reasonsOf(id);
  expect(reason).toMatch(/^2 身份证号：这个人有两个账号（.*4205\*{10}0X.*），请先到账号管理停用其中一个/);
  await sql`update account set enabled = false where id = ${accountId}`.execute(t.db);
  expect((await admin.call(check, { id })).data).toMatchObject({ ready: 1, bad: 0 });
});

test('what only writing would refuse is a fault of its line: the three separated administrators', async () => {
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from role where id in (8, 9) order by id`.execute(t.db);
  const [first, second] = rows.map(({ name }) => name);
  const held = await sheets.nameOf('siblingWorker');
  await grantRole(t.services, t.fixture.principals.siblingWorker.accountId, 8, 'city');
  const fresh = testIdCard(327);
  const city = { 7: ORGS.city.name };
  const id = await sheets.sent([
    line({ 1: testIdCard(328) }),
    line({ ...held, 3: second ?? '', ...city }),
    line({ 1: fresh, 3: first ?? '', ...city }),
    line({ 1: fresh, 3: second ?? '', ...city }),
  ]);
  const apart = '角色：系统、安全、审计三类管理员不能由同一人担任';
  expect(await reasonsOf(id)).toEqual([`3 ${apart}`, `5 ${apart}`]);
  expect((await sheets.carryOut(id)).data).toMatchObject({ written: 2, bad: 2 });
});

/** What a print of slips answers, its text without spaces. */
async function printed(input: { id: string; againFrom?: number }, who = admin) {
  const file = await t.app.inject({
    method: 'POST',
    url: printSlips.path,
    headers: { authorization: who.token },
    payload: { ...input, password: sheets.own() },
  });
  if (file.headers['content-type'] !== 'application/pdf') return { text: '', refused: file.json().msg as string };
  const text = pdfPages(file.rawPayload)
    .map((page) => page.text)
    .join('')
    .replace(/\s/g, '');
  return { text, refused: '' };
}
const passwordIn = (text: string) => /初始密码：([A-Za-z0-9]+)/.exec(text)?.[1] ?? '';

test('slips give each new account a password that signs in once and must be changed; printing again ends the one before', async () => {
  const card = testIdCard(311);
  const id = await sheets.sent([line({ 0: '李条', 1: card })]);
  await sheets.carryOut(id);
  expect((await admin.call(countSlips, { id })).data).toEqual({ fresh: 1, printed: [], left: [] });
  const first = await printed({ id });
  expect(first.text).toContain('李条');
  const again = [{ from: 2, to: 2, count: 1 }];
  expect((await admin.call(countSlips, { id })).data).toEqual({ fresh: 0, printed: again, left: [] });
  expect((await printed({ id })).refused).toBe('没有还没印过密码条的新账号');
  const second = await printed({ id, againFrom: 2 });
  expect((await t.login(card, passwordIn(first.text))).code).toBe(0);
  expect((await t.login(card, passwordIn(second.text))).code).toBe(200);
  expect((await admin.call(countSlips, { id })).data).toEqual({ fresh: 0, printed: [], left: [] });
});

test('printing the rest leaves the slips that were printed as they are, also of more than a hundred', async () => {
  const card = testIdCard(329);
  const id = await sheets.sent([line({ 1: card })]);
  await sheets.carryOut(id);
  await sql`
    with made as (
      insert into account (login_index, login_mask, name, org_id, password_hash)
      select decode(md5('slip' || n), 'hex'), '4205**********' || n, '条' || n, ${ORGS.branchA11.id}, 'printed'
        from generate_series(1, 101) as n
      returning id
    )
    insert into account_sheet_line (batch_id, row_no, act, account_id, is_new)
    select ${id}, 2 + row_number() over (order by id), 'open', id, true from made`.execute(t.db);
  expect((await admin.call(countSlips, { id })).data).toEqual({
    fresh: 1,
    printed: [
      { from: 3, to: 102, count: 100 },
      { from: 103, to: 103, count: 1 },
    ],
    left: [],
  });
  const { text } = await printed({ id });
  expect(text.match(/初始密码：/g)).toHaveLength(1);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account where password_hash = 'printed'`.execute(t.db);
  expect(rows[0]?.n).toBe(101);
  const last = await printed({ id, againFrom: 103 });
  expect(last.text.match(/初始密码：/g)).toHaveLength(1);
  expect(last.text).toContain('条101');
});

test('an account that the session may not act upon is left out of the slips, and said; the others are printed', async () => {
  await sheets.addRole(143, '发条员', ['account:read', 'account:write', 'account:grant', 'account:reset']);
  await sheets.addRole(140, '台账员', ['account:read']);
  const who = await sheets.inRole('otherCountyWorker', 143, 'countyB');
  const cards = [testIdCard(330), testIdCard(331), testIdCard(332)];
  const there = { 3: '台账员', 7: ORGS.branchB11.name };
  const names = ['甲条', '乙条', '丙条'];
  const id = await sheets.sent(
    cards.map((card, at) => line({ ...there, 0: names[at] ?? '', 1: card })),
    who,
  );
  await sheets.carryOut(id, who);
  await grantRole(t.services, await sheets.accountOf(cards[0] ?? ''), 3, 'branchB12');
  const gone = await sheets.accountOf(cards[1] ?? '');
  await sql`update account_role set org_id = ${ORGS.branchA11.id} where account_id = ${gone}`.execute(t.db);
  await sql`update account set org_id = ${ORGS.branchA11.id} where id = ${gone}`.execute(t.db);
  const left = [
    { rowNo: 2, name: '甲条', reason: '该账号的权限高于您的角色，请由上级管理人员办理' },
    { rowNo: 3, name: '', reason: '该账号已不在您的管理范围' },
  ];
  expect((await who.call(countSlips, { id })).data).toEqual({ fresh: 1, printed: [], left });
  const { text } = await printed({ id }, who);
  expect(text.match(/初始密码：/g)).toHaveLength(1);
  expect(text).toContain('丙条');
  expect(text).toContain('第2行甲条：该账号的权限高于您的角色');
  expect(text).not.toContain('乙条');
});

test('two presses at once print each slip once', async () => {
  const id = await sheets.sent([line({ 1: testIdCard(333) })]);
  await sheets.carryOut(id);
  const both = await Promise.all([printed({ id }), printed({ id })]);
  expect(both.filter(({ text }) => text !== '')).toHaveLength(1);
});

test('a sheet of accounts makes all pages of accounts forget what they had', () => {
  const pages = [listAccounts, getAccount, accountHistory, findPeople, countSlips];
  for (const act of [write, ACCOUNT_IMPORT.undo]) expect(act.stale?.()).toEqual(expect.arrayContaining(pages));
  expect(printSlips.stale?.()).toEqual(expect.arrayContaining([listAccounts, getAccount, accountHistory, countSlips]));
});

test('a worker without the right has no sheets, and another’s sheet is not there', async () => {
  const branch = await t.as('branchWorker');
  expect((await branch.call(ACCOUNT_IMPORT.list, {})).code).toBe(403);
  const id = await sheets.sent([line({ 1: testIdCard(312) })]);
  const other = await t.as('cityWorker');
  for (const call of [check, countSlips]) expect([403, 404]).toContain((await other.call(call, { id })).code);
});
