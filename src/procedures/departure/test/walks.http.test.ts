import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMember } from '#people/member/contract.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { foldCounters, readCounters } from '#platform/server/sums/counters.ts';
import { addDays, addMonths } from '#platform/time/days.ts';
import {
  addVariation,
  decideVariation,
  restoreVariation,
  undoVariation,
  withdrawVariation,
} from '#procedures/departure/contract.ts';
import { applyOutflow, decideOutflow, endInflow, endOut, registerInflow } from '#procedures/floating/contract.acts.ts';
import { paper as upload } from '#procedures/recruitment/test/factory.ts';
import { decideTransfer, startTransfer, withdrawTransfer } from '#procedures/transfer/contract.ts';
import { inside, readyCity, workerAt } from '#procedures/transfer/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';

/** Random ways of a person through transfers, absences and variations; `npm run soak` takes thousands, `SEED` repeats one. */
const WALKS = Math.max(1, Math.floor(Number(process.env.WALKS ?? 12)));
const SEED = Number(process.env.SEED ?? 1);
const ACTS = 16;

let t: TestApp;
let today: string;
let encrypt: (text: string) => string;
/** The two branches, each with its worker and with who decides above it. */
let homes: Record<string, { own: Caller; above: Caller; org: 'branchA11' | 'branchB11' }>;

beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  encrypt = await makeEncrypter(t);
  homes = {
    [ORGS.branchA11.id]: { own: await t.as('branchWorker'), above: await t.as('committeeWorker'), org: 'branchA11' },
    [ORGS.branchB11.id]: {
      own: await workerAt(t, 'branchB11'),
      above: await workerAt(t, 'committeeB1'),
      org: 'branchB11',
    },
  };
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

/** Numbers from 0 to below `most`, the same for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

interface State {
  org: string;
  status: number;
  floating: boolean;
  transfer: { id: string; status: number; version: number; from: string } | null;
  out: { id: string; status: number; version: number } | null;
  /** The place of inflow that has received the person. */
  inflow: { id: string; version: number; outflow: string | null } | null;
  openInflows: number;
  variation: { id: string; state: string; kind: string; version: number } | null;
  openTransfers: number;
  openOutflows: number;
  /** Sum of the ledger's signs by organisation. */
  ledger: Record<string, number>;
  events: number;
}

async function stateOf(memberId: string): Promise<State> {
  const { rows } = await sql<State>`
    select m.org_id as org, m.membership_status as status, m.is_floating as floating,
           (select json_build_object('id', t.id::text, 'status', t.status, 'version', t.version, 'from', t.from_org_id::text)
              from relation_transfer t where t.member_id = m.id order by t.id desc limit 1) as transfer,
           (select json_build_object('id', o.id::text, 'status', o.status, 'version', o.version)
              from mobile_outflow o where o.member_id = m.id and o.dropped_on is null order by o.id desc limit 1) as out,
           (select json_build_object('id', i.id::text, 'version', i.version, 'outflow', i.outflow_id::text)
              from mobile_inflow i where i.member_id = m.id and i.status = 2 order by i.id desc limit 1) as inflow,
           (select count(*)::int from mobile_inflow i where i.member_id = m.id and i.status in (1, 2)) as "openInflows",
           (select json_build_object('id', v.id::text, 'state', v.state, 'kind', v.kind, 'version', v.version)
              from member_variation v where v.member_id = m.id order by v.id desc limit 1) as variation,
           (select count(*)::int from relation_transfer t where t.member_id = m.id and t.status in (0, 1, 2, 3, 4, 7, 8)) as "openTransfers",
           (select count(*)::int from mobile_outflow o where o.member_id = m.id and o.status in (1, 2, 3) and o.dropped_on is null) as "openOutflows",
           (select coalesce(json_object_agg(org_id, n), '{}') from (
              select org_id::text, sum(sign)::int as n from member_ledger l where l.member_id = m.id group by 1) s) as ledger,
           (select count(*)::int from relation_event e join relation_transfer t on t.id = e.transfer_id where t.member_id = m.id) as events
      from member m where m.id = ${memberId}`.execute(t.db);
  const [row] = rows;
  if (!row) throw new Error('the person is gone');
  return row;
}

/** Arrows of a transfer (README of relation), those that one act may pass in a row included. */
const ARROWS: Readonly<Record<number, readonly number[]>> = {
  0: [0, 1, 9],
  1: [1, 0, 2, 3, 4, 8, 6],
  2: [2, 3, 7, 8, 9],
  3: [3, 4, 8, 9],
  4: [4, 6, 8],
  6: [6],
  7: [7, 2, 9],
  8: [8, 0, 1, 9],
  9: [9],
};

/** What holds of a person at every instant, whatever was tried. */
function expectSound(was: State, now: State, home: string, told: string): void {
  const stands = now.status === 1;
  for (const org of Object.keys(homes)) {
    const began = org === home ? 1 : 0;
    expect(began + (now.ledger[org] ?? 0), `${told}: ledger of ${org}`).toBe(stands && now.org === org ? 1 : 0);
  }
  expect(
    Object.keys(now.ledger).filter((org) => !(org in homes)),
    told,
  ).toEqual([]);
  expect(now.floating, `${told}: floating`).toBe(now.out !== null && [2, 3].includes(now.out.status));
  expect(now.openTransfers, told).toBeLessThanOrEqual(1);
  expect(now.openOutflows, told).toBeLessThanOrEqual(1);
  // Both ends are one matter: received there is 3 here; a draft that waits at home is neither.
  expect(now.openInflows, told).toBeLessThanOrEqual(1);
  if (now.out?.status === 3) expect(now.inflow?.outflow, `${told}: taken in there`).toBe(now.out.id);
  if (now.out?.status === 2) expect(now.inflow, `${told}: not taken in there`).toBeNull();
  if (!stands)
    expect([now.openTransfers, now.openOutflows, now.openInflows], `${told}: nothing runs of who is gone`).toEqual([
      0, 0, 0,
    ]);
  if (now.openTransfers === 1) expect(now.transfer?.from, told).toBe(now.org);
  if (was.transfer && was.transfer.id === now.transfer?.id) {
    // Whoever leaves the roll takes the open transfer along, wherever it is.
    const arrows = stands ? ARROWS[was.transfer.status] : [...(ARROWS[was.transfer.status] ?? []), 9];
    expect(arrows, `${told}: arrow`).toContain(now.transfer.status);
  }
}

/** What the database keeps beside the rows says the same as the rows: the roll by day of entry, both ends of a line and of a transfer. */
async function expectKept(told: string): Promise<void> {
  const { rows } = await sql<{ roll: number; lines: number; ends: number }>`
    select (select count(*)::int from (
              select entered_on, sum(n) as n from (
                select entered_on, n from member_roll where org_code = ${ORGS.city.code}
                union all select entered_on, n from member_roll_delta) k group by 1 having sum(n) <> 0) kept
              full join (select (created_at at time zone 'Asia/Shanghai')::date as entered_on, count(*) as n from member
                          where person_category in (1, 2) and membership_status = 1 and deleted_at is null group by 1) found using (entered_on)
             where kept.n is distinct from found.n) as roll,
           (select count(*)::int from member_ledger l where l.shared <> coalesce((
              select max(code_shared(l.org_code, o.org_code)) from member_ledger o
               where o.transfer_id = l.transfer_id and o.sign = -l.sign and o.recorded_on = l.recorded_on), -1)) as lines,
           (select count(*)::int from relation_transfer t
              left join organisation f on f.id = t.from_org_id left join organisation g on g.id = t.to_org_id
             where (t.from_code, t.to_code) is distinct from (f.code, g.code) or t.shared <> code_shared(f.code, g.code)) as ends`.execute(
    t.db,
  );
  expect(rows[0], told).toEqual({ roll: 0, lines: 0, ends: 0 });
}

/** Counters anew, as people of the fixture were written by SQL. */
const recount = () =>
  t.db
    .connection()
    .execute((connection) =>
      recountMembers({ query: (text, values) => connection.executeQuery(CompiledQuery.raw(text, values)) }),
    );

/** The counters of both branches and of the city as they were kept, and as a recount finds them. */
async function expectCounted(): Promise<void> {
  const codes = [ORGS.city.code, ...Object.values(homes).map(({ org }) => ORGS[org].code)];
  const read = async () => {
    await foldCounters(t.db);
    const counts = await readCounters(t.db, codes, ['category', 'floating']);
    return codes.flatMap((code) =>
      Object.entries(counts.get(code) ?? {}).flatMap(([fact, values]) =>
        Object.entries(values).flatMap(([value, n]) => (n === 0 ? [] : [`${code} ${fact} ${value} ${n}`])),
      ),
    );
  };
  const kept = (await read()).sort();
  await recount();
  expect(kept).toEqual((await read()).sort());
}

async function walk(n: number): Promise<string[]> {
  const roll = dice(SEED * 10_000 + n);
  const home = Object.keys(homes)[roll(2)] ?? '';
  // Numbers of the test's own, four hundred to a birthday.
  const birthDate = addDays('1979-03-02', Math.floor(n / 400));
  const idCardNo = testIdCard(500 + (n % 400), birthDate);
  const given = { isAnother: true, name: `三处${n}`, birthDate, idCardNo };
  const first = homes[home];
  if (!first) throw new Error('no home');
  const made = await first.own.call(createMember, memberForm(500 + (n % 400), first.org, given) as never);
  expect(made.code, made.text).toBe(200);
  const memberId = made.result.id as string;
  const path: string[] = [];
  for (let at = 0; at < ACTS; at++) {
    const was = await stateOf(memberId);
    const here = homes[was.org];
    const there = Object.values(homes).find(({ org }) => ORGS[org].id !== was.org);
    if (!here || !there) throw new Error('somewhere else');
    const { transfer, out, inflow, variation } = was;
    const papers = async (who: Caller) => [await upload(who)];
    const meeting = { meetingOn: addDays(today, -3), due: 10, present: 8, agree: 7 };
    const decided = (who: Caller, decision: 'agree' | 'return') =>
      who.call(decideTransfer, {
        id: transfer?.id ?? '0',
        version: transfer?.version ?? 0,
        decision,
        ...(decision === 'return' ? { reason: 'papers', opinion: '缺材料' } : {}),
      } as never);
    const register = async (kind: string) =>
      here.own.call(addVariation, {
        memberId,
        kind,
        effectiveOn: today,
        reason: '见会议记录',
        files: await papers(here.own),
        ...(kind === 'died' ? {} : { ...meeting, ground: 'settled', groundOn: addMonths(today, -1) }),
      } as never);
    const which = variation?.id ?? '0';
    const version = variation?.version ?? 0;
    const acts: [string, () => Promise<{ code: number; text: string }>][] = [
      [
        'start',
        () =>
          here.own.call(startTransfer, {
            memberIds: [memberId],
            reason: '工作调动',
            submit: true,
            ...inside(there.org),
          } as never),
      ],
      ['agreeHere', () => decided(here.above, 'agree')],
      ['agreeThere', () => decided(there.above, 'agree')],
      ['takeIn', () => decided(there.own, 'agree')],
      ['takeIn', () => decided(there.own, 'agree')],
      ['return', () => decided(roll(2) === 0 ? here.above : there.own, 'return')],
      [
        'withdraw',
        () =>
          here.own.call(withdrawTransfer, {
            id: transfer?.id ?? '0',
            version: transfer?.version ?? 0,
            reason: '本人不走了',
          }),
      ],
      [
        'leave',
        () =>
          here.own.call(applyOutflow, {
            memberId,
            range: 2,
            region: '广东省深圳市',
            reason: 1,
            trade: 2,
            startedOn: addMonths(today, -7),
            plannedTo: '',
          } as never),
      ],
      [
        'comeBack',
        () => here.own.call(endOut, { id: out?.id ?? '0', version: out?.version ?? 0, endedOn: today } as never),
      ],
      [
        'arrive',
        async () =>
          there.own.call(registerInflow, {
            orgId: ORGS[there.org].id,
            name: given.name,
            idCardNo: encrypt(idCardNo),
            phone: '13911112222',
            homeOrg: '本支部',
            region: '湖北省',
            reason: 1,
            trade: 1,
            startedOn: addMonths(today, -8),
          } as never),
      ],
      [
        'confirm',
        () =>
          here.own.call(decideOutflow, {
            id: out?.id ?? '0',
            version: out?.version ?? 0,
            agree: roll(4) > 0,
            opinion: '核实',
          } as never),
      ],
      [
        'depart',
        () =>
          there.own.call(endInflow, { id: inflow?.id ?? '0', version: inflow?.version ?? 0, leftOn: today } as never),
      ],
      ['suspend', () => register('suspended')],
      ['die', () => (roll(3) === 0 ? register('died') : register('suspended'))],
      ['decide', () => here.above.call(decideVariation, { id: which, version, agree: roll(4) > 0, opinion: '同意' })],
      ['drop', () => here.own.call(withdrawVariation, { id: which, version } as never)],
      ['undo', () => here.above.call(undoVariation, { id: which, version, reason: '登记有误' })],
      [
        'restore',
        async () =>
          here.above.call(restoreVariation, {
            id: which,
            orgId: was.org,
            effectiveOn: today,
            reason: '已取得联系',
            files: await papers(here.above),
            ...meeting,
          } as never),
      ],
    ];
    const [name = '', act] = acts[roll(acts.length)] ?? [];
    const answer = await act?.();
    const isDone = answer?.code === 200;
    path.push(isDone ? name : `(${name})`);
    const now = await stateOf(memberId);
    const told = `walk ${n} (SEED=${SEED}): ${path.join(' ')} ${answer?.text}`;
    expect([200, 400, 404, 600], told).toContain(answer?.code);
    if (!isDone) expect(now, told).toEqual(was);
    expectSound(was, now, home, told);
  }
  await expectKept(`walk ${n} (SEED=${SEED})`);
  return path;
}

test(`${WALKS} walks through transfers, absences and variations: one branch, a closed balance, flags as the records say`, {
  timeout: 300_000 + WALKS * 20_000,
}, async () => {
  await recount();
  const done = new Set<string>();
  for (let n = 1; n <= WALKS; n++) for (const act of await walk(n)) done.add(act);
  await expectCounted();
  // What is told of a walk that nothing was done in says nothing.
  if (WALKS >= 12) expect([...done]).toEqual(expect.arrayContaining(['start', 'leave', 'arrive', 'suspend']));
});
