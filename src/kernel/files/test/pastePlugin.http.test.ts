import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageOrigins } from '#kernel/session/server/pageOrigins.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { fetchBytes, form, pdf, picture } from './factory.ts';

const PATH = '/interaction/content/uploadContent/pastePicture.do';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('branchWorker');
});
afterAll(() => t.close());

const site = (data: object) =>
  sql`insert into site_config (host, data) values ('*', ${JSON.stringify(data)}::jsonb)
      on conflict (host) do update set data = excluded.data`.execute(t.db);
const on = () => site({ pastePlugin: { url: 'https://dj.example.cn/paste.exe', version: '2.4.5' } });
const permitOf = async (caller: Caller): Promise<string> =>
  (await caller.post('/api/sys/oss/pastePermit', {})).data.permit;

/** What the plug-in sends: a form and the permit, no token. */
async function paste(permit: string | null, name: string, bytes: Buffer) {
  const body = form(name, bytes);
  const cookies: Record<string, string> = permit === null ? {} : { paste_permit: permit };
  const response = await t.app.inject({
    method: 'POST',
    url: PATH,
    headers: body.headers,
    cookies,
    payload: body.payload,
  });
  return response.json();
}
const png = () => picture().png().toBuffer();

test('where the site does without the plug-in there is no permit, no way in, and no door in the page’s policy', async () => {
  await site({});
  expect(await worker.post('/api/sys/oss/pastePermit', {})).toMatchObject({ code: 400, msg: '本站没有启用粘贴插件' });
  expect((await paste('x', 'a.png', await png())).msg).toBe('本站没有启用粘贴插件');
  expect((await pageOrigins(t.services, 'any')).calls).toEqual([]);
  await on();
  expect((await pageOrigins(t.services, 'any')).calls).toEqual(['ws://127.0.0.1:17092']);
});

test('a picture with a permit belongs to whom the permit was made for, and nothing else comes in by it', async () => {
  await on();
  const permit = await permitOf(worker);
  const { code, data } = await paste(permit, 'image001.png', await png());
  expect(code).toBe(200);
  expect(data.path).toBe(data.url);
  expect((await fetchBytes(t, worker, data.path)).status).toBe(200);
  const other = await t.as('committeeWorker');
  expect(JSON.parse((await fetchBytes(t, other, data.path)).text).code).toBe(404);
  expect((await paste(permit, 'a.pdf', pdf(90))).code).toBe(600);
  expect((await worker.get('/api/getInfo')).code).toBe(200);
  const asToken = await t.app.inject({ url: '/api/getInfo', headers: { authorization: permit } });
  expect(asToken.json().code).toBe(401);
});

test('no permit, a forged one, one that is over and one whose session has ended let nothing in', async () => {
  await on();
  const leaver = await t.as('countyWorker');
  const permit = await permitOf(leaver);
  const [hash = '', until = '', signature = ''] = permit.split('.');
  const forged = [
    null,
    '',
    `${hash}.${Number(until) + 600}.${signature}`,
    `${'0'.repeat(64)}.${until}.${signature}`,
    `${hash}.1000000000.${t.services.vault.sign('paste', `${hash}.1000000000`)}`,
  ];
  for (const one of forged) {
    expect(await paste(one, 'a.png', await png()), String(one)).toMatchObject({
      code: 401,
      msg: '粘贴许可已过期，请重新粘贴',
    });
  }
  expect((await paste(permit, 'a.png', await png())).code).toBe(200);
  expect((await leaver.get('/api/logout')).code).toBe(200);
  expect((await paste(permit, 'a.png', await png())).code).not.toBe(200);
});
