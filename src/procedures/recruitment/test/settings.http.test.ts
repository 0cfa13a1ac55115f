import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import { addMeeting, dueVoters, getMeeting } from '#procedures/recruitment/contract.meeting.ts';
import { getRuleSettings, saveRuleSettings } from '#procedures/recruitment/contract.settings.ts';
import { addNote, decideStep, listCandidates } from '#procedures/recruitment/contract.steps.ts';
import { overview } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, DAYS, DECIDED, expectOk, factsOf, paper, read, readyBranch, submit, walk } from './factory.ts';

let t: TestApp;
let admin: Caller;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

const SETTINGS = { switchDay: '2026-05-11', inclusive: 'yes', lateDays: '30', thoughtMonths: '3', version: 1 };
const save = (caller: Caller, given: object = {}) => caller.call(saveRuleSettings, { ...SETTINGS, ...given } as never);

describe('what a site sets of the rules', () => {
  test('is read by branches, changed by administrators, and of two changes at once one wins', async () => {
    expect((await branch.call(getRuleSettings, {})).result).toEqual({
      switchDay: '2026-05-11',
      inclusive: true,
      lateDays: 30,
      thoughtMonths: 3,
      version: 1,
      can: { edit: false },
    });
    expect((await save(branch)).code).toBe(403);
    expect((await save(admin, { thoughtMonths: '13', lateDays: '0' })).data.fields).toEqual({
      thoughtMonths: '最多12个月',
      lateDays: '至少1天',
    });
    expect((await save(admin, { switchDay: '2014-05-27' })).data.fields.switchDay).toContain('不能早于');
    const both = await Promise.all([save(admin), save(admin, { lateDays: '20' })]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(both.find(({ code }) => code === 400)?.msg).toContain('已被处理');
  });

  test('holds for files from then on: 补登, 思想汇报 and the version by which a step is judged', async () => {
    const { fileId } = await applicant(branch, 701);
    await walk({ branch, superior }, people, fileId, 5);
    const now = async () => (await admin.call(getRuleSettings, {})).result.version;
    const thought = async () => (await read(branch, fileId)).findings.find(({ code }) => code === 'THOUGHT_GAP');
    expect(await thought()).toMatchObject({ ok: false, level: 'warn', no: 6 });
    expect((await thought())?.evidence).toContain('的3个月没有交');
    const start = DAYS[3] ?? '';
    await expectOk(save(admin, { thoughtMonths: '12', version: await now() }));
    expect((await thought())?.evidence).toContain('的12个月没有交');
    expect((await read(branch, fileId)).settings.thoughtMonths).toBe(12);

    expect((await read(branch, fileId)).steps[0]?.ruleVersion).toBe('2014');
    await expectOk(save(admin, { switchDay: '2014-05-28', version: await now() }));
    const day = addDays(start, 400);
    await expectOk(branch.call(addNote, { fileId, kind: 'inspection', day, content: '表现良好' } as never));
    await expectOk(submit(branch, fileId, 6, { handledOn: day, facts: factsOf(6, people) }));
    expect((await read(branch, fileId)).steps[5]?.ruleVersion).toBe('2026');
    await expectOk(save(admin, { version: await now() }));
    await expectOk(branch.call(addNote, { fileId, kind: 'thought', day, content: '汇报' } as never));
    expect((await thought())?.evidence).toContain('已交1次');
  });
});

test('a political review names everybody, its letters agree, and of people on the move both places are heard', async () => {
  const { fileId, memberId } = await applicant(branch, 702);
  await walk({ branch, superior }, people, fileId, 9);
  const review = (facts: object) =>
    submit(branch, fileId, 10, { handledOn: DAYS[10] ?? '', facts: { ...factsOf(10, people), ...facts } });
  expect((await review({ spouse: '' })).data.fields).toEqual({ spouse: '请填写配偶情况' });
  expect((await review({ lettersOut: 2, lettersBack: 3 })).data.fields).toEqual({
    lettersBack: '回函3份，多于发函的2份',
  });
  expect((await review({ lettersBack: '' })).data.fields.lettersBack).toContain('请填写回函份数');
  expect(Object.keys((await review({ household: '同意' })).data.fields)).toEqual(['residence']);
  await sql`update member set is_migrant_worker = true where id = ${memberId}`.execute(t.db);
  expect((await read(branch, fileId)).isMigrant).toBe(true);
  expect(Object.keys((await review({})).data.fields).sort()).toEqual(['household', 'residence']);
  await expectOk(review({ household: '同意', residence: '同意' }));
});

test('what is written down more than the days of the setting after it happened reads as 补登', async () => {
  const { fileId } = await applicant(branch, 710);
  const { today } = await read(branch, fileId);
  const late = async () => (await read(branch, fileId)).steps[0]?.lateDays;
  await expectOk(submit(branch, fileId, 1, { handledOn: addDays(today, -31) }));
  expect(await late()).toBe(31);
  await sql`update development_step set handled_on = handled_on + 1 where file_id = ${fileId} and no = 1`.execute(t.db);
  expect(await late()).toBe(0);
});

test('应到 of a meeting is frozen: who joins or leaves later changes nothing of it', async () => {
  const { fileId } = await applicant(branch, 711);
  await walk({ branch, superior }, people, fileId, 14);
  const heldOn = DAYS[15] ?? '';
  const { due } = (await branch.call(dueVoters, { orgId: ORGS.branchA11.id, day: heldOn } as never)).result;
  const made = await branch.call(addMeeting, {
    orgId: ORGS.branchA11.id,
    stage: 7,
    heldOn,
    place: '党员活动室',
    host: '魏员',
    present: due,
    people: [{ fileId, yes: due }],
  } as never);
  expect(made.code, made.text).toBe(200);
  const [gone = ''] = people.full.slice(-1);
  await sql`update member set joined_branch_on = current_date where id = ${gone}`.execute(t.db);
  expect((await branch.call(dueVoters, { orgId: ORGS.branchA11.id, day: heldOn } as never)).result.due).toBe(due - 1);
  expect((await branch.call(getMeeting, { id: made.data.id } as never)).result.due).toBe(due);
  await sql`update member set joined_branch_on = null where id = ${gone}`.execute(t.db);
});

test('of two who decide about a step at once one wins, and the other reads 已被处理', async () => {
  const { fileId } = await applicant(branch, 703);
  await walk({ branch, superior }, people, fileId, 12);
  await expectOk(submit(branch, fileId, 13, { handledOn: DAYS[13] ?? '', facts: factsOf(13, people) }));
  const { version } = await read(branch, fileId);
  const given = { fileId, no: 13, version, decidedOn: DECIDED[13], meeting: '党委会', opinion: '见会议记录' };
  const both = await Promise.all([
    superior.call(decideStep, { ...given, decision: 'agree' } as never),
    superior.call(decideStep, { ...given, decision: 'refuse' } as never),
  ]);
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect(both.find(({ code }) => code === 400)?.msg).toContain('已被处理');
});

test('编组 puts the person into the 党小组 that is called so', async () => {
  const made = await sql<{ id: string }>`
    insert into party_group (org_id, org_code, name) values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '第一党小组') returning id`.execute(
    t.db,
  );
  const { fileId, memberId } = await applicant(branch, 707);
  await walk({ branch, superior }, people, fileId, 19);
  const { rows } = await sql<{ id: string }>`
    select group_id as id from party_group_person where member_id = ${memberId}`.execute(t.db);
  expect(rows).toEqual(made.rows);
});

describe('应到 of a past day', () => {
  const HELD = '2023-06-18';
  const due = async (day = HELD) =>
    (await branch.call(dueVoters, { orgId: ORGS.branchA11.id, day } as never)).result as {
      due: number;
      voters: { id: string }[];
      away: { id: string; reason: string }[];
    };
  const leaves = (memberId: string, on: string) =>
    sql`insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on)
        values (${memberId}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, -1, 'transferredOut', ${on})`.execute(t.db);

  test('holds whoever has left since, in good standing until then, and nobody who came later or had left', async () => {
    const before = await due();
    const [gone = ''] = people.full.slice(-1);
    expect(before.voters.map(({ id }) => id)).toContain(gone);
    await leaves(gone, '2023-06-19');
    await sql`update member set org_id = ${ORGS.branchA12.id}, org_code = ${ORGS.branchA12.code}, joined_branch_on = '2023-06-19'
               where id = ${gone}`.execute(t.db);
    expect((await due()).voters.map(({ id }) => id).sort()).toEqual(before.voters.map(({ id }) => id).sort());
    expect((await due('2023-06-19')).voters.map(({ id }) => id)).not.toContain(gone);
    // Came back and left again before that day: the last line counts.
    await sql`delete from member_ledger where member_id = ${gone}`.execute(t.db);
    await sql`update member set org_id = ${ORGS.branchA11.id}, org_code = ${ORGS.branchA11.code}, joined_branch_on = null,
                     membership_status = 3 where id = ${gone}`.execute(t.db);
    expect((await due()).away).toContainEqual(expect.objectContaining({ id: gone, reason: '党籍状态不正常' }));
    await leaves(gone, '2023-07-01');
    expect((await due()).voters.map(({ id }) => id)).toContain(gone);
    await sql`delete from member_ledger where member_id = ${gone}`.execute(t.db);
    await sql`update member set membership_status = 1 where id = ${gone}`.execute(t.db);
  });

  test('is who may be named from paper: whoever has moved away or died since stands there as of that day', async () => {
    const [gone = '', dead = ''] = people.full.slice(-2);
    const was = await sql`select membership_status from member where id = ${gone}`.execute(t.db);
    expect(was.rows).toEqual([{ membership_status: 1 }]);
    const far = ORGS.branchB11;
    await leaves(gone, '2023-09-01');
    await sql`update member set org_id = ${far.id}, org_code = ${far.code}, joined_branch_on = '2023-09-01' where id = ${gone}`.execute(
      t.db,
    );
    await sql`insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on)
        values (${dead}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, -1, 'died', '2024-02-02')`.execute(t.db);
    await sql`update member set membership_status = 4 where id = ${dead}`.execute(t.db);

    const { fileId } = await applicant(branch, 708, { personCategory: 3 });
    const offered = async (id: string, day: string, no: number, file = fileId) =>
      (await branch.call(listCandidates, { fileId: file, no, role: 'contact', day } as never)).result.find(
        (one: { id: string }) => one.id === id,
      );
    expect(await offered(gone, '2023-07-01', 5)).toMatchObject({ can: true, now: '现已转出' });
    expect(await offered(dead, '2023-07-01', 5)).toMatchObject({ can: true, now: '已去世' });
    // From the day of leaving on nobody of them may, nor where nothing is filled in from paper.
    expect(await offered(gone, '2023-09-01', 5)).toBeUndefined();
    expect(await offered(dead, '2024-02-02', 5)).toMatchObject({ can: false, reason: '党籍状态不正常', now: '' });
    const { fileId: fresh } = await applicant(branch, 709);
    expect(await offered(gone, '2023-07-01', 5, fresh)).toBeUndefined();
    expect(await offered(dead, '2023-07-01', 5, fresh)).toMatchObject({ can: false });
    const foreign = (await t.as('siblingWorker')).call(listCandidates, { fileId, no: 5, role: 'contact' } as never);
    expect((await foreign).code).toBe(404);

    const fill = (handledOn: string, contacts: string[]) =>
      submit(branch, fileId, 5, { handledOn, facts: { ...factsOf(5, people), contacts } });
    expect((await fill('2023-09-01', [gone])).data.fields.contacts).toMatch(/^所选.+不存在$/);
    await expectOk(fill('2023-07-01', [gone, dead]));
    expect((await read(branch, fileId)).steps[4]?.values.contacts).toMatchObject([{ id: gone }, { id: dead }]);
    await sql`delete from member_ledger where member_id in (${gone}, ${dead})`.execute(t.db);
    await sql`update member set org_id = ${ORGS.branchA11.id}, org_code = ${ORGS.branchA11.code}, joined_branch_on = null,
                     membership_status = 1 where id in (${gone}, ${dead})`.execute(t.db);
  });

  test('a member counts as full from the day of conversion alone, also where contacts are chosen', async () => {
    const [, one = ''] = people.full;
    await sql`update member set conversion_date = '2023-06-19' where id = ${one}`.execute(t.db);
    expect((await due()).away).toContainEqual(expect.objectContaining({ id: one, reason: '预备党员没有表决权' }));
    expect((await due('2023-06-19')).voters.map(({ id }) => id)).toContain(one);
    const { fileId } = await applicant(branch, 704);
    const on = async (day: string) =>
      (await branch.call(listCandidates, { fileId, no: 5, role: 'contact', day } as never)).result.find(
        ({ id }: { id: string }) => id === one,
      );
    expect(await on(HELD)).toMatchObject({ can: false, reason: '不是正式党员' });
    expect(await on('2023-06-19')).toMatchObject({ can: true });
    await sql`update member set conversion_date = null where id = ${one}`.execute(t.db);
  });

  test('leaves out whose rights are suspended by a paper, which whoever reads the meeting reads', async () => {
    const { fileId } = await applicant(branch, 705);
    await walk({ branch, superior }, people, fileId, 14);
    const day = DAYS[15] ?? '';
    const { voters } = await due(day);
    const [out] = voters;
    const given = (more: object) =>
      branch.call(addMeeting, {
        orgId: ORGS.branchA11.id,
        stage: 7,
        heldOn: day,
        place: '党员活动室',
        host: '魏员',
        present: voters.length - 1,
        excluded: [{ memberId: out?.id, reason: '被采取留置措施', cause: 'suspended' }],
        people: [{ fileId, yes: voters.length - 1 }],
        ...more,
      } as never);
    expect((await given({})).data.fields).toEqual({ basis: '请上传中止党员权利的文件' });
    const made = await given({ basis: [await paper(branch)] });
    expect(made.code, made.text).toBe(200);
    const found = (await branch.call(getMeeting, { id: made.data.id } as never)).result;
    expect(found.due).toBe(voters.length - 1);
    expect(found.away).toContainEqual(expect.objectContaining({ id: out?.id, reason: '党员权利中止：被采取留置措施' }));
    const [file] = found.basis;
    expect(file?.url).toContain('/api/common/download');
    const reads = async (caller: Caller) =>
      (await fetchBytes(t, caller, file?.url ?? '')).bytes.subarray(0, 4).toString();
    expect(await reads(superior)).toBe(await reads(branch));
    expect(await reads(await t.as('siblingWorker'))).toBe('{"co');
  });
});

test('the overview says of each number how many stand at which stage; this week ends on Sunday', async () => {
  const { fileId } = await applicant(branch, 706);
  const due = (day: string) =>
    sql`update development_file set due_on = ${sql.raw(day)} where id = ${fileId}`.execute(t.db);
  const week = async () => {
    const { views } = (await branch.call(overview, {})).result;
    return views.find(({ view }: { view: string }) => view === 'week');
  };
  await due('null');
  const before = await week();
  await due(`date_trunc('week', (now() at time zone 'Asia/Shanghai'))::date + 6`);
  const now = await week();
  expect(now?.count).toBe((before?.count ?? 0) + 1);
  expect(now?.stages.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(now?.count);
  await due(`date_trunc('week', (now() at time zone 'Asia/Shanghai'))::date + 7`);
  expect((await week())?.count).toBe(before?.count);
});
