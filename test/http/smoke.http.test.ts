import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices, listTodos } from '#kernel/message/contract.ts';
import { listLogs } from '#kernel/system/contract.ts';
import { homeMembers, homeWarnings } from '#overview/home/contract.ts';
import { createMember, getMember, listMembers, removeMember, updateMember } from '#people/member/contract.ts';
import { createOrg, getOrg, listOrgs, orgTree, removeOrg } from '#people/org/contract.ts';
import { foldCounters } from '#platform/server/sums/counters.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeEncrypter } from '../support/encrypt.ts';
import { ORGS, PASSWORD, testIdCard } from '../support/fixture.ts';

/** The main job from end to end, on whatever PostgreSQL the run is given (15 is the oldest). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ asUser: true });
});
afterAll(() => t.close());

test('the server is 15 or newer and knows Chinese letters', async () => {
  const { rows } = await sql<{ version: number; letter: boolean }>`
    select current_setting('server_version_num')::int as version, '党' ~ '[[:alpha:]]' as letter`.execute(t.db);
  expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
  expect(rows[0]?.letter).toBe(true);
});

test('a worker signs in, sees the organisations below, finds a member, corrects the record and deletes it', async () => {
  const encrypt = await makeEncrypter(t);
  const { data } = await t.nobody.post('/api/login', {
    username: t.fixture.principals.committeeWorker.loginName,
    password: encrypt(PASSWORD),
  });
  const worker = t.withToken(data.token);
  const tree = await worker.call(orgTree, { parentId: ORGS.committeeA1.id });
  expect(tree.result.map(({ name }) => name)).toContain('城关镇第一党支部');

  const before = (await worker.call(listMembers, {})).result.total;
  const person = await worker.call(createMember, {
    orgId: ORGS.branchA11.id,
    name: '欧阳试验',
    idCardNo: testIdCard(480),
    gender: 1,
    birthDate: '1980-05-17',
    nation: '15',
    personCategory: 5,
    appliedOn: '2026-01-05',
  });
  expect(person.code).toBe(200);
  for (const keyWords of ['阳试', 'ouyang', 'oysy', testIdCard(480)]) {
    const found = await worker.call(listMembers, { keyWords });
    expect(
      found.rows.map((row) => row.name),
      keyWords,
    ).toContain('欧阳试验');
  }
  expect((await worker.call(listMembers, {})).result.total).toBe(before + 1);
  await foldCounters(t.db);
  expect((await worker.call(listMembers, {})).result.total).toBe(before + 1);

  const { id, version } = person.result;
  const changed = await worker.call(updateMember, { id, version, residence: '试验市二号' });
  expect(changed.result.version).toBe(version + 1);
  expect((await worker.call(updateMember, { id, version, residence: '旧' })).data).toMatchObject({ conflict: true });
  expect((await worker.call(getMember, { id })).result.residence).toBe('试验市二号');
  const log = await worker.call(listLogs, { action: '修改人员', outcome: 'done' });
  expect(log.rows[0].changes).toContainEqual({ field: '现居住地', before: '', after: '试验市二号' });
  const removed = await worker.call(removeMember, { id, deleteReason: '试', password: encrypt(PASSWORD) });
  expect(removed.code).toBe(200);
  expect((await worker.call(getMember, { id })).code).toBe(404);
});

test('organisations, figures, warnings, notices and to-dos answer', async () => {
  const worker = await t.as('cityWorker');
  const made = await worker.call(createOrg, { parentId: ORGS.countyB.id, name: '试建党委', type: 30 });
  expect(made.code).toBe(200);
  expect((await worker.call(getOrg, { orgId: made.result.id })).result.orgCode).toBe(made.result.orgCode);
  expect((await worker.call(removeOrg, { id: made.result.id, deleteReason: '试' })).code).toBe(200);
  for (const answer of [
    await worker.call(listOrgs, {}),
    await worker.call(homeMembers, {}),
    await worker.call(homeWarnings, {}),
    await worker.call(listNotices, {}),
    await worker.call(listTodos, {}),
  ]) {
    expect(answer.code).toBe(200);
  }
});
