import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '#people/member/contract.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { addVariation, decideVariation, getVariation } from '#procedures/departure/contract.ts';
import { paper as upload } from '#procedures/recruitment/test/factory.ts';
import { agree, inside, readyCity, startOne, workerAt } from '#procedures/transfer/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** A death that is registered while the other branch takes the person in: one of the two comes first, and the other sees it. */
const ROUNDS = Math.min(200, Number(process.env.WALKS ?? 8));

let t: TestApp;
let branch: Caller;
let committee: Caller;
let receiver: Caller;
let otherCommittee: Caller;
let today: string;

beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  receiver = await workerAt(t, 'branchB11');
  otherCommittee = await workerAt(t, 'committeeB1');
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

/** Another full member of branch A11, with what a letter needs. */
async function person(n: number): Promise<string> {
  const form = memberForm(700 + n, 'branchA11', { isAnother: true, name: `争先${n}` });
  const made = await branch.call(createMember, form as never);
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

const outcome = async (memberId: string) => {
  const { rows } = await sql<{ org: string; status: number; transfer: number; variation: string; ledger: string[] }>`
    select m.org_id as org, m.membership_status as status,
           (select t.status from relation_transfer t where t.member_id = m.id) as transfer,
           coalesce((select v.state from member_variation v where v.member_id = m.id), '') as variation,
           array(select l.org_id || ':' || l.way || l.sign from member_ledger l where l.member_id = m.id order by l.id) as ledger
      from member m where m.id = ${memberId}`.execute(t.db);
  return rows[0];
};

test('who was transferred while a variation waited is on another roll: it is refused there, and registered by the new branch', async () => {
  const memberId = await person(201);
  const files = [await upload(branch)];
  const meeting = { meetingOn: today, due: 10, present: 8, agree: 7 };
  const asked = {
    memberId,
    kind: 'suspended',
    ground: 'settled',
    groundOn: today,
    effectiveOn: today,
    reason: '六个月没有参加组织生活',
    files,
    ...meeting,
  };
  const made = await branch.call(addVariation, asked as never);
  expect(made.code, made.text).toBe(200);
  const id = await startOne(branch, memberId, inside('branchB11'));
  for (const who of [committee, otherCommittee, receiver]) expect((await agree(who, id)).code).toBe(200);
  const { version } = (await committee.call(getVariation, { id: made.result.id })).result;
  const decided = await committee.call(decideVariation, {
    id: made.result.id,
    version,
    agree: true,
    opinion: '',
  } as never);
  expect(decided.msg).toContain('组织关系已转到乙县第一党支部');
  const now = await outcome(memberId);
  expect(now).toMatchObject({ org: ORGS.branchB11.id, status: 1, variation: 'pending' });
  expect(now?.ledger).toHaveLength(2);
});

test(`transfer against variation at once, ${ROUNDS} times: the ledger and the place agree`, {
  timeout: 300_000 + ROUNDS * 5_000,
}, async () => {
  const seen = new Set<string>();
  const home = ORGS.branchA11.id;
  const there = ORGS.branchB11.id;
  for (let n = 0; n < ROUNDS; n++) {
    const memberId = await person(n);
    const id = await startOne(branch, memberId, inside('branchB11'));
    expect((await agree(committee, id)).code).toBe(200);
    expect((await agree(otherCommittee, id)).code).toBe(200);
    const files = [await upload(branch)];
    const die = () =>
      branch.call(addVariation, { memberId, kind: 'died', effectiveOn: today, reason: '病故', files } as never);
    const take = () => agree(receiver, id);
    const [taken, died] =
      n % 2 === 0 ? await Promise.all([take(), die()]) : (await Promise.all([die(), take()])).reverse();
    const now = await outcome(memberId);
    const told = `round ${n}: ${taken?.text} / ${died?.text}`;
    if (died?.code === 200 && taken?.code !== 200) {
      // The death came first: the transfer is off, and the person left the roll of the branch at home.
      seen.add('died');
      expect(now, told).toEqual({
        org: home,
        status: 4,
        transfer: 9,
        variation: 'effective',
        ledger: [`${home}:died-1`],
      });
    } else {
      // The branch there took the person in first; the old branch finds nobody to register any more.
      seen.add('taken');
      expect([taken?.code, died?.code === 200], told).toEqual([200, false]);
      expect(now, told).toMatchObject({ org: there, status: 1, transfer: 6, variation: '' });
      expect(now?.ledger, told).toHaveLength(2);
    }
  }
  // Whatever came first each time, both kinds of end are possible; with few rounds one of them may not have come up.
  expect([...seen].every((end) => ['died', 'taken'].includes(end))).toBe(true);
});
