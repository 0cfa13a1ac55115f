import { RSABSSA } from '@cloudflare/blindrsa-ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encrypted } from '#people/member/test/factory.ts';
import {
  castBallot,
  closeBallot,
  createBallot,
  enterSums,
  getBallot,
  openBallot,
  printBallot,
  sealBallot,
  takeSlip,
  updateBallot,
  urgeBallot,
  viewOwnBallot,
  voidBallot,
} from '#procedures/ballot/contract.ts';
import { endDue } from '#procedures/ballot/server/service/desk.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let member: Caller;
const suite = RSABSSA.SHA384.PSS.Deterministic();
const LATER = '2099-12-31 18:00';

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('member'),
  ] as const);
  await sql`update member set person_category = 1, membership_status = 1, conversion_date = null where org_id = ${me().orgId}`.execute(
    t.db,
  );
});
afterAll(() => t.close());

const me = () => t.fixture.principals.member;
let made = 0;
async function draft(given: object = {}): Promise<string> {
  made += 1;
  const form = { orgId: ORGS.branchA11.id, title: `投票${made}`, options: ['甲', '乙'], endsAt: LATER, ...given };
  const answer = await branch.call(createBallot, form as never);
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
async function opened(given: object = {}): Promise<string> {
  const id = await draft(given);
  const answer = await branch.call(openBallot, { id, version: 1 });
  expect(answer.code, answer.text).toBe(200);
  return id;
}
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What a voter's browser does: makes a slip, blinds it, has it signed. */
async function slipFor(who: Caller, id: string) {
  const { publicKey } = (await who.call(viewOwnBallot, { id })).data;
  const jwk = { kty: 'RSA', n: publicKey?.n ?? '', e: publicKey?.e ?? '', ext: true };
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify']);
  const slip = crypto.getRandomValues(new Uint8Array(32));
  const { blindedMsg, inv } = await suite.blind(key, slip);
  const blinded = text(blindedMsg);
  const answer = await who.call(takeSlip, { id, blinded });
  expect(answer.code, answer.text).toBe(200);
  const proof = await suite.finalize(key, slip, Buffer.from(answer.data.signed, 'base64url'), inv);
  return { slip: text(slip), proof: text(proof), blinded, signed: answer.data.signed };
}
/** A slip of somebody else of the branch, in the other way, since only one person here has an account. */
const cast = (id: string, of: { slip: string; proof: string }, choice: number[]) =>
  t.nobody.call(castBallot, { id, slip: of.slip, proof: of.proof, choice });
const inBox = async (id: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ballot_cast where ballot_id = ${id}`.execute(t.db)).rows[0]
    ?.n;

test('opening freezes voters and question; who is not on the list has no slip', async () => {
  const id = await opened();
  const before = (await branch.call(getBallot, { id })).data;
  expect(before.voters).toBeGreaterThan(0);
  const edit = { id, version: before.version, title: '改', options: ['甲'], endsAt: LATER };
  expect((await branch.call(updateBallot, edit as never)).msg).toContain('不能修改');
  await sql`update member set membership_status = 3 where id = (select member_id from ballot_voter where ballot_id = ${id}
    and member_id <> ${me().memberId} limit 1)`.execute(t.db);
  expect((await branch.call(getBallot, { id })).data.voters).toBe(before.voters);
  await sql`update member set membership_status = 1`.execute(t.db);
  const [other = ''] = (t.fixture.members.branchA12 ?? t.fixture.members.branchA11 ?? []).filter(
    (one) => one !== me().memberId,
  );
  const foreign = { votersAre: 'people', memberIds: [other] };
  const answer = await branch.call(createBallot, {
    orgId: ORGS.branchA11.id,
    title: '试',
    options: ['甲'],
    endsAt: LATER,
    ...foreign,
  } as never);
  expect(answer.msg).toBe('人员不存在');
  const mates = (t.fixture.members.branchA11 ?? []).filter((one) => one !== me().memberId).slice(0, 5);
  const without = await opened({ votersAre: 'people', memberIds: mates });
  expect((await member.call(viewOwnBallot, { id: without })).msg).toContain('不在投票人名单里');
  expect((await member.call(takeSlip, { id: without, blinded: '' })).msg).toContain('不在投票人名单里');
});

test('a secret vote is opened for five voters or more; the setting of the installation goes no lower than three', async () => {
  const mates = (t.fixture.members.branchA11 ?? []).slice(0, 4);
  expect(mates.length).toBe(4);
  const openWith = async (memberIds: string[], given: object = {}) => {
    const id = await draft({ votersAre: 'people', memberIds, ...given });
    return branch.call(openBallot, { id, version: 1 });
  };
  const refused = await openWith(mates);
  expect(refused.msg).toContain('无记名投票至少要有5名投票人，这次只有4名');
  expect((await openWith(mates, { onPaper: true })).msg).toBe(refused.msg);
  const set = (least: number) =>
    sql`insert into site_config (host, data) values ('*', ${JSON.stringify({ secretVoters: least })}::jsonb)
        on conflict (host) do update set data = excluded.data`.execute(t.db);
  await set(4);
  expect((await openWith(mates)).code).toBe(200);
  // Whatever stands there, nothing lower than three is read.
  await set(1);
  expect((await openWith(mates)).code).toBe(400);
  await sql`delete from site_config`.execute(t.db);
});

test('one slip a person: the same is signed again, another is refused; a hundred hands with one slip are one ballot', async () => {
  const id = await opened();
  const slip = await slipFor(member, id);
  const again = await member.call(takeSlip, { id, blinded: slip.blinded });
  expect(again.data.signed).toBe(slip.signed);
  expect(
    (await member.call(takeSlip, { id, blinded: slip.blinded.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) })).msg,
  ).toContain('已经领过票');
  expect((await member.call(takeSlip, { id, blinded: '' })).msg).toContain('已经领过票');
  const hands = await Promise.all(Array.from({ length: 100 }, () => cast(id, slip, [1, 2])));
  expect(new Set(hands.map(({ code }) => code))).toEqual(new Set([200]));
  expect(await inBox(id)).toBe(1);
  expect((await cast(id, slip, [2, 2])).msg).toBe('这张票已经投过');
  expect((await cast(id, { ...slip, slip: text(Buffer.alloc(32, 7)) }, [1, 2])).msg).toBe('选票不是这次投票的');
  const other = await opened();
  expect((await cast(other, slip, [1, 2])).msg).toBe('选票不是这次投票的');
});

test('nothing in the whole database joins a person to a ballot, and no line, session or address is kept of it', async () => {
  const id = await opened();
  const slip = await slipFor(member, id);
  const tables = await sql<{
    name: string;
  }>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(t.db);
  const dump = async () => {
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      if (name === 'ballot_cast') continue;
      const found = await sql<{ row: string }>`select x::text as row from ${sql.raw(name)} x`.execute(t.db);
      rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
    }
    return rows.sort();
  };
  const before = await dump();
  expect((await member.call(castBallot, { id, ...slip, choice: [1, 3] } as never)).code).toBe(200);
  expect(await dump()).toEqual(before);
  const bytes = Buffer.from(slip.slip, 'base64url');
  for (const secret of [slip.slip, slip.proof, bytes.toString('hex')])
    expect(before.filter((row) => row.includes(secret))).toEqual([]);
});

test('at the end ballots lose their slips: one transaction, random order, equal sums; the order says nothing of the slips', async () => {
  const id = await draft({ options: ['甲'] });
  expect((await branch.call(openBallot, { id, version: 1 })).code).toBe(200);
  const choices = Array.from({ length: 200 }, (_one, at) => (at < 100 ? 1 : 2));
  for (const [at, choice] of choices.entries())
    await sql`insert into ballot_cast (ballot_id, slip, choice) values (${id}, ${Buffer.from(String(at).padStart(32, '0'))}, ${[choice]}::smallint[])`.execute(
      t.db,
    );
  await sql`update ballot set ends_at = now() - interval '1 second', voters = 201 where id = ${id}`.execute(t.db);
  await endDue(t.services);
  expect(await inBox(id)).toBe(0);
  const lying = await sql<{ choice: number[]; xmin: string }>`
    select choice, xmin::text as xmin from ballot_paper where ballot_id = ${id} order by ctid`.execute(t.db);
  expect(new Set(lying.rows.map(({ xmin }) => xmin)).size).toBe(1);
  const order = lying.rows.map(({ choice }) => choice[0] ?? 0);
  expect(order).not.toEqual(choices);
  // 100 of each in random order: the first half holds 50 of them, give or take 7 in two runs of three; 25 to 75 always.
  const early = order.slice(0, 100).filter((choice) => choice === 1).length;
  expect(early).toBeGreaterThan(25);
  expect(early).toBeLessThan(75);
  const { result, state } = (await branch.call(getBallot, { id })).data;
  expect(state).toBe(2);
  expect(result).toMatchObject({ valid: true, sums: [[100, 100, 0]], passed: [false] });
  expect((await member.call(takeSlip, { id, blinded: '' })).msg).toBe('投票已经截止');
});

test('below five ballots no single figure is told; a browser that cannot blind votes by a slip that is stored nowhere', async () => {
  const id = await opened({ options: ['甲'] });
  const { plain } = (await member.call(takeSlip, { id, blinded: '' })).data;
  expect(
    (await sql`select from ballot_voter where ballot_id = ${id} and slip_asked is not null`.execute(t.db)).rows,
  ).toEqual([]);
  expect((await cast(id, plain ?? { slip: '', proof: '' }, [1])).code).toBe(200);
  expect((await branch.call(closeBallot, { id })).msg).toContain('还有人没有投票');
  await sql`update ballot set ends_at = now() where id = ${id}`.execute(t.db);
  await endDue(t.services);
  const seen = (await branch.call(getBallot, { id })).data;
  expect(seen.cast).toBe(1);
  expect(seen.result?.sums).toBeNull();
  expect((await member.call(viewOwnBallot, { id })).data.result?.sums).toBeNull();
});

test('urging reaches those without a slip once a day and answers a number alone', async () => {
  const id = await opened();
  await slipFor(member, id);
  const answer = await branch.call(urgeBallot, { id });
  const { voters } = (await branch.call(getBallot, { id })).data;
  expect(answer.data).toEqual({ people: voters - 1 });
  expect((await branch.call(urgeBallot, { id })).msg).toContain('已经催办过');
});

test('paper: two tellers must agree; then two people seal by their own passwords, and nothing changes any more', async () => {
  const id = await opened({ onPaper: true, options: ['甲'] });
  const { voters } = (await branch.call(getBallot, { id })).data;
  const sums = [[voters, 0, 0]];
  expect((await branch.call(enterSums, { id, cast: voters, sums: [[voters, 1, 0]] })).data.fields.sums).toContain(
    '合计应为',
  );
  // A superior is the second person at most: nothing of a branch's vote is a superior's alone.
  const early = await committee.call(enterSums, { id, cast: voters, sums });
  expect(early.msg).toBe('先由举行投票的组织录入或确认，上级再作为第二人');
  expect((await branch.call(enterSums, { id, cast: voters, sums })).data).toEqual({ differs: false, isClosed: false });
  expect((await branch.call(enterSums, { id, cast: voters, sums })).data.isClosed).toBe(false);
  const other = [[voters - 1, 1, 0]];
  expect((await committee.call(enterSums, { id, cast: voters, sums: other })).data).toEqual({
    differs: true,
    isClosed: false,
  });
  expect((await committee.call(enterSums, { id, cast: voters, sums })).data.isClosed).toBe(true);
  expect((await branch.call(getBallot, { id })).data.result).toMatchObject({ valid: true, passed: [true] });

  expect((await branch.call(sealBallot, { id, password: await encrypted(t, 'wrong') })).code).not.toBe(200);
  const password = () => encrypted(t);
  expect((await committee.call(sealBallot, { id, password: await password() })).msg).toContain('上级再作为第二人');
  expect((await branch.call(sealBallot, { id, password: await password() })).data).toEqual({ isSealed: false });
  expect((await branch.call(sealBallot, { id, password: await password() })).msg).toContain('还要另一个人');
  expect((await committee.call(sealBallot, { id, password: await password() })).data).toEqual({ isSealed: true });
  const ended = (await branch.call(getBallot, { id })).data;
  expect(ended).toMatchObject({ state: 3, seal: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect((await branch.call(voidBallot, { id, reason: '试' })).msg).toContain('不能作废');
  await expect(sql`update ballot set result = null where id = ${id}`.execute(t.db)).rejects.toThrow('sealed');
});

test('a superior reads a branch’s vote, and neither makes, opens, urges nor voids it', async () => {
  const OWN = '投票由举行投票的组织自己办理，上级可以查看';
  const form = { orgId: ORGS.branchA11.id, title: '上级的', options: ['甲'], endsAt: LATER };
  expect((await committee.call(createBallot, form as never)).msg).toBe(OWN);
  const early = await draft();
  expect((await committee.call(openBallot, { id: early, version: 1 })).msg).toBe(OWN);
  const id = await opened();
  const { data } = await committee.call(getBallot, { id });
  expect(Object.values(data.can)).not.toContain(true);
  expect((await committee.call(urgeBallot, { id })).msg).toBe(OWN);
  expect((await committee.call(voidBallot, { id, reason: '上级不同意' })).msg).toBe(OWN);
  expect((await branch.call(getBallot, { id })).data.state).toBe(1);
});

test('void: what was voted goes with it', async () => {
  const id = await opened();
  const slip = await slipFor(member, id);
  await cast(id, slip, [1, 1]);
  expect((await branch.call(voidBallot, { id, reason: '候选人有变' })).code).toBe(200);
  expect(await inBox(id)).toBe(0);
  expect((await cast(id, slip, [1, 1])).msg).toContain('投票不在进行');
});

test('the result is a paper once it has ended, with no figure below five ballots', async () => {
  const id = await opened({ options: ['甲'] });
  expect((await branch.call(printBallot, { id })).msg).toBe('投票结束后才有结果');
  await sql`update ballot set ends_at = now() where id = ${id}`.execute(t.db);
  await endDue(t.services);
  const paper = await branch.call(printBallot, { id });
  expect(paper.code, paper.text).toBe(200);
  expect(paper.data).toMatchObject({ pages: 1, missing: [] });
  expect((await (await t.as('siblingWorker')).call(printBallot, { id })).code).toBe(404);
});
