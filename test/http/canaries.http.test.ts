import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { eraseRecycled, listLogs } from '#kernel/system/contract.ts';
import { previewBulk, startBulk } from '#people/member/contract.bulk.ts';
import { addIdCardChange, findByIdCard } from '#people/member/contract.idCard.ts';
import { startImport } from '#people/member/contract.import.ts';
import { RECORD_CALLS } from '#people/member/contract.records.ts';
import { revealMember } from '#people/member/contract.reveal.ts';
import { proposeSelfEdit } from '#people/member/contract.selfEdit.ts';
import {
  createMember,
  exportMembers,
  listMembers,
  memberTimeline,
  removeMember,
  updateMember,
} from '#people/member/contract.ts';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { encrypted, jobEnds, memberForm, upload, workbook } from '#people/member/test/factory.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { DESTROYED } from '#platform/server/secrecy/cryptoErase.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { sampleOf } from './samples.ts';

/** Numbers that nobody has (area 999999 is none), with a valid last sign, and words that stand nowhere else. */
const card = (serial: number) => {
  const first17 = `99999919800517${String(serial).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
};
const CARDS = [card(101), card(103), card(105)] as const;
const PHONES = ['17099990101', '17099990103', '17099990105'] as const;

let t: TestApp;
let worker: Worker;
let branch: Caller;
let member: Caller;
let admin: Caller;
const said: string[] = [];
const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
beforeAll(async () => {
  // Everything that the server could say: a line for each answer too.
  vi.stubEnv('LOG_LEVEL', 'trace');
  for (const { stream } of streams) {
    stream.write = ((text: string | Uint8Array) => said.push(String(text)) > 0) as typeof stream.write;
  }
  t = await startTestApp();
  worker = startWorker(t.services, [jobModule, memberModule]);
  [branch, member, admin] = await Promise.all([t.as('branchWorker'), t.as('member'), t.as('admin')]);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
  for (const { stream, write } of streams) stream.write = write;
  vi.unstubAllEnvs();
});

/** The tables that hold any of these texts, with how many rows: what a grep over a dump would find. */
async function tablesWith(words: readonly string[]): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name collate "C"`.execute(t.db);
  expect(tables.length).toBeGreaterThan(60);
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} as r where r::text ~ ${words.join('|')}`.execute(t.db);
    if (rows[0]?.n) found[name] = rows[0].n;
  }
  return found;
}

/** Every file below the data folder, uploads, exports and what is being received alike. */
const files = () =>
  readdirSync(t.services.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const add = async (given: Record<string, unknown>) => {
  const made = await branch.call(createMember, memberForm(800, 'branchA11', { gender: 1, ...given }));
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};

test('P51 P54 numbers that were typed, imported, asked for, proposed, looked for and shown are in no table, file or line of the log', async () => {
  const id = await add({ name: '金丝雀', idCardNo: CARDS[0], phonenumber: PHONES[0] });
  await branch.call(updateMember, { id, version: 1, phonenumber: PHONES[1] });
  await branch.call(revealMember, { id, field: 'idCardNo', reason: '核对' });
  // By the specification's wire, and as the page asks.
  expect((await branch.call(findByIdCard, { idCardNo: CARDS[0] })).data).toMatchObject({ id });
  expect((await branch.post(findByIdCard.path, { idCardNo: CARDS[0] })).data).toMatchObject({ id });
  expect((await branch.get(listMembers.path, { keyWords: CARDS[0] })).total).toBe(1);
  expect((await branch.post(listMembers.path, { keyWords: CARDS[0] })).total).toBe(1);
  // Refused, unknown, unreadable: neither the answer nor the log repeats the number.
  for (const answer of [
    await member.get(findByIdCard.path, { idCardNo: CARDS[0] }),
    await branch.get(findByIdCard.path, { idCardNo: `${CARDS[0]}9` }),
    await branch.get(`/api/dyxx/nothing/${CARDS[0]}`, { idCardNo: CARDS[0] }),
    await branch.get(`/api/dyxx/member/get/${CARDS[0]}`),
    await t.nobody.get(findByIdCard.path, { idCardNo: CARDS[0] }),
  ]) {
    expect(answer.code).not.toBe(200);
    expect(answer.text).not.toContain(CARDS[0]);
  }
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#999' } })
    .jpeg()
    .toBuffer();
  const paper = await branch.post('/api/sys/oss/upload/base64', { base64: bytes.toString('base64') });
  const asked = await branch.call(addIdCardChange, {
    memberId: id,
    idCardNo: CARDS[1],
    reason: '重号更正',
    proof: [paper.data.id],
  });
  expect(asked.code, asked.text).toBe(200);
  expect((await member.call(proposeSelfEdit, { phonenumber: PHONES[2], note: '换号' })).code).toBe(200);

  const sheet = await workbook([
    ['姓名', '身份证号', '人员类别', '手机号'],
    ['金丝鸟', CARDS[2], '正式党员', PHONES[2]],
    ['金丝鸟', `${CARDS[1]}0`, '正式党员', PHONES[2]],
  ]);
  const batch = (await upload(t, branch, '名册.xlsx', sheet)).data;
  const mapping = batch.mapping.map(({ head, field }: { head: string; field: string }) => ({ head, field }));
  const started = await branch.call(startImport, { id: batch.id, mapping });
  expect((await jobEnds(branch, started.data.jobId)).state).toBe('done');
  const taken = await branch.call(exportMembers, {
    keyWords: '金丝雀',
    columns: ['name', 'idCardNo', 'phonenumber'],
    purpose: '核对',
  });
  await jobEnds(branch, taken.data.jobId);
  const { file_id } = await t.db
    .selectFrom('job')
    .select('file_id')
    .where('id', '=', taken.data.jobId)
    .executeTakeFirstOrThrow();
  const exported: string[] = [];
  const pieces: Buffer[] = [];
  for await (const piece of readStored(t.services, file_id ?? '')) pieces.push(Buffer.from(piece));
  for await (const line of readTable(Buffer.concat(pieces))) exported.push(line.join());
  expect(exported.join()).toContain(`999***********${CARDS[0].slice(-4)}`);

  const numbers = [...CARDS, ...PHONES];
  expect(await tablesWith(numbers)).toEqual({});
  expect(said.length).toBeGreaterThan(10);
  for (const text of [...said, ...files(), ...exported])
    for (const number of numbers) expect(text).not.toContain(number);
});

test('P55 P6 no call that reads answers a full id card or phone of anybody, but those that are declared to show one', async () => {
  const [mine = ''] = t.fixture.members.branchA11 ?? [];
  const ids = { orgId: ORGS.branchA11.id, memberId: mine };
  const county = await t.as('countyWorker');
  const shown: string[] = [];
  let answered = 0;
  for (const endpoint of callsOfModules(serverModules)) {
    if (endpoint.audit || endpoint.pii || endpoint.upload || ['public', 'device'].includes(endpoint.access)) continue;
    if (endpoint.path === '/api/logout') continue;
    const answer = await county.call(endpoint, sampleOf(endpoint, ids) as never);
    if (answer.code === 200) answered++;
    if (/(?<![\da-f])(?:\d{17}[\dX]|1[3-9]\d{9})(?![\da-f])/.test(answer.text)) shown.push(endpoint.path);
  }
  expect(answered).toBeGreaterThan(80);
  expect(shown).toEqual([]);
});

/** What is written of the person in the next test, and must be gone afterwards. */
const WORDS = ['杜鹃巷', '云雀厂', '鹧鸪职', '黄鹂注', '白鹭亲', '苍鹭亲'];

test('P57 nothing personal of an erased person is left in any table, not even in the log, which stays whole', async () => {
  const id = await add({
    name: '画眉',
    idCardNo: card(107),
    residence: '杜鹃巷1号',
    workUnit: '云雀厂',
    remark: '黄鹂注',
  });
  const bystander = await add({ name: '喜鹊', idCardNo: card(109), residence: '喜鹊桥' });
  await branch.call(updateMember, { id, version: 1, residence: '杜鹃巷2号', position: '鹧鸪职' });
  const { add: addRow, edit, remove } = RECORD_CALLS.family as RecordCalls;
  const row = await branch.call(addRow, { memberId: id, relation: '1', name: '白鹭亲', workUnit: '云雀厂' });
  expect(row.code, row.text).toBe(200);
  await branch.call(edit, { id: row.data.id, version: 1, name: '苍鹭亲' });
  await branch.call(remove, { id: row.data.id, deleteReason: '登记错误' });
  const bulk = await branch.call(previewBulk, {
    ids: [id],
    kind: 'field',
    field: 'workUnit',
    value: '山雀批',
  });
  expect(bulk.code, bulk.text).toBe(200);
  await jobEnds(branch, (await branch.call(startBulk, { id: bulk.data.id })).data.jobId);

  const before = await branch.call(memberTimeline, { id, pageSize: 50 });
  expect(before.text).toContain('苍鹭亲');
  expect(before.text).toContain('杜鹃巷2号');
  const sealedRows = async () =>
    (await sql<{ row: string }>`select l::text as row from audit_log l order by id`.execute(t.db)).rows;
  const whole = await sealedRows();

  const gone = await branch.call(removeMember, { id, deleteReason: '试', password: await encrypted(t) });
  expect(gone.code, gone.text).toBe(200);
  const erased = await admin.call(eraseRecycled, {
    kind: 'member',
    id,
    deleteReason: '试',
    password: await encrypted(t),
  });
  expect(erased.code, erased.text).toBe(200);

  expect(await tablesWith(WORDS)).toEqual({});
  // What was set for many stays the name of that act; that it was set for this person does not.
  expect(Object.keys(await tablesWith(['山雀批']))).toEqual(['audit_log', 'job', 'member_bulk']);
  // Not a row of the log was touched; it still says who did what to whom and which fields, and of others everything.
  expect((await sealedRows()).slice(0, whole.length)).toEqual(whole);
  const log = await admin.call(listLogs, { targetName: '画眉', pageSize: 50 });
  const told = log.rows.flatMap(({ changes }) => changes);
  expect(told).toContainEqual({ field: '现居住地', before: DESTROYED, after: DESTROYED });
  expect((await branch.call(memberTimeline, { id: bystander })).text).toContain('喜鹊桥');
});

test('P57 a row of a tab that is erased alone takes its values along; the rest of the person stays', async () => {
  const id = await add({ name: '鸿雁', idCardNo: card(111), residence: '鸿雁滩' });
  const { add: addRow, remove } = RECORD_CALLS.family as RecordCalls;
  const row = await branch.call(addRow, { memberId: id, relation: '1', name: '沙鸥亲' });
  await branch.call(remove, { id: row.data.id, deleteReason: '登记错误' });
  const erased = await admin.call(eraseRecycled, {
    kind: 'memberRecord',
    id: row.data.id,
    deleteReason: '试',
    password: await encrypted(t),
  });
  expect(erased.code, erased.text).toBe(200);
  const { text } = await branch.call(memberTimeline, { id, pageSize: 50 });
  expect(text).not.toContain('沙鸥亲');
  expect(text).toContain(DESTROYED);
  expect(text).toContain('鸿雁滩');
});
