import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Appraisal,
  closeAppraisal,
  decidePlan,
  getAppraisal,
  listMates,
  openAppraisal,
  ownAppraisals,
  publishAppraisal,
  receiveAppraisal,
  saveGrades,
  sendPlan,
  writeMutual,
  writeSelf,
} from '#life/orgLife/contract.appraisal.ts';
import {
  addProblem,
  addStatement,
  addTalk,
  getMatter,
  listTalks,
  ownMatter,
  prepareMatter,
  removeStatement,
  removeTalk,
  settleProblem,
} from '#life/orgLife/contract.life.ts';
import { printAppraisal, printAppraisalSummary } from '#life/orgLife/contract.paper.ts';
import { createMeeting, getMeeting, holdMeeting, notifyMeeting } from '#life/orgLife/contract.ts';
import { addMonths } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { everybodyCame } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let member: Caller;
let people: string[];
const orgId = ORGS.branchA11.id;
const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, member] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('member')];
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
  const { rows } = await sql<{ id: string }>`
    select id from member where org_id = ${orgId} and person_category = 1 and membership_status = 1 and deleted_at is null
     order by id`.execute(t.db);
  people = rows.map(({ id }) => id);
});
afterAll(() => t.close());

const ok = <T extends { code: number; text: string }>(answer: T): T => {
  expect(answer.code, answer.text).toBe(200);
  return answer;
};
const at = async (id: string) => ({ id, version: (await branch.call(getMeeting, { id })).data.version as number });
async function held(type: number): Promise<string> {
  const { id } = ok(
    await branch.call(createMeeting, {
      orgId,
      type,
      title: '年度组织生活会',
      startsAt: `${day(-1)} 09:00`,
      endsAt: `${day(-1)} 11:00`,
      place: '会议室',
      note: '',
      topics: [],
      files: [],
    } as never),
  ).data as { id: string };
  ok(await branch.call(notifyMeeting, await at(id)));
  ok(await branch.call(holdMeeting, await at(id)));
  return id;
}

describe('an organisation-life meeting', () => {
  test('what is said of a person is read by those present, by whoever wrote it, and by nobody else', async () => {
    const id = await held(6);
    const [from = '', about = ''] = people;
    const said = (given: object) =>
      branch.call(addStatement, { id, kind: 3, fromId: from, aboutId: about, said: '学习抓得不紧', ...given });
    ok(await said({}));
    expect((await said({ aboutId: '' })).data.fields).toMatchObject({ aboutId: '请选择被批评的同志' });
    expect((await said({ aboutId: from })).data.fields.aboutId).toContain('自我批评');
    expect((await said({ fromId: t.fixture.members.branchB11?.[0] })).code).toBe(404);
    expect((await committee.call(addStatement, { id, kind: 2, fromId: from, said: '试' } as never)).code).toBe(400);
    ok(await branch.call(prepareMatter, { id, study: '学了党章', opinions: '', plan: '' }));
    // The worker wrote it down; the superior was not there, nor was the member before being marked.
    expect((await branch.call(getMatter, { id })).data).toMatchObject({ hidden: 0, study: '学了党章' });
    const above = ok(await committee.call(getMatter, { id })).data;
    expect(above).toMatchObject({ hidden: 1, statements: [] });
    expect(JSON.stringify(above)).not.toContain('抓得不紧');
    expect((await member.call(ownMatter, { id })).code).toBe(404);
    await everybodyCame(t, id);
    expect((await member.call(ownMatter, { id })).data.statements).toMatchObject([{ said: '学习抓得不紧' }]);
    // The right of its own reads it.
    await sql`insert into role_permission (role_id, permission_key) values (3, 'event:sensitive')`.execute(t.db);
    const again = await t.as('committeeWorker');
    expect((await again.call(getMatter, { id })).data).toMatchObject({
      hidden: 0,
      statements: [{ said: '学习抓得不紧' }],
    });
    await sql`delete from role_permission where permission_key = 'event:sensitive'`.execute(t.db);
    // Only its writer takes it back, and only of this meeting.
    const [one] = (await branch.call(getMatter, { id })).data.statements;
    ok(await branch.call(removeStatement, { id, statementId: one.id }));
    expect((await branch.call(removeStatement, { id, statementId: one.id })).code).toBe(404);
  });

  test('a problem stands as a to-do until it is struck off with evidence', async () => {
    const id = await held(6);
    const problem = { id, problem: '联系群众不够', measure: '每月入户一次', personId: people[0], dueOn: day(10) };
    expect((await branch.call(addProblem, { ...problem, dueOn: day(-9) })).data.fields.dueOn).toContain('不能早于');
    ok(await branch.call(addProblem, problem));
    const open = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from todo where subject like 'lifeProblem:%' and done_at is null`.execute(t.db)
      ).rows[0]?.n;
    expect(await open()).toBe(1);
    const [found] = (await branch.call(getMatter, { id })).data.problems;
    expect(found).toMatchObject({ state: 'open', stateName: '整改中' });
    const settle = { id, problemId: found.id, doneOn: day(0), evidence: '已入户十二户' };
    expect((await branch.call(settleProblem, { ...settle, doneOn: day(2) })).data.fields.doneOn).toContain('今天');
    expect((await committee.call(settleProblem, settle)).code).toBe(400);
    ok(await branch.call(settleProblem, settle));
    expect(await open()).toBe(0);
    expect((await branch.call(settleProblem, settle)).code).toBe(404);
    expect((await branch.call(getMatter, { id })).data.problems[0]).toMatchObject({
      state: 'done',
      evidence: '已入户十二户',
    });
  });
});

test('talks of a year, and who lacks one', async () => {
  const before = ok(await branch.call(listTalks, {})).data;
  const [from = '', to = ''] = people;
  const talk = { orgId, fromId: from, toId: to, heldOn: day(0), matter: '思想动态' };
  expect((await branch.call(addTalk, { ...talk, toId: from })).data.fields).toMatchObject({
    toId: '谈心谈话应是两个人',
  });
  expect((await branch.call(addTalk, { ...talk, heldOn: day(1) })).data.fields.heldOn).toContain('今天');
  expect((await committee.call(addTalk, talk)).code).toBe(400);
  const { id } = ok(await branch.call(addTalk, talk)).data;
  const after = ok(await branch.call(listTalks, {})).data;
  expect(after.talks).toHaveLength(before.talks.length + 1);
  const lacking = (one: typeof after) => one.pairs.length + one.withoutLeader.length + one.withoutMember.length;
  expect(lacking(after)).toBeLessThan(lacking(before));
  expect((await committee.call(listTalks, { orgId })).data.can.add).toBe(false);
  expect((await committee.call(removeTalk, { id })).code).toBe(400);
  ok(await branch.call(removeTalk, { id }));
  expect(lacking((await branch.call(listTalks, {})).data)).toBe(lacking(before));
});

describe('民主评议党员', () => {
  test('plan agreed, 自评, sums and grades by the rules, told with receipt; 不合格 opens 限期改正', async () => {
    const id = await held(8);
    ok(await branch.call(sendPlan, { id, plan: '按步骤开展' }));
    expect((await branch.call(openAppraisal, { id })).code).toBe(400);
    expect((await branch.call(decidePlan, { id, agree: true })).code).toBe(400);
    expect((await committee.call(decidePlan, { id, agree: false })).data.fields).toMatchObject({
      opinion: '退回须写明原因',
    });
    ok(await committee.call(decidePlan, { id, agree: true }));
    ok(await branch.call(openAppraisal, { id }));
    ok(await member.call(writeSelf, { id, text: '按时参加组织生活。'.repeat(200) }));
    // 互评: of those of the own group, as often as one likes; read as sums and words, never by whom.
    const mates = ok(await member.call(listMates, { id })).data;
    const mate = mates.people[0]?.memberId ?? '';
    ok(await member.call(writeMutual, { id, people: [{ memberId: mate, grade: 3, note: '联系群众还不够' }] }));
    ok(await member.call(writeMutual, { id, people: [{ memberId: mate, grade: 2, note: '联系群众还不够' }] }));
    const me = t.fixture.principals.member.memberId ?? '';
    expect((await member.call(writeMutual, { id, people: [{ memberId: me, grade: 1, note: '' }] })).code).toBe(404);
    expect(ok(await member.call(ownAppraisals, {})).data[0]).toMatchObject({
      mates: mates.people.length,
      matesDone: 1,
    });
    const begun = ok(await branch.call(getAppraisal, { id })).data as Appraisal;
    expect(begun.people.find(({ memberId }) => memberId === mate)).toMatchObject({
      mutual: { excellent: 0, qualified: 1, basic: 0, unqualified: 0 },
      remarks: ['联系群众还不够'],
    });
    expect(JSON.stringify(begun)).not.toContain('from');
    const { participants, mostExcellent } = begun;
    expect(mostExcellent).toBe(Math.floor(participants / 3));
    expect(begun.people.filter(({ selfAt }) => selfAt !== null)).toHaveLength(1);
    // Of oneself another grades: here the organisation above.
    const self = t.fixture.principals.branchWorker.memberId;
    const graded = begun.people
      .filter((one) => one.graded)
      .sort((a, b) => Number(a.memberId === self) - Number(b.memberId === self));
    expect(graded.length).toBe(people.length);
    const good = { excellent: 0, qualified: participants, basic: 0, unqualified: 0 };
    const write = async (given: object[]) => {
      const all = graded.map(({ memberId }, at) => ({ memberId, poll: good, grade: 2, reason: '', ...given[at] }));
      const own = all.filter(({ memberId }) => memberId === self);
      expect((await branch.call(saveGrades, { id, people: own } as never)).msg).toContain('不能由本人办理');
      ok(await committee.call(saveGrades, { id, people: own } as never));
      return branch.call(saveGrades, { id, people: all.filter(({ memberId }) => memberId !== self) } as never);
    };
    const [first] = graded;
    expect((await write([{ poll: { ...good, basic: 1 } }])).data.fields[first?.memberId ?? '']).toContain('多于');
    const foreign = { memberId: t.fixture.members.branchB11?.[0] ?? '0', poll: null, grade: 2 };
    expect((await branch.call(saveGrades, { id, people: [foreign] })).code).toBe(404);
    // One grade below the majority without a reason, then with it.
    ok(await write([{ grade: 4 }]));
    expect((await branch.call(closeAppraisal, { id })).data.fields[first?.memberId ?? '']).toContain('请写明理由');
    ok(await write([{ grade: 4, reason: '长期不参加组织生活' }]));
    expect((await member.call(ownAppraisals, {})).data[0]).toMatchObject({
      gradeName: '',
      can: { write: true, receive: false },
    });
    ok(await branch.call(closeAppraisal, { id }));
    expect((await branch.call(closeAppraisal, { id })).code).toBe(400);
    const { rows } = await sql<{ name: string; until: string }>`
      select fields->>'name' as name, fields->>'endsOn' as until from sub_record
       where member_id = ${first?.memberId} and kind = 'rewar' order by id desc limit 1`.execute(t.db);
    expect(rows[0]).toMatchObject({ name: '31', until: addMonths(day(0), 12) });
    const told = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where target_type = 'member' and reason like '%年度民主评议：%'`.execute(
      t.db,
    );
    expect(told.rows[0]?.n).toBe(graded.length);
    expect((await member.call(writeSelf, { id, text: '再改' })).code).toBe(400);
    ok(await member.call(receiveAppraisal, { id }));
    expect((await member.call(writeMutual, { id, people: [{ memberId: mate, grade: 1, note: '' }] })).code).toBe(400);
    const affair = ok(await branch.call(publishAppraisal, { id })).data;
    const [written] = (
      await sql<{ words: string }>`select words from open_affair where id = ${affair.id}`.execute(t.db)
    ).rows;
    expect(written?.words).toContain(`参评${participants}人`);
    for (const { name } of graded) expect(written?.words).not.toContain(name);
    expect((await committee.call(publishAppraisal, { id })).code).toBe(400);
    ok(await branch.call(printAppraisalSummary, { id }));
    const papers = ok(await branch.call(printAppraisal, { id })).data;
    // One page each; what was written at length goes over the page.
    expect(papers.pages).toBeGreaterThanOrEqual(graded.length);
    expect(ok(await branch.call(printAppraisal, { id, memberId: first?.memberId })).data.pages).toBe(1);
    expect((await branch.call(printAppraisal, { id, memberId: foreign.memberId })).code).toBe(404);
    expect((await member.call(ownAppraisals, {})).data[0].can).toEqual({ write: false, receive: false });
    expect((await (await t.as('siblingWorker')).call(getAppraisal, { id })).code).toBe(404);
  });
});
