import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { usesOf } from '#kernel/dictionary/server/uses.ts';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { belongingOf } from '#people/org/server/belongings.ts';
import type { InputOf } from '#platform/contract.ts';
import { nameGrams } from '#platform/server/database/nameSearch.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { filePair, fixPair, getPair, listApplied, listPairs, printPair, setPair } from '../contract.pair.ts';
import { findReceivers } from '../contract.ts';
import { pairSubject } from '../server/todos.ts';

/** A town of another county, and the branch of a unit that reports there. */
const TOWN = ORGS.committeeB2;
const HOME = ORGS.branchA11;

let t: TestApp;
let branch: Caller;
let community: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [branch, community] = [await t.as('branchWorker'), await t.as('otherCountyWorker')];
  await sql`insert into unit (org_id, org_code, name, nature) values (${TOWN.id}, ${TOWN.code}, '山前镇', '6')`.execute(
    t.db,
  );
  await sql`update organisation set name_grams = ${nameGrams(TOWN.name)}::text[] where id = ${TOWN.id}`.execute(t.db);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from sbd_pair`.execute(t.db);
  await sql`delete from todo`.execute(t.db);
  await sql`delete from notice_recipient`.execute(t.db);
});

const form = (more: Partial<InputOf<typeof filePair>> = {}): InputOf<typeof filePair> => ({
  orgId: HOME.id,
  communityId: TOWN.id,
  contact: '党元',
  phone: '13900000001',
  posts: ['1', '5'],
  offers: '每月一次义诊',
  ...more,
});
const file = async (): Promise<string> => {
  const made = await branch.call(filePair, form());
  expect(made.code, made.text).toBe(200);
  return made.data.id;
};
const set = (id: string, status: 1 | 2 | 3 | 4, more: object = {}, who = community) =>
  who.call(setPair, { id, status, version: 1, ...more });
const notices = async (account: string) =>
  (
    await sql<{ title: string }>`select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${account} order by n.id`.execute(t.db)
  ).rows.map(({ title }) => title);

test('an organisation reports to a town, is accepted, gets its receipt, and either end ends it with a reason', async () => {
  expect((await branch.call(findReceivers, { name: '山前', kind: 'org' })).data).toMatchObject([{ id: TOWN.id }]);
  expect((await branch.call(findReceivers, { name: '山前' })).data).toEqual([]);
  const id = await file();
  expect((await community.call(listApplied, {})).body).toMatchObject({
    total: 1,
    counts: { waiting: 1, accepted: 0 },
    rows: [{ id, homeName: HOME.name, orgName: TOWN.name, can: { decide: true } }],
  });
  expect((await community.call(getPair, { id })).data).toMatchObject({
    postNames: '组织建设、健康医疗',
    can: { decide: true, edit: false, withdraw: false },
  });
  expect((await set(id, 1, {}, branch)).code).toBe(404);
  expect((await branch.call(printPair, { id })).code).toBe(400);
  expect((await set(id, 1)).data).toEqual({ version: 2 });
  expect(await notices(t.fixture.principals.branchWorker.accountId)).toEqual([
    `${HOME.name}在${TOWN.name}的组织报到已接受`,
  ]);
  const paper = await branch.call(printPair, { id });
  expect(paper.data, paper.text).toMatchObject({ pages: 1, missing: [] });
  const { rows } = await sql<{ code: string }>`select code from verify_code where subject_id = ${id}
    and kind = 'dualReport.pairReceipt'`.execute(t.db);
  const code = rows[0]?.code ?? '';
  expect((await t.nobody.call(verifyPaper, { code })).data).toMatchObject({ state: '已报到', orgName: TOWN.name });
  expect((await set(id, 3, { version: 2 })).data.fields.reason).toBe('请写明结束原因');
  expect((await set(id, 3, { version: 2, reason: '协议到期' })).code).toBe(200);
  expect((await t.nobody.call(verifyPaper, { code })).data).toMatchObject({ state: '报到已结束' });
  expect((await set(id, 3, { version: 3, reason: '再次' })).code).toBe(400);
});

test('one lives between two, also when two are filed at once; what is returned is filed anew', async () => {
  const both = await Promise.all([branch.call(filePair, form()), branch.call(filePair, form())]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 600]);
  expect(both.find(({ code }) => code === 600)?.data.fields.communityId).toBe(
    `${HOME.name}已向${TOWN.name}报到，不能再报`,
  );
  const id = both.find(({ code }) => code === 200)?.data.id;
  expect((await branch.call(urgeAbove, { kind: 'sbdPair', id })).data).toMatchObject({ orgName: ORGS.countyB.name });
  expect((await set(id, 2)).data.fields.reason).toBe('退回请写明原因');
  expect((await set(id, 2, { reason: '请先商定服务事项' })).code).toBe(200);
  await file();
});

test('fixed and withdrawn at the own end; nothing between who lies within another', async () => {
  const id = await file();
  const { orgId: _orgId, communityId: _to, ...rest } = form({ contact: '支书', phone: '0700-6231234' });
  expect((await community.call(fixPair, { ...rest, id, version: 1 })).code).toBe(404);
  expect((await branch.call(fixPair, { ...rest, phone: '12', id, version: 1 })).data.fields.phone).toContain('手机号');
  expect((await branch.call(fixPair, { ...rest, id, version: 1 })).data).toEqual({ version: 2 });
  expect((await set(id, 4, { version: 2 })).code).toBe(404);
  expect((await set(id, 4, { version: 2 }, branch)).code).toBe(200);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from todo
    where subject = ${pairSubject(id)} and done_at is null`.execute(t.db);
  expect(rows).toEqual([{ n: 0 }]);
  const within = await community.call(filePair, form({ orgId: ORGS.branchB21.id }));
  expect(within.data.fields.communityId).toContain('隶属关系');
  expect((await branch.call(filePair, form({ communityId: ORGS.branchA12.id }))).data.fields.communityId).toContain(
    '不接收',
  );
  expect((await branch.call(filePair, form({ orgId: ORGS.branchA12.id }))).code).toBe(404);
});

test('each end and those above it see it; nobody beside, and nobody without office', async () => {
  const id = await file();
  for (const who of ['branchWorker', 'committeeWorker', 'countyWorker', 'otherCountyWorker', 'cityWorker'] as const) {
    expect((await (await t.as(who)).call(listPairs, {})).body.total, who).toBe(1);
  }
  for (const who of ['siblingWorker', 'twinWorker'] as const) {
    const caller = await t.as(who);
    expect((await caller.call(listPairs, {})).body.total, who).toBe(0);
    expect((await caller.call(getPair, { id })).code).toBe(404);
    expect((await set(id, 3, { reason: '试' }, caller)).code).toBe(404);
  }
  expect((await branch.call(listPairs, { side: 'in' })).body.total).toBe(0);
  expect((await (await t.as('member')).call(listPairs, {})).code).toBe(403);
});

test('a dissolved organisation hands over what lives; what the successor has already, ends', async () => {
  const id = await file();
  const from = { ...HOME };
  const count = (subject: string, org: string) => belongingOf(subject)?.count(t.db, [org]);
  expect(await count('sbdPairFrom', from.id)).toEqual(new Map([[from.id, 1]]));
  expect(await count('sbdPairTo', TOWN.id)).toEqual(new Map([[TOWN.id, 1]]));
  expect(await usesOf(t.db, '0090', ['5'])).toEqual(['组织报到的服务岗位']);
  const ctx = { db: t.db, audit: () => undefined } as never;
  const went = await belongingOf('sbdPairFrom')?.move?.(ctx, HOME as never, ORGS.branchA12 as never, null, '合并');
  expect(went).toEqual([id]);
  await branch.call(filePair, form());
  expect(await belongingOf('sbdPairFrom')?.move?.(ctx, HOME as never, ORGS.branchA12 as never, null, '合并')).toEqual(
    [],
  );
  const { rows } = await sql<{ org: string; status: number }>`
    select org_id as org, status from sbd_pair order by id`.execute(t.db);
  expect(rows).toEqual([
    { org: ORGS.branchA12.id, status: 0 },
    { org: HOME.id, status: 4 },
  ]);
});
