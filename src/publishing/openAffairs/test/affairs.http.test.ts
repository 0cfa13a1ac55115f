import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { publicAffair } from '#publishing/openAffairs/contract.board.ts';
import {
  createAffair,
  decideAffair,
  exportAffairs,
  getAffair,
  getVersion,
  listAffairs,
  listShown,
  listVersions,
  recallAffair,
  removeAffair,
  restoreAffair,
  submitAffair,
  updateAffair,
  withdrawAffair,
} from '#publishing/openAffairs/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';
import { draft, form, ITEM, openBoard, publish, read, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let sibling: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
  await openBoard(branch);
});
afterAll(() => t.close());

const titles = async (caller: Caller) =>
  (await caller.call(listShown, { kind: 'party' })).rows.map(({ title }) => title as string);
const todosOf = async (subject: string) =>
  (
    await sql<{ org_id: string; done: boolean }>`
      select org_id, done_at is not null as done from todo where subject = ${subject} order by id`.execute(t.db)
  ).rows;

describe('an affair', () => {
  test('goes to the nearest organisation above where somebody can decide, and says which', async () => {
    const id = await draft(branch, { title: '越过没有人的上级' });
    const { version } = await read(branch, id);
    // Whoever works for the committee is away: the next one above is asked.
    const { grantId } = t.fixture.principals.committeeWorker;
    await sql`update account_role set revoked_at = now() where org_id = ${ORGS.committeeA1.id} and role_id = 3`.execute(
      t.db,
    );
    try {
      expect((await read(branch, id)).superior).not.toBe(ORGS.committeeA1.name);
      const sent = await branch.call(submitAffair, { id, version });
      expect(sent.result.decider).toBe((await read(branch, id)).superior);
      const { rows } = await sql<{ name: string }>`
        select o.name from todo d join organisation o on o.id = d.org_id where d.subject = ${`openDecide:${id}`}`.execute(
        t.db,
      );
      expect(rows).toEqual([{ name: sent.result.decider }]);
      await branch.call(recallAffair, { id });
    } finally {
      await sql`update account_role set revoked_at = null where id = ${grantId}`.execute(t.db);
    }
  });

  test('is drafted by the branch, approved by the superior, and only then read by members and residents', async () => {
    const id = await draft(branch, { title: '支部班子成员分工' });
    expect(await read(branch, id)).toMatchObject({ phase: 'draft', isShown: false, publicPath: '' });
    expect((await member.call(getAffair, { id })).code).toBe(404);
    const version = await submit(branch, id);
    expect((await member.call(getAffair, { id })).code).toBe(404);
    expect(await todosOf(`openDecide:${id}`)).toEqual([{ org_id: ORGS.committeeA1.id, done: false }]);
    expect((await superior.call(listAffairs, { view: 'decide' })).rows.map((row) => row.id)).toContain(id);

    expect((await superior.call(decideAffair, { id, version, decision: 'agree' })).code).toBe(200);
    expect(await todosOf(`openDecide:${id}`)).toMatchObject([{ done: true }]);
    const seen = await read(member, id);
    expect(seen).toMatchObject({ phase: 'open', title: '支部班子成员分工', approvedBy: '魏员', publicDays: 10 });
    const days = (Date.parse(seen.shownUntil ?? '') - Date.parse(seen.shownFrom ?? '')) / 86_400_000;
    expect(days).toBe(9);
    expect(await titles(member)).toContain('支部班子成员分工');
    const page = await t.nobody.call(publicAffair, { token: seen.publicPath.replace('/open/', '') });
    expect(page.result).toMatchObject({ orgName: ORGS.branchA11.name, title: '支部班子成员分工' });
    expect(page.text).not.toContain('魏员');
    expect(page.text).not.toContain('支书');
  });

  test('is never decided by who sent it in, by a neighbour, or by its own branch', async () => {
    const id = await draft(superior, { title: '上级代拟的事项' });
    const version = await submit(superior, id);
    const own = await superior.call(decideAffair, { id, version, decision: 'agree' });
    expect(own).toMatchObject({ code: 400, msg: '不能审批自己送审的事项' });
    const below = await branch.call(decideAffair, { id, version, decision: 'agree' });
    expect(below).toMatchObject({ code: 400, msg: '由上级党组织审批' });
    expect((await sibling.call(decideAffair, { id, version, decision: 'agree' })).code).toBe(404);
    expect((await member.call(decideAffair, { id, version, decision: 'agree' })).code).toBe(403);
    expect((await read(branch, id)).isShown).toBe(false);
    const county = await t.as('countyWorker');
    expect((await county.call(decideAffair, { id, version, decision: 'agree' })).code).toBe(200);
  });

  test('decided twice at once is published once', async () => {
    const id = await draft(branch, { title: '两人同时审批' });
    const version = await submit(branch, id);
    const county = await t.as('countyWorker');
    const codes = (
      await Promise.all([
        superior.call(decideAffair, { id, version, decision: 'agree' }),
        county.call(decideAffair, { id, version, decision: 'agree' }),
      ])
    ).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 400]);
    expect((await branch.call(listVersions, { id })).result).toHaveLength(1);
  });

  test('sent back names what to fix, stands still while it is decided, and can be recalled', async () => {
    const id = await draft(branch, { title: '退回再送' });
    const version = await submit(branch, id);
    const changed = await branch.call(updateAffair, { id, version, title: '偷偷改' });
    expect(changed).toMatchObject({ code: 400, msg: '该公开事项正在审批，请先撤回送审再修改' });
    const silent = await superior.call(decideAffair, { id, version, decision: 'return' });
    expect(silent).toMatchObject({ code: 600, data: { fields: { opinion: '请写明要怎样修改' } } });
    await superior.call(decideAffair, { id, version, decision: 'return', opinion: '补充金额' });
    expect(await read(branch, id)).toMatchObject({ phase: 'returned', opinion: '补充金额' });
    expect(await todosOf(`openMend:${id}`)).toEqual([{ org_id: ORGS.branchA11.id, done: false }]);
    await submit(branch, id);
    expect(await todosOf(`openMend:${id}`)).toMatchObject([{ done: true }]);
    expect((await superior.call(recallAffair, { id })).msg).toBe('由支书送审，只能由本人撤回');
    await urgesOnce(t, branch, superior, 'openAffair', id);
    expect((await branch.call(recallAffair, { id })).code).toBe(200);
    expect(await read(branch, id)).toMatchObject({ phase: 'draft' });
  });

  test('corrected stays as it was for its readers until the correction is approved; old versions can be read', async () => {
    const id = await publish(branch, superior, { title: '收支表', content: '<p>收入100元</p>' });
    const { version } = await read(branch, id);
    const silent = await branch.call(updateAffair, { id, version, content: '<p>收入120元</p>' });
    expect(silent).toMatchObject({ code: 600, data: { fields: { note: '请写明更正了什么、为什么更正' } } });
    await branch.call(updateAffair, { id, version, content: '<p>收入120元</p>', note: '金额写错' });
    expect(decodeHtml((await read(member, id)).content)).toBe('<p>收入100元</p>');
    expect(await read(branch, id)).toMatchObject({ phase: 'draft', isShown: true });
    const sent = await submit(branch, id);
    expect(decodeHtml((await read(member, id)).content)).toBe('<p>收入100元</p>');
    await superior.call(decideAffair, { id, version: sent, decision: 'agree' });
    expect(await read(member, id)).toMatchObject({ note: '金额写错', shownNumber: 2 });
    expect(decodeHtml((await read(member, id)).content)).toBe('<p>收入120元</p>');
    const versions = (await branch.call(listVersions, { id })).result;
    expect(versions.map(({ number, isShown, note }) => [number, isShown, note])).toEqual([
      [2, true, '金额写错'],
      [1, false, ''],
    ]);
    const first = await branch.call(getVersion, { id, number: 1 });
    expect(decodeHtml(first.result.content)).toBe('<p>收入100元</p>');
    // What was taken back may be what should not have been told.
    expect((await member.call(getVersion, { id, number: 1 })).code).toBe(403);
    expect((await sibling.call(getVersion, { id, number: 1 })).code).toBe(404);
  });

  test('taken down is read by nobody outside, and shown again only as it was approved', async () => {
    const id = await publish(branch, superior, { title: '撤下再恢复' });
    const { version, publicPath } = await read(branch, id);
    expect((await branch.call(withdrawAffair, { id, version, reason: '含个人信息' })).code).toBe(200);
    expect((await member.call(getAffair, { id })).code).toBe(404);
    expect((await t.nobody.call(publicAffair, { token: publicPath.replace('/open/', '') })).code).toBe(404);
    expect(await read(branch, id)).toMatchObject({ phase: 'withdrawn', withdrawnFor: '含个人信息' });
    expect((await branch.call(restoreAffair, { id })).code).toBe(200);
    expect((await read(member, id)).title).toBe('撤下再恢复');

    const again = await read(branch, id);
    await branch.call(withdrawAffair, { id, version: again.version, reason: '再撤' });
    const down = await read(branch, id);
    await branch.call(updateAffair, { id, version: down.version, title: '换了内容', note: '去掉个人信息' });
    expect((await branch.call(restoreAffair, { id })).msg).toBe('只有撤下后没有改过的事项可以恢复公开');
    expect((await member.call(getAffair, { id })).code).toBe(404);
  });

  test('whose public days are over is told so, and the public page closes', async () => {
    const id = await publish(branch, superior, { title: '期满的事项' });
    const { publicPath } = await read(branch, id);
    await sql`update open_affair set shown_from = shown_from - 20, shown_until = shown_until - 20 where id = ${id}`.execute(
      t.db,
    );
    expect(await read(member, id)).toMatchObject({ phase: 'ended', publicPath: '' });
    expect((await member.call(listShown, { kind: 'party', words: '期满' })).rows).toMatchObject([{ isOver: true }]);
    const page = await t.nobody.call(publicAffair, { token: publicPath.replace('/open/', '') });
    expect(page).toMatchObject({ code: 404 });
    expect(page.msg).toBe('没有这个公开内容，或公开期已过、已撤下');
  });

  test('of one item and period is there once, also when two save at once', async () => {
    const one = form({ itemId: ITEM.dues, period: '2026-Q1', title: '一季度党费' });
    const answers = await Promise.all([
      branch.call(createAffair, one as never),
      superior.call(createAffair, one as never),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 600]);
    expect(answers.find(({ code }) => code === 600)?.data.fields.period).toContain('本期已有公开事项');
  });

  test.each([
    ['period', '请选择每季度的期次', { itemId: ITEM.dues }],
    ['period', '请选择每季度的期次', { itemId: ITEM.dues, period: '2026-03' }],
    ['period', '期次不能晚于今天', { itemId: ITEM.dues, period: '2099-Q1' }],
    ['period', '及时公开的项目没有期次', { period: '2026' }],
    ['publicDays', '公开天数不少于10天', { publicDays: 9 }],
    ['content', '请输入公开内容', { content: '<p> </p>' }],
    ['title', '请输入标题', { title: ' ' }],
    ['files', '附件不存在或已过期，请重新上传', { files: ['0'.repeat(32)] }],
  ])('with a wrong %s is refused: %s', async (field, sentence, given) => {
    const answer = await branch.call(createAffair, form(given) as never);
    expect(answer).toMatchObject({ code: 600, data: { fields: { [field]: sentence } } });
  });

  test('keeps what an edit does not name: period, attachments; who may not read it gets none of its files', async () => {
    const { accountId, orgCode } = t.fixture.principals.branchWorker;
    const file = 'f'.repeat(32);
    await sql`insert into stored_file (id, kind, org_code, account_id, name, mime, size, sha256)
              values (${file}, 'upload', ${orgCode}, ${accountId}, '收支表.txt', 'text/plain', 3, '\\x00')`.execute(
      t.db,
    );
    const id = await draft(branch, { itemId: ITEM.dues, period: '2025-Q4', title: '去年四季度党费', files: [file] });
    await branch.call(updateAffair, { id, version: 1, title: '2025年四季度党费' });
    expect(await read(branch, id)).toMatchObject({ period: '2025-Q4', files: [{ id: file, name: '收支表.txt' }] });
    const load = (caller: Caller) => caller.call(downloadFile, { fileName: file });
    expect((await load(member)).msg).toBe('文件不存在或已过期');
    const version = await submit(branch, id);
    await superior.call(decideAffair, { id, version, decision: 'agree' });
    const seen = await read(member, id);
    const page = await t.nobody.call(publicAffair, { token: seen.publicPath.replace('/open/', '') });
    expect(page.result.files).toMatchObject([{ name: '收支表.txt', size: 3 }]);
    expect(page.result.files[0]?.url).toMatch(/^\/api\/common\/media\//);
    const foreign = form({ title: '盗用附件', files: [file] });
    expect((await superior.call(createAffair, foreign as never)).data.fields.files).toContain('附件不存在');
  });

  test('is cleaned of what runs', async () => {
    const id = await draft(branch, { title: '带脚本', content: '<p onclick="x()">正文</p><script>x()</script>' });
    expect(decodeHtml((await read(branch, id)).content)).toBe('<p>正文</p>');
  });

  test('changed by somebody else meanwhile is not overwritten', async () => {
    const id = await draft(branch, { title: '两人同时改' });
    await superior.call(updateAffair, { id, version: 1, title: '上级先改' });
    const late = await branch.call(updateAffair, { id, version: 1, title: '支部后改' });
    expect(late).toMatchObject({ code: 400, data: { conflict: true, current: { version: 2, updateName: '魏员' } } });
    expect((await branch.call(submitAffair, { id, version: 1 })).data.conflict).toBe(true);
  });

  test('goes to the recycle bin as a draft alone, and comes back', async () => {
    const id = await draft(branch, { title: '不要的草稿' });
    expect((await branch.call(removeAffair, { id, deleteReason: '重复' })).code).toBe(200);
    expect((await branch.call(getAffair, { id })).code).toBe(404);
    const admin = await t.as('admin');
    const back = await admin.call(restoreRecycled, { kind: 'openAffair', id, reason: '撤销删除' });
    expect(back.code, back.text).toBe(200);
    expect((await read(branch, id)).title).toBe('不要的草稿');
    const shown = await publish(branch, superior, { title: '公开过的' });
    expect((await branch.call(removeAffair, { id: shown, deleteReason: '试' })).msg).toBe(
      '公开过的事项留作台账，不能删除；可以撤下',
    );
  });

  test('is written for organisations in scope alone, and read where one stands', async () => {
    for (const orgId of [ORGS.branchA12.id, ORGS.branchB11.id, ORGS.deletedBranch.id, '999999']) {
      expect((await branch.call(createAffair, form({ orgId }) as never)).code).toBe(404);
    }
    const id = await publish(branch, superior, { title: '只给本支部看' });
    const volunteer = await t.as('volunteer');
    expect((await volunteer.call(getAffair, { id })).code).toBe(403);
    expect((await sibling.call(getAffair, { id })).code).toBe(404);
    expect((await member.call(createAffair, form() as never)).code).toBe(403);
  });

  test('leaves who did what in the log, and stands in the ledger', async () => {
    const id = await publish(branch, superior, { title: '台账里的事项' });
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where target_type = 'openAffair' and target_id = ${id} order by id`.execute(t.db);
    expect(rows.map((row) => row.action)).toEqual(['起草公开事项', '送审公开事项', '审批公开事项']);
    const sheet = await superior.call(exportAffairs, { title: '台账里' });
    expect(sheet.status).toBe(200);
    expect(String(sheet.headers['content-type'])).toContain('spreadsheetml');
    const own = await superior.call(exportAffairs, { orgId: ORGS.branchA11.id });
    expect(String(own.headers['content-type'])).toContain('spreadsheetml');
    expect((await sibling.call(exportAffairs, { orgId: ORGS.branchA11.id })).code).toBe(404);
  });
});

test('what tells everybody a personal number is not published without a reason that the approver sees', async () => {
  const content = '<p>经讨论决定。</p><p>联系王一 138<strong>0001</strong>2345。</p>';
  const sentence = '公开内容第2段含手机号138****2345，请删除或遮盖';
  const id = await draft(branch, { content, title: '关于活动室的公示' });
  const { version } = await read(branch, id);
  const stopped = await branch.call(submitAffair, { id, version });
  expect(stopped).toMatchObject({
    code: 400,
    msg: sentence,
    data: { personal: [sentence], fields: { despite: expect.any(String) } },
  });
  expect((await read(branch, id)).phase).toBe('draft');
  const sent = await branch.call(submitAffair, { id, version, despite: '村办公室对外电话' });
  expect(sent.code, sent.text).toBe(200);
  expect(await read(superior, id)).toMatchObject({ phase: 'pending', despite: '村办公室对外电话' });
  const decided = await superior.call(decideAffair, { id, version: sent.result.version, decision: 'agree' });
  expect(decided.code, decided.text).toBe(200);
  // A correction begins without the reason: it is asked for anew.
  const now = await read(branch, id);
  await branch.call(updateAffair, { id, version: now.version, note: '更正时间', title: '关于活动室的公告' });
  const changed = await read(branch, id);
  expect(changed.despite).toBe('');
  expect((await branch.call(submitAffair, { id, version: changed.version })).code).toBe(400);
  // What was sent in before there was such a check is stopped where it would be published.
  const older = await draft(branch, { content, title: '关于道路的公示' });
  await sql`update open_affair set state = 'pending', submitted_by = ${t.fixture.principals.branchWorker.accountId}
    where id = ${older}`.execute(t.db);
  const waiting = (await read(superior, older)).version;
  const agree = { id: older, version: waiting, decision: 'agree' as const };
  expect((await superior.call(decideAffair, agree)).msg).toBe(sentence);
  expect((await superior.call(decideAffair, { ...agree, despite: '办公电话' })).code).toBe(200);
});
