import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, picture, upload } from '#kernel/files/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { decideCase, getCase, listCases, proposeCase, recallCase, takeCase, withdrawCase } from '../contract.case.ts';
import { decideScore, getScore, handIn, listScores } from '../contract.score.ts';
import { opened } from './factory.ts';

let t: TestApp;
let worker: Caller;
let branch: Caller;
let other: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
  other = await t.as('siblingWorker');
});
afterAll(() => t.close());

/** A material of the branch with one file, handed in and passed; answers its id and that of the file. */
async function passed(name: string, giver: Caller = worker, given: object = {}) {
  const evaluationId = await opened(giver, { name, ...given });
  const one = (await branch.call(listScores, { evaluationId, view: 'own' })).rows[0];
  const id: string = one?.id ?? '';
  const file: string = (await upload(t, branch, '做法.png', await picture().png().toBuffer())).data.id;
  const handed = await branch.call(handIn, {
    id,
    version: one?.version ?? 0,
    self: '60',
    content: '已完成',
    files: [file],
    submit: true,
  });
  expect(handed.code, handed.text).toBe(200);
  const { version } = (await giver.call(getScore, { id })).result;
  return { id, file, pass: () => giver.call(decideScore, { id, version, agree: true, points: '60' }) };
}
const written = (scoreId: string, given: object = {}) => ({
  scoreId,
  title: '红色议事厅',
  summary: '每月一次',
  ...given,
});
const versionOf = async (id: string) => (await worker.call(getCase, { id })).result.version;
const todosOf = async (id: string) =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from todo where done_at is null and subject = ${`trinityCase:${id}`}`.execute(t.db)
  ).rows[0]?.n;

test('a passed material is proposed, returned, proposed again, published for all below, and withdrawn', async () => {
  const one = await passed('案例');
  expect((await branch.call(proposeCase, written(one.id))).text).toContain('审核通过的资料才能');
  expect((await one.pass()).code).toBe(200);
  expect((await branch.call(getScore, { id: one.id })).result).toMatchObject({ mayPropose: true, mayTake: false });
  expect((await branch.call(proposeCase, written(one.id, { summary: '' }))).data.fields.summary).toBe('请输入案例简介');
  expect((await branch.call(proposeCase, written(one.id, { files: ['0'.repeat(32)] }))).data.fields.files).toContain(
    '只能选这份资料的附件',
  );
  expect((await worker.call(proposeCase, written(one.id))).text).toContain('由资料所属的考核单位推荐');
  expect((await branch.call(takeCase, written(one.id))).text).toContain('不能发布本组织的案例');
  const made = await branch.call(proposeCase, written(one.id, { files: [one.file] }));
  expect(made, made.text).toMatchObject({ code: 200, data: { decider: ORGS.committeeA1.name } });
  const { id } = made.data;
  expect((await branch.call(proposeCase, written(one.id))).text).toContain('正在审核');
  expect(await todosOf(id)).toBe(1);
  expect((await worker.call(listCases, { view: 'waiting' })).body).toMatchObject({ total: 1, counts: { waiting: 1 } });
  expect((await branch.call(getCase, { id })).result).toMatchObject({
    state: 'asked',
    can: { decide: false, recall: true, withdraw: false },
  });
  // Never by its own organisation, nor by whoever proposed it.
  expect((await branch.call(decideCase, { id, version: 1, agree: true })).code).toBe(400);
  expect((await worker.call(decideCase, { id, version: await versionOf(id), agree: false })).data.fields.reason).toBe(
    '请写明不采用的原因',
  );
  expect(
    (await worker.call(decideCase, { id, version: await versionOf(id), agree: false, reason: '太简单' })).code,
  ).toBe(200);
  expect(await todosOf(id)).toBe(0);
  expect((await branch.call(listCases, { view: 'own' })).rows).toMatchObject([{ id, state: 'returned' }]);

  // Proposed again it is the same case; recalled, and once more.
  expect((await branch.call(proposeCase, written(one.id))).data.id).toBe(id);
  expect((await worker.call(recallCase, { id })).text).toContain('只能由推荐的人撤回');
  expect((await branch.call(recallCase, { id })).code).toBe(200);
  expect((await branch.call(proposeCase, written(one.id, { files: [one.file] }))).code).toBe(200);
  const version = await versionOf(id);
  const two = await Promise.all(
    [{ agree: true }, { agree: false, reason: '试' }].map((input) =>
      worker.call(decideCase, { id, version, ...input }),
    ),
  );
  expect(two.map(({ code }) => code).sort()).toEqual([200, 400]);
  if ((await worker.call(getCase, { id })).result.state === 'returned')
    expect((await worker.call(takeCase, written(one.id, { files: [one.file] }))).code).toBe(200);

  const found = await worker.call(listCases, { keyWords: '议事', part: '资料审核' });
  expect(found.rows).toMatchObject([{ id, state: 'published', files: 1, orgName: ORGS.branchA11.name }]);
  expect((await worker.call(listCases, { part: '没有' })).total).toBe(0);
  expect(
    (await worker.call(withdrawCase, { id, version: await versionOf(id), reason: '' })).data.fields.reason,
  ).toContain('请输入');
  expect((await branch.call(withdrawCase, { id, version: await versionOf(id), reason: '试' })).text).toContain(
    `由${ORGS.committeeA1.name}撤下`,
  );
  expect((await worker.call(withdrawCase, { id, version: await versionOf(id), reason: '有新规定' })).code).toBe(200);
  expect((await branch.call(getCase, { id })).result).toMatchObject({ state: 'withdrawn', reason: '有新规定' });
});

test('what a county publishes is read by all below with its files, and by nobody else', async () => {
  const county = await t.as('countyWorker');
  const one = await passed('全县', county, { orgId: ORGS.countyA.id });
  expect((await one.pass()).code).toBe(200);
  const { id } = (await branch.call(proposeCase, written(one.id, { files: [one.file] }))).data;
  const url = `/api/common/download?fileName=${one.file}`;
  // Another committee of the county reads neither it nor the file before it is published.
  expect((await other.call(getCase, { id })).code).toBe(404);
  expect((await other.call(listCases, {})).total).toBe(0);
  expect((await fetchBytes(t, other, url)).headers['content-type']).not.toBe('image/png');
  expect((await county.call(decideCase, { id, version: 1, agree: true })).code).toBe(200);
  const seen = await other.call(getCase, { id });
  expect(seen.result, seen.text).toMatchObject({
    state: 'published',
    scoreId: null,
    papers: [{ name: '做法.png' }],
    can: { decide: false, recall: false, withdraw: false },
  });
  expect((await fetchBytes(t, other, url)).headers['content-type']).toBe('image/png');
  expect((await other.call(getScore, { id: one.id })).code).toBe(404);
  expect((await other.call(withdrawCase, { id, version: 2, reason: '试' })).text).toContain('撤下');
  const twin = await t.as('twinWorker');
  expect((await twin.call(getCase, { id })).code).toBe(404);
  expect((await fetchBytes(t, twin, url)).headers['content-type']).not.toBe('image/png');
  const member = await t.as('member');
  expect((await member.call(listCases, {})).code).toBe(403);
  expect((await member.call(getCase, { id })).code).toBe(403);
});
