import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchBytes, pdf, picture, upload } from '#kernel/files/test/factory.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import {
  getBoard,
  publicAffair,
  publicBoard,
  residentFeedback,
  saveBoard,
} from '#publishing/openAffairs/contract.board.ts';
import { listFeedback, replyFeedback, revealFeedbackPhone } from '#publishing/openAffairs/contract.feedback.ts';
import { decideAffair, submitAffair, updateAffair, withdrawAffair } from '#publishing/openAffairs/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { passedCheck } from '../../../../test/support/pictureCheck.ts';
import { draft, openBoard, publish, read, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  member = await t.as('member');
});
beforeEach(() => sql`truncate rate_window`.execute(t.db));
afterAll(() => t.close());

const NOTHING = { code: 404, msg: '没有这个公开内容，或公开期已过、已撤下' };
const page = (token: string) => t.nobody.call(publicAffair, { token });
const tokenOf = async (id: string) =>
  (await sql<{ token: string }>`select token from open_affair where id = ${id}`.execute(t.db)).rows[0]?.token ?? '';
const boardToken = async () => (await branch.call(getBoard, { orgId: ORGS.branchA11.id })).result.path.slice(6);

/** Publishes; answers the id and the code of its page. */
async function shown(title: string, given: object = {}) {
  const id = await publish(branch, superior, { title, ...given });
  return { id, token: await tokenOf(id) };
}

test('nothing is read without signing in until a worker of the organisation turns its board on', async () => {
  const { id, token } = await shown('没有开通时的事项');
  expect(await read(branch, id)).toMatchObject({ isShown: true, publicPath: '' });
  expect(await page(token)).toMatchObject(NOTHING);
  const asked = { orgId: ORGS.branchA11.id, version: 0, shows: true, hears: false };
  expect((await member.call(saveBoard, asked)).code).toBe(403);
  expect((await (await t.as('siblingWorker')).call(saveBoard, asked)).code).toBe(404);
  expect((await branch.call(saveBoard, { ...asked, shows: false, hears: true })).data.fields.hears).toContain('先开通');
  // Two workers at once: one of them is told.
  const both = await Promise.all([branch.call(saveBoard, asked), superior.call(saveBoard, asked)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect((await page(token)).result).toMatchObject({ title: '没有开通时的事项', hears: false, said: [] });

  const board = await boardToken();
  expect(board).toMatch(/^[0-9a-f]{24}$/);
  await openBoard(branch, { shows: false });
  expect(await page(token)).toMatchObject(NOTHING);
  expect(await t.nobody.call(publicBoard, { token: board })).toMatchObject(NOTHING);
  // On again it is the code that hangs on the wall.
  await openBoard(branch);
  expect(await boardToken()).toBe(board);
});

test('a board and its pages show what is published within its public days; all else is one sentence', async () => {
  await openBoard(branch);
  const { id, token } = await shown('在公开期内');
  const { id: over, token: overToken } = await shown('公开期已过');
  await sql`update open_affair set shown_from = '2020-01-01', shown_until = '2020-01-31' where id = ${over}`.execute(
    t.db,
  );
  const { id: down, token: downToken } = await shown('已经撤下');
  const { version } = await read(branch, down);
  await branch.call(withdrawAffair, { id: down, version, reason: '核对' });
  const unsent = await tokenOf(await draft(branch, { title: '还是草稿' }));
  for (const guess of [overToken, downToken, unsent, id, 'f'.repeat(32), "' or 1=1 --"]) {
    expect(await page(guess), guess).toMatchObject(NOTHING);
    expect(await t.nobody.call(publicBoard, { token: guess }), guess).toMatchObject(NOTHING);
    expect(await t.nobody.call(residentFeedback, { token: guess, content: '试' }), guess).toMatchObject(NOTHING);
  }
  // A correction on its way is not shown before it is approved.
  const now = await read(branch, id);
  await branch.call(updateAffair, { id, version: now.version, title: '更正稿的标题', note: '更正' });
  expect((await page(token)).result.title).toBe('在公开期内');
  await branch.call(submitAffair, { id, version: now.version + 1 });

  const board = await t.nobody.call(publicBoard, { token: await boardToken() });
  const titles = board.result.rows.map(({ title }) => title as string);
  expect(titles).toContain('在公开期内');
  for (const hidden of ['公开期已过', '已经撤下', '还是草稿', '更正稿的标题']) expect(board.text).not.toContain(hidden);
  expect(board.text).not.toContain('魏员');
});

test('files are handed out only where the published version shows them', async () => {
  const { accountId, orgCode } = t.fixture.principals.branchWorker;
  const [listed, later] = ['a'.repeat(32), 'b'.repeat(32)];
  for (const [file, name] of [
    [listed, '公开的附件.txt'],
    [later, '更正稿的附件.txt'],
  ]) {
    await sql`insert into stored_file (id, kind, org_code, account_id, name, mime, size, sha256)
      values (${file}, 'upload', ${orgCode}, ${accountId}, ${name}, 'text/plain', 3, '\\x00')`.execute(t.db);
  }
  const { id, token } = await shown('带附件的事项', { files: [listed] });
  const { version } = await read(branch, id);
  const changed = await branch.call(updateAffair, { id, version, files: [listed, later], note: '补附件' });
  expect(changed.code, changed.text).toBe(200);
  expect((await page(token)).result.files).toMatchObject([{ name: '公开的附件.txt' }]);
  expect((await t.nobody.get(`/api/common/download?fileName=${listed}`)).code).toBe(401);
});

test('the addresses of a page end with it: taken down, its board off, its days over, or corrected without the file', async () => {
  await openBoard(branch);
  const bytes = pdf(4000, 11);
  const attached = (await upload(t, branch, '附件.pdf', bytes)).data;
  const drawn = (await upload(t, branch, '照片.png', await picture().png().toBuffer(), 'image')).data;
  const content = `<p>见照片</p><img src="/api/common/download?fileName=${drawn.id}" alt="">`;
  const { id, token } = await shown('带附件和照片的事项', { files: [attached.id], content });
  const { files, pictures } = (await page(token)).result;
  const [file, photo] = [files[0]?.url ?? '', pictures[drawn.id] ?? ''];
  const statusOf = async (url: string) => (await fetchBytes(t, t.nobody, url)).status;
  const both = async () => [await statusOf(file), await statusOf(photo)];
  expect((await fetchBytes(t, t.nobody, file, { range: 'bytes=0-9' })).bytes.equals(bytes.subarray(0, 10))).toBe(true);
  expect(await both()).toEqual([200, 200]);
  // Nobody makes of it an address that is asked for nothing.
  expect((await t.nobody.get(file.replace('open.', ''))).code).toBe(404);

  await openBoard(branch, { shows: false });
  expect((await t.nobody.get(file)).code).toBe(404);
  await openBoard(branch);
  expect(await both()).toEqual([200, 200]);

  const taken = await branch.call(withdrawAffair, { id, version: (await read(branch, id)).version, reason: '核对' });
  expect(taken.code, taken.text).toBe(200);
  expect((await t.nobody.get(file)).code).toBe(404);
  expect((await t.nobody.get(photo)).code).toBe(404);

  const other = (await upload(t, branch, '更正.pdf', pdf(3000, 12))).data;
  const changed = await branch.call(updateAffair, {
    id,
    version: (await read(branch, id)).version,
    files: [other.id],
    note: '换附件',
  });
  expect(changed.code, changed.text).toBe(200);
  const version = await submit(branch, id);
  expect((await superior.call(decideAffair, { id, version, decision: 'agree' })).code).toBe(200);
  expect((await t.nobody.get(file)).code).toBe(404);
  expect((await fetchBytes(t, t.nobody, photo)).status).toBe(200);
  await sql`update open_affair set shown_from = '2020-01-01', shown_until = '2020-01-31' where id = ${id}`.execute(
    t.db,
  );
  expect((await t.nobody.get(photo)).code).toBe(404);
});

test('a resident says something, workers answer it, and what they choose stands on the page without name and phone', async () => {
  const { id, token } = await shown('征求居民意见');
  expect(await t.nobody.call(residentFeedback, { token, content: '能提吗' })).toMatchObject({
    code: 400,
    msg: `这里没有开通在线提意见，请向${ORGS.branchA11.name}反映`,
  });
  await openBoard(branch, { hears: true });
  const say = async (further: object) =>
    t.nobody.call(residentFeedback, { token, content: '', ...(await passedCheck(t)), ...further });
  expect((await say({ content: ' \n ' })).data.fields.content).toBe('请输入意见');
  expect((await say({ content: '字'.repeat(501) })).data.fields.content).toBe('意见不能超过500个字');
  expect((await say({ content: '好', phone: '12345' })).data.fields.phone).toContain('请输入正确的手机号');

  const content = '<script>alert(1)</script>路灯坏了\n请修';
  const mine = { content, name: '张大爷', phone: '13971234567' };
  // Sent twice at once, as by two taps: one opinion.
  expect((await Promise.all([say(mine), say(mine)])).map(({ code }) => code)).toEqual([200, 200]);
  const [said, ...others] = (await branch.call(listFeedback, { id })).result;
  expect(others).toEqual([]);
  expect(said).toMatchObject({ name: '张大爷', content, isResident: true, phonenumber: '139****4567', isMine: false });
  expect((await member.call(listFeedback, { id })).result).toEqual([]);
  const { rows } = await sql<{ row: string }>`select f::text as row from open_feedback f`.execute(t.db);
  expect(rows.map(({ row }) => row).join()).not.toContain('13971234567');
  const todo = await sql<{ detail: string }>`select detail from todo where subject = ${`openFeedback:${id}`}`.execute(
    t.db,
  );
  expect(todo.rows).toEqual([{ detail: '有居民在公开页上提出意见' }]);

  const asked = { id: said?.id ?? '', reason: '回访' };
  expect((await member.call(revealFeedbackPhone, asked)).code).toBe(403);
  expect((await (await t.as('siblingWorker')).call(revealFeedbackPhone, asked)).code).toBe(404);
  expect((await branch.call(revealFeedbackPhone, asked)).result).toEqual({ value: '13971234567' });

  expect((await page(token)).result.said).toEqual([]);
  const answer = { id: asked.id, version: 1, reply: '明天派人去修' };
  expect((await branch.call(replyFeedback, answer)).code).toBe(200);
  expect((await page(token)).result.said).toEqual([]);
  expect((await branch.call(replyFeedback, { ...answer, version: 2, inPublic: true })).code).toBe(200);
  const seen = await page(token);
  expect(seen.result.said).toMatchObject([{ content, reply: '明天派人去修' }]);
  expect(seen.text).not.toContain('张大爷');
  expect(seen.text).not.toContain('139');
});

test('says no more than five times an hour from one address about one document, and passes a picture check', async () => {
  await openBoard(branch, { hears: true });
  const [one, two] = [await shown('说得太多'), await shown('另一件')];
  const say = async (token: string, content: string, further: object | null = null) =>
    t.nobody.call(residentFeedback, { token, content, ...(further ?? (await passedCheck(t))) });
  for (const number of [1, 2, 3, 4, 5]) expect((await say(one.token, `意见${number}`)).code).toBe(200);
  expect(await say(one.token, '意见6')).toMatchObject({ status: 429, msg: '操作过于频繁，请稍后再试' });
  expect((await branch.call(listFeedback, { id: one.id })).result).toHaveLength(5);
  expect((await say(two.token, '别的事')).code).toBe(200);

  // Also where the sign-in of the site asks for none.
  expect((await say(two.token, '没有验证', {})).data.fields.code).toBe('请输入图形验证码');
  expect((await t.nobody.get('/api/captchaImage')).data.captchaEnabled).toBe(false);
  const { data } = await t.nobody.get('/api/captchaImage', { stranger: '1' });
  const mac = t.services.vault.sign('captcha', `${data.uuid}.H3KW`);
  await sql`update captcha set answer_mac = ${mac} where id_hash = ${hashToken(data.uuid)}`.execute(t.db);
  const passed = { uuid: data.uuid, code: 'h3kw' };
  expect((await say(two.token, '验证过了', passed)).code).toBe(200);
  expect((await say(two.token, '再用一次', passed)).data.fields.code).toBe('图形验证码不正确或已过期');
});
