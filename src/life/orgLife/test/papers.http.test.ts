import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { printRecord, printSignSheet, printYear } from '#life/orgLife/contract.paper.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type PdfPage, pdfPages } from '../../../../test/support/pdfText.ts';

const { id: orgId, code: orgCode } = ORGS.branchA11;
let t: TestApp;
let branch: Caller;
let people: string[];

beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  people = (t.fixture.members.branchA11 ?? []).slice(0, 3);
});
afterAll(() => t.close());

async function paper(answer: { data: { fileId: string; name: string }; text: string }): Promise<PdfPage[]> {
  expect(answer.data?.fileId, answer.text).toBeTruthy();
  return pdfPages((await fetchBytes(t, branch, `/api/common/download?fileName=${answer.data.fileId}`)).bytes);
}

/** A meeting as the tables have it, with its list where it was announced. */
async function meeting(given: { type?: number; title: string; state: number; day: string; minutes?: string }) {
  const { rows } = await sql<{ id: string }>`
    insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, place, host, recorder, minutes, state, due, present, created_by, updated_by)
    values (${orgId}, ${orgCode}, ${given.type ?? 1}, ${given.title}, ${`${given.day}T09:00:00+08:00`}, ${`${given.day}T10:30:00+08:00`}, '会议室',
            '向春梅', '周建国', ${given.minutes ?? ''}, ${given.state}, ${given.state > 1 ? 3 : null}, ${given.state > 1 ? 1 : null}, '试', '试')
    returning id`.execute(t.db);
  const id = rows[0]?.id ?? '';
  if (given.state === 0) return id;
  const sheet = await sql<{ id: string }>`
    insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
    values ('life', ${id}, ${orgId}, ${orgCode}, sha256('x'), now(), now()) returning id`.execute(t.db);
  for (const [at, member] of people.entries()) {
    const state = given.state > 1 ? at + 1 : 0;
    await sql`insert into attendance_person (sheet_id, member_id, name, due, votes, sort, state, way, signed_at, reason, leave_kind)
      values (${sheet.rows[0]?.id}, ${member}, ${`甲乙丙`[at]}, true, ${at < 2}, ${at}, ${state}, ${state === 1 ? 'scan' : ''},
              ${state === 1 ? `${given.day}T08:55:00+08:00` : null}, ${state === 2 ? '出差' : ''}, ${state === 2 ? 1 : 0})`.execute(
      t.db,
    );
  }
  return id;
}

test('a record has its head, who came and who did not, the topics with votes; it is printed in the own scope alone', async () => {
  const id = await meeting({
    title: '第二季度党员大会',
    state: 3,
    day: '2025-04-10',
    minutes: '第一段 #let x\n第二段',
  });
  await sql`insert into life_topic (meeting_id, sort, kind, title, minutes, decision, yes, no, abstain, spoilt, passed)
    values (${id}, 0, 2, '讨论年度计划', '大家发言', '按计划办', 1, 0, 0, 0, true)`.execute(t.db);
  const [page] = await paper(await branch.call(printRecord, { id }));
  for (const words of [
    '第二季度党员大会',
    '2025-04-10 09:00至10:30',
    '向春梅',
    '乙（因病因事，出差）',
    '丙（缺席）',
    '表决：赞成1票，反对0票，弃权0票，废票0张：通过',
    '议定：按计划办',
    '第一段 #let x',
  ]) {
    expect(page?.text).toContain(words);
  }
  expect((await (await t.as('siblingWorker')).call(printRecord, { id })).code).toBe(404);
  expect((await (await t.as('siblingWorker')).call(printSignSheet, { id })).code).toBe(404);
  expect((await (await t.as('member')).call(printRecord, { id })).code).toBe(403);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_log where action = '打印会议记录' and target_id = ${id} and outcome = 'done'`.execute(
    t.db,
  );
  expect(rows[0]?.n).toBe(1);
});

test('a sign-in sheet has the list to be signed before the meeting, and what became of everybody afterwards', async () => {
  const draft = await meeting({ title: '草稿', state: 0, day: '2025-05-10' });
  expect((await branch.call(printSignSheet, { id: draft })).text).toContain('发出会议通知后才有应到名单');
  // A record of nothing yet is a page for the pen.
  expect((await paper(await branch.call(printRecord, { id: draft })))[0]?.text).toContain('草稿');
  const before = await meeting({ title: '将开', state: 1, day: '2025-05-11' });
  const [blank] = await paper(await branch.call(printSignSheet, { id: before }));
  expect(blank?.text).toContain('应到3人，其中有表决权的2人');
  expect(blank?.text).not.toContain('扫码');
  const after = await meeting({ title: '已开', state: 2, day: '2025-05-12' });
  const [filled] = await paper(await branch.call(printSignSheet, { id: after }));
  for (const words of ['应到3人，实到1人', '08:55', '扫码', '出差', '缺席']) expect(filled?.text).toContain(words);
});

test('a year is one book with duties, an index with pages, and what was submitted; 组织生活会 without its minutes', async () => {
  expect((await branch.call(printYear, { orgId, year: '2019' })).text).toMatch(/2019年还没有已提交的会议记录/);
  await meeting({ title: '一季度大会', state: 5, day: '2024-02-10', minutes: '大会记录' });
  await meeting({ title: '组织生活会', type: 6, state: 5, day: '2024-06-10', minutes: '批评某人' });
  await meeting({ title: '退回的会', state: 4, day: '2024-07-10' });
  const pages = await paper(await branch.call(printYear, { orgId, year: '2024' }));
  expect(pages.length).toBe(4);
  const [cover, index, first, second] = pages;
  expect(cover?.text).toContain('2024年');
  expect(index?.text).toContain('应开情况');
  expect(index?.text).toMatch(/一季度大会1\/33/);
  expect(index?.text).toMatch(/组织生活会1\/34/);
  expect(first?.text).toContain('大会记录');
  expect(second?.text).toContain('另册保存');
  expect(pages.some(({ text }) => text.includes('批评某人') || text.includes('退回的会'))).toBe(false);
  expect((await branch.call(printYear, { orgId: ORGS.branchB11.id, year: '2024' })).code).toBe(404);
});
