import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import { copyForm, formBelow, formSum, getFill, returnCells, saveFill, saveForm } from '#life/tasks/contract.form.ts';
import { formTemplate, printForm, readForm } from '#life/tasks/contract.formSheet.ts';
import { askExtension, assignPart, decideParts, getPart, reportPart, say } from '#life/tasks/contract.part.ts';
import { cutCircle, handOver, listReports, watchParts } from '#life/tasks/contract.partMore.ts';
import { receiveParts, urgeTasks } from '#life/tasks/contract.taskList.ts';
import { addOrgs, createTask, getTask, moveDeadline, previewTask, publishTask } from '#life/tasks/contract.ts';
import { jobEnds, upload as uploadTo } from '#people/member/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice } from './factory.ts';

/** Ids inside bodies: another organisation's part, file, cell and draft read as not found, and nothing is changed by them. */
let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let today: string;
let at: ReturnType<typeof office>;

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  [county, committee, branch, sibling] = [
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
    await t.as('siblingWorker'),
  ];
});
afterAll(() => stop());

const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: number; version: number }>`
    select state, version from office_part where id = ${id}`.execute(t.db);
  return rows[0];
};

describe('parts', () => {
  test('one that is not there keeps a whole list from being done', async () => {
    const own = await at.given(county);
    const foreign = await at.given(await t.as('otherCountyWorker'), { mode: 'children' });
    const mine = await at.reported(own, branch);
    const { rows } = await sql<{ id: string; circleId: string }>`
      select id, circle_id as "circleId" from office_part where task_id = ${foreign} limit 1`.execute(t.db);
    const theirs = rows[0] ?? { id: '0', circleId: '0' };
    const before = [await stateOf(mine), await stateOf(theirs.id)];
    const ids = [mine, theirs.id];
    expect((await county.call(decideParts, { ids, agree: true })).code).toBe(404);
    expect((await county.call(watchParts, { ids, on: true, reason: '急' })).code).toBe(404);
    expect((await branch.call(receiveParts, { ids })).code).toBe(404);
    expect((await county.call(urgeTasks, { ids: [own, foreign] })).code).toBe(404);
    expect([await stateOf(mine), await stateOf(theirs.id)]).toEqual(before);
    // By task and cycle, in words and in reports it is not there either.
    expect((await branch.call(getPart, { taskId: foreign, circleId: theirs.circleId })).code).toBe(404);
    expect((await branch.call(say, { id: theirs.id, text: '?' })).code).toBe(404);
    expect(
      (await branch.call(askExtension, { id: theirs.id, version: 1, until: addDays(today, 30), reason: '?' })).code,
    ).toBe(404);
  });

  test('a cycle of another task is none of this one', async () => {
    const [one, two] = [await at.given(county), await at.given(county)];
    const { circleId } = await at.partOf(two);
    const { version } = (await county.call(getTask, { id: one })).data;
    const reason = '试';
    expect(
      (await county.call(moveDeadline, { id: one, version, circleId, dueOn: addDays(today, 5), reason })).code,
    ).toBe(404);
    expect((await county.call(cutCircle, { id: one, version, circleId, reason })).code).toBe(404);
    await at.reported(two, branch);
    expect((await county.call(listReports, { id: one, circleId })).rows).toEqual([]);
    const split = { ...at.draft({ endsOn: addDays(today, 3) }), parentTaskID: one, parentCircleID: circleId };
    expect((await committee.call(createTask, split)).code).toBe(404);
    const hidden = await at.given(await t.as('otherCountyWorker'), { mode: 'children' });
    expect((await committee.call(createTask, { ...split, parentTaskID: hidden })).code).toBe(404);
  });

  test('organisations and workers elsewhere are not given a part', async () => {
    const id = await at.given(county, { mode: 'chosen', orgIds: [ORGS.committeeA1.id] });
    const part = await at.partOf(id, 'committeeA1');
    const key = { id: part.id, version: part.version };
    expect((await committee.call(handOver, { ...key, orgId: ORGS.branchB11.id, reason: '试' })).code).toBe(404);
    const { accountId } = t.fixture.principals.siblingWorker;
    expect((await committee.call(assignPart, { ...key, accountId })).data?.fields?.accountId).toContain('本组织');
    const { version } = (await county.call(getTask, { id })).data;
    expect((await county.call(addOrgs, { id, version, orgIds: [ORGS.branchB11.id] })).code).toBe(404);
    expect(await stateOf(part.id)).toEqual({ state: 0, version: 1 });
  });
});

describe('files and records', () => {
  test('somebody else’s upload, and another organisation’s record, are not taken into a report', async () => {
    const id = await at.given(county);
    const { id: partId, version } = await at.partOf(id);
    const file = (await upload(t, sibling, '别人的.txt', Buffer.from('x'))).data.id as string;
    const report = (more: object) => branch.call(reportPart, { id: partId, version, report: '见附件', ...more });
    expect((await report({ files: [file] })).data?.fields).toHaveProperty('files');
    const { rows } = await sql<{ id: string }>`
      insert into office_meeting (org_id, org_code, title, starts_at, ends_at, place, audience, state, minutes)
      values (${ORGS.committeeA2.id}, ${ORGS.committeeA2.code}, '别人的会', now() - interval '2 hours', now(), '室', '{}', 3, '纪要')
      returning id`.execute(t.db);
    for (const key of [`work:${rows[0]?.id}`, 'life:999999999'])
      expect((await report({ proofs: [key] })).data?.fields, key).toHaveProperty('proofs');
    expect(await stateOf(partId)).toEqual({ state: 0, version: 1 });
    // Handed in by its own organisation it is read by those above alone.
    const own = (await upload(t, branch, '自己的.txt', Buffer.from('本支部'))).data.id as string;
    expect((await report({ files: [own] })).code).toBe(200);
    const read = async (who: Caller) => (await fetchBytes(t, who, `/api/common/download?fileName=${own}`)).text;
    for (const who of [branch, committee, county]) expect(await read(who)).toBe('本支部');
    expect(await read(sibling)).not.toContain('本支部');
    // Nor into somebody else's report by its id.
    const other = await at.partOf(id, 'committeeA2');
    const taken = await sibling.call(reportPart, { id: other.id, version: other.version, report: '借', files: [own] });
    expect(taken.data?.fields).toHaveProperty('files');
  });
});

describe('cells and drafts', () => {
  const columns = [
    { id: 'c1', name: '人数', type: 'number' as const },
    { id: 'c2', name: '联系人', type: 'person' as const },
    { id: 'c3', name: '单位', type: 'org' as const },
    { id: 'c4', name: '佐证', type: 'file' as const },
  ];
  const design = { free: false, rows: [{ id: 'r1', name: '合计' }], columns, locked: [], sums: [] };
  async function grid() {
    const made = await county.call(createTask, at.draft({ kind: 3, title: `表${Math.random()}` }));
    const { id } = made.data;
    await county.call(saveForm, { id, version: 1, design });
    const out = await county.call(publishTask, { id, version: 2 });
    expect(out.code, out.text).toBe(200);
    await jobEnds(county, out.data.jobId);
    return id as string;
  }
  const rowsOf = (cells: Record<string, string>) => [{ id: 'r1', cells }];

  test('a filling is not there for another organisation, by whatever call', async () => {
    const id = await grid();
    const { id: partId } = await at.partOf(id);
    const saved = await branch.call(saveFill, { id: partId, version: 0, rows: rowsOf({ c1: '7' }) });
    expect(saved.code, saved.text).toBe(200);
    for (const who of [sibling, await t.as('otherCountyWorker')]) {
      expect((await who.call(getFill, { id: partId })).code).toBe(404);
      expect((await who.call(saveFill, { id: partId, version: 1, rows: rowsOf({ c1: '8' }) })).code).toBe(404);
      expect((await who.call(printForm, { id: partId })).code).toBe(404);
      const cells = [{ row: 'r1', col: 'c1', reason: '试' }];
      expect((await who.call(returnCells, { id: partId, version: 1, cells })).code).toBe(404);
      const sheet = await t.app.inject({
        method: 'POST',
        url: formTemplate.path,
        headers: { authorization: who.token },
        payload: { id: partId },
      });
      expect(sheet.json().code).toBe(404);
      const back = await uploadTo(t, who, 'form.csv', Buffer.from('行号,人数\n1,12\n'), { id: partId }, readForm.path);
      expect(back.code).toBe(404);
    }
    // The sums of another organisation are not opened by its id; a draft stands in no sum.
    const asked = { id, orgId: ORGS.branchA11.id };
    expect((await sibling.call(formSum, asked)).code).toBe(404);
    expect((await sibling.call(formBelow, { ...asked, row: 'r1', col: 'c1' })).code).toBe(404);
    const sum = (await committee.call(formSum, { id })).data;
    expect(sum.filed).toBe(0);
    expect(sum.figures.find(({ col }: { col: string }) => col === 'c1')?.value ?? '').toBe('');
    // Those above see that it is there, and nothing of the draft.
    expect((await committee.call(getFill, { id: partId })).data.rows).toEqual([]);
    expect((await branch.call(getFill, { id: partId })).data.rows[0]?.cells.c1).toBe('7');
  });

  test('a cell names nobody, no organisation and no file that is another’s', async () => {
    const id = await grid();
    const { id: partId } = await at.partOf(id);
    const file = (await upload(t, sibling, '别人的.txt', Buffer.from('x'))).data.id as string;
    const wrong = await branch.call(saveFill, { id: partId, version: 0, rows: rowsOf({ c4: file }) });
    expect(wrong.data?.fields?.rows).toContain('附件');
    const named = await branch.call(saveFill, {
      id: partId,
      version: 0,
      rows: rowsOf({ c1: '1', c2: '查无此人', c3: ORGS.branchB11.name }),
    });
    expect(named.data.faults.map((one: { col: string; text: string }) => [one.col, one.text])).toEqual([
      ['c2', '本组织及下级没有这个人'],
      ['c3', '本组织及下级没有这个组织'],
    ]);
    const part = (await branch.call(getPart, { id: partId })).data;
    expect((await branch.call(reportPart, { id: partId, version: part.version })).code).not.toBe(200);
    // A file of a cell is read by those above and by nobody beside.
    const own = (await upload(t, branch, '佐证.txt', Buffer.from('佐证'))).data.id as string;
    const kept = await branch.call(saveFill, {
      id: partId,
      version: named.data.version,
      rows: rowsOf({ c1: '1', c4: own }),
    });
    expect(kept.code, kept.text).toBe(200);
    const read = async (who: Caller) => (await fetchBytes(t, who, `/api/common/download?fileName=${own}`)).text;
    expect(await read(branch)).toBe('佐证');
    for (const who of [sibling, await t.as('otherCountyWorker')]) expect(await read(who)).not.toContain('佐证');
  });

  test('a draft of a task and its grid are those of its own organisation alone', async () => {
    const made = await county.call(createTask, at.draft({ kind: 3, title: '未发的表' }));
    const { id } = made.data;
    await county.call(saveForm, { id, version: 1, design });
    for (const who of [committee, branch, sibling, await t.as('otherCountyWorker')]) {
      expect((await who.call(getTask, { id })).code).toBe(404);
      expect((await who.call(previewTask, { id })).code).toBe(404);
      expect((await who.call(saveForm, { id, version: 2, design })).code).toBe(404);
    }
    const mine = await committee.call(createTask, at.draft({ kind: 3, title: '自己的表', mode: 'children' }));
    expect((await committee.call(copyForm, { id: mine.data.id, version: 1, from: id })).code).toBe(404);
  });
});
