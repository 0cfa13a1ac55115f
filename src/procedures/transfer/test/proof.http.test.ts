import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProof, listProofs, printProof, voidProof } from '#procedures/transfer/contract.proof.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let people: string[];
let today: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  const { rows } = await sql<{ id: string; today: string }>`
    select id, (now() at time zone 'Asia/Shanghai')::date::text as today from member
     where org_id = ${ORGS.branchA11.id} and person_category = 1 and membership_status = 1 and not is_floating and deleted_at is null
       and id <> ${t.fixture.principals.branchWorker.memberId} order by id`.execute(t.db);
  people = rows.map(({ id }) => id);
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

const later = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
const proof = (given: object = {}) => ({
  memberId: people[0] ?? '',
  toName: '沮阳市职教中心党委',
  reason: '学习培训',
  startsOn: today,
  endsOn: later(60),
  ...given,
});

test('numbers of one organisation are gapless, whoever writes at once, and a void one keeps its own', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => branch.call(addProof, proof())));
  expect(all.map(({ code }) => code)).toEqual(Array(6).fill(200));
  const { rows } = await branch.call(listProofs, { pageSize: 100 });
  const year = today.slice(0, 4);
  expect(rows.map(({ number }: { number: string }) => number).sort()).toEqual(
    [1, 2, 3, 4, 5, 6].map((serial) => `〔${year}〕第${serial}号`),
  );
  const [newest] = rows;
  const cancel = { id: newest.id, version: newest.version, reason: '行程取消' };
  expect((await branch.call(voidProof, cancel)).code).toBe(200);
  expect((await branch.call(voidProof, cancel)).msg).toContain('已经作废');
  expect((await branch.call(printProof, { id: newest.id })).msg).toContain('已作废');
  expect((await branch.call(listProofs, { state: 'void' })).rows).toMatchObject([{ number: newest.number }]);
  await branch.call(addProof, proof());
  expect((await branch.call(listProofs, {})).rows[0].number).toBe(`〔${year}〕第7号`);
});

test('six months are the most, and whoever floats, is no member or is oneself gets none', async () => {
  const fault = async (given: object) => (await branch.call(addProof, proof(given))).data?.fields ?? {};
  expect(await fault({ endsOn: later(190) })).toHaveProperty('endsOn', expect.stringContaining('流动党员'));
  expect(await fault({ endsOn: later(-1) })).toHaveProperty('endsOn');
  await sql`update member set is_floating = true where id = ${people[1]}`.execute(t.db);
  expect(await fault({ memberId: people[1] })).toHaveProperty('memberId', expect.stringContaining('流动党员'));
  const own = await branch.call(addProof, proof({ memberId: t.fixture.principals.branchWorker.memberId }));
  expect(own.msg).toContain('本人');
});

test('the paper is one sheet; others find nothing', async () => {
  const { rows } = await branch.call(listProofs, { state: 'valid' });
  const { id } = rows[0];
  const made = await branch.call(printProof, { id });
  expect(made.code, made.text).toBe(200);
  expect(made.result).toMatchObject({ pages: 1, missing: [] });
  const other = await t.as('otherCountyWorker');
  expect((await other.call(printProof, { id })).code).toBe(404);
  expect((await other.call(voidProof, { id, version: 1, reason: '试' })).code).toBe(404);
  expect((await other.call(addProof, proof())).code).toBe(404);
  expect((await (await t.as('member')).call(listProofs, {})).code).toBe(403);
});
