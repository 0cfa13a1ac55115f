import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSite } from '#kernel/system/contract.site.ts';
import {
  createSwiper,
  listSwipers,
  moveSwiper,
  removeSwiper,
  shownSwipers,
  swiperPicture,
  updateSwiper,
} from '#kernel/system/contract.swiper.ts';
import { listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { eraseSwiper } from '#kernel/system/server/queries/swiper.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
});
afterAll(() => t.close());

const add = (orgId: string, title: string, more: object = {}) =>
  admin.call(createSwiper, { orgId, title, alt: `${title}的图`, picture: TINY_PNG, startsOn: '', endsOn: '', ...more });
const titlesOf = async (caller: Caller) => (await caller.call(shownSwipers, {})).result.map(({ title }) => title);
const dayFromToday = async (days: number) => {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'Asia/Shanghai')::date + ${days}::int)::text as day`.execute(t.db);
  return rows[0]?.day ?? '';
};

test('a picture is seen in the subtree of its organisation, between its days, while it is switched on', async () => {
  await add(ORGS.city.id, '全市');
  await add(ORGS.countyA.id, '甲县');
  await add(ORGS.countyB.id, '乙县');
  await add(ORGS.city.id, '昨天为止', { endsOn: await dayFromToday(-1) });
  await add(ORGS.city.id, '明天起', { startsOn: await dayFromToday(1) });
  await add(ORGS.city.id, '今天', { startsOn: await dayFromToday(0), endsOn: await dayFromToday(0) });
  await add(ORGS.city.id, '停用', { enabled: false });
  const [member, inB] = [await t.as('member'), await t.as('otherCountyWorker')];
  expect(await titlesOf(member)).toEqual(['全市', '今天', '甲县']);
  expect(await titlesOf(inB)).toEqual(['全市', '今天', '乙县']);
  expect(await titlesOf(await t.as('twinWorker')), 'a code that begins alike is no subtree').toEqual(['全市', '今天']);
  const states = (await admin.call(listSwipers, { pageSize: 50 })).result.rows.map(({ title, state }) => [
    title,
    state,
  ]);
  expect(states).toContainEqual(['昨天为止', 'over']);
  expect(states).toContainEqual(['明天起', 'waiting']);
  expect(states).toContainEqual(['停用', 'off']);
});

test('the bytes come as they were given, to those who see the picture and to nobody else', async () => {
  const { result } = await add(ORGS.countyB.id, '乙县内部');
  const picture = async (caller: Caller) =>
    t.app.inject({ url: `${swiperPicture.path}?id=${result.id}`, headers: { authorization: caller.token } });
  const seen = await picture(await t.as('otherCountyWorker'));
  expect(seen.headers['content-type']).toBe('image/png');
  expect(seen.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(`data:image/png;base64,${seen.rawPayload.toString('base64')}`).toBe(TINY_PNG);
  expect((await picture(admin)).headers['content-type']).toBe('image/png');
  expect((await picture(await t.as('member'))).json().code).toBe(404);
  const { rows } = await sql<{ name: string; mime: string; org_code: string }>`
    select f.name, f.mime, f.org_code from stored_file f join swiper s on s.file_id = f.id where s.id = ${result.id}`.execute(
    t.db,
  );
  expect(rows[0]).toEqual({ name: '乙县内部.png', mime: 'image/png', org_code: ORGS.countyB.code });
});

test('P43 what is no picture is refused whatever it calls itself, and leaves neither row nor file', async () => {
  const files = () => readdirSync(join(t.services.config.dataDir, 'files')).length;
  const before = files();
  const disguised = (bytes: string, type: string) =>
    `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
  for (const picture of [
    disguised('<svg onload="alert(1)"/>', 'png'),
    disguised('GIF89a......', 'jpeg'),
    disguised('RIFF....WAVEfmt ', 'webp'),
    TINY_PNG.replace('image/png', 'image/svg+xml'),
    TINY_PNG.replace('image/png', 'image/jpeg'),
    'https://example.cn/a.png',
  ]) {
    const answer = await add(ORGS.city.id, '假图', { picture });
    expect(answer.data.fields, picture.slice(0, 40)).toEqual({ picture: '请选择 PNG、JPEG 或 WebP 图片' });
  }
  // A few bytes that claim 65535 by 65535 pixels, and a head that ends too early.
  const flood = Buffer.from(TINY_PNG.slice(TINY_PNG.indexOf(',') + 1), 'base64');
  flood.writeUInt32BE(65_535, 16);
  flood.writeUInt32BE(65_535, 20);
  const flooded = await add(ORGS.city.id, '假图', { picture: `data:image/png;base64,${flood.toString('base64')}` });
  expect(flooded.data.fields).toEqual({ picture: '图片的宽和高不能超过4096像素' });
  const cut = await add(ORGS.city.id, '假图', { picture: TINY_PNG.slice(0, TINY_PNG.indexOf(',') + 17) });
  expect(cut.data.fields).toEqual({ picture: '图片已损坏，请重新选择' });
  const large = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(2_900_000)}`;
  expect((await add(ORGS.city.id, '大图', { picture: large })).data.fields.picture).toBe('图片不能超过2MB');
  expect(files()).toBe(before);
  expect((await sql`select from swiper where title in ('假图', '大图')`.execute(t.db)).rows).toHaveLength(0);
});

test('P49 a link stays in the product or on an origin that the site allows', async () => {
  for (const link of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/x',
    'data:text/html,x',
  ]) {
    const answer = await add(ORGS.city.id, '链接', { link });
    expect(answer.data?.fields?.link, link).toMatch(/[一-鿿]/);
  }
  expect((await add(ORGS.city.id, '站内', { link: '/news?tab=todo' })).code).toBe(200);
  await admin.call(saveSite, { host: '*', version: 0, settings: { redirectOrigins: ['https://study.example.cn'] } });
  const outside = await add(ORGS.city.id, '站外', { link: 'https://study.example.cn/course/1' });
  expect(outside.code).toBe(200);
  const links = async () =>
    Object.fromEntries((await admin.call(shownSwipers, {})).result.map(({ title, link }) => [title, link]));
  expect((await links()).站外).toBe('https://study.example.cn/course/1');
  await admin.call(saveSite, { host: '*', version: 1, settings: {} });
  expect((await links()).站外, 'no longer allowed, no longer a link').toBe('');
});

test('changed, ordered, deleted; a stale version and another organisation are refused', async () => {
  const org = ORGS.branchA21.id;
  const [one, two] = [(await add(org, '一')).result.id, (await add(org, '二')).result.id];
  await admin.call(moveSwiper, { id: two, after: '' });
  const worker = await t.as('admin');
  const mine = async () =>
    (await worker.call(listSwipers, { pageSize: 50 })).result.rows.filter(({ orgId }) => orgId === org);
  expect((await mine()).map(({ title }) => title)).toEqual(['二', '一']);
  const foreign = (await add(ORGS.branchB11.id, '别处')).result.id;
  expect((await admin.call(moveSwiper, { id: one, after: foreign })).data.fields).toHaveProperty('after');
  const changed = await admin.call(updateSwiper, { id: one, version: 1, title: '一改', picture: TINY_PNG });
  expect(changed.result.version).toBe(2);
  expect((await admin.call(updateSwiper, { id: one, version: 1, title: '旧' })).data.conflict).toBe(true);
  const wrong = await admin.call(updateSwiper, { id: one, version: 2, startsOn: '2026-05-02', endsOn: '2026-05-01' });
  expect(wrong.data.fields).toEqual({ endsOn: '结束日期不能早于开始日期' });
  await admin.call(removeSwiper, { id: one });
  expect((await mine()).map(({ title }) => title)).toEqual(['二']);
  expect((await admin.call(removeSwiper, { id: one })).code).toBe(404);
});

test('workers without the right neither list nor write', async () => {
  const worker = await t.as('countyWorker');
  expect((await worker.call(listSwipers, {})).code).toBe(403);
  const answer = await worker.call(createSwiper, {
    orgId: ORGS.countyA.id,
    title: '试',
    alt: '试',
    picture: TINY_PNG,
    startsOn: '',
    endsOn: '',
  });
  expect(answer.code).toBe(403);
});

test('a deleted picture is restored from the recycle bin; erased, its file goes too', async () => {
  const id = (await add(ORGS.city.id, '回收')).result.id;
  await admin.call(removeSwiper, { id });
  const bin = async () => (await admin.call(listRecycled, { kind: 'swiper' })).result.rows.map((row) => row.name);
  expect(await bin()).toContain('回收');
  const restored = await admin.call(restoreRecycled, { kind: 'swiper', id, reason: '误删' });
  expect(restored.code).toBe(200);
  expect(await titlesOf(admin)).toContain('回收');
  expect(await bin()).not.toContain('回收');
  await admin.call(removeSwiper, { id });
  await t.db.transaction().execute((tx) => eraseSwiper(tx, id));
  const { rows } = await sql`
    select from stored_file where name = '回收.png' and expires_at <= now()`.execute(t.db);
  expect(rows).toHaveLength(1);
});

test('the file of a picture that was replaced is given to the cleaning; one that stays is not', async () => {
  const made = await add(ORGS.city.id, '替换');
  const row = async () =>
    t.db.selectFrom('swiper').select(['file_id', 'version']).where('id', '=', made.result.id).executeTakeFirstOrThrow();
  const old = (await row()).file_id;
  const expired = async () =>
    (
      await sql<{ id: string }>`select id from stored_file where name like '替换%' and expires_at <= now()`.execute(
        t.db,
      )
    ).rows.map(({ id }) => id);
  const change = { id: made.result.id, version: 1, alt: '另一张' };
  expect((await admin.call(updateSwiper, change)).code).toBe(200);
  expect(await expired()).toEqual([]);
  expect((await admin.call(updateSwiper, { ...change, version: 2, picture: TINY_PNG })).code).toBe(200);
  expect((await row()).file_id).not.toBe(old);
  expect(await expired()).toEqual([old]);
});
