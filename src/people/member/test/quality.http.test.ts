import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFaults, getIntegrity, getMemberField, listFaults } from '#people/member/contract.quality.ts';
import { updateMember } from '#people/member/contract.ts';
import { personProblems } from '#people/member/rules/checks.ts';
import { BY_PROCEDURE } from '#people/member/rules/procedure.ts';
import { CHECKS, checkOf } from '#people/member/rules/quality.ts';
import { missingFields, type Person } from '#people/member/rules.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { memberRow } from '#people/member/server/rowMapper.ts';
import { readCards, recountFaults } from '#people/member/server/service/quality.ts';
import { readStored } from '#platform/server/files/files.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard, testPerson } from '../../../../test/support/fixture.ts';
import { collect, jobEnds } from './factory.ts';

let t: TestApp;
let committee: Caller;
let sibling: Caller;
let today: string;
const people = new Map<string, Person>();

/** Writes a person past the form's own checks, as an old import did. */
async function put(given: Partial<Person>, org: keyof typeof ORGS = 'branchA12'): Promise<string> {
  const serial = people.size + 1;
  const person = testPerson({
    idCard: testIdCard(100 + serial),
    phone: `1370000${String(serial).padStart(4, '0')}`,
    ...given,
  });
  const id = String(5000 + serial);
  const place = { id, orgId: ORGS[org].id, orgCode: ORGS[org].code, sort: 100 + serial };
  await t.db
    .insertInto('member')
    .values(memberRow(person, place, t.services.vault))
    .execute();
  people.set(id, person);
  return id;
}
const listed = async (check: string, who = committee, orgId?: string) =>
  (await who.call(listFaults, { check, pageSize: 200, ...(orgId && { orgId }) })).rows.map(({ id }) => id);
const count = async (check: string, who = committee, orgId?: string) => {
  const { data } = await who.call(getIntegrity, orgId ? { orgId } : {});
  return data.checks.find(({ key }: { key: string }) => key === check)?.people;
};

const marks = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from member_fault_stale`.execute(t.db)).rows[0]?.n;

let wrongBirth: string;
let young: string;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  sibling = await t.as('siblingWorker');
  const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(
    t.db,
  );
  today = rows[0]?.day ?? '';
  wrongBirth = await put({ birthDate: '1981-05-17' });
  young = await put({ admissionDate: '1998-05-16', conversionDate: '1999-06-20', appliedOn: '1998-05-16' });
  const faults: Partial<Person>[] = [
    {},
    { gender: 2 },
    { gender: 0, nation: '', education: null, occupation: null, nativePlace: '', residence: '', phone: null },
    { idCard: null, birthDate: null, joinType: null, joinedBranchOn: null, admissionDate: null, conversionDate: null },
    { personCategory: 5, appliedOn: null, admissionDate: null, conversionDate: null },
    { admissionDate: '2006-06-20', conversionDate: '2005-06-20' },
    { admissionDate: '2006-06-20', conversionDate: '2007-06-19' },
    { admissionDate: '2020-02-29', joinedBranchOn: '2020-02-29', conversionDate: '2021-02-28' },
    {
      admissionDate: '1970-06-20',
      birthDate: '1950-05-17',
      idCard: testIdCard(90, '1950-05-17'),
      conversionDate: '1970-08-01',
    },
    { appliedOn: '2006-06-21' },
    { appliedOn: '1998-05-16' },
    { joinedBranchOn: '1979-01-01' },
    { joinedBranchOn: '2006-06-19' },
    { personCategory: 4, conversionDate: null },
    { personCategory: 2, admissionDate: '2025-01-01', joinedBranchOn: '2025-01-01' },
    { personCategory: 2, conversionDate: null, admissionDate: '2006-06-20' },
    { idCard: '420599198005170018' },
    { conversionDate: '2099-01-01' },
    { birthDate: '1900-01-01', idCard: null },
    {
      birthDate: '2000-02-29',
      idCard: testIdCard(91, '2000-02-29'),
      admissionDate: '2018-02-28',
      joinedBranchOn: '2018-02-28',
      appliedOn: null,
      conversionDate: '2019-03-01',
    },
    {
      birthDate: '2000-02-29',
      idCard: testIdCard(92, '2000-02-29'),
      admissionDate: '2018-03-01',
      joinedBranchOn: '2018-03-01',
      appliedOn: null,
      conversionDate: '2019-03-01',
    },
  ];
  for (const given of faults) await put(given);
});
afterAll(() => t.close());

/** What rules/checks.ts calls each check of the page. */
const SENTENCES: Readonly<Record<string, RegExp>> = {
  'card-birth': /^出生日期与身份证号不一致/,
  'card-gender': /^性别与身份证号不一致/,
  'joined-young': /^入党时未满18岁$/,
  'applied-young': /^申请入党时未满18岁$/,
  'full-before-joined': /^转正日期不能早于入党日期$/,
  'short-probation': /^预备期不足一年$/,
  'applied-after-joined': /^申请入党日期不能晚于入党日期$/,
  'branch-before-birth': /^进入支部日期不能早于出生日期$/,
  'branch-before-joined': /^进入支部日期早于入党日期$/,
  'joined-no-member': /^未入党的人员不应有/,
  'probationary-full': /^预备党员不应有转正日期$/,
  'long-probation': /^预备期连同延长期已满两年/,
  'bad-card': /^身份证号(第18位|中的|应为|只能)/,
  future: /不能晚于今天$/,
  'very-old': /^年龄超过110岁/,
};

test('each check finds exactly those of whose record the form says the same', async () => {
  for (const check of CHECKS) {
    const sentence = SENTENCES[check.key];
    if (!sentence && check.kind !== 'missing') continue;
    const expected = [...people].filter(([, person]) =>
      sentence
        ? personProblems(person, today).some(({ text }) => sentence.test(text))
        : missingFields(person).some(({ label }) => `没有${label}` === check.label),
    );
    const found = (await listed(check.key)).filter((id) => people.has(id));
    expect(found.sort(), check.label).toEqual(expected.map(([id]) => id).sort());
    if (sentence) expect(found.length, `somebody is met by ${check.label}`).toBeGreaterThan(0);
  }
});

test('every problem that the form knows is a check of the page', () => {
  for (const person of people.values()) {
    for (const { text, missing, field } of personProblems(person, today)) {
      // What is not there yet is a check of its kind, found by the same fields.
      if (missing) {
        expect(checkOf(`no-${field}`)?.kind, text).toBe('missing');
        expect(
          missingFields(person).map((one) => one.field),
          text,
        ).toContain(field);
        continue;
      }
      expect(
        Object.values(SENTENCES).some((sentence) => sentence.test(text)),
        text,
      ).toBe(true);
    }
  }
});

test('every number is the length of its list, in the own scope and in a chosen branch', async () => {
  for (const orgId of [undefined, ORGS.branchA12.id, ORGS.branchA11.id]) {
    const { data } = await committee.call(getIntegrity, orgId ? { orgId } : {});
    for (const { key, people: n } of data.checks) {
      const list = await committee.call(listFaults, { check: key, ...(orgId && { orgId }) });
      expect(list.total, `${key} of ${orgId}`).toBe(n);
    }
  }
});

test('what is kept of each organisation gives the same numbers and the same rows, page for page', async () => {
  const seen = async (who: Caller) => {
    const { data } = await who.call(getIntegrity, {});
    const lists: Record<string, string[]> = {};
    for (const { key } of CHECKS) {
      const pages = await Promise.all(
        [1, 2, 3].map((pageNum) => who.call(listFaults, { check: key, pageNum, pageSize: 3 })),
      );
      lists[key] = pages.flatMap(({ rows, total }) => [`of ${total}`, ...rows.map(({ id }) => id)]);
    }
    return { data, lists };
  };
  const city = await t.as('cityWorker');
  const [before, wide] = [await seen(committee), await seen(city)];
  await recountFaults(t.services);
  expect(await marks()).toBe(0);
  expect(await seen(committee)).toEqual(before);
  expect(await seen(city)).toEqual(wide);
  expect(before.data.people).toBeGreaterThan(0);
  expect(before.data.counting).toBeNull();
});

test('a change is in the numbers at once, before and after it is counted, and wherever the person stands', async () => {
  await recountFaults(t.services);
  const [here, there] = [(await count('no-education')) ?? 0, (await count('no-education', sibling)) ?? 0];
  const id = await put({ education: null });
  expect(await count('no-education')).toBe(here + 1);
  await recountFaults(t.services);
  expect(await count('no-education')).toBe(here + 1);
  const { id: orgId, code } = ORGS.branchA21;
  await sql`update member set org_id = ${orgId}, org_code = ${code} where id = ${id}`.execute(t.db);
  expect([await count('no-education'), await count('no-education', sibling)]).toEqual([here, there + 1]);
  // Two at once count the same organisations.
  await Promise.all([recountFaults(t.services), recountFaults(t.services)]);
  expect([await count('no-education'), await count('no-education', sibling)]).toEqual([here, there + 1]);
  const none = (await count('no-branch', sibling)) ?? 0;
  await sql`update organisation set type = 30 where id = ${orgId}`.execute(t.db);
  expect(await count('no-branch', sibling)).toBeGreaterThan(none);
  await sql`update organisation set type = 46 where id = ${orgId}`.execute(t.db);
  expect(await count('no-branch', sibling)).toBe(none);
  await sql`delete from member where id = ${id}`.execute(t.db);
  people.delete(id);
  expect(await count('no-education', sibling)).toBe(there);
});

test('numbers of another day or of other checks are counted again; while too many are, the last ones are shown with how far it is', async () => {
  await recountFaults(t.services);
  const { data: now } = await committee.call(getIntegrity, {});
  await sql`update member_fault_count set day = day - 1, figures = array_fill(7, array[cardinality(figures)])`.execute(
    t.db,
  );
  expect((await committee.call(getIntegrity, {})).data).toEqual(now);
  await sql`
    insert into member_fault_stale (org_code)
    select ${ORGS.committeeA1.code} || lpad(n::text, 4, '0') from generate_series(100, 1200) as n`.execute(t.db);
  const { data: meanwhile } = await committee.call(getIntegrity, {});
  expect(meanwhile.counting?.total).toBeGreaterThan(1100);
  expect(meanwhile.people % 7).toBe(0);
  expect((await committee.call(listFaults, { check: 'card-birth' })).total).toBe(
    now.checks.find(({ key }: { key: string }) => key === 'card-birth')?.people,
  );
  // The neighbour waits for nobody.
  expect((await sibling.call(getIntegrity, {})).data.counting).toBeNull();
  await recountFaults(t.services);
  expect((await committee.call(getIntegrity, {})).data).toEqual(now);
  await sql`update member_fault_count set rules = 'of an earlier version', figures = '{}'`.execute(t.db);
  expect((await committee.call(getIntegrity, {})).data).toEqual(now);
});

test('the neighbour sees none of them, a chosen organisation elsewhere is not found, a member may not ask', async () => {
  expect(await listed('card-birth', sibling)).toEqual([]);
  expect(await count('card-birth', sibling)).toBe(0);
  expect((await sibling.call(getIntegrity, { orgId: ORGS.branchA12.id })).code).toBe(404);
  expect((await sibling.call(listFaults, { check: 'card-birth', orgId: ORGS.branchA12.id })).code).toBe(404);
  expect(
    (await sibling.call(exportFaults, { check: 'card-birth', orgId: ORGS.branchA12.id, purpose: '核对' })).code,
  ).toBe(404);
  expect((await (await t.as('member')).call(getIntegrity, {})).code).toBe(403);
});

test('a check that does not exist is refused at its field', async () => {
  const answer = await committee.call(listFaults, { check: 'none' });
  expect(answer.body).toMatchObject({ code: 600, data: { fields: { check: '请选择检查项' } } });
});

test('a row shows what is to be fixed, personal values masked, and leaves the list when it is fixed', async () => {
  const before = (await count('card-birth')) ?? 0;
  const row = (await committee.call(listFaults, { check: 'card-birth' })).rows.find(({ id }) => id === wrongBirth);
  expect(row?.values.birthDate).toBe('1981-05-17');
  expect(row?.values.idCardNo).toMatch(/^420\*+\d{3}[\dX]$/);
  const wrong = await committee.call(updateMember, {
    id: wrongBirth,
    version: row?.version ?? 0,
    birthDate: '1981-05-18',
  });
  expect(wrong.code).toBe(600);
  expect(wrong.text).toContain('1980-05-17');
  const fixed = await committee.call(updateMember, {
    id: wrongBirth,
    version: row?.version ?? 0,
    birthDate: '1980-05-17',
  });
  expect(fixed.code, fixed.text).toBe(200);
  expect(await listed('card-birth')).not.toContain(wrongBirth);
  expect(await count('card-birth')).toBe(before - 1);
});

test('whoever fixes a row that somebody else has fixed meanwhile is told', async () => {
  const id = await put({ gender: 2 });
  const row = (await committee.call(listFaults, { check: 'card-gender' })).rows.find((one) => one.id === id);
  const version = row?.version ?? 0;
  const fixed = await committee.call(updateMember, { id, version, gender: 1 });
  expect(fixed.code, fixed.text).toBe(200);
  const late = await committee.call(updateMember, { id, version, gender: 1, nation: '15' });
  expect(late.text).toContain('已被他人修改');
});

test('a day that a procedure wrote is not fixed in its row: it is refused at the field, stays in the list, and the row says so', async () => {
  const row = (await committee.call(listFaults, { check: 'joined-young' })).rows.find(({ id }) => id === young);
  const given = { id: young, version: row?.version ?? 0, admissionDate: '1998-05-17' };
  expect((await committee.call(updateMember, given)).data.fields).toEqual({ admissionDate: BY_PROCEDURE });
  expect(await listed('joined-young')).toContain(young);
  // The row says so beforehand; what is empty of a full member is filled where it stands, and then stands as well.
  expect(row).toMatchObject({ kept: ['admissionDate'], can: { edit: true, correct: true } });
  const id = await put({ conversionDate: null });
  const gap = (await committee.call(listFaults, { check: 'no-conversionDate', pageSize: 200 })).rows.find(
    (one) => one.id === id,
  );
  expect(gap?.kept).toEqual([]);
  const filled = await committee.call(updateMember, { id, version: gap?.version ?? 0, conversionDate: '2007-06-20' });
  expect(filled.code, filled.text).toBe(200);
  const undone = await committee.call(updateMember, { id, version: filled.data.version, conversionDate: null });
  expect(undone.data.fields).toEqual({ conversionDate: BY_PROCEDURE });
});

test('people of a dissolved organisation, and of a committee itself, have no branch', async () => {
  const id = await put({}, 'committeeA1');
  expect(await listed('no-branch')).toContain(id);
  const row = (await committee.call(listFaults, { check: 'no-branch' })).rows.find((one) => one.id === id);
  const moved = await committee.call(updateMember, { id, version: row?.version ?? 0, orgId: ORGS.branchA12.id });
  expect(moved.code, moved.text).toBe(200);
  expect(await listed('no-branch')).not.toContain(id);
});

test('who died, left or lies in the recycle bin is looked at by no check', async () => {
  const id = await put({ education: null, membershipStatus: 4 });
  expect(await listed('no-education')).not.toContain(id);
});

test('cards from before it was noted what they say are read in the background', async () => {
  const id = await put({ gender: 2 });
  await sql`update member set id_card_birth = null, id_card_gender = null where id = ${id}`.execute(t.db);
  expect(await listed('card-gender')).not.toContain(id);
  await readCards(t.services);
  expect(await listed('card-gender')).toContain(id);
});

test('the fields say who must have them', async () => {
  const { data } = await committee.call(getMemberField, {});
  expect(data.find(({ field }: { field: string }) => field === 'conversionDate')?.requiredOf).toEqual([1]);
  expect(data.find(({ field }: { field: string }) => field === 'education')).toMatchObject({
    dictionary: '0006',
    requiredOf: [1, 2, 3, 4, 5],
  });
});

test('a list is exported with watermark and masks, as long as the list', async () => {
  const { data } = await committee.call(exportFaults, { check: 'card-gender', purpose: '年报核对' });
  const worker = startWorker(t.services, [memberModule]);
  try {
    const job = await jobEnds(committee, data.jobId);
    expect(job.state, job.message).toBe('done');
  } finally {
    await worker.stop();
  }
  const { rows } = await sql<{ file_id: string }>`select file_id from job where id = ${data.jobId}`.execute(t.db);
  const bytes = Buffer.concat(await collect(await readStored(t.services, rows[0]?.file_id ?? '')));
  const table = await collect(readTable(bytes));
  const flat = table.map((cells) => cells.join('|')).join('\n');
  expect(flat).toContain('用途：年报核对');
  expect(flat).not.toMatch(/\d{17}[\dX]/);
  const lines = table.filter((cells) => cells.includes('性别与身份证号不一致'));
  expect(lines).toHaveLength((await count('card-gender')) ?? -1);
});
