import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getMember, listMembers, removeMember, updateMember } from '#people/member/contract.ts';
import { encrypted } from '#people/member/test/factory.ts';
import { publicPublicity, startPublicity } from '#procedures/recruitment/contract.meeting.ts';
import {
  decideStep,
  handPaper,
  listCandidates,
  reviewPaper,
  submitStep,
  withdrawStep,
} from '#procedures/recruitment/contract.steps.ts';
import { listFiles, overview } from '#procedures/recruitment/contract.ts';
import { openFiles } from '#procedures/recruitment/server/queries/write.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  applicant,
  askToEnd,
  asOwnSuperior,
  DAYS,
  DECIDED,
  decide,
  expectOk,
  factsOf,
  meet,
  paper,
  publicise,
  read,
  readyCallers,
  sayToEnd,
  submit,
  walk,
} from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let sibling: Caller;
let county: Caller;
let member: Caller;
let people: { full: string[]; talker: string };
let callers: { branch: Caller; superior: Caller };
beforeAll(async () => {
  t = await startTestApp();
  ({ branch, superior, sibling, county, member, people } = await readyCallers(t));
  callers = { branch, superior };
});
afterAll(() => t.close());

const person = async (id: string) => (await branch.call(getMember, { id })).result;
const todos = async (subject: string) =>
  (
    await sql<{ org_id: string; done: boolean }>`
      select org_id, done_at is not null as done from todo where subject = ${subject} order by id`.execute(t.db)
  ).rows;
const ledger = async (memberId: string) =>
  (
    await sql<{ sign: number; way: string; on: string }>`
    select sign, way, happened_on as on from member_ledger where member_id = ${memberId} order by id`.execute(t.db)
  ).rows;

describe('a file', () => {
  test('opens with the registration of an applicant, with 25 steps, and closes with the deletion of the registration', async () => {
    const { memberId, fileId } = await applicant(branch, 101);
    const file = await read(branch, fileId);
    expect(file).toMatchObject({ step: 1, stepState: 'ready', category: 5, paperUntil: 0, isSupplement: false });
    expect(file.steps).toHaveLength(25);
    expect(file.steps.map(({ state }) => state).slice(0, 3)).toEqual(['ready', 'none', 'none']);
    expect((await sibling.call(listFiles, { memberId })).rows).toEqual([]);
    expect((await sibling.get(`/api/fzdy/file/${fileId}`)).code).toBe(404);
    await expectOk(branch.call(removeMember, { id: memberId, deleteReason: '重复登记', password: await encrypted(t) }));
    const { rows } = await sql<{ ending: string }>`select ending from development_file where id = ${fileId}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ ending: 'removed' }]);
  });

  test('of whoever is further is 补录: steps before are filled in any order, bring nothing about and only warn', async () => {
    const { memberId, fileId } = await applicant(branch, 102, { personCategory: 4 });
    expect(await read(branch, fileId)).toMatchObject({ step: 4, paperUntil: 3, isSupplement: true });
    // Early for a talk, and before the application is filled in.
    await expectOk(submit(branch, fileId, 3, { handledOn: '2023-06-18', facts: factsOf(3, people) }));
    await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05' }));
    await expectOk(submit(branch, fileId, 2, { handledOn: '2023-05-28', facts: factsOf(2, people) }));
    const file = await read(branch, fileId);
    expect(file.step).toBe(4);
    expect(file.steps[1]?.warnings.map(({ code }) => code)).toEqual(['TALK_OVERDUE']);
    expect(await person(memberId)).toMatchObject({ personCategory: 4, appliedOn: '2023-03-05' });
  });

  test('runs once a person', async () => {
    const { memberId } = await applicant(branch, 103);
    expect(await openFiles(t.db, [memberId], '试')).toEqual([]);
  });

  test('category and its days change nowhere else; an empty day of a full member may be filled', async () => {
    const { memberId } = await applicant(branch, 104);
    const { version } = await person(memberId);
    const said = '人员类别随发展党员流程变化，登记有误请申请更正';
    const change = (given: object) => branch.call(updateMember, { id: memberId, version, ...given });
    expect((await change({ personCategory: 4 })).data.fields).toEqual({ personCategory: said });
    expect((await change({ appliedOn: '2022-01-01' })).data.fields).toEqual({ appliedOn: said });
    expect((await change({ name: '陈雨' })).code).toBe(200);
    const [full = ''] = people.full;
    const was = await person(full);
    const moved = await branch.call(updateMember, { id: full, version: was.version, admissionDate: '2005-01-01' });
    expect(moved.data.fields).toEqual({ admissionDate: said });
    await sql`update member set applied_on = null where id = ${full}`.execute(t.db);
    expect((await branch.call(updateMember, { id: full, version: was.version, appliedOn: '2004-02-02' })).code).toBe(
      200,
    );
  });
});

describe('steps', () => {
  test('P25 come in their order, not from tomorrow, not before the one before, and with their papers', async () => {
    const { fileId } = await applicant(branch, 111);
    const refused = async (no: number, given: object) => submit(branch, fileId, no, given);
    expect((await refused(2, { handledOn: '2024-01-01', papers: [] })).msg).toBe('请先办理第1步“递交入党申请书”');
    expect((await refused(1, { handledOn: '2099-01-01' })).data.fields).toEqual({ handledOn: '递交日期不能晚于今天' });
    expect((await refused(1, { handledOn: '2024-01-01', papers: [] })).data.fields).toEqual({
      'paper.application': '请上传入党申请书',
    });
    expect((await refused(1, { papers: [] })).data.fields).toMatchObject({ handledOn: '请填写递交日期' });
    expect((await refused(1, { handledOn: '2018-01-01' })).msg).toContain('年满十八周岁');
    await expectOk(submit(branch, fileId, 1, { handledOn: '2024-01-10' }));
    const early = await refused(2, { handledOn: '2024-01-09', facts: factsOf(2, people) });
    expect(early.msg).toContain('第2步“党组织派人谈话” 2024-01-09 早于第1步“递交入党申请书” 2024-01-10');
    const again = await refused(1, { handledOn: '2024-01-11' });
    expect(again.msg).toBe('第1步“递交入党申请书”已经完成，日期登记有误请申请更正');
    expect((await read(branch, fileId)).steps[0]).toMatchObject({ lateDays: expect.any(Number), state: 'done' });
  });

  test('ask for the right people: a talker with a post, full members in good standing', async () => {
    const { memberId, fileId } = await applicant(branch, 112);
    await expectOk(submit(branch, fileId, 1, { handledOn: DAYS[1] ?? '' }));
    const [, other = ''] = people.full;
    const wrong = await submit(branch, fileId, 2, {
      handledOn: DAYS[2] ?? '',
      facts: { talker: [other], place: '活动室' },
    });
    expect(wrong.data.fields.talker).toContain('不是书记、副书记、组织委员或组织员');
    const self = await submit(branch, fileId, 2, {
      handledOn: DAYS[2] ?? '',
      facts: { talker: [memberId], place: '活动室' },
    });
    expect(self.data.fields.talker).toContain('是本人');
    // Of somebody far away not even the name is told.
    const far = t.fixture.members.branchB11?.[0] ?? '';
    const foreign = await submit(branch, fileId, 2, {
      handledOn: DAYS[2] ?? '',
      facts: { talker: [far], place: '活动室' },
    });
    expect(foreign.data.fields.talker).toMatch(/^所选.+不存在$/);
    const offered = (await branch.call(listCandidates, { fileId, no: 2, role: 'talker' })).result;
    expect(offered.find(({ id }) => id === people.talker)).toMatchObject({ can: true });
    expect(offered.find(({ id }) => id === other)).toMatchObject({
      can: false,
      reason: '不是书记、副书记、组织委员或组织员',
    });
    const [watched = ''] = people.full.slice(-1);
    await sql`insert into sub_record (kind, member_id, title, fields) values ('rewar', ${watched}, '留党察看',
      '{"type":"2","name":"24","approvedOn":"2024-01-01","endsOn":"2999-01-01"}')`.execute(t.db);
    const contacts = (await branch.call(listCandidates, { fileId, no: 5, role: 'contact' })).result;
    expect(contacts.find(({ id }) => id === watched)).toMatchObject({ can: false, reason: '正在留党察看' });
    await sql`delete from sub_record where kind = 'rewar' and member_id = ${watched}`.execute(t.db);
  });

  test('from the application to the archive: category, days, counters, entering row, ledger and notices go along', async () => {
    const { memberId, fileId } = await applicant(branch, 113);
    await walk(callers, people, fileId, 3);
    expect(await person(memberId)).toMatchObject({ personCategory: 4, appliedOn: DAYS[1] });
    await walk(callers, people, fileId, 8);
    expect(await person(memberId)).toMatchObject({ personCategory: 3 });
    const before = (await branch.call(listMembers, { pmType: '2' })).total;
    await walk(callers, people, fileId, 17);
    const now = await person(memberId);
    expect(now).toMatchObject({
      personCategory: 2,
      admissionDate: DAYS[15],
      conversionDate: null,
      joinedBranchOn: DAYS[15],
    });
    expect((await branch.call(listMembers, { pmType: '2' })).total).toBe(before + 1);
    expect(await ledger(memberId)).toEqual([{ sign: 1, way: 'recruited', on: DAYS[15] }]);
    const entries = await sql<{ fields: Record<string, string> }>`
      select fields from sub_record where member_id = ${memberId} and kind = 'entering'`.execute(t.db);
    expect(entries.rows[0]?.fields).toMatchObject({ joinType: '1', joinedOn: DAYS[15], state: '1' });
    expect(await read(branch, fileId)).toMatchObject({ category: 2, step: 18, probationUntil: '2025-09-28' });
    await walk(callers, people, fileId, 25);
    expect(await person(memberId)).toMatchObject({ personCategory: 1, conversionDate: '2025-09-28' });
    const over = (await branch.call(listFiles, { view: 'ended' })).rows.find(({ id }) => id === fileId);
    expect(over).toMatchObject({ ending: 'converted', endedOn: DAYS[25] });
    expect((await submit(branch, fileId, 25, { handledOn: DAYS[25] ?? '', papers: [] })).msg).toBe(
      '该发展档案已经结束',
    );
  });
});

describe('the superior', () => {
  let fileId: string;
  let memberId: string;
  beforeAll(async () => {
    ({ fileId, memberId } = await applicant(branch, 121));
    await walk(callers, people, fileId, 16);
    await expectOk(submit(branch, fileId, 17, { handledOn: DAYS[17] ?? '', papers: [] }));
  });

  test('decides where it was sent to; not who handed in, a neighbour, one above or a member', async () => {
    expect(await todos(`developmentDecide:${fileId}`)).toContainEqual({ org_id: ORGS.committeeA1.id, done: false });
    expect((await submit(branch, fileId, 18, { handledOn: DAYS[18] ?? '' })).msg).toBe(
      `第17步“上级党委审批”正在等待${ORGS.committeeA1.name}决定`,
    );
    const given = { decidedOn: DECIDED[17] };
    expect((await asOwnSuperior(t, (same) => decide(same, fileId, 17, given))).msg).toBe('不能审批自己报送的步骤');
    expect((await decide(branch, fileId, 17, given)).code).toBe(403);
    expect((await decide(county, fileId, 17, given)).msg).toBe(`由${ORGS.committeeA1.name}审批`);
    const { version } = await read(branch, fileId);
    const input = { fileId, no: 17, version, decision: 'agree', ...given } as const;
    expect((await sibling.call(decideStep, input)).code).toBe(404);
    expect((await member.call(decideStep, input)).code).toBe(403);
    expect((await superior.call(listFiles, { view: 'decide' })).rows.map(({ id }) => id)).toEqual([fileId]);
    expect((await branch.call(listFiles, { view: 'decide' })).rows).toEqual([]);
  });

  test('needs day, meeting and a majority; a day before the talk names both', async () => {
    const fault = async (given: object) => (await decide(superior, fileId, 17, given)).data.fields;
    expect(await fault({ decidedOn: undefined, meeting: '' })).toEqual({
      decidedOn: '请填写审批日期',
      meeting: '请填写党委会议',
    });
    expect(await fault({ decidedOn: DECIDED[17], present: undefined, yes: undefined })).toEqual({
      present: '请填写到会委员人数',
      yes: '请填写赞成票数',
    });
    expect(await fault({ decidedOn: DECIDED[17], present: 3, yes: 4 })).toEqual({ yes: '赞成票多于到会人数' });
    expect(await fault({ decidedOn: '2024-10-09' })).toEqual({
      decidedOn: '审批日期 2024-10-09 不能早于第17步“上级党委审批” 2024-10-20',
    });
    expect(await fault({ decidedOn: DECIDED[17], present: 8, yes: 4 })).toEqual({ yes: '赞成票没有过半数，不能同意' });
    expect(await fault({ decidedOn: DECIDED[17], decision: 'refuse' })).toEqual({ opinion: '请写明不同意的理由' });
    expect(await fault({ decidedOn: '2025-01-10' })).toEqual({ lateReason: '超过三个月审批，请写明原因' });
    expect((await decide(superior, fileId, 17, { decidedOn: '2025-03-29', lateReason: '换届' })).msg).toContain(
      '须由支部大会重新讨论',
    );
    expect(await person(memberId)).toMatchObject({ personCategory: 3, admissionDate: null });
  });

  test('returns one paper of an earlier step; fixed, the step is back with the superior and nothing else is done again', async () => {
    await expectOk(
      decide(superior, fileId, 17, { decision: 'return', opinion: '第2页缺签名', mend: { no: 16, kind: 'talk' } }),
    );
    const back = await read(branch, fileId);
    expect(back).toMatchObject({ step: 17, stepState: 'returned' });
    expect(back.findings[0]).toMatchObject({
      code: 'PAPER_RETURNED',
      no: 16,
      evidence: '谈话记录：第2页缺签名',
      desk: ORGS.branchA11.name,
    });
    expect(back.steps[15]?.state).toBe('done');
    expect((await branch.call(listFiles, { view: 'returned' })).rows.map(({ id }) => id)).toEqual([fileId]);
    expect(await todos(`developmentMend:${fileId}`)).toContainEqual({ org_id: ORGS.branchA11.id, done: false });
    await expectOk(branch.call(handPaper, { fileId, no: 16, kind: 'talk', files: [await paper(branch)] }));
    expect(await read(branch, fileId)).toMatchObject({ step: 17, stepState: 'submitted' });
    expect((await todos(`developmentMend:${fileId}`)).every(({ done }) => done)).toBe(true);
  });

  test('reviews a paper alone, with a reason where it is returned, and once', async () => {
    const one = { fileId, no: 1, kind: 'application' };
    expect((await superior.call(reviewPaper, { fileId, no: 16, kind: 'talk', passed: false })).data.fields).toEqual({
      note: '请写明退回的原因',
    });
    expect((await branch.call(reviewPaper, { ...one, passed: true })).code).toBe(403);
    // Agreeing to step 8 has passed it already.
    expect((await superior.call(reviewPaper, { ...one, passed: true })).msg).toContain('已被处理');
    const talk = { fileId, no: 16, kind: 'talk' };
    await expectOk(superior.call(reviewPaper, { ...talk, passed: false, note: '缺日期' }));
    const stopped = await decide(superior, fileId, 17, { decidedOn: DECIDED[17] });
    expect(stopped.msg).toContain('谈话记录：缺日期');
    await expectOk(branch.call(handPaper, { ...talk, files: [await paper(branch)] }));
  });

  test('of approval and withdrawal at once one wins, and the other reads 已被处理', async () => {
    const { version } = await read(branch, fileId);
    const input = {
      fileId,
      no: 17,
      version,
      decision: 'refuse',
      decidedOn: '2024-11-10',
      meeting: '第21次',
      present: 9,
      yes: 4,
      opinion: '再考察',
    } as const;
    const answers = await Promise.all([
      superior.call(decideStep, input),
      branch.call(withdrawStep, { fileId, no: 17 }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)?.msg).toContain('已被处理');
    if ((await read(branch, fileId)).step === 17) {
      await expectOk(submit(branch, fileId, 17, { handledOn: DAYS[17] ?? '', papers: [] }));
      await expectOk(decide(superior, fileId, 17, { decision: 'refuse', decidedOn: '2024-11-10', opinion: '再考察' }));
    }
  });

  test('after a refusal the branch meets anew; the old vote does not serve', async () => {
    expect(await read(branch, fileId)).toMatchObject({ step: 15, category: 3 });
    const old = await submit(branch, fileId, 15);
    expect(old.data.fields.vote).toContain('须重新召开支部大会讨论');
    await expectOk(meet(branch, fileId, 7, '2024-12-01', { yes: 0, no: await dueOn('2024-12-01') }));
    expect(await read(branch, fileId)).toMatchObject({ step: 15, stepState: 'failed' });
    await expectOk(meet(branch, fileId, 7, '2024-12-20'));
    await expectOk(submit(branch, fileId, 15));
    expect(await read(branch, fileId)).toMatchObject({ step: 16, category: 3 });
    expect(await ledger(memberId)).toEqual([]);
  });

  const dueOn = async (day: string) =>
    (await branch.get('/api/fzdy/meeting/due', { orgId: ORGS.branchA11.id, day })).data.due as number;
});

describe('step 8 by 2026', () => {
  test('is agreed to, publicised for five working days, and only then listed', async () => {
    const { memberId, fileId } = await applicant(branch, 131);
    await walk(callers, people, fileId, 7);
    await expectOk(submit(branch, fileId, 8, { handledOn: '2026-06-01' }));
    await expectOk(decide(superior, fileId, 8, { decidedOn: '2026-06-10' }));
    expect(await read(branch, fileId)).toMatchObject({ step: 8, stepState: 'ready', isConsented: true, category: 4 });
    const none = await submit(branch, fileId, 8, { handledOn: '2026-06-18', papers: [] });
    expect(none.msg).toContain(`还没有公示（细则第十三条），由${ORGS.branchA11.name}办理`);
    const short = { fileId, startsOn: '2026-06-12', endsOn: '2026-06-17', heardBy: '组织办' };
    expect((await branch.call(startPublicity, short)).data.fields.endsOn).toContain(
      '公示共4个工作日，不少于5个，最早到 2026-06-18',
    );
    await publicise(branch, fileId, '2026-06-11', '2026-06-17');
    const same = await submit(branch, fileId, 8, { handledOn: '2026-06-17', papers: [] });
    expect(same.data.fields.handledOn).toContain('次日起才能列为发展对象');
    await expectOk(submit(branch, fileId, 8, { handledOn: '2026-06-18', papers: [] }));
    expect(await person(memberId)).toMatchObject({ personCategory: 3 });
    expect((await read(branch, fileId)).steps[7]).toMatchObject({ state: 'done', ruleVersion: '2026' });
  });

  test('the page of its code shows what was fixed and no number; over or guessed it says so alone', async () => {
    const { fileId } = await applicant(branch, 132);
    await walk(callers, people, fileId, 7);
    const { rows } = await sql<{ today: string; later: string }>`
      select (now() at time zone 'Asia/Shanghai')::date as today, (now() at time zone 'Asia/Shanghai')::date + 14 as later`.execute(
      t.db,
    );
    const [{ today = '', later = '' } = {}] = rows;
    await expectOk(submit(branch, fileId, 8, { handledOn: today }));
    await expectOk(decide(superior, fileId, 8, { decidedOn: today }));
    const made = await branch.call(startPublicity, {
      fileId,
      startsOn: today,
      endsOn: later,
      heardBy: '组织办',
      phone: '6222111',
    });
    const page = await t.nobody.call(publicPublicity, { code: made.result.code });
    expect(page.result).toMatchObject({ isOver: false, name: '陈雨桐', birthMonth: '2001-04', heardBy: '组织办' });
    expect(page.text).not.toMatch(/420599|2001-04-16|1890001/);
    expect(page.headers['x-robots-tag']).toContain('noindex');
    const guess = await t.nobody.call(publicPublicity, { code: '0'.repeat(32) });
    expect(guess.result).toMatchObject({ isOver: true, name: '' });
    // A file that has ended shows nothing more, whatever days its page was given.
    await sql`update development_file set ended_on = ${today}::date, ending = 'stopped' where id = ${fileId}`.execute(
      t.db,
    );
    expect((await t.nobody.call(publicPublicity, { code: made.result.code })).result).toMatchObject({ isOver: true });
    await sql`update development_file set ended_on = null, ending = null where id = ${fileId}`.execute(t.db);
  });
});

test('somebody past the first step is not deleted, but ended with a reason; the overview counts what the lists show', async () => {
  const { memberId, fileId } = await applicant(branch, 151);
  await walk(callers, people, fileId, 3);
  const kept = await branch.call(removeMember, { id: memberId, deleteReason: '试', password: await encrypted(t) });
  expect(kept.msg).toBe('陈雨桐正在发展党员流程中，请办理终止培养');
  const { stages } = (await branch.call(overview, {})).result;
  for (const { stage, count } of stages) {
    expect((await branch.call(listFiles, { stage })).total, String(stage)).toBe(count);
  }
  await expectOk(askToEnd(branch, fileId, '2024-01-01', '本人放弃'));
  await expectOk(sayToEnd(callers.superior, fileId, true));
  const { version: old } = await read(branch, fileId);
  expect((await branch.call(submitStep, { fileId, no: 4, version: old, handledOn: '2024-02-01' })).msg).toBe(
    '该发展档案已经结束',
  );
});
