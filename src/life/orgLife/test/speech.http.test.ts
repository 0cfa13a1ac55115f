import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { secretsPlace } from '#kernel/session/server/site.ts';
import { listTranscripts, transcribe } from '#life/orgLife/contract.speech.ts';
import { getMeeting } from '#life/orgLife/contract.ts';
import { recogniseSpeech } from '#life/orgLife/server/speech.ts';
import { saveFile } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  type Counterpart,
  SECRETS,
  settingsFor,
  startCounterpart,
} from '../../../../test/support/counterparts/counterpart.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let worker: Worker;
let branch: Caller;
let outside: Counterpart;
const AUDIO = Buffer.from('ID3 the bytes of a recording');

beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, serverModules);
  branch = await t.as('branchWorker');
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});
/** A fresh one a test: what is known of an origin's faults does not reach the next. */
beforeEach(async () => {
  outside = await startCounterpart();
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await outside.close();
});

/** The site with the service, or without it. */
async function setSpeech(on: boolean, key = SECRETS.speechKey) {
  const { speech } = settingsFor(outside.origin, []);
  const encrypted = t.services.vault.encrypt(secretsPlace('*'), JSON.stringify({ speechKey: key }));
  await sql`insert into site_config (host, data, secrets_enc) values ('*', ${JSON.stringify({ speech: on ? speech : null })}::jsonb, ${encrypted})
            on conflict (host) do update set data = excluded.data, secrets_enc = excluded.secrets_enc`.execute(t.db);
}

/** A meeting that was held, with a recording. */
async function held(type = 1) {
  const org = ORGS.branchA11;
  const { rows } = await sql<{ id: string }>`
    insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state, minutes)
    values (${org.id}, ${org.code}, ${type}, '会', now() - interval '2 hours', now() - interval '1 hour', 2, '已写的记录') returning id`.execute(
    t.db,
  );
  const id = rows[0]?.id ?? '';
  const account = await sql<{ id: string }>`select id from account order by id limit 1`.execute(t.db);
  const fileId = await saveFile(
    t.services,
    t.db,
    {
      kind: 'event.meeting',
      rowId: id,
      orgCode: org.code,
      accountId: account.rows[0]?.id ?? '',
      name: '录音.mp3',
      mime: 'audio/mpeg',
      days: null,
    },
    [AUDIO],
  );
  await sql`update life_meeting set files = ${[fileId]} where id = ${id}`.execute(t.db);
  return { id, fileId };
}

const recordings = async (id: string) => (await branch.call(listTranscripts, { id })).data;
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const [one] = (await recordings(id)).recordings;
      if (one.state !== 'done' && one.state !== 'failed') throw new Error(one.state);
      return one;
    },
    { timeout: 300_000, interval: 100 },
  );

test('off unless the site has a service: nothing is offered, nothing leaves', async () => {
  await setSpeech(false);
  const { id, fileId } = await held();
  expect(await recordings(id)).toEqual({ on: false, recordings: [] });
  expect((await branch.call(transcribe, { id, fileId })).msg).toBe('没有启用语音转文字，请联系管理员');
  expect(outside.hits).toEqual([]);
});

test('a recording becomes a proposal, and what is written stays as it was', async () => {
  await setSpeech(true);
  const { id, fileId } = await held();
  expect((await recordings(id)).recordings).toMatchObject([{ name: '录音.mp3', state: 'none' }]);
  outside.recognise({ asks: 2, text: '传达学习了文件。\n大家同意。' });
  expect((await branch.call(transcribe, { id, fileId })).code).toBe(200);
  expect((await branch.call(transcribe, { id, fileId })).msg).toBe('这段录音正在转写');
  expect(await ended(id)).toMatchObject({ state: 'done', text: '传达学习了文件。\n大家同意。' });
  expect(outside.speech.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['录音.mp3', AUDIO.toString()]]);
  expect((await branch.call(getMeeting, { id })).data.minutes).toBe('已写的记录');
});

test('a service that is away, refuses or fails is told at the recording, and it can be tried again', async () => {
  await setSpeech(true);
  const { id, fileId } = await held();
  outside.fail('/speech', 'error');
  await branch.call(transcribe, { id, fileId });
  expect(await ended(id)).toMatchObject({ state: 'failed', message: '外部服务暂时没有响应，请稍后再试', text: '' });
  outside.fail('/speech', null);
  outside.recognise({ asks: 0, reason: '录音没有声音' });
  await branch.call(transcribe, { id, fileId });
  expect((await ended(id)).message).toBe('这段录音没有转成文字：录音没有声音');
  await setSpeech(true, 'wrong key');
  await branch.call(transcribe, { id, fileId });
  expect((await ended(id)).message).toBe('语音转文字服务没有接受这段录音，请联系管理员核对地址和密钥');
  await setSpeech(true);
  outside.recognise({ asks: 0, text: '好' });
  await branch.call(transcribe, { id, fileId });
  expect(await ended(id)).toMatchObject({ state: 'done', text: '好', message: '' });
});

test('a service that never comes to an end is given up with a sentence, and says meanwhile how long it has been', async () => {
  outside.recognise({ asks: 1000 });
  const { speech } = settingsFor(outside.origin, []);
  const waits: number[] = [];
  const asking = recogniseSpeech(
    { url: speech.url, key: SECRETS.speechKey },
    { name: 'a.mp3', bytes: AUDIO },
    async (ms) => void waits.push(ms),
    1,
  );
  await expect(asking).rejects.toMatchObject({ message: '语音转文字服务迟迟没有结果，请稍后再试' });
  expect(waits.length).toBeGreaterThan(0);
});

test('what is said by name at a 组织生活会 never leaves; nobody else sends or reads', async () => {
  await setSpeech(true);
  const life = await held(6);
  expect(await recordings(life.id)).toMatchObject({ on: false });
  expect((await branch.call(transcribe, life)).msg).toBe('组织生活会和民主生活会的录音不外发');
  const { id, fileId } = await held();
  const above = await t.as('committeeWorker');
  expect((await above.call(listTranscripts, { id })).data).toEqual({ on: false, recordings: [] });
  expect((await above.call(transcribe, { id, fileId })).code).toBe(400);
  expect((await (await t.as('siblingWorker')).call(listTranscripts, { id })).code).toBe(404);
  expect((await branch.call(transcribe, { id, fileId: '0'.repeat(32) })).text).toContain('请选择这次会议的MP3录音');
  expect(outside.hits).toEqual([]);
});
