import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { cleanFiles } from '#platform/server/files/files.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { serverModules } from '#rooms/server.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { fetchBytes, form, pdf, picture, send, upload } from './factory.ts';

let t: TestApp;
let worker: Caller;
let other: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('branchWorker');
  other = await t.as('committeeWorker');
});
afterAll(() => t.close());
beforeEach(() => sql`truncate rate_window`.execute(t.db));

/** A zip of stored and deflated entries, without a library that would be too kind. */
function zip(entries: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const body = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(body.length, 18);
    local.writeUInt32LE(text.length, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(body.length, 20);
    entry.writeUInt32LE(text.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), body);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

const DOCX = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };

test('P43 what is not what its name says is refused, in words at its field', async () => {
  const script = Buffer.from('<script>alert(1)</script>');
  const png = await picture().png().toBuffer();
  const cases: [string, Buffer][] = [
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a.svgz', Buffer.from([0x1f, 0x8b])],
    ['a.html', script],
    ['a.exe', Buffer.from('MZ')],
    ['a.pdf.exe', pdf(100)],
    ['a.jpg', png],
    ['a.png', script],
    ['a.gif', Buffer.from('GIF89a=1;alert(1)//')],
    ['a.pdf', Buffer.concat([script, pdf(100)])],
    ['a.txt', Buffer.concat([Buffer.from('\n '), script])],
    ['a.docx', zip({ ...DOCX, 'setup.exe': 'MZ' })],
    ['a.docx', zip({ ...DOCX, 'word/vbaProject.bin': 'x' })],
    ['a.docx', zip({ 'xl/workbook.xml': 'x', '[Content_Types].xml': 'x' })],
    ['a.docx', zip({ ...DOCX, 'xl/workbook.xml': 'x' })],
    ['a.docx', zip({ ...DOCX, mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })],
    ['a.docx', zip({ ...DOCX, 'META-INF/manifest.xml': '<x/>' })],
    ['a.docx', zip({ ...DOCX, 'Word/Document.xml': '<x/>' })],
    ['a.docx', Buffer.concat([Buffer.from('MZ'), zip(DOCX)])],
    ['a.docx', Buffer.from('PK\x03\x04 nothing')],
    ['a', pdf(100)],
    ['a.pdf', Buffer.alloc(0)],
    ['a.mp4', Buffer.from('xxxxftyphtml')],
  ];
  for (const [name, bytes] of cases) {
    const answer = await upload(t, worker, name, bytes, 'meeting');
    expect(answer, name).toMatchObject({ status: 200, code: 600 });
    expect(answer.data.fields.file, name).toMatch(
      /^(文件格式错误，请选择.+文件|文件格式不合法，请检查文件|文件是空的，请重新选择)$/,
    );
  }
  const { rows } = await sql`select from stored_file where kind = 'upload'`.execute(t.db);
  expect(rows).toEqual([]);
});

test('P43 what is kept is inert: own address, nosniff, no script, attachment unless it can only be looked at', async () => {
  const polyglot = Buffer.concat([pdf(100), Buffer.from('<html><script>alert(1)</script>')]);
  const cases: [string, Buffer, string][] = [
    ['双.php.pdf', polyglot, 'inline'],
    ['图.png', await picture().png().toBuffer(), 'inline'],
    ['文.docx', zip(DOCX), 'attachment'],
    ['表.csv', Buffer.from('=1+1,2'), 'attachment'],
  ];
  for (const [name, bytes, how] of cases) {
    const answer = await upload(t, worker, name, bytes);
    expect(answer, name).toMatchObject({ code: 200, data: { name } });
    const file = await fetchBytes(t, worker, answer.data.url);
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect(file.headers['content-disposition']).toMatch(new RegExp(`^${how};`));
    expect(file.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(file.headers['content-security-policy']).not.toContain('script-src');
    expect(file.headers['content-type']).not.toContain('html');
    expect(file.headers['cache-control']).toContain('private');
  }
});

test('P43 names lose folders, directions, controls and reserved words, and keep their ending', async () => {
  const cases: [string, RegExp][] = [
    ['..\\\\..\\\\etc/passwd.pdf', /^passwd\.pdf$/],
    ['发票\u202Efdp.pdf', /^发票fdp\.pdf$/],
    ['con.pdf', /^_con\.pdf$/],
    [`${'长'.repeat(300)}.pdf`, /^长{96}\.pdf$/],
    ['.pdf.pdf', /^pdf\.pdf$/],
  ];
  for (const [name, expected] of cases) {
    const { data, code } = await upload(t, worker, name, pdf(50));
    expect(code, name).toBe(200);
    expect(data.name).toMatch(expected);
  }
});

test('P43 a picture is drawn anew: nothing hidden, upright, in three sizes, within the pixels', async () => {
  const secret = '东经116.391';
  const photo = await picture(400, 300)
    .jpeg()
    .withExif({ IFD0: { ImageDescription: secret } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { data } = await upload(t, worker, '照片.jpg', Buffer.concat([photo, Buffer.from('<?php evil')]), 'avatar');
  const whole = await fetchBytes(t, worker, data.url);
  const meta = await sharp(whole.bytes).metadata();
  expect(meta).toMatchObject({ format: 'jpeg', width: 300, height: 400 });
  expect(meta.exif).toBeUndefined();
  expect(whole.bytes.includes('evil')).toBe(false);
  const small = await sharp((await fetchBytes(t, worker, data.thumbnailUrl)).bytes).metadata();
  expect(small).toMatchObject({ width: 180, height: 240 });
  expect((await fetchBytes(t, worker, data.zoomUrl)).status).toBe(200);

  // A head that says 65,535 by 65,535 pixels; the rest never gets drawn.
  const flood = await picture(4, 4).png().toBuffer();
  flood.writeUInt32BE(65_535, 16);
  flood.writeUInt32BE(65_535, 20);
  expect((await upload(t, worker, 'big.png', flood, 'image')).code).toBe(600);
});

test('a file above its limit is refused; base64 and addContent.do answer by their names', async () => {
  const large = await upload(t, worker, 'a.png', Buffer.alloc(10 * 1024 ** 2 + 1), 'avatar');
  expect(large.data.fields).toEqual({ file: '文件超过10M' });
  const picture64 = await worker.post('/api/sys/oss/upload/base64', { base64: TINY_PNG, fileName: '头像' });
  expect(picture64.data).toMatchObject({ name: '头像.png', fileType: 'image/png' });
  expect((await worker.post('/api/sys/oss/upload/base64', { base64: 'QUJD' })).code).toBe(600);
  const content = await send(t, worker, '/interaction/content/uploadContent/addContent.do', form('a.pdf', pdf(90)));
  expect(content.data.path).toBe(content.data.url);
  expect((await worker.post('/api/sys/oss/upload', {})).code).toBe(600);
  expect((await t.nobody.get(content.data.path)).code).toBe(401);
});

test('PEER-04 a file is named by its opaque id alone; paths and other names find nothing', async () => {
  for (const fileName of [
    '../../etc/passwd',
    '/etc/passwd',
    'master.key',
    `${'0'.repeat(32)}/..`,
    '%2e%2e%2fmaster.key',
    '0'.repeat(32),
  ]) {
    const { status, code, text } = await worker.get('/api/common/download', { fileName });
    expect(status, fileName).toBe(200);
    expect([404, 600], fileName).toContain(code);
    expect(text).not.toContain('root:');
  }
});

test('PEER-12 bytes are read by whoever may read their row, in every size and by every way', async () => {
  const png = await picture(300, 300).png().toBuffer();
  const { data } = await upload(t, worker, '证.png', png);
  for (const url of [data.url, data.thumbnailUrl, data.zoomUrl]) {
    expect((await fetchBytes(t, worker, url)).status).toBe(200);
    expect((await other.get(url)).code).toBe(404);
  }
  expect((await other.get('/api/common/media/address', { fileName: data.id })).code).toBe(404);

  let open = true;
  canReadFile('test.row', async (ctx) => open && ctx.session.orgCode.length > 0);
  await sql`update stored_file set kind = 'test.row', row_id = '1', expires_at = null where id = ${data.id}`.execute(
    t.db,
  );
  expect((await fetchBytes(t, other, data.thumbnailUrl)).bytes.subarray(1, 4).toString()).toBe('PNG');
  open = false;
  expect((await other.get(data.url)).code).toBe(404);
  expect((await worker.get(data.url)).code).toBe(404);
  await sql`update stored_file set kind = 'test.nobodyAnswers' where id = ${data.id}`.execute(t.db);
  expect((await worker.get(data.url)).code).toBe(404);
});

test('PEER-12 a temporary address is for one file, cannot be made up, and serves ranges', async () => {
  const bytes = pdf(5000, 3);
  const { data } = await upload(t, worker, '视频说明.pdf', bytes);
  const { data: address } = await worker.get('/api/common/media/address', { fileName: data.id });
  const part = await fetchBytes(t, t.nobody, address.url, { range: 'bytes=100-199' });
  expect(part.status).toBe(206);
  expect(part.headers['content-range']).toBe('bytes 100-199/5000');
  expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true);
  expect((await fetchBytes(t, t.nobody, address.url, { range: 'bytes=-10' })).bytes.equals(bytes.subarray(-10))).toBe(
    true,
  );
  expect((await fetchBytes(t, t.nobody, address.url, { range: 'bytes=9000-' })).status).toBe(416);
  const [key, until, session, signature] = address.url.split('/').at(-1).split('.');
  for (const ticket of [
    `${'0'.repeat(32)}.${until}.${session}.${signature}`,
    `${key}-z.${until}.${session}.${signature}`,
    `${key}.${Number(until) + 9}.${session}.${signature}`,
    `${key}.${until}.${Number(session) + 1}.${signature}`,
    `${key}.${until}.${signature}`,
    `open.${key}.${until}.${session}.${signature}`,
    `${key}.${until}.${session}.${'0'.repeat(64)}`,
    'x',
  ]) {
    expect((await t.nobody.get(`/api/common/media/${ticket}`)).code, ticket).toBe(404);
  }
  const past = `${key}.1700000000.${session}`;
  const hash = hashToken(worker.token).toString('hex');
  const old = await t.nobody.get(`/api/common/media/${past}.${t.services.vault.sign('media', `${past} ${hash}`)}`);
  expect(old).toMatchObject({ code: 404, msg: '地址已过期，请刷新页面' });
});

test('P7 PEER-12 a temporary address dies with its session, and with the right to the file', async () => {
  const { data } = await upload(t, worker, '录像.pdf', pdf(500, 4));
  const { accountId, grantId, orgId } = t.fixture.principals.branchWorker;
  const read = async (url: string) => (await fetchBytes(t, t.nobody, url)).headers['content-type'];
  const addressOf = async (caller: Caller) =>
    (await caller.get('/api/common/media/address', { fileName: data.id })).data.url;
  const end = {
    'a sign-out': (own: Caller) => own.get('/api/logout'),
    'a switch of roles': (own: Caller) => own.post('/api/switchRole', { workOrgId: orgId, roleId: 3 }),
    'a sign-in elsewhere': () => sql`update session set ended_at = now() where account_id = ${accountId}`.execute(t.db),
    'a role taken back': () => sql`update account_role set revoked_at = now() where id = ${grantId}`.execute(t.db),
  };
  for (const [why, act] of Object.entries(end)) {
    const own = await t.as('branchWorker');
    const url = await addressOf(own);
    expect(await read(url), why).toBe('application/pdf');
    await act(own);
    expect(await read(url), why).toContain('json');
    expect((await t.nobody.get(url)).code, why).toBe(404);
  }
  await sql`update account_role set revoked_at = null where id = ${grantId}`.execute(t.db);
  worker = await t.as('branchWorker');

  const url = await addressOf(worker);
  await sql`update stored_file set kind = 'test.nobodyAnswers', row_id = '1' where id = ${data.id}`.execute(t.db);
  expect((await t.nobody.get(url)).code).toBe(404);
});

test('PEER-13 the editor is offered no way to fetch addresses or list files, and no call takes an address to fetch', async () => {
  const { data } = await worker.get('/api/sys/ueditor/config');
  expect(Object.keys(data).filter((name) => /catcher|manager|list|scrawl|snapscreen/i.test(name))).toEqual([]);
  expect(data.imageFieldName).toBe('file');
  const files = serverModules.find(({ name }) => name === 'files');
  const inputs = files?.routes.flatMap(({ endpoint }) => Object.keys(endpoint.input.shape)) ?? [];
  expect(inputs.length).toBeGreaterThan(20);
  expect(inputs.filter((name) => /url|source|catch|link|href|path/i.test(name))).toEqual([]);
});

test('delete=true removes the own temporary file alone', async () => {
  const { accountId } = t.fixture.principals.branchWorker;
  const { data } = await upload(t, worker, 'a.pdf', pdf(60));
  expect((await worker.get(`${data.url}&delete=true`)).code).toBe(404);
  await sql`update stored_file set kind = 'member.export' where id = ${data.id}`.execute(t.db);
  expect((await other.get(`${data.url}&delete=true`)).code).toBe(404);
  const got = await fetchBytes(t, worker, `${data.url}&delete=true`);
  expect(got.bytes.length).toBe(60);
  await expect
    .poll(
      async () =>
        (await sql`select from stored_file where id = ${data.id} and account_id = ${accountId}`.execute(t.db)).rows,
    )
    .toEqual([]);
  expect((await worker.get(data.url)).code).toBe(404);
});

test('a loose file goes after thirty days, one that belongs to a row stays; a foreign one cannot be attached', async () => {
  const mine = (await upload(t, worker, 'a.pdf', pdf(60))).data.id;
  const kept = (await upload(t, worker, 'b.pdf', pdf(60))).data.id;
  const foreign = (await upload(t, other, 'c.pdf', pdf(60))).data.id;
  const { accountId, orgCode } = t.fixture.principals.branchWorker;
  // Of a context, attaching uses these alone.
  const ctx = { db: t.db, services: t.services, session: { accountId, orgCode } } as unknown as Parameters<
    typeof attachFiles
  >[0];
  const owner = { kind: 'test.attachment', rowId: '9', orgCode };
  canReadFile('test.attachment', async () => true);
  expect(await attachFiles(ctx, 'files', [kept], owner)).toEqual([kept]);
  await expect(attachFiles(ctx, 'files', [foreign], owner)).rejects.toMatchObject({ code: 600 });
  const [copy] = await attachFiles(ctx, 'files', [kept], { ...owner, rowId: '10' });
  expect(copy).not.toBe(kept);
  await sql`update stored_file set expires_at = expires_at - interval '31 days'`.execute(t.db);
  await cleanFiles(t.services);
  const { rows } = await sql<{
    id: string;
  }>`select id from stored_file where id = any(${[mine, kept, copy]}::text[]) order by row_id desc`.execute(t.db);
  expect(rows.map(({ id }) => id)).toEqual([kept, copy]);
});

test('a draft is told which of its files are still there: the own ones, not foreign, expired or made up', async () => {
  const idOf = async (caller: Caller, name: string) =>
    (await upload(t, caller, name, pdf(60, name.length))).data.id as string;
  const [kept, gone, foreign] = [
    await idOf(worker, '留着.pdf'),
    await idOf(worker, '过期.pdf'),
    await idOf(other, '别人的.pdf'),
  ];
  await sql`update stored_file set expires_at = now() - interval '1 second' where id = ${gone}`.execute(t.db);
  const ids = [gone, kept, foreign, 'e'.repeat(32)].join(',');
  const { data } = await worker.get(`/api/common/upload/known?ids=${ids}`);
  expect(data).toMatchObject([{ id: kept, name: '留着.pdf', fileType: 'application/pdf', size: 60 }]);
  expect(data).toHaveLength(1);
  expect((await worker.get('/api/common/upload/known?ids=../x')).code).toBe(600);
  expect((await t.nobody.get(`/api/common/upload/known?ids=${kept}`)).code).toBe(401);
});

test('a file that its row let go and takes back stays; a copy keeps its bytes when the first one goes', async () => {
  const { accountId, orgCode } = t.fixture.principals.branchWorker;
  const ctx = { db: t.db, services: t.services, session: { accountId, orgCode } } as unknown as Parameters<
    typeof attachFiles
  >[0];
  const owner = (rowId: string) => ({ kind: 'test.back', rowId, orgCode });
  canReadFile('test.back', async () => true);
  const { id } = (await upload(t, worker, '章程.png', await picture().png().toBuffer())).data;
  await attachFiles(ctx, 'files', [id], owner('1'));
  const [copy = ''] = await attachFiles(ctx, 'files', [id], owner('2'));
  await detachFiles(ctx, owner('1'), []);
  await detachFiles(ctx, owner('2'), []);
  expect(await attachFiles(ctx, 'files', [copy], owner('2'))).toEqual([copy]);
  await sql`update stored_file set expires_at = now() - interval '1 day' where expires_at is not null`.execute(t.db);
  await cleanFiles(t.services);
  expect((await worker.get('/api/common/download', { fileName: id })).code).toBe(404);
  for (const size of ['', '-t', '-z']) {
    expect((await fetchBytes(t, worker, `/api/common/download?fileName=${copy}${size}`)).bytes.length).toBeGreaterThan(
      0,
    );
  }
  const stored = () => readdirSync(join(t.services.config.dataDir, 'files')).filter((name) => name.startsWith(id));
  expect(stored().sort()).toEqual([id, `${id}-t`, `${id}-z`]);
  await detachFiles(ctx, owner('2'), []);
  await sql`update stored_file set expires_at = now() - interval '1 day' where id = ${copy}`.execute(t.db);
  await cleanFiles(t.services);
  expect(stored()).toEqual([]);
});
