import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchBytes, pdf, picture, upload } from '#kernel/files/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getAppMenuList, getContent, heartbeat, pairDevice, postPlays, revokeDevice } from '../contract.device.ts';
import { listSlots, removeSlot, saveSlot, whatIsOn } from '../contract.programme.ts';
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
import { groupCalls } from '../nouns/group.ts';
import { honorCalls } from '../nouns/honor.ts';
import { publicityCalls } from '../nouns/publicity.ts';
import { studyCalls } from '../nouns/study.ts';
import { welcomeCalls } from '../nouns/welcome.ts';
import type { Part } from '../rules.device.ts';
import { addPublicity, boundTerminal, deviceForm, pairScreen, type Screen, shownIn, waitingScreen } from './factory.ts';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
});
beforeEach(() => sql`truncate rate_window`.execute(t.db));
afterAll(() => t.close());

const place = ORGS.branchA11.id;
const addDevice = async (given: object = {}) =>
  (await worker.call(deviceCalls.create, deviceForm(given))).result.id as string;
const menuOf = ({ cookies }: Pick<Screen, 'cookies'>) => t.nobody.call(getAppMenuList, {}, { cookies });
const rowsOf = (screen: Screen, part: Part) => shownIn(t, screen, part);
const file = async ({ cookies }: Screen, id: string) =>
  t.nobody.get('/api/terminal/box/file', { fileName: id }, { cookies });

const bound = (given: object = {}) => boundTerminal(t, worker, given);

test('six digits pair once, for five minutes; the screen holds a cookie that rests as a hash and is no session', async () => {
  const id = await addDevice();
  expect((await worker.call(deviceCalls.get, { id })).result.status).toBe('unbound');
  const { digits, ask } = await waitingScreen(t);
  expect(digits).toMatch(/^\d{6}$/);
  expect((await ask()).result).toEqual({ state: 0 });
  const typed = `${digits.slice(0, 3)} ${digits.slice(3)}`;
  expect((await (await t.as('siblingWorker')).call(pairDevice, { id, digits: typed })).code).toBe(404);
  // Two workers type the same digits in the same instant.
  const both = await Promise.all([0, 1].map(() => worker.call(pairDevice, { id, digits: typed })));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 600]);
  const answer = await ask();
  expect(answer.result).toEqual({ state: 3 });
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  expect(cookie).toMatch(/Max-Age=7776000/);
  const device = /device=([\w-]{43})/.exec(cookie)?.[1] ?? '';
  expect((await ask()).result).toEqual({ state: 4 });
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(d)::text as row from box_device d where id = ${id}`.execute(t.db);
  expect(rows[0]?.row).not.toContain(device);
  expect((await t.withToken(device).get('/api/getInfo')).code).toBe(401);

  expect((await t.nobody.call(heartbeat, { playing: '开放时间', freeMb: 900 }, { cookies: { device } })).code).toBe(
    200,
  );
  expect((await worker.call(deviceCalls.get, { id })).result).toMatchObject({
    status: 'online',
    playing: '开放时间',
    freeMb: 900,
  });
  expect((await worker.call(deviceCalls.history, { id })).rows.map(({ action }) => action)).toEqual([
    '配对终端',
    '新增终端',
  ]);

  const late = await waitingScreen(t);
  await sql`update box_ticket set until = now() - interval '1 second'`.execute(t.db);
  expect((await worker.call(pairDevice, { id, digits: late.digits })).code).toBe(600);
  expect((await late.ask()).result).toEqual({ state: 4 });
});

test('five wrong tries of an account close the field for ten minutes', async () => {
  const id = await addDevice();
  const { digits } = await waitingScreen(t);
  const wrong = digits === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n++)
    expect((await worker.call(pairDevice, { id, digits: wrong })).data.fields.digits).toContain('没有电视显示');
  expect((await worker.call(pairDevice, { id, digits })).status).toBe(429);
  expect((await (await t.as('branchWorker')).call(pairDevice, { id, digits })).code).toBe(200);
});

test('a revoked, deleted, moved or expired screen reads nothing from that moment on, and why', async () => {
  const one = await bound();
  const gone = { code: 401, msg: `此终端已停用，请联系${ORGS.branchA11.name}` };
  expect((await menuOf(one)).code).toBe(200);
  expect((await worker.call(revokeDevice, { id: one.id, reason: '屏幕丢失' })).code).toBe(200);
  expect(await menuOf(one)).toMatchObject(gone);
  expect(await t.nobody.call(getContent, { part: 'honor' }, { cookies: one.cookies })).toMatchObject(gone);
  expect((await worker.call(deviceCalls.list, { status: 'revoked' })).rows.map(({ id }) => id)).toEqual([one.id]);

  // Another screen takes its place, then a third one: the second reads that it is no more.
  const second = await pairScreen(t, worker, one.id);
  expect((await menuOf(second)).code).toBe(200);
  const third = await pairScreen(t, worker, one.id);
  expect(await menuOf(second)).toMatchObject(gone);
  expect((await menuOf(third)).code).toBe(200);
  await sql`update box_device set token_until = now() - interval '1 second' where id = ${one.id}`.execute(t.db);
  expect((await menuOf(third)).code).toBe(401);
  const fourth = await pairScreen(t, worker, one.id);
  await worker.call(deviceCalls.remove, { id: one.id, deleteReason: '报废' });
  expect((await menuOf(fourth)).code).toBe(401);
  expect((await menuOf({ cookies: { device: 'x'.repeat(43) } })).msg).toBe('本终端没有配对');
});

test('a screen that was silent begins a new stretch; each number that it played is kept once', async () => {
  const { id, cookies } = await bound();
  const beat = () => t.nobody.call(heartbeat, {}, { cookies });
  await beat();
  await beat();
  await sql`update box_span set from_at = now() - interval '1 hour' where device_id = ${id}`.execute(t.db);
  await sql`update box_device set seen_at = now() - interval '10 minutes' where id = ${id}`.execute(t.db);
  expect((await worker.call(deviceCalls.get, { id })).result.status).toBe('away');
  await beat();
  const { rows } = await sql<{ open: boolean }>`
    select to_at is null as open from box_span where device_id = ${id} order by from_at`.execute(t.db);
  expect(rows).toEqual([{ open: false }, { open: true }]);

  const row = (number: number) =>
    ({ number, item: 'honor:1', title: '荣誉', level: 'loop', fromAt: 1e12, toAt: 1e12 + 9000 }) as const;
  const post = (numbers: number[]) => t.nobody.call(postPlays, { rows: numbers.map(row) }, { cookies });
  expect((await post([1, 2])).result).toEqual({ kept: 2 });
  expect((await post([2, 3])).result).toEqual({ kept: 3 });
  const played = await sql<{ number: string }>`select number from box_play where device_id = ${id} order by 1`.execute(
    t.db,
  );
  expect(played.rows.map(({ number }) => Number(number))).toEqual([1, 2, 3]);
});

test('a programme is what the group has, what is above it must be, and who visits; with its version it answers that alone', async () => {
  const branch = await t.as('branchWorker');
  const groupId = (await worker.call(groupCalls.create, { orgId: place, name: '大厅', remark: '' })).result
    .id as string;
  const screen = await bound({ groupId });
  const of = async (hash?: string) =>
    (await t.nobody.call(getAppMenuList, hash === undefined ? {} : { hash }, { cookies: screen.cookies })).result;
  const shownId = await addPublicity(worker, { title: '开放时间', content: '<p>每天</p>' });
  // Without a programme what is published takes turns.
  expect((await of()).programme?.items.map(({ title, text }) => [title, text])).toContainEqual(['开放时间', '每天']);

  const line = { groupId, id: null, level: 'loop', part: 'publicity', seconds: 20, fromOn: null, toOn: null } as const;
  const foreign = await addPublicity(worker, { title: '别处', orgId: ORGS.committeeA1.id });
  expect((await branch.call(saveSlot, { ...line, rowId: foreign })).data.fields.rowId).toContain('不属于本组');
  expect((await branch.call(saveSlot, { ...line, rowId: shownId })).code).toBe(200);
  const timed = {
    ...line,
    level: 'programme',
    part: 'honor',
    rowId: null,
    fromTime: '22:00',
    toTime: '02:00',
  } as const;
  expect((await branch.call(saveSlot, timed)).code).toBe(200);
  const above = (await worker.call(groupCalls.create, { orgId: ORGS.committeeA1.id, name: '全街', remark: '' })).result
    .id;
  expect((await worker.call(saveSlot, { ...line, groupId: above, level: 'must', rowId: foreign })).code).toBe(200);
  expect((await branch.call(listSlots, { groupId: above })).code).toBe(404);

  const now = await of();
  expect(now.programme?.rules.map(({ level, item, seconds }) => [level, item, seconds])).toEqual([
    ['must', `publicity:${foreign}`, 20],
    ['loop', `publicity:${shownId}`, 20],
  ]);
  expect(await of(now.hash)).toMatchObject({ hash: now.hash, programme: null, menus: [] });
  await worker.call(publicityCalls.update, { id: shownId, version: 1, title: '新的开放时间' });
  const changed = await of(now.hash);
  expect(changed.hash).not.toBe(now.hash);
  expect(changed.programme?.items.map(({ title }) => title)).toContain('新的开放时间');
  const on = (await branch.call(whatIsOn, { groupId, at: '2027-01-04 10:00' })).result;
  expect(on).toMatchObject({ level: 'must', title: '别处', turns: 1, hidden: ['新的开放时间'] });

  const greeting = { orgId: place, title: '调研组', content: '欢迎', startsOn: '2020-01-01', endsOn: '2099-12-31' };
  const visit = { ...greeting, visitFrom: '10:00', visitTo: '11:00' };
  expect((await worker.call(welcomeCalls.create, visit)).code).toBe(200);
  const twice = await worker.call(welcomeCalls.create, { ...visit, visitFrom: '10:30', visitTo: '11:30' });
  expect(twice.data.fields.visitFrom).toContain('10:00至11:00已有欢迎词');
  expect((await branch.call(whatIsOn, { groupId, at: '2027-01-04 10:30' })).result.level).toBe('visit');
  const [first] = (await branch.call(listSlots, { groupId })).rows;
  expect((await branch.call(removeSlot, { groupId, id: first?.id ?? '' })).code).toBe(200);
  await worker.call(publicityCalls.remove, { id: shownId, deleteReason: '试' });
  await worker.call(publicityCalls.remove, { id: foreign, deleteReason: '试' });
  const rows = (await worker.call(welcomeCalls.list, { name: '调研组' })).rows;
  await worker.call(welcomeCalls.remove, { id: rows[0]?.id ?? '', deleteReason: '试' });
});

test('a terminal shows what its own organisation has published, in the parts that it was given', async () => {
  const ticket = await bound({ showsMedia: false });
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
  expect((await t.nobody.call(getContent, { part: 'media' }, { cookies: ticket.cookies })).code).toBe(404);

  // The stamp tells that something changed, and a draft is gone at once.
  await worker.call(publicityCalls.update, { id: shown, version: 1, title: '新的开放时间' });
  const [part] = (await menuOf(ticket)).result.menus;
  expect(part?.stamp).not.toBe(menu.menus[0]?.stamp);
  await worker.call(publicityCalls.update, { id: shown, version: 2, state: 'draft' });
  expect(await rowsOf(ticket, 'publicity')).toEqual([]);
  await worker.call(publicityCalls.remove, { id: shown, deleteReason: '试' });
});

test('an honour names nobody in full, in its words neither', async () => {
  const ticket = await bound();
  const form = { orgId: place, kind: 'person', level: 'city', giver: '市委', state: 'published' } as const;
  const texts = { title: '优秀党员', receiver: '欧阳守渡', remark: '欧阳守渡同志连续五年担任网格员。' };
  await worker.call(honorCalls.create, { ...form, ...texts, givenOn: '2025-07-01' });
  const answer = await t.nobody.call(getContent, { part: 'honor' }, { cookies: ticket.cookies });
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
  const [row] = await rowsOf(one, 'publicity');
  expect(row?.files).toMatchObject([{ id: fileId, name: '开放时间.pdf', fileType: 'application/pdf' }]);
  const typeOf = async (ticket: Screen) => (await file(ticket, fileId)).headers['content-type'];
  expect(await typeOf(one)).toBe('application/pdf');
  expect(await typeOf(elsewhere)).toMatch(/json/);
  // Taken off the text, it is shown no more although it is kept for thirty days.
  await worker.call(publicityCalls.update, { id, version: 1, files: '' });
  expect(await typeOf(one)).toMatch(/json/);
  await worker.call(publicityCalls.update, { id, version: 2, files: fileId });
  expect(await typeOf(one)).toBe('application/pdf');
  await worker.call(revokeDevice, { id: one.id, reason: '丢失' });
  expect(await typeOf(one)).toMatch(/json/);
});

test('a published book is read on the screen with its cover first; a study text without a word is not published', async () => {
  const ticket = await bound();
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
  expect(await rowsOf(screen, 'study')).toEqual([]);

  expect((await sibling.call(takeOffer, { id })).code).toBe(404);
  expect((await branch.call(takeOffer, { id })).code).toBe(200);
  expect((await rowsOf(screen, 'study')).map(({ title }) => title)).toEqual(['要点']);
  expect((await file(screen, fileId)).headers['content-type']).toBe('application/pdf');
  expect(await rowsOf(beside, 'study')).toEqual([]);
  expect((await worker.call(listTakers, { id })).rows).toMatchObject([
    { orgName: ORGS.branchA11.name, takenBy: '支书' },
  ]);
  expect((await branch.call(listTakers, { id })).code).toBe(404);

  const stamp = async () => (await menuOf(screen)).result.menus.find(({ part }) => part === 'study')?.stamp;
  const before = await stamp();
  await worker.call(studyCalls.update, { id: rowId, version: 2, title: '要点（更正）' });
  expect(await stamp()).not.toBe(before);
  expect((await rowsOf(screen, 'study')).map(({ title }) => title)).toEqual(['要点（更正）']);

  expect((await branch.call(dropOffer, { id })).code).toBe(200);
  expect(await rowsOf(screen, 'study')).toEqual([]);
  await branch.call(takeOffer, { id });
  expect((await branch.call(withdrawOffer, { id })).code).toBe(404);
  expect((await worker.call(withdrawOffer, { id })).code).toBe(200);
  expect(await rowsOf(screen, 'study')).toEqual([]);
  expect((await file(screen, fileId)).headers['content-type']).toMatch(/json/);
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
  expect((await neighbour.call(pairDevice, { id, digits: '000000' })).code).toBe(404);
  expect((await neighbour.call(revokeDevice, { id, reason: '试' })).code).toBe(404);
  expect((await member.call(pairDevice, { id, digits: '000000' })).code).toBe(403);
  expect((await member.call(deviceCalls.list, {})).code).toBe(403);
  expect((await t.nobody.call(deviceCalls.list, {})).code).toBe(401);
  const again = await worker.call(deviceCalls.create, deviceForm({ code: 'SN-1' }));
  expect(again.data.fields).toEqual({ code: '这个设备编号已登记' });
  const shows = { showsPublicity: false, showsWelcome: false, showsHonor: false, showsEvent: false };
  const parts = { ...shows, showsMedia: false, showsEdu: false, showsVote: false, showsLife: false };
  const blank = await worker.call(deviceCalls.create, deviceForm(parts));
  expect(blank.data.fields).toEqual({ showsPublicity: '至少选一个展示栏目' });
});
