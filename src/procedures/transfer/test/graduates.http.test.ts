import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelJob } from '#kernel/job/contract.ts';
import { jobModule } from '#kernel/job/server/routes.ts';
import { jobEnds, upload, workbook } from '#people/member/test/factory.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { paper as paperFile } from '#procedures/recruitment/test/factory.ts';
import {
  graduateTemplate,
  listGraduates,
  listGraduations,
  printGraduates,
  printRoll,
  receiveGraduates,
  runGraduates,
  startWhole,
} from '#procedures/transfer/contract.graduates.ts';
import { transferModule } from '#procedures/transfer/server/routes.ts';
import { remindKeptGraduates } from '#procedures/transfer/server/service/expire.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { readyCity, workerAt } from './factory.ts';

let t: TestApp;
let committee: Caller;
let worker: Worker;
/** The hourly work is begun by the tests themselves. */
const MODULES = [jobModule, { ...transferModule, recurring: [] }];
const HEAD = ['编号', '姓名', '身份证号', '接收党委全称', '接收党支部'];
beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  committee = await t.as('committeeWorker');
  worker = startWorker(t.services, MODULES);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

let serial = 0;
/** Full members of branch A11 who were not there before, with what a letter needs. */
async function people(n: number): Promise<{ id: string; name: string }[]> {
  const made: { id: string; name: string }[] = [];
  for (let at = 0; at < n; at++) {
    serial++;
    const name = `毕业${serial}`;
    const { rows } = await sql<{ id: string }>`
      insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, membership_status, birth_date,
                          admission_date, id_card_index, id_card_mask)
      values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${900 + serial}, ${name}, '{}', 1, '01', 1, 1, '2003-05-01', '2023-06-20',
              sha256(${name}::bytea), '420***********0000') returning id::text as id`.execute(t.db);
    made.push({ id: rows[0]?.id ?? '', name });
  }
  return made;
}
const read = async (lines: readonly (readonly string[])[], fields: Record<string, string> = {}) =>
  upload(
    t,
    committee,
    '去向.xlsx',
    await workbook([HEAD, ...lines]),
    { reason: '毕业', graduatedOn: '2026-06-30', ...fields },
    '/api/zzgx/graduate/read',
  );
const sheet = async (id: string, who = committee) => (await who.call(listGraduations, { id })).result.rows[0];
const lines = async (id: string, state = '') =>
  (await committee.call(listGraduates, { id, pageSize: 100, state } as never)).result.rows;

test('each line is matched by number, id card or name, without a place it is kept for two years, and what cannot be says why', async () => {
  const [one, two, three] = await people(3);
  if (!one || !two || !three) throw new Error('too few');
  const [foreign = ''] = t.fixture.members.branchB11 ?? [];
  const made = await read([
    [one.id, one.name, '', '外地第一党委', '一支部'],
    [two.id, '别的名字', '', '外地第一党委', ''],
    [three.id, three.name, '', '', ''],
    [foreign, '', '', '外地第一党委', ''],
    [one.id, one.name, '', '外地第二党委', ''],
    ['', '没有这个人', '', '外地第二党委', ''],
    ['', '', '110101199001011237', '外地第二党委', ''],
  ]);
  expect(made.code, JSON.stringify(made)).toBe(200);
  expect(await lines(made.data.id)).toMatchObject([
    { name: one.name, state: 'due', outsideBranch: '一支部' },
    { state: 'bad', note: `与登记的姓名“${two.name}”不一致` },
    { state: 'unplaced', keepUntil: '2028-06-30' },
    { state: 'bad', note: '管理范围内没有这名党籍状态正常的党员' },
    { state: 'bad', note: '表里已有这名党员' },
    { state: 'bad' },
    { state: 'bad' },
  ]);
  // The id card is compared and stands nowhere.
  const { rows } = await sql<{
    text: string;
  }>`select string_agg(l::text, ' ') as text from relation_graduate l`.execute(t.db);
  expect(rows[0]?.text).not.toContain('110101199001011237');
  expect((await read([[one.id, '', '', '外地', '']], { reason: '' })).data.fields.reason).toBeTruthy();
  expect((await read([])).data.fields.file).toContain('没有毕业生');
});

test('a job hands every line in and another one decides: each its outcome, letters in one archive; done once only', async () => {
  const some = await people(6);
  const [, refused] = some;
  // Somebody whose transfer is open already is this line's outcome and stops no other.
  await sql`insert into relation_transfer (member_id, kind, from_org_id, outside_name, status)
    select id, 'inProvince', org_id, '别处', 0 from member where id = ${refused?.id}`.execute(t.db);
  const { data } = await read(some.map(({ id }, at) => [id, '', '', `外地第${at % 2}党委`, '']));
  const { id } = data;
  const first = await committee.call(runGraduates, { id, act: 'submit' });
  expect(first.code, first.text).toBe(200);
  expect(await jobEnds(committee, first.result.jobId)).toMatchObject({
    state: 'done',
    message: expect.stringContaining('已提交5人，1人不能办理'),
  });
  expect((await lines(id)).map(({ state }) => state)).toEqual([
    'submitted',
    'refused',
    'submitted',
    'submitted',
    'submitted',
    'submitted',
  ]);
  expect((await lines(id, 'refused'))[0]?.note).toContain('没有办结');
  expect(await sheet(id)).toMatchObject({
    counts: { submitted: 5, refused: 1, deciding: 5, letters: 0 },
    can: { agree: true },
  });

  const second = await committee.call(runGraduates, { id, act: 'agree' });
  expect(await jobEnds(committee, second.result.jobId)).toMatchObject({ state: 'done', message: '已审批5人' });
  const done = (await lines(id)).map(({ letterNo }) => letterNo).filter(Boolean);
  expect(new Set(done).size).toBe(5);
  expect((await committee.call(runGraduates, { id, act: 'agree' })).msg).toContain('没有等待本组织审批');
  const { rows: audits } = await sql<{ n: number }>`
    select count(*)::int as n from audit_log where target_type = 'relationTransfer' and endpoint = 'job relation.graduates'`.execute(
    t.db,
  );
  expect(audits[0]?.n).toBeGreaterThanOrEqual(10);

  const printing = await committee.call(printGraduates, { id });
  const job = await jobEnds(committee, printing.result.jobId);
  expect(job).toMatchObject({ state: 'done', message: '已导出1个PDF文件' });
  const { rows } = await sql<{ printed: number }>`
    select l.printed from relation_letter l join relation_graduate g on g.transfer_id = l.transfer_id where g.graduation_id = ${id}`.execute(
    t.db,
  );
  expect(rows.map(({ printed }) => printed)).toEqual([1, 1, 1, 1, 1]);
});

test('cancelled, what was done stays; taken up again, by the same job or a new one, it goes on with the rest', async () => {
  const some = await people(4);
  const { id } = (await read(some.map((one) => [one.id, '', '', '外地党委', '']))).data;
  await worker.stop();
  const started = await committee.call(runGraduates, { id, act: 'submit' });
  expect((await committee.call(runGraduates, { id, act: 'submit' })).msg).toContain('正在办理');
  await committee.call(cancelJob, { id: started.result.jobId });
  worker = startWorker(t.services, MODULES);
  expect((await jobEnds(committee, started.result.jobId)).state).toBe('cancelled');
  expect(await sheet(id)).toMatchObject({ counts: { due: 4, submitted: 0 }, running: null });
  const again = await committee.call(runGraduates, { id, act: 'submit' });
  expect((await jobEnds(committee, again.result.jobId)).state).toBe('done');
  // Taken up once more, as after a crash between its last step and its end, the same job finds nothing left.
  await sql`update job set state = 'queued' where id = ${again.result.jobId}`.execute(t.db);
  expect(await jobEnds(committee, again.result.jobId)).toMatchObject({ state: 'done', message: '已提交0人' });
  expect(await sheet(id)).toMatchObject({ counts: { due: 0, submitted: 4 } });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from relation_transfer where member_id = any(${some.map((one) => one.id)}::bigint[])`.execute(
    t.db,
  );
  expect(rows[0]?.n).toBe(4);
});

test('two years on the branch is asked once, and the transfer closes it; foreign sheets read as not there', async () => {
  const [one] = await people(1);
  if (!one) throw new Error('nobody');
  const { id } = (await read([[one.id, '', '', '', '']])).data;
  await remindKeptGraduates(t.db);
  const open = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from todo where subject = ${`relationKept:${one.id}`} and done_at is null`.execute(
        t.db,
      )
    ).rows[0]?.n;
  expect(await open()).toBe(0);
  const { rows } = await sql<{ day: string }>`
    update relation_graduate set keep_until = (now() at time zone 'Asia/Shanghai')::date - 1 where graduation_id = ${id} returning keep_until as day`.execute(
    t.db,
  );
  expect(rows).toHaveLength(1);
  await remindKeptGraduates(t.db);
  await remindKeptGraduates(t.db);
  expect(await open()).toBe(1);
  const again = (await read([[one.id, '', '', '外地党委', '']])).data;
  const started = await committee.call(runGraduates, { id: again.id, act: 'submit' });
  await jobEnds(committee, started.result.jobId);
  expect(await open()).toBe(0);
  const other = await t.as('otherCountyWorker');
  expect((await other.call(listGraduates, { id })).code).toBe(404);
  expect((await other.call(runGraduates, { id, act: 'submit' })).code).toBe(404);
  expect((await other.call(listGraduations, {})).result.rows.map((row) => row.id)).not.toContain(id);
  expect((await committee.call(graduateTemplate, { orgId: ORGS.branchB11.id } as never)).code).toBe(404);
});

test('a whole organisation leaves by one document: its roll is everybody, each transfer of the kind 整建制, the ledger says so', async () => {
  // A branch of its own, so that nobody of the other tests stands on the roll.
  const branch = ORGS.branchA21;
  const county = await t.as('countyWorker');
  const input = {
    orgId: branch.id,
    documentNo: '峡组发〔2026〕12号',
    issuedOn: '2026-01-05',
    outsideName: '沮阳市国资委',
    reason: '划转',
  };
  const made = await county.call(startWhole, input as never);
  expect(made.code, made.text).toBe(200);
  const { id } = made.result;
  const { rows: roll } = await sql<{ n: number }>`
    select count(*)::int as n from member where org_id = ${branch.id} and deleted_at is null and membership_status = 1 and person_category in (1, 2)`.execute(
    t.db,
  );
  expect(await sheet(id, county)).toMatchObject({
    kind: 'wholeOrg',
    documentNo: input.documentNo,
    counts: { due: roll[0]?.n, bad: 0 },
  });
  const started = await county.call(runGraduates, { id, act: 'submit' });
  expect((await jobEnds(county, started.result.jobId)).state).toBe('done');
  const { rows } = await sql<{ kind: string; outside: string }>`
    select distinct t.kind, t.outside_name as outside from relation_transfer t join relation_graduate g on g.transfer_id = t.id where g.graduation_id = ${id}`.execute(
    t.db,
  );
  expect(rows).toEqual([{ kind: 'wholeOrg', outside: '沮阳市国资委' }]);
  // Its committee decides; then one receipt ends them all.
  const above = await workerAt(t, 'committeeA2');
  expect((await above.call(listGraduations, { id })).code).toBe(404);
  const early = await county.call(receiveGraduates, {
    id,
    receivedOn: input.issuedOn,
    branch: '第一支部',
    files: [await paperFile(county)],
  });
  expect(early.msg).toContain('没有等待回执');
  const paper = await county.call(printRoll, { id });
  expect(paper.code, paper.text).toBe(200);
  expect(paper.result).toMatchObject({ name: '党员组织关系整建制转接名册.pdf', missing: [] });
  expect((await county.call(startWhole, { ...input, orgId: ORGS.branchB11.id } as never)).code).toBe(404);
  expect((await county.call(startWhole, { ...input, issuedOn: '2099-01-01' } as never)).data.fields.issuedOn).toContain(
    '今天',
  );
});

test('one receipt ends everybody of a roll: gone from the branch, accounts off, the ledger says 整建制转出', async () => {
  const branch = ORGS.branchA12;
  const made = await committee.call(startWhole, {
    orgId: branch.id,
    documentNo: '试〔2026〕1号',
    issuedOn: '2026-01-05',
    outsideName: '沮阳市国资委',
    reason: '划转',
  } as never);
  const { id } = made.result;
  for (const act of ['submit', 'agree'] as const) {
    const started = await committee.call(runGraduates, { id, act });
    expect(started.code, started.text).toBe(200);
    expect((await jobEnds(committee, started.result.jobId)).state).toBe('done');
  }
  const before = await sheet(id);
  expect(before?.counts.receiving).toBeGreaterThan(0);
  expect(before?.can.receive).toBe(true);
  const { rows: day } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  const answer = await committee.call(receiveGraduates, {
    id,
    receivedOn: day[0]?.today ?? '',
    branch: '国资委机关支部',
    files: [await paperFile(committee)],
  });
  expect(answer.code, answer.text).toBe(200);
  const ended = await jobEnds(committee, answer.result.jobId);
  expect(ended).toMatchObject({ state: 'done', message: `已办结${before?.counts.receiving}人` });
  const { rows } = await sql<{ status: number; ways: string }>`
    select distinct m.membership_status as status, (select string_agg(l.way || l.sign, ',') from member_ledger l where l.member_id = m.id) as ways
      from relation_graduate g join relation_transfer t on t.id = g.transfer_id and t.status = 6 join member m on m.id = g.member_id
     where g.graduation_id = ${id}`.execute(t.db);
  expect(rows).toEqual([{ status: 5, ways: 'transferredOutWhole-1' }]);
});

test('a graduate kept for more than two years is counted with the clause, by name, until a transfer is under way', async () => {
  const [one, two] = await people(2);
  if (!one || !two) throw new Error('nobody');
  const { id } = (await read([one, two].map((each) => [each.id, each.name, '', '', '']))).data;
  const breaches = async (who = committee) => {
    const answer = await who.get('/api/party/personal/breaches', { code: 'relationKept' });
    expect(answer.code, answer.text).toBe(200);
    return answer as unknown as { rows: { id: string; title: string; detail: string }[]; total: number };
  };
  const before = (await breaches()).total;
  // The last day itself still counts as kept in time.
  await sql`update relation_graduate set keep_until = (now() at time zone 'Asia/Shanghai')::date - (row_no - 2)::int where graduation_id = ${id}`.execute(
    t.db,
  );
  const { total, rows } = await breaches();
  expect(total).toBe(before + 1);
  expect(rows).toContainEqual(
    expect.objectContaining({ id: two.id, title: two.name, detail: expect.stringContaining('保留至') }),
  );
  expect(rows).not.toContainEqual(expect.objectContaining({ id: one.id }));
  expect((await breaches(await t.as('otherCountyWorker'))).total).toBe(0);
  await sql`insert into relation_transfer (member_id, kind, from_org_id, outside_name, status)
    select id, 'graduate', org_id, '外地', 1 from member where id = ${two.id}`.execute(t.db);
  expect((await breaches()).total).toBe(before);
});
