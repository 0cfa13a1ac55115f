import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchBytes, pdf, picture, upload } from '#kernel/files/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { bindDevice, getAppMenuList, getContent, getTicket, makeBindCode, revokeDevice } from '../contract.device.ts';
import {
  dropOffer,
  getOffered,
  listOffered,
  listOwnOffers,
  listTakers,
  offer,
  offerOf,
  takeOffer,
  withdrawOffer,
} from '../contract.share.ts';
import { bookCalls } from '../nouns/book.ts';
import { deviceCalls } from '../nouns/device.ts';
import { honorCalls } from '../nouns/honor.ts';
import { publicityCalls } from '../nouns/publicity.ts';
import { studyCalls } from '../nouns/study.ts';
import { welcomeCalls } from '../nouns/welcome.ts';
import type { Part } from '../rules.device.ts';
import { addPublicity, boundTerminal, deviceForm, shownIn } from './factory.ts';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
});
beforeEach(() => sql`truncate rate_window`.execute(t.db));
afterAll(() => t.close());

const place = ORGS.branchA11.id;
const GONE = { code: 404, msg: '本终端没有绑定，或已被停用' };

const addDevice = async (given: object = {}) =>
  (await worker.call(deviceCalls.create, deviceForm(given))).result.id as string;
const codeFor = async (id: string) => (await worker.call(makeBindCode, { id })).result.code as string;
const bind = (code: string) => t.nobody.call(bindDevice, { code });
const ticketOf = async (token: string) => (await t.nobody.call(getTicket, { token })).result.ticket as string;
const menuOf = (ticket: string) => t.nobody.call(getAppMenuList, { ticket });
const rowsOf = (ticket: string, part: Part) => shownIn(t, ticket, part);
const file = (ticket: string, id: string) => fetchBytes(t, t.nobody, `/api/terminal/box/file/${ticket}?fileName=${id}`);

const bound = (given: object = {}) => boundTerminal(t, worker, given);

test('a code binds once, for ten minutes, and a later one takes its place; the token rests as a hash', async () => {
  const id = await addDevice();
  expect((await worker.call(deviceCalls.get, { id })).result.status).toBe('unbound');
  const first = await codeFor(id);
  const second = await codeFor(id);
  expect(second).toMatch(/^\d{10}$/);
  expect(await bind(first)).toMatchObject({ code: 400, msg: '绑定码不正确或已过期，请工作人员重新取一个' });
  // Two screens type the same code in the same instant.
  const both = await Promise.all([bind(`${second.slice(0, 5)} ${second.slice(5)}`), bind(second)]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  const token = String(both.find(({ code }) => code === 200)?.result.token);
  const { rows } = await sql<{
    row: string;
  }>`select to_jsonb(d)::text as row from box_device d where id = ${id}`.execute(t.db);
  expect(rows[0]?.row).not.toContain(token);
  expect(rows[0]?.row).not.toContain(second);
  await menuOf(await ticketOf(token));
  expect((await worker.call(deviceCalls.get, { id })).result).toMatchObject({ status: 'online' });
  expect((await worker.call(deviceCalls.history, { id })).rows.map(({ action }) => action)).toEqual([
    '绑定终端',
    '取终端绑定码',
    '取终端绑定码',
    '新增终端',
  ]);

  const late = await codeFor(id);
  await sql`update box_device set bind_until = now() - interval '1 second' where id = ${id}`.execute(t.db);
  expect((await bind(late)).code).toBe(400);
});

test('whoever guesses codes is stopped after ten tries', async () => {
  const code = await codeFor(await addDevice());
  for (let n = 0; n < 10; n++) expect((await bind('0000000000')).code).toBe(400);
  expect((await bind(code)).status).toBe(429);
});

test('a revoked, deleted or newly bound terminal reads nothing from that moment on', async () => {
  const one = await bound();
  expect((await menuOf(one.ticket)).code).toBe(200);
  expect((await worker.call(revokeDevice, { id: one.id, reason: '屏幕丢失' })).code).toBe(200);
  expect(await menuOf(one.ticket)).toMatchObject(GONE);
  expect(await t.nobody.call(getContent, { ticket: one.ticket, part: 'honor' })).toMatchObject(GONE);
  expect(await t.nobody.call(getTicket, { token: one.token })).toMatchObject(GONE);
  expect((await worker.call(deviceCalls.list, { status: 'revoked' })).rows.map(({ id }) => id)).toEqual([one.id]);

  const again = (await bind(await codeFor(one.id))).result.token as string;
  expect(await menuOf(one.ticket)).toMatchObject(GONE);
  const ticket = await ticketOf(again);
  expect((await menuOf(ticket)).code).toBe(200);
  await worker.call(deviceCalls.remove, { id: one.id, deleteReason: '报废' });
  expect(await menuOf(ticket)).toMatchObject(GONE);
  expect(await t.nobody.call(getTicket, { token: again })).toMatchObject(GONE);
});

test('tickets are good for an hour, for their own terminal, and cannot be made up', async () => {
  const [one, other] = [await bound(), await bound({ name: '二楼' })];
  const [id = '', binding = '', until = '', signature = ''] = one.ticket.split('.');
  const [, , , foreign = ''] = other.ticket.split('.');
  for (const made of [
    `${other.id}.${binding}.${until}.${signature}`,
    `${id}.${binding}.${Number(until) + 1}.${signature}`,
    `${id}.${binding}.${until}.${foreign}`,
    'x',
  ])
    expect(await menuOf(made)).toMatchObject(GONE);
  const over = `${id}.${binding}.${Math.floor(Date.now() / 1000) - 1}`;
  expect(await menuOf(`${over}.${t.services.vault.sign('boxTicket', over)}`)).toMatchObject(GONE);
});

test('a terminal shows what its own organisation has published, in the parts that it was given', async () => {
  const { ticket, id } = await bound({ showsMedia: false });
  const shown = await addPublicity(worker, { title: '开放时间', content: '<p>每天</p>' });
  await addPublicity(worker, { title: '草稿', state: 'draft' });
  await addPublicity(worker, { title: '别处', orgId: ORGS.committeeA1.id });
  const greeting = { orgId: place, title: '欢迎', content: '欢迎各位' };
  await worker.call(welcomeCalls.create, { ...greeting, startsOn: '2020-01-01', endsOn: '2099-12-31' });
  await worker.call(welcomeCalls.create, { ...greeting, title: '过去', startsOn: '2020-01-01', endsOn: '2020-01-02' });
  const menu = (await menuOf(ticket)).result;
  expect(menu).toMatchObject({ orgName: ORGS.branchA11.name, place: '一楼大厅' });
  expect(menu.menus.map(({ part, count }) => [part, count])).toEqual([
    ['publicity', 1],
    ['welcome', 1],
    ['honor', 0],
    ['event', 0],
    ['study', 0],
    ['book', 0],
    ['vote', 0],
    ['life', 0],
  ]);
  expect((await rowsOf(ticket, 'publicity')).map(({ id, html }) => [id, html])).toEqual([[shown, '<p>每天</p>']]);
  expect((await rowsOf(ticket, 'welcome')).map(({ title }) => title)).toEqual(['欢迎']);
  expect((await t.nobody.call(getContent, { ticket, part: 'media' })).code).toBe(404);

  // The stamp tells that something changed, and a draft is gone at once.
  await worker.call(publicityCalls.update, { id: shown, version: 1, title: '新的开放时间' });
  const [part] = (await menuOf(ticket)).result.menus;
  expect(part?.stamp).not.toBe(menu.menus[0]?.stamp);
  await worker.call(publicityCalls.update, { id: shown, version: 2, state: 'draft' });
  expect(await rowsOf(ticket, 'publicity')).toEqual([]);
  expect((await worker.call(deviceCalls.get, { id })).result.seenAt).not.toBeNull();
  await worker.call(publicityCalls.remove, { id: shown, deleteReason: '试' });
});

test('an honour names nobody in full, in its words neither', async () => {
  const { ticket } = await bound();
  const form = { orgId: place, kind: 'person', level: 'city', giver: '市委', state: 'published' } as const;
  const texts = { title: '优秀党员', receiver: '欧阳守渡', remark: '欧阳守渡同志连续五年担任网格员。' };
  await worker.call(honorCalls.create, { ...form, ...texts, givenOn: '2025-07-01' });
  const answer = await t.nobody.call(getContent, { ticket, part: 'honor' });
  expect(answer.rows[0]).toMatchObject({
    note: '欧阳*，市委',
    text: '欧阳*同志连续五年担任网格员。',
    day: '2025-07-01',
  });
  expect(answer.text).not.toContain('守渡');
});

test('a file is read while it is shown, by the terminal that shows it', async () => {
  const [one, elsewhere] = [await bound(), await bound({ orgId: ORGS.committeeA1.id })];
  const fileId = (await upload(t, worker, '开放时间.pdf', pdf(600))).data.id as string;
  const id = await addPublicity(worker, { files: fileId });
  const [row] = await rowsOf(one.ticket, 'publicity');
  expect(row?.files).toMatchObject([{ id: fileId, name: '开放时间.pdf', fileType: 'application/pdf' }]);
  const typeOf = async (ticket: string) => (await file(ticket, fileId)).headers['content-type'];
  expect(await typeOf(one.ticket)).toBe('application/pdf');
  expect(await typeOf(elsewhere.ticket)).toMatch(/json/);
  // Taken off the text, it is shown no more although it is kept for thirty days.
  await worker.call(publicityCalls.update, { id, version: 1, files: '' });
  expect(await typeOf(one.ticket)).toMatch(/json/);
  await worker.call(publicityCalls.update, { id, version: 2, files: fileId });
  expect(await typeOf(one.ticket)).toBe('application/pdf');
  await worker.call(revokeDevice, { id: one.id, reason: '丢失' });
  expect(await typeOf(one.ticket)).toMatch(/json/);
});

test('a published book is read on the screen with its cover first; a study text without a word is not published', async () => {
  const { ticket } = await bound();
  const [cover, content] = [
    (await upload(t, worker, '封面.png', await picture().png().toBuffer())).data.id as string,
    (await upload(t, worker, '读本.pdf', pdf(600))).data.id as string,
  ];
  const form = { orgId: place, title: '读本', author: '编写组', publisher: '人民出版社', state: 'published' } as const;
  const bare = await worker.call(bookCalls.create, { ...form, cover });
  expect(bare.data.fields).toEqual({ content: '上传电子书后才能发布' });
  const wrong = await worker.call(bookCalls.create, { ...form, content: cover });
  expect(wrong.data.fields.content).toContain('请选择PDF文件');
  const made = await worker.call(bookCalls.create, { ...form, cover, content });
  expect(made.code, made.text).toBe(200);
  const [row] = await rowsOf(ticket, 'book');
  expect(row).toMatchObject({ title: '读本', note: '编写组，人民出版社' });
  expect(row?.files.map(({ fileType }) => fileType)).toEqual(['image/png', 'application/pdf']);
  expect((await file(ticket, content)).headers['content-type']).toBe('application/pdf');
  const study = await worker.call(studyCalls.create, { orgId: place, title: '试', state: 'published' });
  expect(study.data.fields).toEqual({ content: '正文和文件至少有一样才能发布' });
});

test('what is offered from above is shown where it is taken over, follows its source, and is gone when that takes it back', async () => {
  const [branch, sibling] = [await t.as('branchWorker'), await t.as('siblingWorker')];
  const [screen, beside] = [await bound(), await bound({ orgId: ORGS.branchA12.id })];
  const fileId = (await upload(t, worker, '要点.pdf', pdf(600))).data.id as string;
  const form = {
    orgId: ORGS.committeeA1.id,
    title: '要点',
    state: 'draft',
    content: '<p>一</p>',
    files: fileId,
  } as const;
  const rowId = (await worker.call(studyCalls.create, form)).result.id as string;
  const give = (who: Caller) => who.call(offer, { part: 'study', rowId });
  expect(await give(worker)).toMatchObject({ code: 400, msg: '草稿不能共享，请先发布' });
  await worker.call(studyCalls.update, { id: rowId, version: 1, state: 'published' });
  expect((await give(branch)).code).toBe(404);
  expect((await give(sibling)).code).toBe(404);
  // Pressed twice at once it is one offer.
  expect((await Promise.all([give(worker), give(worker)])).map(({ code }) => code)).toEqual([200, 200]);
  const id = (await worker.call(offerOf, { part: 'study', rowId })).result.id ?? '';
  expect((await worker.call(listOwnOffers, {})).rows.map((row) => row.id)).toEqual([id]);

  // Nobody above, beside or elsewhere has it; those below read it before they take it.
  for (const who of [worker, sibling, await t.as('countyWorker')])
    expect((await who.call(getOffered, { id })).code).toBe(404);
  expect((await branch.call(listOffered, { taken: false })).rows).toMatchObject([{ id, title: '要点', taken: false }]);
  expect((await branch.call(getOffered, { id })).result).toMatchObject({ html: '<p>一</p>', files: [{ id: fileId }] });
  const typeFor = async (who: Caller) =>
    (await fetchBytes(t, who, `/api/common/download?fileName=${fileId}`)).headers['content-type'];
  expect(await typeFor(branch)).toBe('application/pdf');
  expect(await typeFor(sibling)).toMatch(/json/);
  expect((await branch.call(studyCalls.update, { id: rowId, version: 2, title: '改' })).code).toBe(404);
  expect(await rowsOf(screen.ticket, 'study')).toEqual([]);

  expect((await sibling.call(takeOffer, { id })).code).toBe(404);
  expect((await branch.call(takeOffer, { id })).code).toBe(200);
  expect((await rowsOf(screen.ticket, 'study')).map(({ title }) => title)).toEqual(['要点']);
  expect((await file(screen.ticket, fileId)).headers['content-type']).toBe('application/pdf');
  expect(await rowsOf(beside.ticket, 'study')).toEqual([]);
  expect((await worker.call(listTakers, { id })).rows).toMatchObject([
    { orgName: ORGS.branchA11.name, takenBy: '支书' },
  ]);
  expect((await branch.call(listTakers, { id })).code).toBe(404);

  const stamp = async () => (await menuOf(screen.ticket)).result.menus.find(({ part }) => part === 'study')?.stamp;
  const before = await stamp();
  await worker.call(studyCalls.update, { id: rowId, version: 2, title: '要点（更正）' });
  expect(await stamp()).not.toBe(before);
  expect((await rowsOf(screen.ticket, 'study')).map(({ title }) => title)).toEqual(['要点（更正）']);

  expect((await branch.call(dropOffer, { id })).code).toBe(200);
  expect(await rowsOf(screen.ticket, 'study')).toEqual([]);
  await branch.call(takeOffer, { id });
  expect((await branch.call(withdrawOffer, { id })).code).toBe(404);
  expect((await worker.call(withdrawOffer, { id })).code).toBe(200);
  expect(await rowsOf(screen.ticket, 'study')).toEqual([]);
  expect((await file(screen.ticket, fileId)).headers['content-type']).toMatch(/json/);
  expect(await branch.call(takeOffer, { id })).toMatchObject({ code: 404, msg: '共享的内容不存在，或已被撤回' });

  // A branch has nobody below it.
  const own = await addPublicity(branch);
  expect((await branch.call(offer, { part: 'publicity', rowId: own })).msg).toBe('所属组织没有下级组织，不用共享');
  const none = { id: null, takers: 0, mayOffer: false };
  expect((await branch.call(offerOf, { part: 'publicity', rowId: own })).result).toEqual(none);
  await branch.call(publicityCalls.remove, { id: own, deleteReason: '试' });
});

test('a neighbour, a member and nobody bind, revoke and see nothing; a terminal shows something', async () => {
  const id = await addDevice({ code: 'SN-1' });
  const neighbour = await t.as('siblingWorker');
  const member = await t.as('member');
  expect((await neighbour.call(makeBindCode, { id })).code).toBe(404);
  expect((await neighbour.call(revokeDevice, { id, reason: '试' })).code).toBe(404);
  expect((await member.call(makeBindCode, { id })).code).toBe(403);
  expect((await member.call(deviceCalls.list, {})).code).toBe(403);
  expect((await t.nobody.call(deviceCalls.list, {})).code).toBe(401);
  const again = await worker.call(deviceCalls.create, deviceForm({ code: 'SN-1' }));
  expect(again.data.fields).toEqual({ code: '这个设备编号已登记' });
  const shows = { showsPublicity: false, showsWelcome: false, showsHonor: false, showsEvent: false };
  const parts = { ...shows, showsMedia: false, showsEdu: false, showsVote: false, showsLife: false };
  const blank = await worker.call(deviceCalls.create, deviceForm(parts));
  expect(blank.data.fields).toEqual({ showsPublicity: '至少选一个展示栏目' });
});
