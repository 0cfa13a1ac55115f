import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMeeting, dueVoters, listMeetings } from '#procedures/recruitment/contract.meeting.ts';
import { giveOpinion } from '#procedures/recruitment/contract.opinion.ts';
import { listFiles } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { applicant, DAYS, DECIDED, decide, factsOf, read, readyBranch, submit, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

const HELD = '2023-06-18';
const meeting = (stage: number, persons: object[], given: object = {}) =>
  branch.call(addMeeting, {
    orgId: ORGS.branchA11.id,
    stage,
    heldOn: HELD,
    place: '党员活动室',
    host: '魏员',
    present: 3,
    people: persons,
    ...given,
  } as never);
const due = async () => (await branch.call(dueVoters, { orgId: ORGS.branchA11.id, day: HELD })).result;

/** Three people who stand at step 3. */
async function three(from: number): Promise<string[]> {
  const files = [];
  for (const number of [from, from + 1, from + 2]) {
    const { fileId } = await applicant(branch, number, {
      name: `申请${number}`,
      idCardNo: testIdCard(number, '2001-04-16'),
    });
    await walk({ branch, superior: branch }, people, fileId, 2);
    files.push(fileId);
  }
  return files;
}

/** Gives the branch a leadership of three posts, or takes it away again. */
async function committee(has: boolean): Promise<void> {
  await sql`delete from org_post where org_id = ${ORGS.branchA11.id}`.execute(t.db);
  await sql`delete from org_term where org_id = ${ORGS.branchA11.id}`.execute(t.db);
  if (!has) return;
  await sql`insert into org_term (id, org_id, org_code, number, elected_on, years, expires_on)
             values (900001, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, '2022-01-01', 3, '2025-01-01')`.execute(
    t.db,
  );
  for (const [at, post] of ['书记', '组织委员', '宣传委员'].entries())
    await sql`insert into org_post (term_id, org_id, member_id, name, post, sort)
               values (900001, ${ORGS.branchA11.id}, ${people.full[at]}, '委员', ${post}, ${at})`.execute(t.db);
}

test('a committee meets once about several people; nothing is counted, each opinion stands apart, and the step takes its day', async () => {
  await committee(true);
  expect((await due()).hasCommittee).toBe(true);
  const [one = '', two = '', other = ''] = await three(500);
  const made = await meeting(1, [
    { fileId: one, yes: 0, opinion: '表现突出' },
    { fileId: two, yes: 0 },
  ]);
  expect(made.code, made.text).toBe(200);
  const { rows } = await branch.call(listMeetings, { stage: 1 });
  expect(rows[0]).toMatchObject({ isVoted: false, stageName: '支委会确定积极分子', present: 3 });
  expect(rows[0]?.people.map((person: { opinion: string }) => person.opinion)).toEqual(['表现突出', '']);
  expect((await read(branch, one)).votes[0]).toMatchObject({ stage: 1, heldOn: HELD, isVoted: false });
  const done = await submit(branch, one, 3, { handledOn: HELD, facts: factsOf(3, people) });
  expect(done.code, done.text).toBe(200);
  // Whoever has not come so far is not discussed, and a committee does not vote on 转正.
  const early = await meeting(4, [{ fileId: other, yes: 0 }]);
  expect(early.msg).toContain('第3步');
  const odd = await meeting(1, [{ fileId: other, yes: 0, proposal: 'revoke' }]);
  expect(odd.data?.fields ?? odd.text).toBeTruthy();
  expect(odd.code).not.toBe(200);
});

test('a branch without a committee decides in its general meeting: voted one by one, and who was voted down does not go on', async () => {
  await committee(false);
  const { due: voters, hasCommittee } = await due();
  expect(hasCommittee).toBe(voters >= 7);
  await sql`update member set deleted_at = now() where org_id = ${ORGS.branchA11.id} and person_category = 1
             and id not in (select id from member where org_id = ${ORGS.branchA11.id} and person_category = 1
                             and deleted_at is null order by id limit 6)`.execute(t.db);
  const small = await due();
  expect(small).toMatchObject({ hasCommittee: false });
  const n = small.due;
  const [one = '', two = ''] = await three(510);
  const wrong = await meeting(1, [{ fileId: one, yes: 1 }], { present: n });
  expect(wrong.text).toContain(`与实到${n}人不符`);
  const made = await meeting(
    1,
    [
      { fileId: one, yes: n },
      { fileId: two, yes: 0, no: n },
    ],
    { present: n },
  );
  expect(made.code, made.text).toBe(200);
  const { rows } = await branch.call(listMeetings, { stage: 1 });
  expect(rows[0]).toMatchObject({ isVoted: true, stageName: '支部大会确定积极分子', due: n });
  expect((await read(branch, one)).hasCommittee).toBe(false);
  const refused = await submit(branch, two, 3, { handledOn: HELD, facts: factsOf(3, people) });
  expect(refused.text).toContain('支部大会没有通过');
  expect((await submit(branch, one, 3, { handledOn: DAYS[3] ?? '', facts: factsOf(3, people) })).code).toBe(200);
  // 转正 is discussed by the general meeting at once: there is no committee to look at it before.
  expect((await meeting(8, [{ fileId: one, yes: 0 }])).text).toContain('由支部大会直接讨论');
});

test('a 党总支 between branch and committee discusses 接收 first: the committee waits, and what is given back comes again', async () => {
  const superior = await t.as('countyWorker');
  const general = await t.as('committeeWorker');
  await sql`update organisation set can_approve = (id = ${ORGS.countyA.id}), type = case when id = ${ORGS.committeeA1.id} then 40 else type end
             where id in (${ORGS.countyA.id}, ${ORGS.committeeA1.id})`.execute(t.db);
  const { fileId } = await applicant(branch, 520);
  await walk({ branch, superior }, people, fileId, 16);
  const sent = await submit(branch, fileId, 17, { handledOn: DAYS[17] ?? '' });
  expect(sent.code, sent.text).toBe(200);
  const file = await read(superior, fileId);
  expect(file.steps[16]).toMatchObject({
    general: ORGS.committeeA1.name,
    generalOn: null,
    can: { decide: false, opine: false },
  });
  const early = await decide(superior, fileId, 17, { decidedOn: '2024-11-10' });
  expect(early.msg).toContain('审议');
  const give = async (given: object) =>
    general.call(giveOpinion, { fileId, no: 17, version: (await read(general, fileId)).version, ...given } as never);
  expect((await read(general, fileId)).steps[16]?.can.opine).toBe(true);
  expect((await general.call(listFiles, { view: 'decide' })).rows.map(({ id }) => id)).toContain(fileId);
  expect((await give({ agree: true, on: '2024-10-01', opinion: '同意' })).text).toContain('不能早于报送');
  expect((await give({ agree: false })).text).toContain('请写明要补正什么');
  expect((await give({ agree: false, opinion: '决议缺签名' })).code).toBe(200);
  expect((await submit(branch, fileId, 17, { handledOn: DAYS[17] ?? '' })).code).toBe(200);
  const stale = await general.call(giveOpinion, {
    fileId,
    no: 17,
    version: 1,
    agree: true,
    on: '2024-10-25',
    opinion: '同意',
  });
  expect(stale.msg).toContain('已有变化');
  expect((await give({ agree: true, on: '2024-10-25', opinion: '同意接收' })).code).toBe(200);
  expect((await give({ agree: true, on: '2024-10-25', opinion: '同意接收' })).msg).toContain('已被处理');
  expect((await decide(superior, fileId, 17, { decidedOn: '2024-10-22' })).text).toContain('审议');
  const agreed = await decide(superior, fileId, 17, { decidedOn: '2024-11-10' });
  expect(agreed.code, agreed.text).toBe(200);
  expect((await read(branch, fileId)).steps[16]).toMatchObject({ state: 'done', generalOpinion: '同意接收' });

  // Nobody works at the 党总支: whoever approves enters its opinion from paper, then decides.
  await sql`update account_role set revoked_at = now() where org_id = ${ORGS.committeeA1.id} and role_id = 3`.execute(
    t.db,
  );
  const { fileId: second } = await applicant(branch, 521);
  await walk({ branch, superior }, people, second, 16);
  expect((await submit(branch, second, 17, { handledOn: DAYS[17] ?? '' })).code).toBe(200);
  const waiting = await read(superior, second);
  expect(waiting.steps[16]?.can).toMatchObject({ opine: true, decide: false });
  const entered = {
    fileId: second,
    no: 17,
    version: waiting.version,
    agree: true,
    on: '2024-10-25',
    opinion: '同意接收',
  };
  expect((await superior.call(giveOpinion, entered)).code).toBe(200);
  expect((await decide(superior, second, 17, { decidedOn: '2024-11-10' })).code).toBe(200);
});

test.each([17, 24])(
  'a connection killed within the approval of step %i leaves nothing by halves, and the act goes through again',
  async (no) => {
    await sql`update organisation set type = 30, can_approve = false where id = ${ORGS.committeeA1.id}`.execute(t.db);
    const county = await t.as('countyWorker');
    const { fileId, memberId } = await applicant(branch, 530 + no);
    await walk({ branch, superior: county }, people, fileId, no - 1);
    expect((await submit(branch, fileId, no, { handledOn: DAYS[no] ?? '' })).code).toBe(200);
    const all = async () => {
      const { rows } = await sql<{ state: unknown }>`
      select json_build_object(
        'person', (select json_build_array(person_category, admission_date, conversion_date, version) from member where id = ${memberId}),
        'file', (select json_build_array(category, step, step_state, probation_until, version) from development_file where id = ${fileId}),
        'steps', (select json_agg(json_build_array(no, state, decided_on) order by no) from development_step where file_id = ${fileId}),
        'papers', (select json_agg(json_build_array(id, state) order by id) from development_paper where file_id = ${fileId}),
        'ledger', (select count(*) from member_ledger where member_id = ${memberId}),
        'records', (select count(*) from sub_record where member_id = ${memberId}),
        'todos', (select json_agg(json_build_array(subject, done_at) order by id) from todo where subject like '%:' || ${fileId}::text),
        'deltas', (select count(*) from member_counter_delta)) as state`.execute(t.db);
      return JSON.stringify(rows[0]?.state);
    };
    const before = await all();
    // The last write of the act is the file's own row; the connection dies right there.
    await sql`create function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$`.execute(t.db);
    await sql`create trigger die before update on development_file for each row execute function die()`.execute(t.db);
    const died = await decide(county, fileId, no, { decidedOn: DECIDED[no] });
    expect(died.code).not.toBe(200);
    await sql`drop function die() cascade`.execute(t.db);
    expect(await all()).toBe(before);
    const done = await decide(county, fileId, no, { decidedOn: DECIDED[no] });
    expect(done.code, done.text).toBe(200);
    expect((await read(branch, fileId)).category).toBe(no === 17 ? 2 : 1);
  },
);
