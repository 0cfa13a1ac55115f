import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appealAgain, askAppeal, decideAppeal, listAppeals, ownAppeals } from '#assessment/points/contract.appeal.ts';
import { listSets, publishSet, saveSet } from '#assessment/points/contract.set.ts';
import {
  addHand,
  decideHand,
  listHands,
  listLines,
  memberRank,
  ownLines,
  ownPoints,
  personPoints,
  scoreSheet,
} from '#assessment/points/contract.ts';
import { markExpiredFacts } from '#assessment/points/server/queries/posting.ts';
import { countMarked, countYears, postEarlierFacts } from '#assessment/points/server/service/posting.ts';
import { recordEvidence, withdrawEvidence } from '#house/server/pointEvidence.ts';
import { pdf, upload } from '#kernel/files/test/factory.ts';
import { memberPointSources } from '#people/member/server/queries/rewardEvidence.ts';
import type { PointSource } from '#platform/server/module.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let member: Caller;
let me: string;
let today: string;
const { id: orgId, code: orgCode } = ORGS.branchA11;

const item = (more: object) => ({ dimension: '组织生活' as const, name: '参加组织生活', value: 200, ...more });
const attended = (subject: string, day = today) => ({
  source: 'meetingAttended',
  subject,
  memberId: me,
  orgId,
  orgCode,
  day,
  title: `支部党员大会${subject}`,
});
const own = async () => (await member.call(ownPoints, {})).data;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, member] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('member')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  me = t.fixture.principals.member.memberId ?? '';
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

test('without rules nobody is counted; a published set counts what stands, with its cap and why', async () => {
  expect((await own()).counted).toBe(false);
  for (let n = 0; n < 8; n++) await recordEvidence(t.db, [attended(`m${n}`)]);
  await recordEvidence(t.db, [attended('m0')]);
  const saved = await committee.call(saveSet, {
    name: '党员积分管理办法',
    fromOn: `${today.slice(0, 4)}-01-01`,
    items: [
      item({ source: 'meetingAttended', capYear: 1200 }),
      item({ dimension: '岗位作用', name: '急难险重', value: 300 }),
      item({ dimension: '廉洁自律', name: '受到批评', value: 500, minus: true }),
    ],
  });
  expect(saved.code, saved.text).toBe(200);
  const bad = await committee.call(saveSet, {
    name: '试',
    fromOn: `${today.slice(0, 4)}-01-01`,
    items: [item({ source: 'nothing' })],
  });
  expect(bad.code).toBe(600);
  expect((await committee.call(publishSet, { id: saved.data.id, version: 1 })).code).toBe(200);
  const again = await committee.call(publishSet, { id: saved.data.id, version: 2 });
  expect(again.text).toContain('不能修改');
  await countMarked(t.db);
  expect(await own()).toMatchObject({ counted: true, base: 6000, plus: 1200, minus: 0, score: 7200 });
  const lines = await member.call(ownLines, {});
  expect(lines.total).toBe(8);
  expect(lines.rows.filter(({ why }) => why === '已达全年上限12分')).toHaveLength(2);
  expect((await branch.call(listSets, {})).rows.find(({ holds }) => holds)?.name).toBe('党员积分管理办法');
});

test('what is taken back is countered at once, and what the cap had cut comes up; counting anew changes nothing', async () => {
  await withdrawEvidence(t.db, ['meetingAttended'], ['m0']);
  await countMarked(t.db);
  expect((await own()).plus).toBe(1200);
  await withdrawEvidence(t.db, ['meetingAttended'], ['m1', 'm2']);
  await countMarked(t.db);
  expect((await own()).plus).toBe(1000);
  const before = (await member.call(ownLines, {})).total;
  const year = Number(today.slice(0, 4));
  expect(await t.db.transaction().execute((tx) => countYears(tx, [{ memberId: me, year }]))).toBe(0);
  expect((await member.call(ownLines, {})).total).toBe(before);
  await sql`delete from point_line where member_id = ${me}`.execute(t.db);
  await t.db.transaction().execute((tx) => countYears(tx, [{ memberId: me, year }]));
  expect((await own()).plus).toBe(1000);
});

test('entries by hand count once a second person has confirmed, never for oneself', async () => {
  const { rows } = await sql<{ code: string }>`select code from point_item where name = '急难险重'`.execute(t.db);
  const code = rows[0]?.code ?? '';
  const made = await branch.call(addHand, { memberId: me, code, day: today, reason: '抗洪抢险表现突出' });
  expect(made.code, made.text).toBe(200);
  expect((await branch.call(addHand, { memberId: me, code: 'x', day: today, reason: '试' })).code).toBe(600);
  const alone = await branch.call(decideHand, { id: made.data.id, version: 1, agree: true });
  expect(alone.text).toContain('录入的人不能确认');
  await countMarked(t.db);
  expect((await own()).plus).toBe(1000);
  expect((await committee.call(decideHand, { id: made.data.id, version: 1, agree: true })).code).toBe(200);
  await countMarked(t.db);
  expect((await own()).plus).toBe(1300);
  expect((await branch.call(listHands, {})).rows[0]).toMatchObject({ stateName: '已确认', points: 300 });
});

test('a line is contested once, decided, refused, and asked once more above', async () => {
  const line = (await member.call(ownLines, {})).rows.find(({ itemName }) => itemName === '参加组织生活');
  const asked = await member.call(askAppeal, { lineId: line?.id ?? '', points: 200, text: '少计一次' });
  expect(asked.code, asked.text).toBe(200);
  expect((await member.call(askAppeal, { lineId: line?.id ?? '', points: 200, text: '少计一次' })).text).toContain(
    '已在申诉中',
  );
  const old = await member.call(askAppeal, { code: 'x', day: '2020-01-01', points: 200, text: '补记' });
  expect(old.data).toMatchObject({ fields: { day: '申诉期已过' } });
  const id = asked.data.id;
  expect((await branch.call(decideAppeal, { id, version: 1, agree: false })).data).toMatchObject({
    fields: { opinion: '不采纳请写明理由' },
  });
  expect((await committee.call(decideAppeal, { id, version: 1, agree: true })).code).toBe(400);
  const decided = await branch.call(decideAppeal, { id, version: 1, agree: false, opinion: '已按记录计分' });
  expect(decided.code, decided.text).toBe(200);
  const second = await member.call(appealAgain, { id, text: '请上级核实' });
  expect(second.code, second.text).toBe(200);
  expect((await member.call(appealAgain, { id, text: '再来' })).code).toBe(400);
  expect((await branch.call(decideAppeal, { id: second.data.id, version: 1, agree: true })).code).toBe(400);
  const above = (await committee.call(listAppeals, { state: 1 })).rows[0];
  if (above?.can.decide) {
    expect((await committee.call(decideAppeal, { id: second.data.id, version: 1, agree: true })).code).toBe(200);
    await countMarked(t.db);
    expect((await own()).plus).toBe(1500);
  }
  expect((await member.call(ownAppeals, {})).total).toBe(2);
});

test('exempt people stand apart; a member sees the own place; nobody reads another branch', async () => {
  const first = (await branch.call(memberRank, { pageSize: 200 })).rows;
  expect(first[0]).toMatchObject({ id: me, place: 1 });
  const other = first.find(({ id }) => id !== me);
  const year = Number(today.slice(0, 4));
  await sql`insert into assess_exemption (member_id, org_id, org_code, from_on, to_on, reason, state, asked_by)
    select id, org_id, org_code, make_date(${year}::int, 1, 1), make_date(${year}::int, 12, 31), '年老体弱', 1, '试'
      from member where id = ${other?.id}`.execute(t.db);
  const rank = await branch.call(memberRank, { pageSize: 200 });
  expect(rank.rows.find(({ id }) => id === other?.id)).toMatchObject({ place: null, exempt: '年老体弱' });
  expect(rank.result.exempt).toBe(1);
  expect((await own()).place).toBe(1);
  expect((await branch.call(memberRank, { orgId: ORGS.branchA12.id })).code).toBe(404);
  expect((await branch.call(listLines, { memberId: me })).total).toBeGreaterThan(0);
  expect((await branch.call(personPoints, { memberId: me })).data.name).not.toBe('');
  expect((await member.call(memberRank, {})).code).toBe(403);
  const sheet = await branch.call(scoreSheet, { orgId, period: String(year) });
  expect(sheet.data.people[0]?.place).toBe(1);
  expect((await branch.call(scoreSheet, { orgId, period: '2026-13' as never })).code).toBe(600);
});

test('facts of before are taken up beside no merge of people: none is written for the record that is merged away', async () => {
  const [kept = '', dropped = ''] = (t.fixture.members.branchA12 ?? []).slice(-2);
  const source: PointSource = {
    code: 'takenUpForTest',
    label: '试',
    unit: '次',
    link: '',
    takeUp: async (db) =>
      Number(
        (
          await sql`insert into point_evidence (source, subject, member_id, org_id, org_code, day, title)
            select 'takenUpForTest', 'test', id, org_id, org_code, ${today}, '试' from member
             where id = any(${[kept, dropped]}::bigint[]) and deleted_at is null`.execute(db)
        ).numAffectedRows ?? 0,
      ),
  };
  let taken: Promise<void> | undefined;
  await t.db.transaction().execute(async (tx) => {
    const pair = await sql<{ id: string }>`
      insert into member_pair (a_id, b_id) values (least(${kept}::bigint, ${dropped}::bigint), greatest(${kept}::bigint, ${dropped}::bigint))
      returning id`.execute(tx);
    await sql`insert into member_merge (pair_id, kept_id, dropped_id, kept_before, dropped_before, moved, kept_version, dropped_version,
                                        reason, merged_by)
      values (${pair.rows[0]?.id}, ${kept}, ${dropped}, '{}', '{}', '{}', 1, 1, '试', '试')`.execute(tx);
    taken = postEarlierFacts(t.services.db, [source]);
    await expect
      .poll(
        async () =>
          (
            await sql<{
              n: number;
            }>`select count(*)::int as n from pg_locks where relation = 'member_merge'::regclass and not granted`.execute(
              t.db,
            )
          ).rows[0]?.n,
        { timeout: 300_000 },
      )
      .toBe(1);
    await sql`update member set deleted_at = now(), deleted_by = '试', delete_reason = '已合并' where id = ${dropped}`.execute(
      tx,
    );
  });
  await taken;
  const { rows } = await sql<{ id: string }>`
    select member_id::text as id from point_evidence where source = 'takenUpForTest'`.execute(t.db);
  expect(rows.map(({ id }) => id)).toEqual([kept]);
});

test('an award in tab 奖惩情况 is evidence as long as it stands, whatever wrote it; facts of before are taken up', async () => {
  const [who = ''] = t.fixture.members.branchA12 ?? [];
  const evidence = async () =>
    (
      await sql<{ source: string; title: string; day: string; gone: boolean }>`
        select source, title, day::text as day, gone from point_evidence where member_id = ${who} and source in ('rewarded', 'punished')
         order by source desc`.execute(t.db)
    ).rows;
  const fields = (type: string, name: string) =>
    JSON.stringify({ type, name, approvedOn: '2026-06-30', approvedBy: '县委' });
  const added = await sql<{ id: string }>`
    insert into sub_record (kind, member_id, title, fields) values ('rewar', ${who}, '11', ${fields('1', '11')}::jsonb) returning id`.execute(
    t.db,
  );
  const id = added.rows[0]?.id ?? '';
  const award = { source: 'rewarded', title: '优秀共产党员', day: '2026-06-30', gone: false };
  expect(await evidence()).toEqual([award]);
  await sql`update sub_record set deleted_at = now(), deleted_by = '试', delete_reason = '试' where id = ${id}`.execute(
    t.db,
  );
  expect(await evidence()).toEqual([{ ...award, gone: true }]);
  await sql`update sub_record set deleted_at = null, deleted_by = null, delete_reason = null where id = ${id}`.execute(
    t.db,
  );
  expect(await evidence()).toEqual([award]);
  // Entered as the wrong thing and fixed: one counts, the other does not any more.
  await sql`update sub_record set fields = ${fields('2', '21')}::jsonb where id = ${id}`.execute(t.db);
  const warning = { ...award, source: 'punished', title: '警告' };
  expect(await evidence()).toEqual([{ ...award, gone: true }, warning]);
  await sql`delete from point_evidence where member_id = ${who} and source in ('rewarded', 'punished')`.execute(t.db);
  const [source] = memberPointSources;
  await source?.takeUp(t.db);
  await source?.takeUp(t.db);
  expect(await evidence()).toEqual([warning]);
  await sql`update sub_record set deleted_at = now(), deleted_by = '试', delete_reason = '试' where id = ${id}`.execute(
    t.db,
  );
});

test('what falls short of its floor, what is out of its validity and what is for others gives nothing, and says why', async () => {
  const year = Number(today.slice(0, 4));
  const sibling = await t.as('siblingWorker');
  const memberId = t.fixture.members.branchA21?.[0] ?? '';
  const place = { orgId: ORGS.branchA21.id, orgCode: ORGS.branchA21.code };
  const item = (name: string, more: object) => ({ dimension: '志愿服务' as const, name, value: 100, ...more });
  const saved = await sibling.call(saveSet, {
    name: '试行办法',
    fromOn: `${year}-01-01`,
    items: [
      item('起计', { source: 'meetingAttended', floor: 150 }),
      item('短期', { source: 'meetingLed', months: 1 }),
      item('特殊', { source: 'duesTimely', classes: [4] }),
    ],
  });
  expect(saved.code, saved.text).toBe(200);
  expect(
    (await sibling.call(saveSet, { name: '试', fromOn: `${year}-01-01`, items: [item('错', { months: 13 })] })).code,
  ).toBe(600);
  expect((await sibling.call(publishSet, { id: saved.data.id, version: 1 })).code).toBe(200);
  const give = (source: string, subject: string, day: string, quantity = 100) =>
    recordEvidence(t.db, [{ source, subject, memberId, ...place, day, quantity, title: '试' }]);
  await give('meetingAttended', 'small', today, 149);
  await give('meetingAttended', 'enough', today, 150);
  await give('meetingLed', 'now', today);
  await give('duesTimely', 'normal', today);
  await sql`update member set birth_date = '1980-01-01' where id = ${memberId}`.execute(t.db);
  await countMarked(t.db);
  const lines = async () => (await sibling.call(listLines, { memberId })).rows;
  const of = async (name: string) => (await lines()).filter(({ itemName }) => itemName === name);
  expect((await of('起计')).map(({ given, why }) => [given, why]).sort()).toEqual([
    [0, '不足起计分1.5分'],
    [150, ''],
  ]);
  expect((await of('短期'))[0]?.given).toBe(100);
  expect((await of('特殊'))[0]).toMatchObject({ given: 0, why: '不适用于普通党员' });
  // Whoever was seventy before the year began is of the class 特殊.
  await sql`update member set birth_date = ${`${year - 70}-01-01`} where id = ${memberId}`.execute(t.db);
  await t.db.transaction().execute((tx) => countYears(tx, [{ memberId, year }]));
  expect((await of('特殊')).reduce((sum, { given }) => sum + given, 0)).toBe(100);
  // A fact that lost its validity since the last sweep: the daily one takes it back, once; what is of another year stays. A month
  // after a month before the 31st is the 30th.
  const { rows } = await sql<{ day: string; last: string }>`
    select (${today}::date - interval '1 month')::date::text as day,
           (${today}::date - interval '1 month' + interval '1 month')::date - 1 || '' as last`.execute(t.db);
  await sql`update point_evidence set day = ${rows[0]?.day} where source = 'meetingLed' and member_id = ${memberId}`.execute(
    t.db,
  );
  await sql`delete from point_due`.execute(t.db);
  const sweep = () => t.db.transaction().execute((tx) => markExpiredFacts(tx));
  await sweep();
  expect((await sql`select from point_due`.execute(t.db)).rows).toHaveLength(0);
  await sql`update point_sweep set day = ${rows[0]?.last}`.execute(t.db);
  await sweep();
  await sweep();
  expect((await sql`select from point_due where member_id = ${memberId}`.execute(t.db)).rows).toHaveLength(1);
  await countMarked(t.db);
  if (rows[0]?.day.startsWith(`${year}`)) expect((await of('短期')).reduce((sum, { given }) => sum + given, 0)).toBe(0);
});

test('a paper that proves two entries is marked at both', async () => {
  const { rows } = await sql<{ code: string }>`select code from point_item where name = '急难险重'`.execute(t.db);
  const code = rows[0]?.code ?? '';
  const enter = async (name: string, seed: number) => {
    const file = (await upload(t, branch, name, pdf(2000, seed))).data.id;
    const made = await branch.call(addHand, { memberId: me, code, day: today, reason: name, files: [file] });
    expect(made.code, made.text).toBe(200);
    return made.data.id;
  };
  const [first, second, other] = [await enter('一.pdf', 7), await enter('二.pdf', 7), await enter('三.pdf', 8)];
  const seen = new Map((await branch.call(listHands, { pageSize: 200 })).rows.map((row) => [row.id, row.usedAgain]));
  expect([first, second, other].map((id) => seen.get(id))).toEqual([1, 1, 0]);
});
