import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urge } from '#kernel/message/contract.urge.ts';
import { getMember, listMembers, updateMember } from '#people/member/contract.ts';
import { transact } from '#platform/server/database/db.ts';
import { dueMonth, listDue } from '#procedures/recruitment/contract.due.ts';
import { listHandovers, printHandover, signHandover } from '#procedures/recruitment/contract.handover.ts';
import { moveFile, obstacleToMove } from '#procedures/recruitment/server/moving.ts';
import { sweepTerms } from '#procedures/recruitment/server/service/due.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, DAYS, DECIDED, factsOf, read, readyBranch, submit, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

const open = async (subject: string) =>
  (
    await sql<{ org_id: string; title: string; detail: string; due_on: string | null; jump_url: string }>`
      select org_id, title, detail, due_on, jump_url from todo where subject = ${subject} and done_at is null order by id`.execute(
      t.db,
    )
  ).rows;
const day = async (days: number): Promise<string> => {
  const { rows } = await sql<{ d: string }>`
    select to_char((now() at time zone 'Asia/Shanghai')::date + ${days}::int, 'YYYY-MM-DD') as d`.execute(t.db);
  return rows[0]?.d ?? '';
};
const due = (fileId: string, on: string | null) =>
  sql`update development_file set due_on = ${on}::date where id = ${fileId}`.execute(t.db);

describe('terms', () => {
  test('are told to the desk that a file is at, follow its days, and close with the act; a second run writes nothing', async () => {
    const { fileId } = await applicant(branch, 301);
    await submit(branch, fileId, 1, { handledOn: await day(-1) });
    const { dueOn } = await read(branch, fileId);
    await due(fileId, await day(40));
    await sweepTerms(t.services);
    expect(await open(`developmentDue:${fileId}`)).toEqual([]);
    await due(fileId, dueOn);
    await due(fileId, await day(20));
    await sweepTerms(t.services);
    expect(await open(`developmentDue:${fileId}`)).toMatchObject([
      { org_id: ORGS.branchA11.id, title: '陈雨桐：党组织派人谈话（将到期）', due_on: await day(20) },
    ]);
    expect(await sweepTerms(t.services)).toEqual({ written: 0, closed: 0, told: 0 });
    await due(fileId, await day(-1));
    await sweepTerms(t.services);
    expect((await open(`developmentDue:${fileId}`))[0]?.title).toContain('已超期');
    expect(await open(`developmentLate:${ORGS.committeeA1.id}`)).toEqual([]);
    await submit(branch, fileId, 2, { handledOn: await day(0), facts: factsOf(2, people) });
    expect(await open(`developmentDue:${fileId}`)).toEqual([]);
  });

  test('that wait for the superior stand in its to-do; seven days late the one above the desk is told, by number', async () => {
    const { fileId } = await applicant(branch, 302);
    await walk({ branch, superior }, people, fileId, 7);
    await submit(branch, fileId, 8, { handledOn: DAYS[8] ?? '' });
    await due(fileId, await day(-7));
    await sweepTerms(t.services);
    expect(await open(`developmentDecide:${fileId}`)).toMatchObject([
      { org_id: ORGS.committeeA1.id, due_on: await day(-7) },
    ]);
    expect(await open(`developmentLate:${ORGS.countyA.id}`)).toEqual([]);
    await due(fileId, await day(-8));
    await sweepTerms(t.services);
    expect(await open(`developmentLate:${ORGS.countyA.id}`)).toMatchObject([
      { title: '督促办理：1份发展档案超期七天以上', jump_url: '/affairs/recruitment/due?view=overdue' },
    ]);
    await due(fileId, null);
    await sweepTerms(t.services);
    expect(await open(`developmentLate:${ORGS.countyA.id}`)).toEqual([]);
    expect(DECIDED[8]).toBeTruthy();
  });

  test('stand in a list, overdue first, and are reminded of once in two hours', async () => {
    const { fileId } = await applicant(branch, 303);
    const { fileId: other } = await applicant(branch, 304);
    await due(fileId, await day(-3));
    await due(other, await day(3));
    const { rows } = await superior.call(listDue, {});
    const at = (id: string) => rows.findIndex((row) => row.id === id);
    expect(at(fileId)).toBe(0);
    expect(at(other)).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({ deskName: expect.any(String), daysLeft: -3, stepName: '递交入党申请书' });
    expect((await superior.call(listDue, { view: 'overdue' })).rows.map(({ id }) => id)).toEqual([fileId]);
    expect((await (await t.as('siblingWorker')).call(listDue, {})).rows.some(({ id }) => id === fileId)).toBe(false);
    expect((await (await t.as('member')).call(listDue, {})).code).toBe(403);
    const first = await superior.call(urge, { code: 'developmentOverdue' });
    expect(first.code, first.text).toBe(200);
    expect((await superior.call(urge, { code: 'developmentOverdue' })).code).toBe(400);
  });

  test('stand in a month by day and step, as many as the list shows for the day', async () => {
    const [one, two] = [(await applicant(branch, 307)).fileId, (await applicant(branch, 308)).fileId];
    const terms = (last: string | null, first: string | null, id: string) =>
      sql`update development_file set due_on = ${last}::date, earliest_on = ${first}::date where id = ${id}`.execute(
        t.db,
      );
    await terms('2098-02-28', '2098-02-03', one);
    await terms('2098-02-28', '2098-02-28', two);
    const month = async (given: object = {}, caller = superior) =>
      (await caller.call(dueMonth, { month: '2098-02', ...given } as never)).result;
    const day = (kind: string, on: string, count: number) => ({
      day: on,
      kind,
      step: 1,
      stepName: '递交入党申请书',
      count,
    });
    // A day that is both is the last one.
    expect(await month()).toEqual([day('first', '2098-02-03', 1), day('last', '2098-02-28', 2)]);
    expect(await month({ month: '2098-03' })).toEqual([]);
    const listed = async (from?: string, to?: string) =>
      (await superior.call(listDue, { from, to } as never)).rows.map(({ id }) => id).sort();
    expect(await listed('2098-02-28', '2098-02-28')).toEqual([one, two].sort());
    expect(await listed('2098-02-01', '2098-02-27')).toEqual([one]);
    expect(await listed('2098-03-01')).toEqual([]);
    expect((await superior.call(dueMonth, { month: '2098-13' } as never)).data.fields).toEqual({ month: '月份不正确' });

    // Of the scope, at a desk, and not while 终止培养 waits; the person and a neighbour read none.
    expect(await month({}, await t.as('siblingWorker'))).toEqual([]);
    expect((await (await t.as('member')).call(dueMonth, { month: '2098-02' } as never)).code).toBe(403);
    expect(await month({ deskId: ORGS.committeeA1.id })).toEqual([]);
    expect(await month({ deskId: ORGS.branchA11.id, name: '陈雨' })).toHaveLength(2);
    expect(await month({ name: '没有' })).toEqual([]);
    await sql`insert into development_correction (member_id, file_id, field, after, reason, approver_org_id, asked_by)
        select member_id, id, 'ending', '2026-01-01', '试', ${ORGS.committeeA1.id}, ${t.fixture.principals.branchWorker.accountId}
          from development_file where id = ${one}`.execute(t.db);
    expect(await month()).toEqual([day('last', '2098-02-28', 1)]);
    await sql`delete from development_correction where file_id = ${one}`.execute(t.db);
    await terms(null, null, one);
    await terms(null, null, two);
  });

  test('reach the person once by a notice', async () => {
    const { fileId } = await applicant(branch, 305);
    await sql`update development_file set member_id = (select member_id from account where id = ${t.fixture.principals.member.accountId}),
                     due_on = ${await day(2)}::date where id = ${fileId}`.execute(t.db);
    expect((await sweepTerms(t.services)).told).toBe(1);
    expect((await sweepTerms(t.services)).told).toBe(0);
    const { rows } = await sql<{ type: string; title: string }>`
      select n.type, n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${t.fixture.principals.member.accountId} order by n.id desc limit 1`.execute(t.db);
    expect(rows).toEqual([{ type: '6', title: '发展党员提醒：递交入党申请书' }]);
  });

  test('of a probation stand in the record: the view reads its extended end, not a year', async () => {
    const { memberId, fileId } = await applicant(branch, 306, { personCategory: 2, admissionDate: await day(-360) });
    const listed = async () =>
      (await branch.call(listMembers, { view: 'probationDue' })).rows.some(({ id }) => id === memberId);
    expect(await listed()).toBe(true);
    expect((await read(branch, fileId)).dueOn).not.toBeNull();
    await sql`update development_file set probation_until = ${await day(200)}::date where id = ${fileId}`.execute(t.db);
    expect(await listed()).toBe(false);
    await sql`update development_file set probation_until = ${await day(10)}::date, due_on = ${await day(10)}::date
               where id = ${fileId}`.execute(t.db);
    expect(await listed()).toBe(true);
    await sweepTerms(t.services);
    expect(await open(`developmentDue:${fileId}`)).toHaveLength(1);
  });
});

describe('a move to another branch', () => {
  const move = {
    from: { id: ORGS.branchA11.id, code: ORGS.branchA11.code },
    to: { id: ORGS.branchA12.id, code: ORGS.branchA12.code },
    by: '试',
  };

  test('takes the file along with a list of its papers, and what was read before is stale', async () => {
    const { memberId, fileId } = await applicant(branch, 310);
    await submit(branch, fileId, 1, { handledOn: '2023-03-05' });
    const before = await read(branch, fileId);
    expect(await obstacleToMove(t.db, memberId)).toBe('');
    const id = await moveFile(t.db, memberId, move);
    const { rows } = await sql<{ papers: unknown }>`select papers from development_handover where id = ${id}`.execute(
      t.db,
    );
    expect(rows[0]?.papers).toEqual([{ no: 1, kind: 'application', label: '入党申请书', sheets: 1 }]);
    expect((await read(branch, fileId)).version).toBe(before.version + 1);
  });

  test('is refused from step 12 to 17 and while a step waits for the superior', async () => {
    const { memberId, fileId } = await applicant(branch, 311);
    await walk({ branch, superior }, people, fileId, 7);
    await submit(branch, fileId, 8, { handledOn: DAYS[8] ?? '' });
    await expect(moveFile(t.db, memberId, move)).rejects.toThrow('正在上级审批');
    const { memberId: further, fileId: later } = await applicant(branch, 312);
    await walk({ branch, superior }, people, later, 11);
    expect(await obstacleToMove(t.db, further)).toContain('从支委会审查到上级审批期间不能转移');
    await expect(moveFile(t.db, further, move)).rejects.toThrow('不能转移');
  });

  test('against a submission at the same moment: one wins', async () => {
    const { memberId, fileId } = await applicant(branch, 313);
    await walk({ branch, superior }, people, fileId, 7);
    const moving = transact(t.db, (tx) => moveFile(tx, memberId, move)).then(
      () => '',
      (error: Error) => error.message,
    );
    const [refused, sent] = await Promise.all([moving, submit(branch, fileId, 8, { handledOn: DAYS[8] ?? '' })]);
    expect([refused === '', sent.code === 200].filter(Boolean)).toHaveLength(1);
    expect(refused || sent.msg).toMatch(/正在上级审批|已被处理/);
  });

  test('by the record or by 调整支部 asks the same, takes the file along, and both branches sign, two people', async () => {
    const { memberId, fileId } = await applicant(branch, 314);
    await submit(branch, fileId, 1, { handledOn: '2023-03-05' });
    const moving = async (id: string) => {
      const { version } = (await superior.call(getMember, { id })).result;
      return superior.call(updateMember, { id, version, orgId: ORGS.branchA12.id } as never);
    };
    const done = await moving(memberId);
    expect(done.code, done.text).toBe(200);
    const { rows } = await branch.call(listHandovers, {});
    const list = rows.find(({ fileId: at, fromName }) => at === null && fromName === ORGS.branchA11.name);
    expect(list).toMatchObject({ state: 'open', papers: [{ no: 1, label: '入党申请书', sheets: 1 }] });
    const id = list?.id ?? '';
    const sibling = await t.as('siblingWorker');
    expect((await sibling.call(signHandover, { id, side: 'given' })).msg).toContain('不存在');
    expect((await branch.call(signHandover, { id, side: 'taken' })).msg).toContain('由');
    const county = await t.as('countyWorker');
    expect((await county.call(signHandover, { id, side: 'taken' })).msg).toContain('还没有签字移交');
    expect((await superior.call(signHandover, { id, side: 'given' })).code).toBe(200);
    expect((await superior.call(signHandover, { id, side: 'taken' })).msg).toContain('两个人');
    expect((await branch.call(signHandover, { id, side: 'given' })).msg).toContain('已经签过字');
    expect((await county.call(signHandover, { id, side: 'taken' })).code).toBe(200);
    expect(await open(`developmentHandover:${id}:taken`)).toHaveLength(0);
    const printed = await branch.call(printHandover, { id });
    expect(printed.code, printed.text).toBe(200);

    const { memberId: further, fileId: later } = await applicant(branch, 315);
    await walk({ branch, superior }, people, later, 11);
    expect((await moving(further)).text).toContain('从支委会审查到上级审批期间不能转移');
  });

  test('of somebody without a file does nothing', async () => {
    expect(await moveFile(t.db, people.talker, move)).toBeNull();
  });
});
