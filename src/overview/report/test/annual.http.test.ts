import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelJob, startWorker } from '#platform/server/jobs/jobs.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS, type OrgKey, PASSWORD } from '../../../../test/support/fixture.ts';
import {
  annualChecks,
  compareAnnual,
  comparePeople,
  confirmAnnual,
  freezeAnnual,
  getAnnual,
  listAnnual,
  openAnnual,
  returnAnnual,
  thawAnnual,
  withdrawAnnual,
} from '../contract.annual.ts';
import { saveSubscription } from '../contract.subscription.ts';
import { exportReport, getReport, listReport, printReport, type ReportAnswer } from '../contract.ts';
import { ANNUAL_KEYS, frozenKey } from '../rules.annual.ts';

let t: TestApp;
let encrypt: (password: string) => string;
let city: Caller;
let county: Caller;
let otherCounty: Caller;
let twin: Caller;
let committee: Caller;
let sibling: Caller;
let branch: Caller;
/** The year that has ended last. */
let year: number;
let id = '';
let freezeId = '';

beforeAll(async () => {
  t = await startTestApp();
  encrypt = await makeEncrypter(t);
  [city, county, otherCounty, twin, committee, sibling, branch] = [
    await t.as('cityWorker'),
    await t.as('countyWorker'),
    await t.as('otherCountyWorker'),
    await t.as('twinWorker'),
    await t.as('committeeWorker'),
    await t.as('siblingWorker'),
    await t.as('branchWorker'),
  ];
  const { rows } = await sql<{ year: number }>`
    select extract(year from now() at time zone 'Asia/Shanghai')::int - 1 as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
  await sql`update member set created_at = '2015-01-01'`.execute(t.db);
  // Within the year: somebody accepted, one died, one went from one branch to another of the same committee, one to another county.
  const [one, died] = t.fixture.members.branchA11 ?? [];
  const [near] = t.fixture.members.branchA12 ?? [];
  const [far] = t.fixture.members.branchB11 ?? [];
  await sql`update member set membership_status = 4 where id = ${died}`.execute(t.db);
  await line(one, 'branchA11', 1, 'recruited', `${year}-03-01`);
  await line(died, 'branchA11', -1, 'died', `${year}-05-01`);
  await move(near, 'branchA11', 'branchA12', `${year}-06-01`);
  await move(far, 'branchA21', 'branchB11', `${year}-07-01`);
  // And one after its end, who still stands where they were then.
  const [late] = t.fixture.members.branchA22 ?? [];
  await sql`update member set org_id = ${ORGS.branchA21.id}, org_code = ${ORGS.branchA21.code} where id = ${late}`.execute(
    t.db,
  );
  await move(late, 'branchA22', 'branchA21', `${year + 1}-01-02`);
});
afterAll(() => t.close());

const line = (
  member: string | undefined,
  org: OrgKey,
  sign: number,
  way: string,
  day: string,
  transfer: string | null = null,
) =>
  sql`insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, transfer_id)
      values (${member}, ${ORGS[org].id}, ${ORGS[org].code}, ${sign}, ${way}, ${day}, ${day}, ${transfer})`.execute(
    t.db,
  );
async function move(member: string | undefined, from: OrgKey, to: OrgKey, day: string) {
  await line(member, from, -1, 'transferredOut', day);
  await line(member, to, 1, 'transferredIn', day);
  const shared = [...ORGS[from].code].findIndex((sign, at) => sign !== ORGS[to].code[at]);
  await sql`update member_ledger set shared = ${Math.floor(shared / 4) * 4} where member_id = ${member} and recorded_on = ${day}`.execute(
    t.db,
  );
}
const run = async (jobId: string) => {
  const worker = startWorker(t.services, serverModules);
  const state = async () =>
    (await sql<{ state: string; message: string }>`select state, message from job where id = ${jobId}`.execute(t.db))
      .rows[0];
  await expect.poll(async () => (await state())?.state, { timeout: 30_000, interval: 100 }).toMatch(/done|failed/);
  await worker.stop();
  return state();
};
const ask = async (caller: Caller, key: string, more: object = {}): Promise<ReportAnswer> => {
  const { data, text } = await caller.call(getReport, { key, ...more } as never);
  expect(data?.rows, `${key} ${text}`).toBeTruthy();
  return data;
};
const state = async (caller: Caller) => (await caller.call(getAnnual, { id })).data;
const confirm = (caller: Caller, note = '') => caller.call(confirmAnnual, { id, note });
const freeze = (caller: Caller, more: object = {}) =>
  caller.call(freezeAnnual, { id, password: encrypt(PASSWORD), ...more } as never);

/** Where something is to be confirmed. */
const asked = async () =>
  (
    await sql<{ org: string }>`
      select org_id::text as org from todo where done_at is null and starts_with(subject, 'annualConfirm:')`.execute(
      t.db,
    )
  ).rows.map(({ org }) => org);

test('a year is begun once in a tree, by whoever may', async () => {
  expect((await city.call(listAnnual, {})).data.years).toContain(year);
  expect((await city.call(openAnnual, { year: year - 9 } as never)).data.fields.year).toContain('可以发起');
  const made = await city.call(openAnnual, { year } as never);
  expect(made.code, made.text).toBe(200);
  id = made.data.id;
  expect((await county.call(openAnnual, { year } as never)).text).toContain('已由本组织或上级发起');
  const { rounds } = (await branch.call(listAnnual, {})).data;
  expect(rounds).toMatchObject([{ id, year, isTop: false, orgName: ORGS.city.name }]);
  expect((await (await t.as('member')).call(getAnnual, { id })).code).toBe(403);
});

test('two levels confirm from below; what is not right is explained; what was confirmed is given back', async () => {
  await sql`update member set birth_date = null where id = ${t.fixture.members.branchA21?.[0]}`.execute(t.db);
  // It is put before the committees first, before a county once all below it have confirmed, and anew where it is given back.
  const committees = [ORGS.committeeA1.id, ORGS.committeeA2.id, ORGS.committeeB1.id, ORGS.committeeB2.id];
  expect((await asked()).toSorted()).toEqual([...committees, ORGS.twin.id].toSorted());
  expect((await state(county)).obstacle).toContain('还有2个直接下级没有确认');
  expect((await confirm(county)).text).toContain('还没有确认，请等直接下级');
  expect((await confirm(branch)).text).toContain('不用确认');
  const answer = await confirm(committee);
  expect(answer.code, answer.text).toBe(200);
  const wrong = await confirm(sibling);
  expect(wrong.data.fields.note).toContain('没有出生日期');
  expect(
    (await sibling.call(annualChecks, { id })).data.checks.filter(({ isRight }: { isRight: boolean }) => !isRight),
  ).toHaveLength(1);
  expect((await confirm(sibling, '档案在外地，正在补')).code).toBe(200);
  expect(await asked()).toContain(ORGS.countyA.id);
  expect(await asked()).not.toContain(ORGS.committeeA1.id);
  const { children } = await state(county);
  expect(children).toMatchObject([
    { state: 'confirmed', note: '' },
    { state: 'confirmed', note: '档案在外地，正在补' },
  ]);
  const orgId = ORGS.committeeA2.id;
  expect((await city.call(returnAnnual, { id, orgId, reason: '先补' })).text).toContain('只能退回直接下级');
  expect((await county.call(returnAnnual, { id, orgId, reason: '先补' })).code).toBe(200);
  expect(await asked()).toContain(orgId);
  expect(await asked()).not.toContain(ORGS.countyA.id);
  expect((await state(sibling)).own).toMatchObject({ state: 'returned', returnReason: '先补' });
  expect((await confirm(county)).text).toContain('还没有确认');
  expect((await confirm(sibling, '已补')).code).toBe(200);
  expect((await confirm(county, '一人待补')).code).toBe(200);
  // What the county has built upon is not confirmed anew behind its back.
  expect((await confirm(sibling, '又改了')).text).toContain('上级已经确认');
  expect(await state(sibling)).toMatchObject({
    can: { confirm: false },
    obstacle: expect.stringContaining('上级先退回'),
  });
  expect((await state(county)).children.some(({ can }: { can: { giveBack: boolean } }) => can.giveBack)).toBe(false);
  expect((await county.call(returnAnnual, { id, orgId, reason: '再看' })).text).toContain('先由上级退回');
  // The others below the city.
  await sql`update annual_confirm set state = 'confirmed', confirmed_at = now()
             where round_id = ${id} and org_id in (select o.id from organisation o where o.parent_id = ${ORGS.countyB.id})`.execute(
    t.db,
  );
  expect((await freeze(city)).text).toContain('没有确认');
  for (const caller of [otherCounty, twin]) {
    const last = await confirm(caller, '已核对');
    expect(last.code, last.text).toBe(200);
  }
  expect(await state(city)).toMatchObject({ can: { freeze: true, thaw: false }, obstacle: '' });
});

test('it is frozen with the own password, and what has changed since it was confirmed is told before', async () => {
  expect((await freeze(county)).text).toContain('只有发起的组织');
  expect((await freeze(city, { password: encrypt('wrong') })).data.fields.password).toContain('不正确');
  await sql`update member set gender = 2 where id = ${t.fixture.members.branchA21?.[0]}`.execute(t.db);
  expect((await county.call(annualChecks, { id })).data.changed).toBe(true);
  const told = (await freeze(city)).data.jobId;
  expect((await confirm(county)).text).toContain('已经冻结');
  expect((await city.call(withdrawAnnual, { id })).text).toContain('正在冻结');
  expect(await run(told)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining(`${ORGS.countyA.name}确认后数字又有变动`),
  });
  expect(await state(city)).toMatchObject({ freezes: [], can: { freeze: true } });
  // One whose job is cancelled before it runs is in nobody's way.
  const cancelled = (await freeze(city, { note: '取消' })).data.jobId;
  expect((await state(city)).freezes).toMatchObject([{ frozenAt: '' }]);
  await cancelJob(t.db, t.fixture.principals.cityWorker.accountId, cancelled);
  expect(await state(city)).toMatchObject({ freezes: [], can: { freeze: true, withdraw: true } });
  expect((await city.call(listAnnual, {})).data.rounds[0].freezes).toEqual([]);
  const live = await Promise.all(
    [city, county, branch].map((caller) => ask(caller, 'countChangeReport', { period: String(year) })),
  );
  const { data, text } = await freeze(city, { note: '只改了性别' });
  expect(data?.jobId, text).toBeTruthy();
  expect((await freeze(city, { note: '再来' })).text).toContain('已经冻结');
  expect(await run(data.jobId)).toMatchObject({ state: 'done' });
  freezeId = (await state(branch)).freezes[0].id;
  // A process that died after it had written: the next one finds it done.
  await sql`update job set state = 'queued' where id = ${data.jobId}`.execute(t.db);
  expect(await run(data.jobId)).toMatchObject({ state: 'done' });
  expect((await state(city)).freezes).toHaveLength(1);
  expect((await city.call(withdrawAnnual, { id })).text).toContain('冻结过');
  // The balance is that of the report of the year, number by number.
  for (const [at, caller] of [city, county, branch].entries()) {
    const frozen = await ask(caller, frozenKey(freezeId, 'countChangeReport'));
    const numbers = (answer: ReportAnswer | undefined) => ({
      total: answer?.total.map(({ value }) => value),
      rows: answer?.rows.map(({ name, cells }) => [name, cells.map(({ value }) => value)]),
    });
    expect(numbers(frozen)).toEqual(numbers(live[at]));
    expect(frozen.asOf).toBe(`${year}-12-31`);
    expect(frozen.words.at(-1)).toContain('撤销');
  }
});

test('every frozen number opens as many names, in the scopes of a city, a county and a branch', async () => {
  let compared = 0;
  for (const caller of [city, county, branch])
    for (const table of ANNUAL_KEYS) {
      const key = frozenKey(freezeId, table);
      const answer = await ask(caller, key);
      const lines = [{ id: answer.org.id, isOwn: false, cells: answer.total }, ...answer.rows];
      for (const { id: orgId, isOwn, cells } of lines)
        for (const [at, { value, listed }] of cells.entries()) {
          if (!value) continue;
          expect(listed).toBe(true);
          const column = answer.columns[at]?.key;
          const asked = { key, orgId, column, own: isOwn ? '1' : '0' };
          const { body, text } = await caller.call(listReport, asked as never);
          // What is undone counts against its line, and what differs may be too few.
          if (column !== 'line15') expect(body.total, `${key} ${column} ${orgId} ${text}`).toBe(value);
          compared++;
        }
    }
  expect(compared).toBeGreaterThan(60);
  // Whoever went after the end of the year stands where they were then.
  const { body } = await city.call(listReport, {
    key: frozenKey(freezeId, 'statisic'),
    orgId: ORGS.branchA22.id,
    column: 'all',
  } as never);
  const late = body.rows.find(({ id: member }: { id: string }) => member === t.fixture.members.branchA22?.[0]);
  expect(late.cells.slice(2)).toEqual([ORGS.branchA22.name, '', ORGS.branchA21.name]);
});

test('frozen tables stay byte for byte, whatever becomes of people and organisations', async () => {
  const read = async () => {
    const all: string[] = [];
    for (const caller of [city, county, branch])
      for (const table of ANNUAL_KEYS) {
        const { today: _today, ...answer } = await ask(caller, frozenKey(freezeId, table));
        all.push(JSON.stringify(answer));
      }
    return all;
  };
  const before = await read();
  const live = JSON.stringify(await ask(city, 'countChangeReport', { period: String(year) }));
  await sql`update member set birth_date = '1999-01-01', gender = 1, education = '10' where org_code like '0001%'`.execute(
    t.db,
  );
  await sql`update member set deleted_at = '2016-01-01' where id = ${t.fixture.members.branchA12?.[1]}`.execute(t.db);
  await line(t.fixture.members.branchA12?.[0], 'branchA12', -1, 'expelled', `${year}-08-01`);
  await sql`update organisation set name = '改了名' where id = ${ORGS.committeeA1.id}`.execute(t.db);
  expect(await read()).toEqual(before);
  expect(JSON.stringify(await ask(city, 'countChangeReport', { period: String(year) }))).not.toBe(live);
  // A workbook and a paper of it, too.
  const { data } = await county.call(exportReport, { key: frozenKey(freezeId, 'statisic'), purpose: '上报' } as never);
  const lines = (await exportedLines(t, data.jobId)).flat().join();
  expect(lines).toContain(ORGS.committeeA1.name);
  expect(lines).toContain(`截至：${year}-12-31`);
  expect(
    (await county.call(printReport, { key: frozenKey(freezeId, 'countChangeReport') } as never)).data.pages,
  ).toBeGreaterThan(0);
  expect(
    (
      await county.call(saveSubscription, {
        key: frozenKey(freezeId, 'statisic'),
        every: 'day',
        toBelow: true,
      } as never)
    ).code,
  ).toBe(600);
});

test('a difference is split into who came, left and changed, and opens their events', async () => {
  const gone = t.fixture.members.branchA11?.[0];
  await sql`update member set membership_status = 3 where id = ${gone}`.execute(t.db);
  const { rows: today } = await sql<{
    day: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(t.db);
  await line(gone, 'branchA11', -1, 'expelled', today[0]?.day ?? '');
  let seen = 0;
  for (const [caller, orgId] of [
    [city, ORGS.city.id],
    [city, ORGS.countyA.id],
    [county, ORGS.committeeA1.id],
    [branch, ORGS.branchA11.id],
  ] as const) {
    const { data, text } = await caller.call(compareAnnual, { id: freezeId, orgId });
    expect(data?.lines, text).toBeTruthy();
    for (const { key, old, new: now, came, left, into, out } of data.lines) {
      expect(now - old, `${orgId} ${key}`).toBe(came - left + into - out);
      const { body } = await caller.call(comparePeople, { id: freezeId, orgId, column: key, pageSize: 200 });
      expect(body.total, `${orgId} ${key}`).toBe(came + left + into + out);
      if (body.total > 0) seen++;
    }
    const frozen = await ask(caller, frozenKey(freezeId, 'statisic'), { orgId });
    expect(data.lines.map(({ old }: { old: number }) => old)).toEqual(frozen.total.map(({ value }) => value));
  }
  expect(seen).toBeGreaterThan(10);
  const { body } = await city.call(comparePeople, { id: freezeId, column: 'all', pageSize: 200 });
  const row = body.rows.find((one: { id: string }) => one.id === gone);
  expect(row).toMatchObject({ side: 'left', orgOld: ORGS.branchA11.name });
  expect(row.events).toContain('出党');
});

test('it is thawed by whoever froze it alone, with a reason and the own password; what was frozen stays', async () => {
  const thaw = (caller: Caller, password = PASSWORD) =>
    caller.call(thawAnnual, { id, reason: '漏了一个支部', password: encrypt(password) });
  expect((await confirm(committee)).text).toContain('已经冻结');
  expect((await county.call(returnAnnual, { id, orgId: ORGS.committeeA1.id, reason: '看' })).text).toContain(
    '已经冻结',
  );
  expect((await thaw(county)).text).toContain('只有发起的组织');
  expect((await thaw(city, 'wrong')).data.fields.password).toContain('不正确');
  expect((await thaw(city)).code).toBe(200);
  expect((await thaw(city)).text).toContain('没有冻结');
  const kept = await ask(county, frozenKey(freezeId, 'statisic'));
  expect(kept.words[0]).toContain('已解冻');
  const { data } = await freeze(city, { note: '补好了' });
  expect(await run(data.jobId)).toMatchObject({ state: 'done' });
  const [second] = (await state(city)).freezes;
  expect(second.number).toBe(2);
  const compared = (await city.call(compareAnnual, { id: freezeId, with: second.id })).data;
  expect(compared.new).toContain('第2次冻结');
  expect(compared.lines.some(({ old, new: now }: { old: number; new: number }) => old !== now)).toBe(true);
  expect((await city.call(compareAnnual, { id: freezeId, with: freezeId })).data.fields.with).toContain('另一次');
});

test('others see nothing of it; whoever may not read people sees no name', async () => {
  const foreign = await sql<{ id: string }>`
    insert into annual_round (org_id, org_code, year, opened_by) values (${ORGS.otherTree.id}, ${ORGS.otherTree.code}, 2001, '试') returning id::text as id`.execute(
    t.db,
  );
  expect((await city.call(getAnnual, { id: foreign.rows[0]?.id ?? '' })).code).toBe(404);
  expect(
    (await county.call(getReport, { key: frozenKey(freezeId, 'statisic'), orgId: ORGS.countyB.id } as never)).code,
  ).toBe(404);
  expect((await county.call(getReport, { key: 'frozen-999999-statisic' } as never)).code).toBe(404);
  await sql`delete from role_permission where permission_key = 'member:read'`.execute(t.db);
  const key = frozenKey(freezeId, 'countChangeReport');
  const answer = await ask(county, key);
  expect(answer.total.some(({ listed }) => listed)).toBe(false);
  expect((await county.call(listReport, { key, column: 'line14' } as never)).code).toBe(403);
  expect((await county.call(compareAnnual, { id: freezeId })).code).toBe(403);
});
