import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cockpitRows } from '#assessment/fourColour/contract.ts';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { urgePreview } from '#kernel/message/contract.urge.ts';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';
import { getReport, listFigures, listFinished, listMine, listParts } from '../contract.read.ts';
import {
  decidePart,
  endItem,
  exportFigures,
  finishPart,
  printFigures,
  printItem,
  recallPart,
  reportPart,
  setFiles,
} from '../contract.ts';
import { day, issued, partOf, versionOf } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
});
afterAll(() => t.close());

const finish = async (itemId: string) => {
  const { id, version } = await partOf(branch, itemId);
  const sent = await branch.call(finishPart, { id, version, content: '已完成' });
  expect(sent.code, sent.text).toBe(200);
  return id;
};
const openTodos = async (subject: string) =>
  (
    await sql<{ org: string }>`select org_id as org from todo where subject = ${subject} and done_at is null`.execute(
      t.db,
    )
  ).rows.map(({ org }) => org);

describe('progress', () => {
  test('is reported by period, once each, late ones marked, and the next is owed', async () => {
    const id = await issued(committee, { title: '按月', frequency: 'month', startsOn: day(-1), endsOn: day(70) });
    let part = await partOf(branch, id);
    const [first] = part.schedule;
    if (!first) throw new Error('no period');
    expect(part.schedule.at(-1)).toMatchObject({ isFinal: true, dueOn: day(70) });
    expect(part.owed).toBe(`${first.label}进展`);
    // The period's day is over by now.
    await sql`update key_work_period set due_on = ${day(-1)} where id = ${first.id}`.execute(t.db);
    await sql`update key_work_part set given_on = ${day(-1)}, next_due = ${day(-1)} where id = ${part.id}`.execute(
      t.db,
    );
    expect((await branch.call(listMine, { standing: 'late' })).rows.map((row) => row.id)).toContain(part.id);
    const { id: partId, version } = part;
    const said = { id: partId, version, content: '已动员', percent: 20, periodId: first.id };
    const sent = await branch.call(reportPart, said);
    expect(sent.code, sent.text).toBe(200);
    part = await partOf(branch, id);
    expect(part.schedule[0]).toMatchObject({ reportId: sent.result.reportId, isLate: true });
    expect(part).toMatchObject({ percent: 20, standing: 'open', periods: 1, missed: 1 });
    expect(part.owed).not.toBe(`${first.label}进展`);
    const again = await branch.call(reportPart, { ...said, version: part.version });
    expect(again.msg).toBe('这一期已经报送过');
    const last = part.schedule.at(-1);
    const early = await branch.call(reportPart, { ...said, version: part.version, periodId: last?.id });
    expect(early.data.fields).toEqual({ periodId: '最后一期请报送完成情况' });
    const between = await branch.call(reportPart, { id: partId, version: part.version, content: '补充', percent: 30 });
    expect(between.code, between.text).toBe(200);
    const read = await committee.call(getReport, { id: sent.result.reportId });
    expect(read.result).toMatchObject({ content: '已动员', isLate: true, orgName: ORGS.branchA11.name, files: [] });
  });

  test('is reported by the own organisation alone', async () => {
    const id = await issued(committee, { title: '别人的' });
    const { id: partId, version } = await partOf(committee, id);
    const said = { id: partId, version, content: '试', percent: 1 };
    expect((await committee.call(reportPart, said)).msg).toBe('由责任单位报送');
    expect((await (await t.as('siblingWorker')).call(reportPart, said)).code).toBe(404);
    expect((await (await t.as('member')).call(reportPart, said)).code).toBe(403);
    expect((await branch.call(reportPart, { ...said, version: version + 1 })).data.conflict).toBe(true);
    expect((await branch.call(reportPart, { ...said, percent: 101 })).data.fields).toEqual({ percent: '进度从0到100' });
  });
});

describe('papers', () => {
  test('go in with the work and with a report, are read by who sees them, and go along when it came back', async () => {
    const brought = async (who: Caller, name: string) =>
      (await upload(t, who, name, await picture().png().toBuffer())).data.id as string;
    const id = await issued(committee, { title: '材料' }, [ORGS.branchA11.id]);
    const version = await versionOf(committee, id);
    const set = await committee.call(setFiles, { id, version, files: [await brought(committee, '方案.png')] });
    expect(set.code, set.text).toBe(200);
    const part = await partOf(branch, id);
    expect(part.files).toMatchObject([{ name: '方案.png' }]);
    const read = async (who: Caller, fileName: string) => (await who.call(downloadFile, { fileName })).code;
    const sibling = await t.as('siblingWorker');
    expect(await read(branch, part.files[0]?.id ?? '')).toBeNaN();
    expect(await read(sibling, part.files[0]?.id ?? '')).toBe(404);
    const file = await brought(branch, '照片.png');
    const sent = { id: part.id, version: part.version, content: '已完成', files: [file] };
    expect((await branch.call(finishPart, { ...sent, files: ['0'.repeat(32)] })).code).toBe(600);
    expect((await branch.call(finishPart, sent)).code).toBe(200);
    const before = await partOf(committee, id);
    const first = (await committee.call(getReport, { id: before.reports[0]?.id ?? '' })).result.files;
    expect(first).toMatchObject([{ name: '照片.png' }]);
    expect(await read(committee, first[0]?.id ?? '')).toBeNaN();
    expect(await read(sibling, first[0]?.id ?? '')).toBe(404);
    const back = { id: part.id, version: before.version, decision: 'return' as const, opinion: '再看看' };
    expect((await committee.call(decidePart, back)).code).toBe(200);
    const now = await partOf(branch, id);
    const again = await branch.call(finishPart, { ...sent, version: now.version, files: first.map((one) => one.id) });
    expect(again.code, again.text).toBe(200);
    const after = await partOf(committee, id);
    const second = (await committee.call(getReport, { id: after.reports[0]?.id ?? '' })).result.files;
    expect(second).toMatchObject([{ name: '照片.png' }]);
    expect(second[0]?.id).not.toBe(first[0]?.id);
    expect(after.reports.map(({ decision, files }) => [decision, files])).toEqual([
      ['waiting', 1],
      ['returned', 1],
    ]);
  });
});

describe('the completion', () => {
  test('waits before the setter, is returned with a reason, corrected and accepted', async () => {
    const id = await issued(committee, { title: '验收' }, [ORGS.branchA11.id]);
    const partId = await finish(id);
    expect(await openTodos(`keyWorkDecide:${partId}`)).toEqual([ORGS.committeeA1.id]);
    let part = await partOf(committee, id);
    expect(part).toMatchObject({ state: 'asked', deciderName: ORGS.committeeA1.name, can: { decide: true } });
    expect((await partOf(branch, id)).can).toEqual({ report: false, recall: true, decide: false });
    const end = await committee.call(endItem, { id, version: await versionOf(committee, id), reason: '试' });
    expect(end.msg).toBe('还有1个责任单位待验收，请先验收');
    const { version } = part;
    const noReason = await committee.call(decidePart, { id: partId, version, decision: 'return' });
    expect(noReason.data.fields).toEqual({ opinion: '请写明退回的原因' });
    const back = await committee.call(decidePart, { id: partId, version, decision: 'return', opinion: '缺照片' });
    expect(back.code, back.text).toBe(200);
    expect(await openTodos(`keyWorkDecide:${partId}`)).toEqual([]);
    part = await partOf(branch, id);
    expect(part).toMatchObject({ state: 'returned', returns: 1, opinion: '缺照片', can: { report: true } });
    expect(part.reports[0]).toMatchObject({ decision: 'returned', opinion: '缺照片' });
    await finish(id);
    const now = await partOf(committee, id);
    const [one, two] = await Promise.all([
      committee.call(decidePart, { id: partId, version: now.version, decision: 'agree' }),
      committee.call(decidePart, { id: partId, version: now.version, decision: 'agree' }),
    ]);
    expect([one.code, two.code].sort()).toEqual([200, 400]);
    expect(await partOf(branch, id)).toMatchObject({ state: 'done', standing: 'onTime', percent: 100, dueOn: null });
    expect((await branch.call(listFinished, {})).rows.map((row) => row.id)).toContain(partId);
  });

  test('is decided neither by whoever reported it nor by a superior of the setter or a neighbour', async () => {
    const id = await issued(committee, { title: '谁验收' }, [ORGS.branchA11.id]);
    const partId = await finish(id);
    const { version } = await partOf(committee, id);
    const decision = { id: partId, version, decision: 'agree' as const };
    expect((await branch.call(decidePart, decision)).msg).toBe('不能验收本人报送的完成情况');
    const county = await (await t.as('countyWorker')).call(decidePart, decision);
    expect(county.msg).toBe(`由${ORGS.committeeA1.name}验收`);
    expect((await (await t.as('siblingWorker')).call(decidePart, decision)).code).toBe(404);
  });

  test('is taken back by whoever reported it, and urged once in two hours', async () => {
    const id = await issued(committee, { title: '撤回' }, [ORGS.branchA11.id]);
    const partId = await finish(id);
    await urgesOnce(t, branch, committee, 'keyWork', partId);
    expect((await committee.call(recallPart, { id: partId })).msg).toContain('只能由本人撤回');
    expect((await branch.call(recallPart, { id: partId })).code).toBe(200);
    expect(await partOf(branch, id)).toMatchObject({ state: 'open', can: { report: true } });
    expect(await openTodos(`keyWorkDecide:${partId}`)).toEqual([]);
  });
});

describe('the figures', () => {
  test('count by item and by organisation, lead to their rows, go out as a sheet and on paper', async () => {
    const title = '报表一';
    const id = await issued(committee, { title });
    const partId = await finish(id);
    const { version } = await partOf(committee, id);
    await committee.call(decidePart, { id: partId, version, decision: 'agree' });
    await sql`update key_work_part set next_due = ${day(-1)} where item_id = ${id} and state = 'open'`.execute(t.db);
    const byItem = await committee.call(listFigures, { title });
    expect(byItem.rows).toMatchObject([{ id, name: title, parts: 2, onTime: 1, late: 1, doneLate: 0, open: 0 }]);
    expect(byItem.result.sum).toMatchObject({ parts: 2, onTime: 1, late: 1 });
    const byOrg = await committee.call(listFigures, { title, by: 'org' });
    expect(byOrg.rows.map(({ name, late }) => [name, late])).toEqual([
      [ORGS.branchA12.name, 1],
      [ORGS.branchA11.name, 0],
    ]);
    const late = await committee.call(listParts, { itemId: id, standing: 'late' });
    expect(late.rows.map(({ orgName }) => orgName)).toEqual([ORGS.branchA12.name]);
    // A branch counts its own alone.
    expect((await branch.call(listFigures, { title })).rows).toMatchObject([{ parts: 1, onTime: 1, late: 0 }]);
    const sheet = await committee.call(exportFigures, { title });
    expect(sheet.status).toBe(200);
    for (const [endpoint, input] of [
      [printItem, { id }],
      [printFigures, { title }],
    ] as const) {
      const paper = await committee.call(endpoint, input as never);
      expect(paper.code, paper.text).toBe(200);
      expect(paper.result).toMatchObject({ pages: 1, missing: [] });
      expect((await committee.call(downloadFile, { fileName: paper.result.fileId })).status).toBe(200);
    }
  });

  test('name whoever is late as a breach of a rule: below the committee, and not below its neighbour', async () => {
    await sql`update key_work_part set next_due = null`.execute(t.db);
    const id = await issued(committee, { title: '逾期' }, [ORGS.branchA11.id]);
    await sql`update key_work_part set next_due = ${day(-3)} where item_id = ${id}`.execute(t.db);
    const preview = await committee.call(urgePreview, { code: 'keyWorkOverdue' });
    expect(preview.result, preview.text).toMatchObject({ title: '重点工作逾期', orgs: 1 });
    expect((await (await t.as('siblingWorker')).call(urgePreview, { code: 'keyWorkOverdue' })).result.orgs).toBe(0);
    const known = await committee.call(cockpitRows, { orgId: ORGS.committeeA1.id, code: 'keyWorkOverdue' });
    expect(known.rows).toMatchObject([{ title: '逾期', orgName: ORGS.branchA11.name, detail: '逾期3天' }]);
  });
});
