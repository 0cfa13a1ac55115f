import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import { listTodos } from '#kernel/message/contract.ts';
import {
  askOwnExtension,
  getOwnPart,
  listOwnParts,
  receiveOwnPart,
  reportOwnPart,
  sayOwn,
  withdrawOwnPart,
} from '#life/tasks/contract.ownPart.ts';
import {
  decideExtension,
  decideParts,
  getPart,
  listParts,
  reopenPart,
  reportPart,
  say,
  urgeTask,
  voidPart,
} from '#life/tasks/contract.part.ts';
import { exportTaskFiles } from '#life/tasks/contract.taskOut.ts';
import { addOrgs, createTask, getTask, previewTask, publishTask, taskMatrix } from '#life/tasks/contract.ts';
import { maintainTasks } from '#life/tasks/server/service/publish.ts';
import { jobEnds } from '#people/member/test/factory.ts';
import { readStored } from '#platform/server/files/files.ts';
import { addDays } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type office, startOffice } from './factory.ts';

/** Tasks that go to people: each answers a part of their own. */
let t: TestApp;
let stop: () => Promise<void>;
let county: Caller;
let branch: Caller;
let member: Caller;
let today: string;
let at: ReturnType<typeof office>;
/** Of the member's account, and somebody of the same branch who cannot sign in. */
let own: string;
let silent: string;

beforeAll(async () => {
  ({ t, stop, today, at } = await startOffice());
  [county, branch, member] = [await t.as('countyWorker'), await t.as('branchWorker'), await t.as('member')];
  own = t.fixture.principals.member.memberId ?? '';
  const { rows } = await sql<{ id: string }>`
    select id from member m where org_id = ${ORGS.branchA11.id} and deleted_at is null
       and not exists (select from account a where a.member_id = m.id) order by id limit 1`.execute(t.db);
  silent = rows[0]?.id ?? '';
});
afterAll(() => stop());

const toOwn = (more: object = {}) => at.given(county, { mode: 'people', memberIds: [own], ...more });
const ownPart = async (taskId: string) => {
  const { circleId } = await at.partOf(taskId);
  const found = await member.call(getOwnPart, { taskId, circleId });
  expect(found.code, found.text).toBe(200);
  return found.data;
};
const noticesOf = async (title: string) => {
  const { rows } = await sql<{ id: string }>`
    select r.account_id as id from notice n join notice_recipient r on r.notice_id = n.id where n.title = ${title}`.execute(
    t.db,
  );
  return rows.map(({ id }) => id);
};

describe('giving a task to people', () => {
  test('the preview says who gets it and who has no account; each has one part a cycle, and is told alone', async () => {
    const title = `个人任务${Date.now()}`;
    const made = await county.call(createTask, at.draft({ title, mode: 'people', memberIds: [own, silent] }));
    expect(made.code, made.text).toBe(200);
    const { id } = made.data;
    const shown = (await county.call(previewTask, { id })).data;
    expect(shown.total).toBe(1);
    expect(shown.orgs.map((one: { id: string }) => one.id)).toEqual([own]);
    expect(shown.warnings.some((text: string) => text.startsWith('1人没有账号'))).toBe(true);
    const out = await county.call(publishTask, { id, version: 1 });
    await jobEnds(county, out.data.jobId);
    const task = (await county.call(getTask, { id })).data;
    expect(task).toMatchObject({ state: 2, targets: 1, isToPeople: true, live: 1 });
    expect(task.members).toHaveLength(2);
    const me = t.fixture.principals.member.accountId;
    expect(await noticesOf(`新任务：${title}`)).toEqual([me]);
    const part = await at.partOf(id);
    expect(await at.todosOf(`officePart:${part.id}`)).toHaveLength(1);
    expect((await member.call(listTodos, {})).rows.some(({ message }) => message.includes(title))).toBe(true);
    expect((await branch.call(listTodos, {})).rows.some(({ message }) => message.includes(title))).toBe(false);
    // The branch sees the part of its member; it is no task of its own.
    expect((await branch.call(getPart, { id: part.id })).data.can).toMatchObject({
      report: false,
      assign: false,
      split: false,
    });
    expect((await branch.call(listParts, { keyWords: title })).rows).toEqual([]);
    expect((await branch.call(reportPart, { id: part.id, version: part.version, report: '代报' })).code).not.toBe(200);
    expect((await member.call(listOwnParts, { keyWords: title })).rows.map((row) => row.id)).toEqual([part.id]);
  });

  test('a kind that only organisations answer, nobody, a foreign person and a group of another type are refused', async () => {
    const give = (more: object) => county.call(createTask, at.draft(more));
    expect((await give({ mode: 'people', memberIds: [own], kind: 3 })).data?.fields).toHaveProperty('kind');
    expect((await give({ mode: 'people' })).data?.fields).toHaveProperty('memberIds');
    const [foreign] = t.fixture.members.branchB11 ?? [];
    expect((await give({ mode: 'people', memberIds: [foreign] })).code).toBe(404);
    const group = async (type: number) => {
      const { rows } = await sql<{ id: string }>`
        with made as (
          insert into content_group (org_id, org_code, type, name, name_grams)
          values (${ORGS.countyA.id}, ${ORGS.countyA.code}, ${type}, ${`党办${type}`}, '{}') returning id)
        insert into content_group_member (group_id, member_id, sort) select made.id, m.id, m.id from made, member m where m.id in (${own}, ${silent})
        returning group_id as id`.execute(t.db);
      return rows[0]?.id ?? '';
    };
    expect((await give({ mode: 'groups', groupIds: [await group(5)] })).data?.fields).toHaveProperty('groupIds');
    const id = await at.given(county, { mode: 'groups', groupIds: [await group(1)] });
    const { rows } = await sql<{ person: string }>`
      select person_id as person from office_part where task_id = ${id}`.execute(t.db);
    expect(rows).toEqual([{ person: own }]);
  });
});

describe('answering it', () => {
  test('received, extended, reported, returned, reported again, accepted, reopened; every step is told to the other side alone', async () => {
    const title = `来回${Date.now()}`;
    const id = await toOwn({ title });
    let part = await ownPart(id);
    expect(part).toMatchObject({ state: 0, isMine: true, isPersonal: true });
    expect(part.can).toMatchObject({
      receive: true,
      report: true,
      assign: false,
      split: false,
      handOver: false,
      decide: false,
    });
    const key = async () => {
      part = await ownPart(id);
      return { id: part.id, version: part.version };
    };
    const ok = (reply: { code: number; text: string }) => expect(reply.code, reply.text).toBe(200);
    ok(await member.call(receiveOwnPart, await key()));
    ok(await member.call(sayOwn, { id: part.id, text: '什么格式？' }));
    ok(await county.call(say, { id: part.id, text: '随意' }));
    const until = addDays(today, 30);
    ok(await member.call(askOwnExtension, { ...(await key()), until, reason: '出差' }));
    ok(await county.call(decideExtension, { ...(await key()), agree: true }));
    expect((await ownPart(id)).dueOn).toBe(until);
    expect((await member.call(reportOwnPart, { ...(await key()), report: '' })).code).not.toBe(200);
    const file = (await upload(t, member, '小结.txt', Buffer.from('小结'))).data.id as string;
    ok(await member.call(reportOwnPart, { ...(await key()), report: '学了三次', files: [file] }));
    ok(await member.call(withdrawOwnPart, await key()));
    ok(await member.call(reportOwnPart, { ...(await key()), report: '学了四次', files: [file] }));
    ok(await county.call(decideParts, { ids: [part.id], agree: false, opinion: '补充人数' }));
    expect(await noticesOf(`退回重办：${title}`)).toEqual([t.fixture.principals.member.accountId]);
    expect((await ownPart(id)).opinion).toBe('补充人数');
    ok(await member.call(reportOwnPart, { ...(await key()), report: '学了四次，五人', files: [file] }));
    ok(await county.call(decideParts, { ids: [part.id], agree: true }));
    const evidence = await sql<{ member: string }>`
      select member_id as member from point_evidence where subject = ${`officePart:${part.id}`} and not gone`.execute(
      t.db,
    );
    expect(evidence.rows).toEqual([{ member: own }]);
    ok(await county.call(reopenPart, { ...(await key()), reason: '再核一下' }));
    expect(await at.todosOf(`officePart:${part.id}`)).toHaveLength(1);

    // The paper goes into the archive under the person's name, and is read by nobody else.
    ok(await member.call(reportOwnPart, { ...(await key()), report: '核过', files: [file] }));
    const started = await county.call(exportTaskFiles, { id, purpose: '归档' });
    ok(started);
    await jobEnds(county, started.data.jobId);
    const { rows } = await sql<{ id: string; org: string }>`
      select f.id, o.name as org from stored_file f, organisation o
       where f.kind = 'office.filesExport' and f.row_id = ${started.data.jobId} and o.id = ${ORGS.branchA11.id}`.execute(
      t.db,
    );
    const pieces: Buffer[] = [];
    for await (const piece of readStored(t.services, rows[0]?.id ?? '')) pieces.push(piece as Buffer);
    expect(Buffer.concat(pieces).includes(`${rows[0]?.org}-党元-小结.txt`)).toBe(true);
    const download = `/api/common/download?fileName=${file}`;
    for (const who of [member, county, branch]) expect((await fetchBytes(t, who, download)).text).toBe('小结');
    for (const who of ['otherCountyWorker', 'siblingWorker', 'twinWorker'] as const)
      expect((await fetchBytes(t, await t.as(who), download)).text).not.toBe('小结');
  });

  test('nobody but the person, the giver and those above the organisation finds the part', async () => {
    const id = await toOwn();
    const part = await at.partOf(id);
    for (const who of ['otherCountyWorker', 'siblingWorker', 'twinWorker'] as const)
      expect((await (await t.as(who)).call(getPart, { id: part.id })).code).toBe(404);
    for (const who of ['cityWorker', 'committeeWorker', 'branchWorker'] as const)
      expect((await (await t.as(who)).call(getPart, { id: part.id })).code).toBe(200);
    // A worker is a person too: somebody else's part is not theirs.
    const other = await t.as('branchWorker');
    expect((await other.call(getOwnPart, { taskId: id, circleId: part.circleId })).code).toBe(404);
    expect((await other.call(receiveOwnPart, { id: part.id, version: part.version })).code).toBe(404);
    expect((await member.call(getPart, { id: part.id })).code).not.toBe(200);
    // An organisation's part is no person's.
    const ofOrg = await at.partOf(await at.given(county));
    expect((await member.call(receiveOwnPart, { id: ofOrg.id, version: ofOrg.version })).code).toBe(404);
  });

  test('a worker answers the own part although it stands in a branch beyond the scope', async () => {
    const { memberId } = t.fixture.principals.twinWorker;
    const id = await at.given(await t.as('cityWorker'), { mode: 'people', memberIds: [memberId] });
    const { rows } = await sql<{ id: string; circleId: string; version: number }>`
      select id, circle_id as "circleId", version from office_part where task_id = ${id}`.execute(t.db);
    const twin = await t.as('twinWorker');
    expect((await twin.call(getPart, { id: rows[0]?.id ?? '' })).code).toBe(404);
    const reply = await twin.call(reportOwnPart, { id: rows[0]?.id ?? '', version: 1, report: '已办' });
    expect(reply.code, reply.text).toBe(200);
    expect((await twin.call(listParts, { view: 'handled' })).rows.map((row) => row.id)).toContain(rows[0]?.id);
  });
});

describe('the giver', () => {
  test('sees people as rows with their organisation, adds one once, urges, and lets off', async () => {
    const title = `矩阵${Date.now()}`;
    const id = await toOwn({ title, endsOn: addDays(today, 1) });
    const { memberId } = t.fixture.principals.siblingWorker;
    const version = (await county.call(getTask, { id })).data.version;
    const more = { id, version, memberIds: [memberId ?? '', own] };
    expect((await county.call(addOrgs, more)).data.added).toBe(1);
    expect((await county.call(addOrgs, { ...more, version: version + 1 })).code).not.toBe(200);
    const matrix = await county.call(taskMatrix, { id });
    expect(matrix.total).toBe(2);
    const row = matrix.rows.find((one) => one.id === own);
    expect(row).toMatchObject({ name: '党元', live: 1, completed: 0 });
    expect(row?.orgName).not.toBe('');
    expect((await county.call(taskMatrix, { id, keyWords: '党元' })).total).toBe(1);
    expect((await branch.call(taskMatrix, { id })).rows.map((one) => one.id)).toEqual([own]);
    const urged = (await county.call(urgeTask, { id })).data;
    expect(urged).toMatchObject({ due: 2, reminded: 2, missing: [] });
    expect(await noticesOf(`催办：${title}`)).toContain(t.fixture.principals.member.accountId);
    const part = await at.partOf(id);
    expect((await county.call(voidPart, { id: part.id, version: part.version, reason: '免' })).code).toBe(200);
    expect((await ownPart(id)).state).toBe(5);
    expect(await at.todosOf(`officePart:${part.id}`)).toHaveLength(0);
    expect(await noticesOf(`不用再办理：${title}`)).toEqual([t.fixture.principals.member.accountId]);
  });

  test('the part of somebody who leaves is void by the hourly round, and the giver is told', async () => {
    const { memberId } = t.fixture.principals.siblingWorker;
    const title = `离开${Date.now()}`;
    const id = await at.given(county, { title, mode: 'people', memberIds: [memberId, own] });
    await sql`update member set deleted_at = now(), deleted_by = '试', delete_reason = '试' where id = ${memberId}`.execute(
      t.db,
    );
    await maintainTasks(t.services);
    await sql`update member set deleted_at = null, deleted_by = null, delete_reason = null where id = ${memberId}`.execute(
      t.db,
    );
    const { rows } = await sql<{ state: number; person: string }>`
      select state, person_id as person from office_part where task_id = ${id} order by state`.execute(t.db);
    expect(rows).toEqual([
      { state: 0, person: own },
      { state: 5, person: memberId },
    ]);
    expect(await noticesOf(`免办一件：${title}`)).toContain(t.fixture.principals.countyWorker.accountId);
  });
});
