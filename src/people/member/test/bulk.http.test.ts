import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelJob, getJob } from '#kernel/job/contract.ts';
import { jobModule } from '#kernel/job/server/routes.ts';
import {
  type Bulk,
  bulkRows,
  getBulk,
  memberLabels,
  previewBulk,
  startBulk,
  undoBulk,
} from '#people/member/contract.bulk.ts';
import { saveQuery } from '#people/member/contract.query.ts';
import { createMember, getMember, listMembers, memberTimeline, updateMember } from '#people/member/contract.ts';
import { BY_PROCEDURE } from '#people/member/rules/procedure.ts';
import { recountOnNewDay } from '#people/member/server/counters.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { runBulk } from '#people/member/server/service/bulkRun.ts';
import type { InputOf } from '#platform/contract.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import type { RunningJob } from '#platform/server/module.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { foldCounters, readCounters } from '#platform/server/sums/counters.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { collect, jobEnds, memberForm } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker | undefined;
let serial = 700;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, [jobModule, memberModule]);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});
/** Three people of a test's own, in branch A11. */
let ids: string[];
beforeEach(async () => {
  ids = await Promise.all([add(), add(), add()]);
});

async function add(org: OrgKey = 'branchA11', given: Record<string, unknown> = {}): Promise<string> {
  const made = await committee.call(createMember, memberForm(++serial, org, { name: `批${serial}`, ...given }));
  expect(made.code, made.text).toBe(200);
  return made.data.id;
}
type Input = InputOf<typeof previewBulk>;
const field = (wire: string, value: string) => ({ kind: 'field', field: wire, value }) as const;
const preview = async (input: Input, who = committee): Promise<Bulk> => {
  const answer = await who.call(previewBulk, input);
  expect(answer.code, answer.text).toBe(200);
  return answer.data;
};
const run = async (id: string, call: typeof startBulk | typeof undoBulk = startBulk) => {
  const started = await committee.call(call, { id });
  expect(started.code, started.text).toBe(200);
  return jobEnds(committee, started.data.jobId);
};
const one = async (id: string) => (await committee.call(getMember, { id })).data;
const states = async (id: string) => {
  const { rows } = await committee.call(bulkRows, { id, pageSize: 200 });
  return Object.fromEntries(rows.map((row) => [row.id, row.note === '' ? row.state : `${row.state}：${row.note}`]));
};
/** The counters as they stand are those of a recount. */
async function countersHold() {
  const codes = [ORGS.committeeA1.code, ORGS.branchA11.code, ORGS.branchA12.code];
  const facts = ['category', 'education', 'occupation', 'floating', 'incomplete', 'age', 'nation', 'joined'];
  await foldCounters(t.db);
  const read = async () => {
    const counts = await readCounters(t.db, codes, facts);
    const rows = codes.flatMap((code) =>
      Object.entries(counts.get(code) ?? {}).flatMap(([fact, values]) =>
        Object.entries(values).map(([value, n]) => `${code} ${fact} ${value} ${n}`),
      ),
    );
    return rows.filter((row) => !row.endsWith(' 0')).sort();
  };
  const before = await read();
  await sql`update member_counter_day set day = day - 1`.execute(t.db);
  await recountOnNewDay(t.services);
  expect(before).toEqual(await read());
}

describe('one field', () => {
  test('is previewed, changed for all, told in each timeline, counted, and taken back as a whole', async () => {
    const [first = '', second = '', third = ''] = ids;
    await committee.call(updateMember, { id: third, version: 1, education: '31' });
    const made = await preview({ ids, ...field('education', '31') });
    expect(made).toMatchObject({
      state: 'preview',
      title: '学历改为“大学专科毕业”',
      total: 3,
      can: { start: true, undo: false },
    });
    expect(made.counts).toMatchObject({ due: 2, same: 1, refused: 0 });
    expect((await one(first)).education).toBe('21');

    expect(await run(made.id)).toMatchObject({ state: 'done', message: '已修改2人，不变1人', typeName: '批量' });
    for (const id of ids) expect((await one(id)).educationName).toBe('大学专科毕业');
    const [entry] = (await committee.call(memberTimeline, { id: first })).rows;
    expect(entry).toMatchObject({
      action: '批量修改',
      who: '魏员',
      reason: `批量修改 ${made.id}，学历改为“大学专科毕业”`,
      changes: [{ field: 'education', label: '学历', before: '大学本科毕业', after: '大学专科毕业' }],
    });
    expect((await committee.call(memberTimeline, { id: third })).rows.map((row) => row.action)).not.toContain(
      '批量修改',
    );
    await countersHold();

    expect(await run(made.id, undoBulk)).toMatchObject({ message: '已撤销2人' });
    expect((await one(first)).education).toBe('21');
    expect((await one(third)).education).toBe('31');
    const [back] = (await committee.call(memberTimeline, { id: second })).rows;
    expect(back).toMatchObject({
      action: '撤销批量修改',
      changes: [{ before: '大学专科毕业', after: '大学本科毕业' }],
    });
    expect((await committee.call(getBulk, { id: made.id })).data).toMatchObject({
      state: 'undone',
      can: { undo: false },
    });
    await countersHold();
    const { rows: audited } = await sql<{ action: string; changes: unknown }>`
      select action, changes from audit_log where target_type = 'bulk' and target_id = ${made.id} order by id`.execute(
      t.db,
    );
    expect(audited.map((row) => row.action)).toEqual(['批量修改人员', '批量修改人员', '撤销批量修改', '撤销批量修改']);
  });

  test('by the rules of the form: whom it would contradict is refused, named with the reason, and in the sheet', async () => {
    const probation = await add('branchA12', { personCategory: 2, conversionDate: null });
    const late = await add('branchA12', { admissionDate: '2015-01-01', conversionDate: '2016-01-01' });
    // An empty day of full members may be filled; one that stands changes by the development file alone.
    const empty = [await add('branchA12', { conversionDate: null }), await add('branchA12', { conversionDate: null })];
    const [stands = ''] = ids;
    const chosen = [...empty, stands, probation, late];
    const made = await preview({ ids: chosen, ...field('conversionDate', '2010-01-01') });
    expect(made.counts).toMatchObject({ due: 2, refused: 3 });
    const job = await run(made.id);
    expect(job).toMatchObject({ message: '已修改2人，不能改3人', can: { download: true } });
    expect(await states(made.id)).toMatchObject({
      [probation]: 'refused：预备党员不应有转正日期',
      [late]: 'refused：转正日期不能早于入党日期',
      [stands]: `refused：${BY_PROCEDURE}`,
    });
    const row = await t.db.selectFrom('job').select('file_id').where('id', '=', job.id).executeTakeFirstOrThrow();
    const lines = await collect(readTable(Buffer.concat(await collect(readStored(t.services, row.file_id ?? '')))));
    expect(lines[0]).toEqual(['姓名', '所在党支部', '结果', '原因']);
    expect(lines.slice(1).map((line) => line[3])).toEqual([
      BY_PROCEDURE,
      '预备党员不应有转正日期',
      '转正日期不能早于入党日期',
    ]);
    expect((await one(late)).conversionDate).toBe('2016-01-01');
  });

  test.each([
    ['name', '张三', 'field', /可以批量修改/],
    ['idCardNo', '', 'field', /可以批量修改/],
    ['personCategory', '1', 'field', /可以批量修改/],
    ['nation', '', 'value', /请选择民族/],
    ['education', '98', 'value', /请选择学历/],
    ['admissionDate', '2026-02-30', 'value', /没有这一天/],
    ['workUnit', '长'.repeat(61), 'value', /不能超过60个字/],
  ])('%s = %s is refused at its field', async (wire, value, at, sentence) => {
    const answer = await committee.call(previewBulk, { ids, ...field(wire, value) });
    expect(answer.code).toBe(600);
    expect(answer.data.fields[at]).toMatch(sentence);
  });
});

describe('moving', () => {
  test('puts people at the end of the branch, with their labels and counters, and back to their places', async () => {
    const [first = ''] = ids;
    const place = async () =>
      (
        await sql<{ sort: number; org_code: string }>`select sort, org_code from member where id = ${first}`.execute(
          t.db,
        )
      ).rows[0];
    const before = await place();
    await sql`insert into content_label (id, name) values (71, '随人走') on conflict do nothing`.execute(t.db);
    await sql`insert into content_label_link (label_id, kind, row_id, org_code)
      values (71, 'member', ${first}, ${ORGS.branchA11.code})`.execute(t.db);
    const made = await preview({ ids, kind: 'move', toOrgId: ORGS.branchA12.id });
    expect(made.title).toBe('调整到城关镇第二党支部');
    await run(made.id);
    expect((await one(first)).orgName).toBe('城关镇第二党支部');
    const link = async () =>
      (
        await sql<{
          org_code: string;
        }>`select org_code from content_label_link where row_id = ${first} and kind = 'member'`.execute(t.db)
      ).rows;
    expect(await link()).toEqual([{ org_code: ORGS.branchA12.code }]);
    expect((await committee.call(memberTimeline, { id: first })).rows[0].changes).toMatchObject([
      { label: '所在党支部', before: '城关镇第一党支部', after: '城关镇第二党支部' },
    ]);
    await countersHold();
    await run(made.id, undoBulk);
    expect(await place()).toEqual(before);
    expect(await link()).toEqual([{ org_code: ORGS.branchA11.code }]);
    await countersHold();
  });

  test('only into a branch of the scope that still stands', async () => {
    const to = (toOrgId: string) => committee.call(previewBulk, { ids, kind: 'move', toOrgId });
    expect((await to(ORGS.branchA21.id)).code).toBe(404);
    expect((await to(ORGS.deletedBranch.id)).code).toBe(404);
    expect((await to(ORGS.committeeA1.id)).data.fields.toOrgId).toContain('请选到党支部');
    const made = await preview({ ids, kind: 'move', toOrgId: ORGS.branchA12.id });
    await sql`update organisation set deleted_at = now() where id = ${ORGS.branchA12.id}`.execute(t.db);
    expect(await run(made.id)).toMatchObject({
      state: 'failed',
      message: '要调整到的党支部已撤销，或不在您的管理范围内',
    });
    await sql`update organisation set deleted_at = null where id = ${ORGS.branchA12.id}`.execute(t.db);
    // What failed can be gone on with.
    expect((await committee.call(getBulk, { id: made.id })).data).toMatchObject({
      state: 'stopped',
      can: { start: true },
    });
    expect(await run(made.id)).toMatchObject({ message: '已修改3人' });
  });
});

test('labels are put on and taken off, and the undo leaves alone whose labels were changed since', async () => {
  await sql`insert into content_label (id, name) values (81, '骨干'), (82, '新人')`.execute(t.db);
  const [first = '', second = ''] = ids;
  const names = async (id: string) =>
    (await committee.call(memberLabels, { id })).data.map((row: { name: string }) => row.name);
  await run((await preview({ ids: [first], kind: 'label', addLabelIds: ['82'] })).id);
  const made = await preview({ ids, kind: 'label', addLabelIds: '81', removeLabelIds: '82' });
  expect(made).toMatchObject({ title: '加上标签骨干，去掉标签新人', counts: { due: 3 } });
  await run(made.id);
  expect([await names(first), await names(second)]).toEqual([['骨干'], ['骨干']]);
  expect((await committee.call(memberTimeline, { id: first })).rows[0].changes).toEqual([
    { field: 'labels', label: '标签', before: '新人', after: '骨干' },
  ]);
  expect((await preview({ ids, kind: 'label', addLabelIds: ['81'] })).counts).toMatchObject({ due: 0, same: 3 });
  await sql`delete from content_label_link where row_id = ${second} and kind = 'member'`.execute(t.db);
  expect(await run(made.id, undoBulk)).toMatchObject({ message: '已撤销2人，1人之后又有变动，保留现状' });
  expect([await names(first), await names(second)]).toEqual([['新人'], []]);
  expect((await committee.call(previewBulk, { ids, kind: 'label', addLabelIds: ['999'] })).code).toBe(600);
  expect((await committee.call(previewBulk, { ids, kind: 'label' })).code).toBe(600);
});

test('the whole result of a filter and of conditions, at once', async () => {
  const query = { v: 1, join: 'and' as const, items: [{ field: 'name', op: 'contains', values: ['批'] }] };
  const queryId = (await committee.call(saveQuery, { query })).data.id;
  const { total } = await committee.call(listMembers, { queryId, orgId: ORGS.branchA11.id });
  const made = await preview({ queryId, orgId: ORGS.branchA11.id, ...field('nativePlace', '峡州市夷陵区') });
  expect(made.total).toBe(total);
  // Who comes after the preview is not among them.
  const later = await add();
  await run(made.id);
  expect((await one(ids[0] ?? '')).nativePlace).toBe('峡州市夷陵区');
  expect((await one(later)).nativePlace).toBe('峡州市');
  expect((await committee.call(previewBulk, { keyWords: '查无此人', ...field('remark', '试') })).msg).toBe(
    '没有符合条件的人员',
  );
});

describe('a job that is interrupted', () => {
  const asJob = async (id: string, steps: number): Promise<RunningJob> => {
    const row = await t.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    let step = 0;
    return {
      id,
      kind: row.kind,
      accountId: row.account_id,
      orgId: row.org_id,
      orgCode: row.org_code,
      input: row.input as Record<string, unknown>,
      attempt: 1,
      services: t.services,
      progress: async () => {
        if (++step > steps) throw new Error('the process is gone');
      },
    };
  };

  test('goes on where it was: each person is changed once, each transaction audited once', async () => {
    await worker?.stop();
    await sql`insert into member (org_id, org_code, sort, name, name_grams, person_category)
      select ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1000 + n, '众' || n, '{}', 5 from generate_series(1, 450) as n`.execute(
      t.db,
    );
    await sql`update member_counter_day set day = day - 1`.execute(t.db);
    await recountOnNewDay(t.services);
    const made = await preview({ orgId: ORGS.branchA11.id, ...field('remark', '同一批') });
    const { due = 0 } = made.counts;
    expect(due).toBeGreaterThan(450);
    const { jobId } = (await committee.call(startBulk, { id: made.id })).data;
    await sql`update job set state = 'running' where id = ${jobId}`.execute(t.db);
    await expect(runBulk(await asJob(jobId, 2))).rejects.toThrow('gone');
    expect((await committee.call(getBulk, { id: made.id })).data.counts).toMatchObject({
      changed: 400,
      due: due - 400,
    });
    await runBulk(await asJob(jobId, 100));
    // Once more, as after a crash at the very end.
    await runBulk(await asJob(jobId, 100));
    const { rows } = await sql<{ version: number; n: number }>`
      select m.version, count(*)::int as n
      from member_bulk_row r join member m on m.id = r.member_id
      where r.bulk_id = ${made.id} and r.state = 'changed' and m.name like '众%' group by 1`.execute(t.db);
    expect(rows).toEqual([{ version: 2, n: 450 }]);
    const audited = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where target_type = 'bulk' and target_id = ${made.id}
        and endpoint = 'job member.bulk'`.execute(t.db);
    expect(audited.rows[0]?.n).toBe(Math.ceil(due / 200));
    await countersHold();
    await sql`update job set state = 'done' where id = ${jobId}`.execute(t.db);
    worker = startWorker(t.services, [jobModule, memberModule]);
  });

  test('cancelled by its user it stops, and what was done can be gone on with or taken back', async () => {
    await worker?.stop();
    const made = await preview({ ids, ...field('remark', '取消') });
    const { jobId } = (await committee.call(startBulk, { id: made.id })).data;
    expect((await committee.call(startBulk, { id: made.id })).msg).toBe('这次批量修改已经开始');
    expect((await committee.call(undoBulk, { id: made.id })).code).toBe(400);
    await committee.call(cancelJob, { id: jobId });
    expect((await committee.call(getBulk, { id: made.id })).data).toMatchObject({
      state: 'stopped',
      counts: { due: 3, changed: 0 },
      can: { start: true, undo: false, cancel: false },
    });
    worker = startWorker(t.services, [jobModule, memberModule]);
    expect(await run(made.id)).toMatchObject({ message: '已修改3人' });
    expect((await committee.call(startBulk, { id: made.id })).code).toBe(400);
  });
});

test('two starts at once are one change, and a repeat of the same call is answered with the first', async () => {
  const made = await preview({ ids, ...field('position', '组长') });
  const both = await Promise.all([1, 2].map(() => committee.call(startBulk, { id: made.id })));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  const { jobId } = both.find(({ code }) => code === 200)?.data ?? {};
  await jobEnds(committee, jobId);
  const other = await preview({ ids, ...field('position', '副组长') });
  const key = { headers: { 'idempotency-key': 'start-of-a-bulk-change' } };
  const first = await committee.call(startBulk, { id: other.id }, key);
  expect((await committee.call(startBulk, { id: other.id }, key)).data).toEqual(first.data);
  await jobEnds(committee, first.data.jobId);
});

test('PEER-09 P2 nobody reaches people or changes of others', async () => {
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  const change = field('remark', '试');
  expect((await committee.call(previewBulk, { ids: [...ids, foreign], ...change })).code).toBe(404);
  expect((await committee.call(previewBulk, { orgId: ORGS.branchB11.id, ...change })).code).toBe(404);
  expect((await committee.call(memberLabels, { id: foreign })).code).toBe(404);
  const made = await preview({ ids, ...change });
  for (const name of ['siblingWorker', 'branchWorker', 'cityWorker', 'admin'] as const) {
    const who = await t.as(name);
    for (const call of [getBulk, bulkRows, startBulk, undoBulk]) {
      expect((await who.call(call, { id: made.id })).code, name).toBe(404);
    }
  }
  for (const name of ['member', 'floating', 'volunteer'] as const) {
    const who = await t.as(name);
    expect((await who.call(previewBulk, { ids, ...change })).code).toBe(403);
    expect((await who.call(getBulk, { id: made.id })).code).toBe(403);
  }
});

test('P7 without the right in the meantime the job stops before it changes anybody', async () => {
  await worker?.stop();
  const sibling = await t.as('siblingWorker');
  const mine = t.fixture.members.branchA21?.[0] ?? '';
  const made = await preview({ ids: [mine], ...field('remark', '试') }, sibling);
  const { jobId } = (await sibling.call(startBulk, { id: made.id })).data;
  await sql`update account_role set revoked_at = now() where id = ${t.fixture.principals.siblingWorker.grantId}`.execute(
    t.db,
  );
  worker = startWorker(t.services, [jobModule, memberModule]);
  const state = async () =>
    (await t.db.selectFrom('job').select('state').where('id', '=', jobId).executeTakeFirstOrThrow()).state;
  await expect.poll(state, { timeout: 300_000 }).toBe('failed');
  const row = await t.db.selectFrom('member').select('remark').where('id', '=', mine).executeTakeFirstOrThrow();
  expect(row.remark).toBe('');
  expect((await committee.call(getJob, { id: jobId })).code).toBe(404);
});
