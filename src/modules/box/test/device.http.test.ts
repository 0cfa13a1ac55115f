import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { fetchBytes, pdf, upload } from '../../files/test/factory.ts';
import {
  bindDevice,
  getAppMenuList,
  getContent,
  getTicket,
  makeBindCode,
  revokeDevice,
  type TerminalItem,
} from '../contract.device.ts';
import { deviceCalls } from '../nouns/device.ts';
import { honorCalls } from '../nouns/honor.ts';
import { publicityCalls } from '../nouns/publicity.ts';
import { welcomeCalls } from '../nouns/welcome.ts';
import type { Part } from '../rules.device.ts';
import { addPublicity } from './factory.ts';

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

const deviceForm = (given: object = {}) => ({ orgId: place, name: '一楼大厅', place: '一楼大厅', ...given });
const addDevice = async (given: object = {}) =>
  (await worker.call(deviceCalls.create, deviceForm(given))).result.id as string;
const codeFor = async (id: string) => (await worker.call(makeBindCode, { id })).result.code as string;
const bind = (code: string) => t.nobody.call(bindDevice, { code });
const ticketOf = async (token: string) => (await t.nobody.call(getTicket, { token })).result.ticket as string;
const menuOf = (ticket: string) => t.nobody.call(getAppMenuList, { ticket });
const rowsOf = async (ticket: string, part: Part): Promise<TerminalItem[]> =>
  (await t.nobody.call(getContent, { ticket, part })).rows;
const file = (ticket: string, id: string) => fetchBytes(t, t.nobody, `/api/terminal/box/file/${ticket}?fileName=${id}`);

/** A bound terminal: its id, token and ticket. */
async function bound(given: object = {}) {
  const id = await addDevice(given);
  const token = (await bind(await codeFor(id))).result.token as string;
  return { id, token, ticket: await ticketOf(token) };
}

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
  const parts = { showsPublicity: false, showsWelcome: false, showsHonor: false, showsEvent: false, showsMedia: false };
  const blank = await worker.call(deviceCalls.create, deviceForm(parts));
  expect(blank.data.fields).toEqual({ showsPublicity: '至少选一个展示栏目' });
});
