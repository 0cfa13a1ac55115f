import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getIntegrity, listFaults } from '#people/member/contract.quality.ts';
import { RECORD_IMPORT } from '#people/member/contract.recordImport.ts';
import { ALL_RECORDS, auditEntering, RECORD_CALLS, updateExtra } from '#people/member/contract.records.ts';
import { createMember, getMember, updateMember } from '#people/member/contract.ts';
import { ROW_CHECKS } from '#people/member/rules/quality.ts';
import { recordProblems } from '#people/member/rules/recordChecks.ts';
import { loadRecordContexts } from '#people/member/server/queries/around.ts';
import type { RecordCalls, RecordValues } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { testIdCard } from '../../../../test/support/fixture.ts';
import { memberForm, upload, workbook } from './factory.ts';
import { GOOD_RECORDS } from './records.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let serial = 900;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());

/** Born on 1980-05-17, in the party and the branch from 2006-06-20, full member from 2007-06-20. */
const person = async (): Promise<string> => {
  const made = await branch.call(createMember, memberForm(serial++, 'branchA11'));
  expect(made.code, made.text).toBe(200);
  return made.data.id;
};
const callsOf = (kind: string) => RECORD_CALLS[kind] as RecordCalls;
const send = (memberId: string, kind: string, given: Record<string, unknown>) =>
  branch.call(callsOf(kind).add, { memberId, ...GOOD_RECORDS[kind], ...given });
const add = async (memberId: string, kind: string, given: Record<string, unknown> = {}) => {
  const made = await send(memberId, kind, given);
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const found = async (id: string): Promise<string[]> =>
  (await sql<{ row_faults: string[] }>`select row_faults from member where id = ${id}`.execute(t.db)).rows[0]
    ?.row_faults ?? [];

test('no day of a tab lies before the birth, those of a relative excepted; nothing is written', async () => {
  const id = await person();
  const days: Record<string, string> = {
    entering: 'joinedOn',
    inoff: 'startedOn',
    adof: 'startedOn',
    rewar: 'approvedOn',
    repr: 'electedOn',
    abroad: 'leftAt',
    diff: 'foundOn',
    flre: 'startedOn',
  };
  for (const [kind, field] of Object.entries(days)) {
    const answer = await send(id, kind, { [field]: '1980-05-16' });
    expect(answer.body, kind).toMatchObject({
      code: 600,
      data: { fields: { [field]: expect.stringContaining('出生日期') } },
    });
  }
  const early = await branch.call(updateExtra, { id, version: 0, workedFrom: '1980-05-16' });
  expect(early.data.fields.workedFrom).toBe('参加工作日期不能早于本人出生日期1980-05-17');
  const { rows } = await sql`select from sub_record where member_id = ${id}`.execute(t.db);
  expect(rows).toHaveLength(0);
  await add(id, 'family', { birthDate: '1950-01-01' });
  expect(await found(id)).toEqual([]);
});

test('work before 16 is shown and not stopped', async () => {
  const [young, old] = [await person(), await person()];
  expect((await branch.call(updateExtra, { id: young, version: 0, workedFrom: '1996-05-16' })).code).toBe(200);
  expect((await branch.call(updateExtra, { id: old, version: 0, workedFrom: '1996-05-17' })).code).toBe(200);
  expect([await found(young), await found(old)]).toEqual([['worked-young'], []]);
});

test('posts, terms and the party’s rewards before joining or in probation are shown and not stopped', async () => {
  const cases: readonly [kind: string, given: Record<string, unknown>, checks: string[]][] = [
    ['inoff', { startedOn: '2006-06-19' }, ['row-before-joined']],
    ['inoff', { startedOn: '2007-06-19' }, ['post-in-probation']],
    ['inoff', { startedOn: '2007-06-20' }, []],
    ['repr', { electedOn: '2006-06-19' }, ['row-before-joined']],
    ['repr', { electedOn: '2006-06-20' }, ['post-in-probation']],
    ['rewar', { approvedOn: '2006-06-19' }, ['row-before-joined']],
    ['rewar', { approvedOn: '2006-06-20' }, []],
    ['rewar', { name: '19', approvedOn: '2006-06-19' }, []],
    ['entering', { joinedOn: '2006-06-19' }, ['row-before-joined']],
    ['adof', { startedOn: '2003-07-01' }, []],
    ['diff', { foundOn: '2003-07-01' }, []],
  ];
  for (const [kind, given, checks] of cases) {
    const id = await person();
    await add(id, kind, given);
    expect(await found(id), `${kind} ${JSON.stringify(given)}`).toEqual(checks);
  }
});

test('after the party was left there is no post, no term and no reward of it, unless it was joined again', async () => {
  const id = await person();
  await add(id, 'rewar', { type: '2', name: '25', approvedOn: '2015-03-01' });
  const post = await send(id, 'inoff', { startedOn: '2015-03-02' });
  expect(post.data.fields).toEqual({ startedOn: '任职日期不能晚于出党日期2015-03-01' });
  await add(id, 'inoff', { startedOn: '2015-03-01', endedOn: '2015-03-01' });
  await add(id, 'adof', { startedOn: '2016-01-01' });
  const other = await person();
  await add(other, 'repr', { electedOn: '2015-03-02', termEndsOn: '2020-03-02' });
  const expelled = await send(other, 'rewar', { type: '2', name: '25', approvedOn: '2015-03-01' });
  expect(expelled.data.fields.approvedOn).toContain('出党后还有2015-03-02');
  // Expelled before the day of joining that stands now: taken in again since.
  await add(other, 'rewar', { type: '2', name: '25', approvedOn: '2006-06-19' });
  expect(await found(other)).toEqual(['row-before-joined']);
});

test('one post, one congress and one stay abroad are not had twice at once; what only touches is', async () => {
  const id = await person();
  const stay = { leftAt: '2023-02-01', returnedAt: '2024-02-01' };
  await add(id, 'abroad', stay);
  const second = await send(id, 'abroad', { country: '泰国', leftAt: '2024-01-31', returnedAt: '2024-03-01' });
  expect(second.data.fields.leftAt).toBe('与已登记的一条时间重叠（2023-02-01至2024-02-01），请核对');
  const after = await add(id, 'abroad', { leftAt: '2024-02-01', returnedAt: '2024-03-01' });
  const moved = await branch.call(callsOf('abroad').edit, { id: after, version: 1, leftAt: '2024-01-01' });
  expect(moved.data.fields.leftAt).toContain('时间重叠');
  await add(id, 'inoff', { startedOn: '2010-01-01' });
  expect((await send(id, 'inoff', { startedOn: '2020-01-01' })).data.fields.startedOn).toContain('没有结束日期');
  await add(id, 'inoff', { startedOn: '2020-01-01', orgName: '另一个党支部' });
  await add(id, 'repr');
  expect((await send(id, 'repr', { electedOn: '2022-01-01' })).code).toBe(600);
  await add(id, 'adof');
  expect((await send(id, 'adof', { startedOn: '2022-01-01' })).code).toBe(600);
  expect(await found(id)).toEqual([]);
  // Moves and hardships may be told by halves.
  await add(id, 'flre');
  await add(id, 'flre', { place: '另一地', startedOn: '2023-01-01' });
  expect(await found(id)).toEqual(['row-overlap']);
});

test('two who add the same post at the same moment leave one', async () => {
  const id = await person();
  const answers = await Promise.all([send(id, 'inoff', {}), send(id, 'inoff', {}), send(id, 'inoff', {})]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 600, 600]);
});

test('an old contradiction stops no correction of something else in its row', async () => {
  const id = await person();
  const row = await add(id, 'abroad');
  await sql`update sub_record set fields = fields || '{"leftAt":"1970-01-01"}', ordered_by = '1970-01-01' where id = ${row}`.execute(
    t.db,
  );
  expect((await branch.call(callsOf('abroad').edit, { id: row, version: 1, remark: '已核对护照' })).code).toBe(200);
  expect((await branch.call(callsOf('abroad').edit, { id: row, version: 2, leftAt: '1971-01-01' })).code).toBe(600);
});

test('a change of the main record that contradicts rows is in data quality, with the tab and the sentence', async () => {
  const id = await person();
  // A full member of old times whose days are not known yet: they alone may be filled by hand.
  await sql`update member set admission_date = null, conversion_date = null where id = ${id}`.execute(t.db);
  await add(id, 'inoff', { startedOn: '2008-01-01' });
  await add(id, 'adof', { startedOn: '1999-01-01' });
  const entry = await add(id, 'entering', { joinedOn: '2012-05-06' });
  expect((await committee.call(auditEntering, { id: entry, passed: true })).code).toBe(200);
  expect(await found(id)).toEqual([]);
  const { data: before } = await committee.call(getIntegrity, {});
  const { version } = (await branch.call(getMember, { id })).data;
  const changed = await branch.call(updateMember, {
    id,
    version,
    admissionDate: '2009-01-01',
    conversionDate: '2010-01-01',
    joinedBranchOn: '2011-01-01',
  });
  expect(changed.code, changed.text).toBe(200);
  expect(await found(id)).toEqual(['entry-after-branch', 'row-before-joined']);
  const { data: after } = await committee.call(getIntegrity, {});
  const people = (data: typeof after, key: string) =>
    data.checks.find((one: { key: string }) => one.key === key)?.people;
  expect(people(after, 'row-before-joined')).toBe(people(before, 'row-before-joined') + 1);
  const list = await committee.call(listFaults, { check: 'row-before-joined', pageSize: 200 });
  expect(list.rows.find((row) => row.id === id)).toMatchObject({
    values: { admissionDate: '2009-01-01' },
    records: [{ kind: 'inoff', label: '党内职务', text: '任职日期早于入党日期2009-01-01' }],
  });
});

test('a sheet finds the same, of the record and among its own lines', async () => {
  const id = await person();
  const head = [
    '人员姓名*',
    '身份证号*',
    '前往国家（地区）*',
    '性质*',
    '目的*',
    '出境日期*',
    '实际返回日期',
    '党籍处理*',
  ];
  const line = (from: string, to: string) => [
    '谭志远',
    testIdCard(serial - 1),
    '老挝',
    '因公',
    '工作',
    from,
    to,
    '保留党籍',
  ];
  const lines = [
    line('1979-01-01', '1979-02-01'),
    line('2019-01-01', '2019-06-01'),
    line('2019-05-31', '2019-07-01'),
    line('2019-06-01', '2019-07-01'),
  ];
  const sent = await upload(
    t,
    branch,
    '出国.xlsx',
    await workbook([head, ...lines]),
    { kind: 'abroad' },
    RECORD_IMPORT.upload.path,
  );
  expect(sent.code, JSON.stringify(sent)).toBe(200);
  const sheet = sent.data.id;
  const bad = (await branch.call(RECORD_IMPORT.badRows, { id: sheet })).rows;
  expect(
    bad.map(({ rowNo, errors }: { rowNo: number; errors: { field: string }[] }) => [rowNo, errors[0]?.field]),
  ).toEqual([
    [2, 'leftAt'],
    [4, 'leftAt'],
  ]);
  expect((await branch.call(RECORD_IMPORT.write, { id: sheet })).data).toEqual({ written: 2, bad: 2, same: 0 });
  expect(await found(id)).toEqual([]);
});

test('what the database keeps of rows is what the form says of them, whatever they hold', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, person));
  const day = fc.constantFrom(
    '1980-05-16',
    '1990-01-01',
    '1996-05-17',
    '2006-06-19',
    '2006-06-20',
    '2007-06-20',
    '2015-01-01',
    '2016-01-01',
  );
  const maybe = fc.option(day, { nil: null });
  const shape = (kind: string): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        (ALL_RECORDS.find((sort) => sort.kind === kind)?.fields ?? []).map((field) => [
          field.name,
          field.kind === 'date'
            ? field.required
              ? day
              : maybe
            : fc.constantFrom(
                ...(field.name === 'name'
                  ? ['11', '19', '25', '33', '99']
                  : field.name === 'state'
                    ? ['0', '1']
                    : ['1', '2']),
              ),
        ]),
      ),
    );
  const kinds = ALL_RECORDS.map(({ kind }) => kind);
  const rows = fc.sample(
    fc.array(
      fc.constantFrom(...kinds).chain((kind) => fc.tuple(fc.constant(kind), shape(kind))),
      { minLength: 1, maxLength: 5 },
    ),
    { numRuns: 240, seed: 7 },
  );
  const seen = new Set<string>();
  for (const [index, sample] of rows.entries()) {
    const id = ids[index % ids.length] ?? '';
    await sql`delete from sub_record where member_id = ${id}`.execute(t.db);
    for (const [kind, fields] of sample) {
      const sort = ALL_RECORDS.find((one) => one.kind === kind);
      await sql`insert into sub_record (kind, member_id, title, ordered_by, fields)
        values (${kind}, ${id}, '试', ${String((sort?.order && fields[sort.order]) ?? '')}, ${JSON.stringify(fields)}::jsonb)`.execute(
        t.db,
      );
    }
    const beside = (await loadRecordContexts(t.db, [id])).get(id);
    const told = new Set(
      beside?.rows.flatMap((row) => {
        const sort = ALL_RECORDS.find(({ kind }) => kind === row.kind);
        return sort
          ? recordProblems(sort, row as { id: string; fields: RecordValues }, beside).map(({ check }) => check)
          : [];
      }),
    );
    for (const check of told) seen.add(check);
    expect(await found(id), JSON.stringify(sample)).toEqual([...told].sort());
  }
  expect([...seen].sort(), 'every check was met').toEqual([...ROW_CHECKS].sort());
});
