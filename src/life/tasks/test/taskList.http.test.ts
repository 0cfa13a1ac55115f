import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { officeBurden } from '#life/tasks/contract.burden.ts';
import { saveForm } from '#life/tasks/contract.form.ts';
import { listParts, officeHome, reportPart } from '#life/tasks/contract.part.ts';
import { exportTasks, receiveParts, taskCalendar, urgeTasks } from '#life/tasks/contract.taskList.ts';
import {
  copyTask,
  exportTaskFiles,
  listTemplates,
  printUrging,
  printUrgingFull,
  saveTemplate,
} from '#life/tasks/contract.taskOut.ts';
import { createTask, getTask, listTasks, previewTask, publishTask, removeTask } from '#life/tasks/contract.ts';
import { yearsLater } from '#life/tasks/rules.ts';
import { searchAll, searchRecent } from '#overview/search/contract.ts';
import { phonePlace } from '#people/member/server/rowMapper.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { readStored, saveFile } from '#platform/server/files/files.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';
import { type office, startOffice, unzip } from './factory.ts';

let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let committee: Caller;
let branch: Caller;
let today: string;
let at: ReturnType<typeof office>;

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
});
afterAll(() => stop());

/** Makes the branch late with a task. */
const late = (id: string, days: number) =>
  sql`update office_part set due_on = ${addDays(today, -days)}::date where task_id = ${id} and org_id = ${ORGS.branchA11.id}`.execute(
    t.db,
  );

describe('the lists', () => {
  test('many parts are received at once, each once; another organisation’s part reads as not there', async () => {
    const [one, two] = [await at.given(county), await at.given(county)];
    const ids = [(await at.partOf(one)).id, (await at.partOf(two)).id];
    const { id: foreign } = await at.partOf(one, 'branchA12');
    expect((await branch.call(receiveParts, { ids: [...ids, foreign] })).code).toBe(404);
    expect((await branch.call(receiveParts, { ids })).data).toEqual({ received: 2, skipped: 0 });
    expect((await branch.call(receiveParts, { ids })).msg).toBe('所选任务都已接收');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from office_entry
      where part_id = any(${ids}::bigint[]) and act = '接收'`.execute(t.db);
    expect(rows[0]?.n).toBe(2);
    expect((await at.todosOf(`officePart:${ids[0]}`))[0]?.act).toBe('上报');
  });

  test('many tasks are urged at once; of another organisation none', async () => {
    const [one, two] = [await at.given(county), await at.given(county)];
    await late(one, 2);
    await late(two, 2);
    expect((await committee.call(urgeTasks, { ids: [one] })).code).not.toBe(200);
    const told = await county.call(urgeTasks, { ids: [one, two] });
    expect(told.code, told.text).toBe(200);
    expect(told.data).toMatchObject({ tasks: 2, reminded: 8 });
  });

  test('a month shows what is due: own parts at the receiver, open ones of each cycle at the giver', async () => {
    const id = await at.given(county, { endsOn: today });
    const month = today.slice(0, 7);
    const own = await branch.call(taskCalendar, { view: 'received', month });
    const mine = own.data.find(({ taskId }: { taskId: string }) => taskId === id);
    expect(mine).toMatchObject({ day: today, words: '待接收', isDone: false, isOverdue: false });
    const given = await county.call(taskCalendar, { view: 'given', month });
    const cycle = given.data.find(({ taskId }: { taskId: string }) => taskId === id);
    expect(cycle.words).toMatch(/^\d+件没有上报$/);
    expect((await county.call(taskCalendar, { view: 'below', month })).data).not.toContainEqual(cycle);
    // Nobody's list holds what is due elsewhere.
    expect((await branch.call(taskCalendar, { view: 'given', month })).data).toEqual([]);
  });

  test('a list goes out as a workbook', async () => {
    const { total } = await county.call(listParts, {});
    expect(total).toBeGreaterThanOrEqual(0);
    for (const [who, view] of [
      [county, 'given'],
      [branch, 'received'],
    ] as const) {
      const started = await who.call(exportTasks, { view, purpose: '通报' });
      expect(started.code, started.text).toBe(200);
      const ended = await jobEnds(who, started.data.jobId);
      expect(JSON.stringify(ended)).toContain('已导出');
    }
  });
});

describe('what is taken out of a task', () => {
  test('the sheet for urging names who is late; with nobody late there is none', async () => {
    const id = await at.given(county);
    expect((await county.call(printUrging, { id })).msg).toBe('没有逾期的组织，不用督办');
    await late(id, 12);
    const paper = await county.call(printUrging, { id });
    expect(paper.code, paper.text).toBe(200);
    expect(paper.data.missing).toEqual([]);
    // Whom to call: the secretary with the number as the roll shows it, never the whole one.
    const [secretary] = t.fixture.members.branchA11 ?? [];
    await sql`update member set name = '督办书记', phone_mask = '139****8888' where id = ${secretary}`.execute(t.db);
    await sql`update org_term set is_current = false where org_id = ${ORGS.branchA11.id}`.execute(t.db);
    await sql`
      with term as (
        insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
        values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 9, '2024-01-01', 3, '2026-12-31') returning id)
      insert into org_post (term_id, org_id, member_id, name, post)
      select id, ${ORGS.branchA11.id}, ${secretary}, '督办书记', '书记' from term`.execute(t.db);
    const again = await county.call(printUrging, { id });
    const file = await fetchBytes(t, county, `/api/common/download?fileName=${again.data.fileId}`);
    const text = pdfPages(file.bytes)
      .map((page) => page.text)
      .join('');
    expect(text).toContain('督办书记');
    expect(text).toContain('139****8888');
    // With the right and a reason the whole number is printed, and noted in that person's history.
    expect((await county.call(printUrgingFull, { id, reason: '' })).code).not.toBe(200);
    const { rows } = await sql<{
      encrypted: Buffer;
    }>`select phone_enc as encrypted from member where id = ${secretary}`.execute(t.db);
    const phone = t.services.vault.decrypt(phonePlace(secretary ?? ''), rows[0]?.encrypted ?? Buffer.alloc(0));
    const whole = await county.call(printUrgingFull, { id, reason: '电话督办' });
    expect(whole.code, whole.text).toBe(200);
    const printed = await fetchBytes(t, county, `/api/common/download?fileName=${whole.data.fileId}`);
    const words = pdfPages(printed.bytes)
      .map((page) => page.text)
      .join('');
    expect(words).toContain(phone);
    expect(words).not.toContain('139****8888');
    const noted = await sql<{ reason: string }>`
      select reason from audit_log where target_type = 'member' and target_id = ${secretary} and action = '打印督办单完整电话'`.execute(
      t.db,
    );
    expect(noted.rows.map(({ reason }) => reason)).toEqual(['打印督办单《报送党员学习情况》：电话督办']);
  });

  test('Ctrl+K finds tasks and work meetings that stand before whoever asks, by the words of their titles', async () => {
    const title = `查找用任务${Date.now()}`;
    const id = await at.given(county, { title });
    const { rows } = await sql<{ id: string }>`
      insert into office_meeting (org_id, org_code, title, starts_at, ends_at, place, audience)
      values (${ORGS.committeeA1.id}, ${ORGS.committeeA1.code}, ${`${title}碰头会`}, now(), now() + interval '1 hour', '室', '{}') returning id`.execute(
      t.db,
    );
    const found = async (who: Caller, kind: string) => {
      const { data } = await who.call(searchAll, { words: title });
      const group = (data as { kind: string; hits: { id: string; title: string }[] }[]).find(
        (one) => one.kind === kind,
      );
      return (group?.hits ?? []).map((one) => one.id);
    };
    expect(await found(county, 'task')).toEqual([id]);
    expect(await found(branch, 'task')).toEqual([id]);
    expect(await found(await t.as('otherCountyWorker'), 'task')).toEqual([]);
    expect(await found(await t.as('member'), 'task')).toEqual([]);
    // A meeting that was not announced stands before its own organisation alone.
    expect(await found(committee, 'workMeeting')).toEqual([rows[0]?.id]);
    expect(await found(branch, 'workMeeting')).toEqual([]);
    const recent = await committee.call(searchRecent, {
      items: [
        { kind: 'workMeeting', id: rows[0]?.id ?? '' },
        { kind: 'task', id },
      ],
    });
    expect((recent.data as { kind: string }[]).map(({ kind }) => kind)).toEqual(['workMeeting', 'task']);
  });

  test('papers are packed under 组织-周期-文件名, those of other scopes are not', async () => {
    const id = await at.given(county);
    await attach(id, 'branchA11', ['情况.txt', '情况.txt']);
    const started = await county.call(exportTaskFiles, { id, purpose: '归档' });
    expect(started.code, started.text).toBe(200);
    await jobEnds(county, started.data.jobId);
    const files = await unpacked(started.data.jobId);
    const { rows } = await sql<{ name: string }>`select name from organisation where id = ${ORGS.branchA11.id}`.execute(
      t.db,
    );
    const org = rows[0]?.name;
    expect([...files.keys()]).toEqual(['下载说明.txt', `${org}-情况.txt`, `${org}-情况（2）.txt`]);
    expect(files.get(`${org}-情况.txt`)).toMatch(/^内容\d$/);
    const none = await at.given(county);
    expect((await county.call(exportTaskFiles, { id: none, purpose: '归档' })).msg).toBe('各组织没有上报附件');
  });

  test('a task of last year becomes a draft of this year, for its own organisation alone', async () => {
    const id = await at.given(county);
    await sql`update office_task set starts_on = ${yearsLater(today, -1)}, ends_on = ${yearsLater(addDays(today, 20), -1)}
      where id = ${id}`.execute(t.db);
    expect((await committee.call(copyTask, { id })).code).not.toBe(200);
    const made = await county.call(copyTask, { id });
    expect(made.code, made.text).toBe(200);
    const draft = (await county.call(getTask, { id: made.data.id })).data;
    expect(draft).toMatchObject({
      state: 0,
      title: '报送党员学习情况',
      startsOn: yearsLater(yearsLater(today, -1), 1),
      version: 1,
    });
    // One that went over New Year goes over the next one.
    const year = Number(today.slice(0, 4));
    await sql`update office_task set starts_on = ${`${year - 1}-12-30`}, ends_on = ${`${year}-01-19`} where id = ${id}`.execute(
      t.db,
    );
    const over = (await county.call(copyTask, { id })).data;
    expect((await county.call(getTask, { id: over.id })).data).toMatchObject({
      startsOn: `${year}-12-30`,
      endsOn: `${year + 1}-01-19`,
    });
  });
});

describe('templates', () => {
  test('what a task says is kept, given again with its days in this year, and stands among no drafts', async () => {
    const id = await at.given(county, { title: '年年要报', nilAllowed: true, openToOthers: true });
    const drafts = async () => (await county.call(officeHome, {})).data.given.drafts;
    const before = await drafts();
    expect((await committee.call(saveTemplate, { id })).code).not.toBe(200);
    const kept = await county.call(saveTemplate, { id });
    expect(kept.code, kept.text).toBe(200);
    const template = kept.data.id as string;
    const own = (await county.call(listTemplates, {})).data;
    expect(own.map((one: { id: string }) => one.id)).toContain(template);
    for (const who of [committee, branch]) {
      expect((await who.call(listTemplates, {})).data).toEqual([]);
      expect((await who.call(copyTask, { id: template })).code).toBe(404);
    }
    expect(await drafts()).toBe(before);
    const shown = (await county.call(listTasks, { keyWords: '年年要报' })).rows.map((row: { id: string }) => row.id);
    expect(shown).toEqual([id]);
    // It is never published itself.
    expect((await county.call(publishTask, { id: template, version: 1 })).msg).toContain('这是模板');
    await sql`update office_task set starts_on = ${yearsLater(today, -1)}, ends_on = ${yearsLater(addDays(today, 20), -1)}
      where id = ${template}`.execute(t.db);
    const made = (await county.call(copyTask, { id: template })).data.id;
    expect((await county.call(getTask, { id: made })).data).toMatchObject({
      title: '年年要报',
      state: 0,
      startsOn: yearsLater(yearsLater(today, -1), 1),
      nilAllowed: true,
      openToOthers: true,
      mode: 'below',
    });
    expect((await county.call(previewTask, { id: made })).data.faults).toEqual([]);
    expect((await county.call(removeTask, { id: template, deleteReason: '不再要' })).code).toBe(200);
    expect((await county.call(listTemplates, {})).data.map((one: { id: string }) => one.id)).not.toContain(template);
  });
});

describe('asking once', () => {
  test('a column that the same organisations were asked for lately is named before publishing; the load is counted', async () => {
    const column = { id: 'c1', name: '志愿服务人数', type: 'number' as const };
    const design = { free: true, rows: [], columns: [column], locked: [], sums: [] };
    const asks = async (title: string) => {
      const made = await county.call(createTask, at.draft({ kind: 3, title, endsOn: today }));
      const saved = await county.call(saveForm, { id: made.data.id, version: 1, design });
      expect(saved.code, saved.text).toBe(200);
      return made.data.id as string;
    };
    const first = await asks('第一次要');
    const before = (await county.call(previewTask, { id: first })).data.warnings.join();
    expect(before).not.toContain('要过');
    await jobEnds(county, (await county.call(publishTask, { id: first, version: 2 })).data.jobId);
    const second = await asks('第二次要');
    const { warnings, total } = (await county.call(previewTask, { id: second })).data;
    expect(warnings.join()).toMatch(new RegExp(`“志愿服务人数”.*在《第一次要》中向其中${total}个组织要过`));

    // Every part of the year is in the month of its day; the cells are those of the grid.
    const { rows } = await sql<{ parts: number; cells: number }>`
      select count(*)::int as parts, count(*) filter (where p.task_id = ${first})::int as cells
        from office_part p join office_task t on t.id = p.task_id
       where p.state <> 5 and t.state in (2, 3) and p.org_code like ${`${ORGS.committeeA1.code}%`}
         and extract(year from p.due_on) = ${Number(today.slice(0, 4))}`.execute(t.db);
    const { data } = await committee.call(officeBurden, { year: Number(today.slice(0, 4)) });
    const sum = (list: { parts: number; cells: number }[], key: 'parts' | 'cells') =>
      list.reduce((all, one) => all + one[key], 0);
    expect(sum(data.months, 'parts')).toBe(rows[0]?.parts);
    expect(sum(data.months, 'cells')).toBe(rows[0]?.cells);
    expect(sum(data.givers, 'parts')).toBe(rows[0]?.parts);
    expect(sum(data.receivers, 'parts')).toBe(rows[0]?.parts);
  });
});

/** Hands in for an organisation with papers of these names. */
async function attach(taskId: string, org: keyof typeof ORGS, names: readonly string[]) {
  const part = await at.partOf(taskId, org);
  const handed = await branch.call(reportPart, { id: part.id, version: part.version, report: '见附件。' });
  expect(handed.code, handed.text).toBe(200);
  const { rows } = await sql<{ accountId: string; code: string }>`
    select (select id from account order by id limit 1) as "accountId", code from organisation where id = ${ORGS[org].id}`.execute(
    t.db,
  );
  const files: string[] = [];
  for (const [at, name] of names.entries()) {
    const facts = {
      kind: 'office.part',
      rowId: part.id,
      orgCode: rows[0]?.code ?? '',
      accountId: rows[0]?.accountId ?? '',
      name,
      mime: 'text/plain',
      days: 1,
    };
    files.push(await saveFile(t.services, t.db, facts, [Buffer.from(`内容${at}`)]));
  }
  await sql`update stored_file set expires_at = null where id = any(${files}::text[])`.execute(t.db);
  await sql`update office_part set files = ${files}::text[] where id = ${part.id}`.execute(t.db);
}

/** The entries of a job's archive. */
async function unpacked(jobId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
  }>`select id from stored_file where kind = 'office.filesExport' and row_id = ${jobId}`.execute(t.db);
  const pieces: Buffer[] = [];
  for await (const piece of readStored(t.services, rows[0]?.id ?? '')) pieces.push(piece as Buffer);
  const files = await unzip(Buffer.concat(pieces));
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString()]));
}
