import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPlan } from '#assessment/orgAssessment/contract.plan.ts';
import {
  addExemption,
  decideExemption,
  endExemption,
  listExemptions,
  orgDetails,
  reviewScores,
} from '#assessment/orgAssessment/contract.score.ts';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { planOf } from './factory.ts';

let t: TestApp;
let county: Caller;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
const A11 = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  [county, committee, branch, sibling] = [
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
    await t.as('siblingWorker'),
  ];
});
afterAll(() => t.close());

/** A plan being scored, what is asked of it for the branch, and its two cells as they stand. */
async function scored(name: string) {
  const made = await planOf(committee, name, [A11, ORGS.branchA12.id]);
  const items = (await branch.call(getPlan, { id: made.id })).data.itemList;
  const material = items.find(({ method }: { method: number }) => method === 2);
  const paper = await upload(t, branch, `${name}.png`, await picture().png().toBuffer());
  const wanted = {
    planId: made.id,
    orgId: A11,
    itemId: material.id,
    fromOn: '2026-01-01',
    toOn: '2026-12-31',
    reason: '新成立',
    files: [paper.data.id],
  };
  const details = async () => (await committee.call(orgDetails, { planId: made.id, orgId: A11 })).data;
  return { ...made, wanted, details };
}
const todosOf = async (subject: string, orgId: string) =>
  (await sql`select from todo where subject = ${subject} and org_id = ${orgId} and done_at is null`.execute(t.db)).rows
    .length;

test('it is confirmed from above, and the weights of the rest scale up; ended from a day, what is due from then on counts again', async () => {
  const { id, wanted, details } = await scored('免考');
  const bare = await branch.call(addExemption, { ...wanted, files: [] });
  expect(bare.data.fields.files).toBe('请上传证明材料');
  const asked = await branch.call(addExemption, wanted);
  expect(asked.code, asked.text).toBe(200);
  expect((await branch.call(addExemption, { ...wanted, orgId: ORGS.branchA12.id })).code).toBe(404);
  expect(await todosOf(`integralExemption:${asked.data.id}`, ORGS.committeeA1.id)).toBe(1);
  const yes = { id: asked.data.id, version: 1, agree: true };
  expect((await branch.call(decideExemption, yes)).text).toContain('须由另一人确认');
  expect((await committee.call(listExemptions, { state: 0 })).rows[0]).toMatchObject({
    can: { decide: true, end: false },
  });
  expect((await committee.call(decideExemption, yes)).code).toBe(200);
  expect(await todosOf(`integralExemption:${asked.data.id}`, ORGS.committeeA1.id)).toBe(0);
  expect(await todosOf(`integral:${id}`, A11)).toBe(0);
  const before = await details();
  const hand = before.rows.find(({ method }: { method: number }) => method === 3);
  await committee.call(reviewScores, { ids: [hand.id], agree: true, points: '30' });
  expect((await details()).total).toBe(7500);

  const over = { id: asked.data.id, version: 2, resumeOn: '2026-06-01', reason: '已复工' };
  const [seen] = (await branch.call(listExemptions, {})).rows;
  expect(seen).toMatchObject({ id: asked.data.id, can: { decide: false, end: false } });
  expect((await branch.call(endExemption, over)).text).toContain('由上级组织撤销');
  expect((await sibling.call(endExemption, over)).code).toBe(404);
  expect((await (await t.as('member')).call(endExemption, over)).code).toBe(403);
  const both = await Promise.all([committee.call(endExemption, over), county.call(endExemption, over)]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(both.find(({ code }) => code !== 200)?.text).toContain('已有变化');
  expect((await committee.call(listExemptions, { state: 1 })).rows[0]).toMatchObject({
    toOn: '2026-05-31',
    plannedTo: '2026-12-31',
    endReason: '已复工',
  });
  // Due on 31 December: it is handed in, and counts, as with everybody else.
  const material = (await details()).rows.find(({ method }: { method: number }) => method === 2);
  expect(material.isExempt).toBe(false);
  expect(await todosOf(`integral:${id}`, A11)).toBe(1);
  const told = await sql<{ title: string; remark: string }>`
    select title, remark from notice where title = '免考已提前结束：免考'`.execute(t.db);
  expect(told.rows).toEqual([{ title: expect.any(String), remark: expect.stringContaining('自2026-06-01起照常考核') }]);
  const audits = await sql`
    select reason, changes from audit_log where action = '撤销免考' and outcome = 'done'`.execute(t.db);
  expect(audits.rows).toEqual([
    { reason: '自2026-06-01起照常考核。已复工', changes: { toOn: ['2026-12-31', '2026-05-31'] } },
  ]);

  // Results that are out are changed by nobody.
  await sql`update integral_plan set state = 3 where id = ${id}`.execute(t.db);
  expect((await committee.call(endExemption, { ...over, version: 3, resumeOn: '2026-02-01' })).text).toContain(
    '结果已经公示',
  );
  expect((await committee.call(listExemptions, { state: 1 })).rows[0]).toMatchObject({ can: { end: false } });
  await sql`update integral_plan set state = 2 where id = ${id}`.execute(t.db);
  expect((await committee.call(endExemption, { ...over, version: 3, resumeOn: '2026-01-01' })).code).toBe(200);
  expect((await committee.call(listExemptions, { state: 3 })).rows[0]).toMatchObject({ stateName: '已撤销' });
});

test('asked for twice at once it stands once; who asked takes it back while it waits, nobody else', async () => {
  const { wanted } = await scored('撤回');
  const both = await Promise.all([branch.call(addExemption, wanted), branch.call(addExemption, wanted)]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(both.find(({ code }) => code !== 200)?.text).toContain('已有同样的免考');
  const id = both.find(({ code }) => code === 200)?.data.id;
  // Another organisation of the same plan is nothing of the sort.
  const beside = await committee.call(addExemption, {
    ...wanted,
    orgId: ORGS.branchA12.id,
    files: [(await upload(t, committee, '另一件.png', await picture().png().toBuffer())).data.id],
  });
  expect(beside.code, beside.text).toBe(200);
  const back = { id, version: 1, reason: '填错了' };
  expect((await committee.call(endExemption, back)).text).toContain('由申请的组织撤回');
  expect((await sibling.call(endExemption, back)).code).toBe(404);
  expect((await branch.call(listExemptions, { state: 0 })).rows[0]).toMatchObject({
    can: { decide: false, end: true },
  });
  expect((await branch.call(endExemption, back)).code).toBe(200);
  expect(await todosOf(`integralExemption:${id}`, ORGS.committeeA1.id)).toBe(0);
  expect((await committee.call(decideExemption, { id, version: 2, agree: true })).text).toContain('已经办理过');
});
