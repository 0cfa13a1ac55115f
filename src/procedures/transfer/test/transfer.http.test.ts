import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateMember } from '#people/member/contract.ts';
import { exportTransfers } from '#procedures/transfer/contract.export.ts';
import { listPlaces, type PlaceRow, placeCounts } from '#procedures/transfer/contract.places.ts';
import {
  checkTransfer,
  decideTransfer,
  deskCounts,
  listTransfers,
  OF_PLACES,
  startTransfer,
  undoTransfer,
  urgeTransfer,
  withdrawTransfer,
} from '#procedures/transfer/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { agree, inside, read, readyCity, startOne, workerAt } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let sibling: Caller;
let receiver: Caller;
let otherCommittee: Caller;
/** Full members of branch A11 and others, from the fixture. */
const person = (org: keyof TestApp['fixture']['members'], category = 1) => t.fixture.members[org]?.[category - 1] ?? '';

beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [branch, committee, sibling] = [
    await t.as('branchWorker'),
    await t.as('committeeWorker'),
    await t.as('siblingWorker'),
  ];
  receiver = await workerAt(t, 'branchB11');
  otherCommittee = await workerAt(t, 'committeeB1');
});
afterAll(() => t.close());

const place = async (memberId: string) => {
  const { rows } = await sql<{ org: string; joined: string; roles: string }>`
    select m.org_id as org, m.joined_branch_on as joined,
           coalesce((select string_agg(r.org_id::text, ',') from account a join account_role r on r.account_id = a.id
             where a.member_id = m.id and r.revoked_at is null), '') as roles
      from member m where id = ${memberId}`.execute(t.db);
  return rows[0];
};
const ledger = async (memberId: string) =>
  (
    await sql<{ sign: number; way: string; org: string }>`
      select sign, way, org_id as org from member_ledger where member_id = ${memberId} order by id`.execute(t.db)
  ).rows;

describe('the way of a transfer', () => {
  test('from a branch over both committees into the other branch; until it is taken in the person stays', async () => {
    const id = person('branchA11');
    const given = { memberIds: [id], ...inside('branchB11') };
    const checked = await branch.call(checkTransfer, given as never);
    expect(checked.result.hops.map(({ orgName }) => orgName)).toEqual([
      '城关镇第一党支部',
      '甲县城关镇党委',
      '乙县城关镇党委',
      '乙县第一党支部',
    ]);
    expect(checked.result.people[0]?.blocked).toBe('');
    const transfer = await startOne(branch, id, inside('branchB11'));
    expect(await read(branch, transfer)).toMatchObject({
      status: 1,
      waitsFor: '甲县城关镇党委',
      can: { decide: false, withdraw: true },
    });
    // A second one is told before it is handed in, with the one that is open; so is a standard of dues that lacks.
    const second = await branch.call(checkTransfer, given as never);
    expect(second.result.people[0]?.blocked).toContain('已有一件转接没有办结');
    expect(second.result.people[0]?.findings.find(({ code }) => code === 'OPEN')?.mending).toEqual({
      label: '未办结的转接',
      to: `/affairs/relation/businessHandle/${transfer}/open`,
    });
    expect((await branch.call(checkTransfer, { ...given, own: transfer } as never)).result.people[0]?.blocked).toBe('');
    expect(second.result.people[0]?.findings.find(({ code }) => code === 'STANDARD')).toMatchObject({
      ok: false,
      level: 'warn',
      mending: { to: `/affairs/dues/dues-standard/${id}/-/add` },
    });
    await sql`insert into dues_standard (member_id, from_month, payer, base_enc, amount)
              values (${id}, '2020-01', 1, '', 500)`.execute(t.db);
    const set = await branch.call(checkTransfer, given as never);
    expect(set.result.people[0]?.findings.find(({ code }) => code === 'STANDARD')?.ok).toBe(true);
    // Nobody but the committee of the hop decides; who lies beside the way does not find it.
    expect((await agree(branch, transfer)).msg).toContain('由甲县城关镇党委办理');
    expect((await sibling.get(`/api/zzgx/transfer/${transfer}`)).code).toBe(404);
    expect((await agree(committee, transfer)).result).toMatchObject({ status: 3 });
    const sent = await read(branch, transfer);
    expect(sent).toMatchObject({ status: 3, waitsFor: '乙县城关镇党委', daysLeft: 30 });
    expect(sent.letterNo).toMatch(/^甲县城关镇党委转〔\d{4}〕第0001号$/);
    expect((await place(id))?.org).toBe(ORGS.branchA11.id);
    expect((await agree(otherCommittee, transfer)).result).toMatchObject({ status: 4 });
    expect((await place(id))?.org).toBe(ORGS.branchA11.id);
    expect((await agree(receiver, transfer)).result).toMatchObject({ status: 6 });
    expect((await place(id))?.org).toBe(ORGS.branchB11.id);
    expect(await ledger(id)).toEqual([
      { sign: -1, way: 'transferredOut', org: ORGS.branchA11.id },
      { sign: 1, way: 'transferredIn', org: ORGS.branchB11.id },
    ]);
    const entry = await sql<{ fields: Record<string, string> }>`
      select fields from sub_record where kind = 'entering' and member_id = ${id}`.execute(t.db);
    expect(entry.rows[0]?.fields).toMatchObject({
      joinType: '2',
      fromOrg: '城关镇第一党支部',
      letterNo: sent.letterNo,
      state: '1',
    });
    const { events } = await read(receiver, transfer);
    expect(events.toReversed().map(({ after }) => after)).toEqual([
      '草稿',
      '待转出审核',
      '转接中',
      '待接收',
      '待编入支部',
      '已接收',
      '已完成',
    ]);
  });

  test('a common committee decides once, all arrows in one act; the role of the account goes along', async () => {
    const { memberId } = t.fixture.principals.member;
    const transfer = await startOne(branch, memberId ?? '', inside('branchA12'));
    expect((await agree(committee, transfer)).result).toMatchObject({ status: 6 });
    expect(await place(memberId ?? '')).toMatchObject({ org: ORGS.branchA12.id, roles: ORGS.branchA12.id });
  });

  test('one open transfer a person; of two who decide at once the second reads that it was handled', async () => {
    const id = person('branchA12');
    const transfer = await startOne(committee, id, inside('branchA21'));
    const again = await committee.call(startTransfer, {
      memberIds: [id],
      reason: '再',
      ...inside('branchA22'),
    } as never);
    expect(again.data.fields.memberIds).toContain('已有一件转接没有办结');
    const { version } = await read(committee, transfer);
    const both = await Promise.all(
      [1, 2].map(() => committee.call(decideTransfer, { id: transfer, version, decision: 'agree' } as never)),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(both.find(({ code }) => code === 400)?.msg).toContain('已被处理');
  });

  test('withdraw against accept: one of the two wins, and the letter of what was withdrawn is void', async () => {
    const id = person('branchA21');
    const transfer = await startOne(sibling, id, inside('branchA11'));
    await agree(sibling, transfer);
    const { version } = await read(sibling, transfer);
    const both = await Promise.all([
      sibling.call(withdrawTransfer, { id: transfer, version, reason: '本人不走了' }),
      committee.call(decideTransfer, { id: transfer, version, decision: 'agree' } as never),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    const now = await read(sibling, transfer);
    const { rows } = await sql<{
      void: string;
    }>`select void_reason as void from relation_letter where transfer_id = ${transfer}`.execute(t.db);
    if (now.status === 9) expect(rows[0]?.void).toContain('本人不走了');
    else expect([now.status, rows[0]?.void]).toEqual([4, '']);
  });

  test('a return needs a listed reason and words; it goes back to the branch', async () => {
    const id = person('branchA22');
    const transfer = await startOne(sibling, id, inside('branchA11'));
    const { version } = await read(sibling, transfer);
    const bare = await sibling.call(decideTransfer, { id: transfer, version, decision: 'return' } as never);
    expect(Object.keys(bare.data.fields).sort()).toEqual(['opinion', 'reason']);
    const back = await sibling.call(decideTransfer, {
      id: transfer,
      version,
      decision: 'return',
      reason: 'papers',
      opinion: '缺调令',
    } as never);
    expect(back.result.status).toBe(8);
    expect(await read(sibling, transfer)).toMatchObject({
      returnedFor: '材料不全：缺调令',
      can: { edit: true, cancel: true },
    });
  });

  test('what blocks is said with its way out, and nothing is written', async () => {
    const id = person('branchB12');
    await sql`update member set membership_status = 2 where id = ${id}`.execute(t.db);
    const answer = await otherCommittee.call(startTransfer, {
      memberIds: [id],
      reason: '走',
      ...inside('branchA11'),
    } as never);
    expect(answer.msg).toContain('先按“党员异动”办理恢复党籍');
    const { rows } = await sql`select from relation_transfer where member_id = ${id}`.execute(t.db);
    expect(rows).toEqual([]);
    const bad = await otherCommittee.call(startTransfer, { memberIds: [id], reason: '', kind: 'inProvince' } as never);
    expect(Object.keys(bad.data.fields).sort()).toEqual(['outsideName', 'reason']);
  });

  test('urging once in two hours tells the workers of the waiting office', async () => {
    const id = person('branchB21');
    const city = await t.as('cityWorker');
    const transfer = await startOne(city, id, inside('branchB11'));
    // Nobody works at the committee of branch B21, so its county is told.
    expect((await city.call(urgeTransfer, { id: transfer })).result).toMatchObject({
      sent: 1,
      orgName: '中共乙县委员会',
    });
    expect((await city.call(urgeTransfer, { id: transfer })).msg).toContain('2小时内只能催一次');
  });

  test('the committee that completed it undoes it: a transfer back, both named, the ledger keeps both', async () => {
    const id = person('branchA11', 2);
    const transfer = await startOne(branch, id, inside('branchA12'));
    await agree(committee, transfer);
    const { version } = await read(committee, transfer);
    const refused = await branch.call(undoTransfer, { id: transfer, version, reason: '办错' });
    expect(refused.msg).toContain('由办结的甲县城关镇党委撤销');
    const undone = await committee.call(undoTransfer, { id: transfer, version, reason: '办错了人' });
    expect(undone.code, undone.text).toBe(200);
    expect((await place(id))?.org).toBe(ORGS.branchA11.id);
    expect((await ledger(id)).map(({ sign }) => sign)).toEqual([-1, 1, -1, 1]);
    const again = await committee.call(undoTransfer, { id: transfer, version: version + 1, reason: '再' });
    expect(again.msg).toContain('已经撤销过');
  });

  test('nobody decides on themselves', async () => {
    const { memberId } = t.fixture.principals.committeeWorker;
    const transfer = await startOne(branch, memberId ?? '', inside('branchA12'));
    expect((await agree(committee, transfer)).msg).toContain('由他人办理');
  });

  test('the person applies on the own record alone; the branch passes on', async () => {
    const floating = await t.as('floating');
    const { memberId } = t.fixture.principals.floating;
    const transfer = await startOne(floating, memberId ?? '', inside('branchB11'));
    expect(await read(branch, transfer)).toMatchObject({
      status: 1,
      waitsFor: '城关镇第一党支部',
      can: { decide: true },
    });
    expect((await agree(branch, transfer)).result.status).toBe(1);
    expect(await read(floating, transfer)).toMatchObject({
      waitsFor: '甲县城关镇党委',
      isOwn: true,
      can: { decide: false, withdraw: true },
    });
    const other = await floating.call(startTransfer, {
      memberIds: [person('branchA11', 2)],
      reason: '走',
      ...inside('branchB11'),
    } as never);
    expect(other.code).toBe(404);
  });

  test('P28 whoever moves stands in one branch at every instant, and stays whole where it breaks off in between', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from member m where org_id = ${ORGS.branchA11.id} and deleted_at is null and person_category = 1
         and not exists (select from relation_transfer r where r.member_id = m.id) order by id limit 1`.execute(t.db);
    const id = rows[0]?.id ?? '';
    const transfer = await startOne(branch, id, inside('branchB11'));
    await agree(committee, transfer);
    await agree(otherCommittee, transfer);
    // The last thing that follows from a move fails: everything before it in the transaction is taken back with it.
    await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
      t.db,
    );
    await sql`create trigger break_off before insert on sub_record for each row when (new.kind = 'entering')
      execute function break_off()`.execute(t.db);
    const before = await place(id);
    expect((await agree(receiver, transfer)).status).toBe(500);
    expect(await place(id)).toEqual(before);
    expect(await ledger(id)).toEqual([]);
    expect(await read(receiver, transfer)).toMatchObject({ status: 4 });
    await sql`drop trigger break_off on sub_record`.execute(t.db);
    await sql`drop function break_off`.execute(t.db);

    let decided = false;
    const seen = new Set<string>();
    const look = async () => {
      while (!decided) {
        const { rows } = await sql<{ state: string }>`
          select m.org_id || ' ' || (select count(*) from member_ledger l where l.member_id = m.id) as state
            from member m where m.id = ${id}`.execute(t.db);
        seen.add(rows.map(({ state }) => state).join());
      }
    };
    const looking = look();
    expect((await agree(receiver, transfer)).result).toMatchObject({ status: 6 });
    decided = true;
    await looking;
    const whole = [`${ORGS.branchA11.id} 0`, `${ORGS.branchB11.id} 2`];
    expect([...seen].filter((state) => !whole.includes(state))).toEqual([]);
    expect(await place(id)).toMatchObject({ org: ORGS.branchB11.id });
    expect(await ledger(id)).toHaveLength(2);
  });

  test('调整支部 is a transfer approved on the spot; it waits for one that is under way', async () => {
    const id = person('branchA12', 2);
    const version = async () =>
      (await sql<{ version: number }>`select version from member where id = ${id}`.execute(t.db)).rows[0]?.version ?? 0;
    const moved = await committee.call(updateMember, { id, version: await version(), orgId: ORGS.branchA11.id });
    expect(moved.code, moved.text).toBe(200);
    expect(await ledger(id)).toEqual([
      { sign: -1, way: 'transferredOut', org: ORGS.branchA12.id },
      { sign: 1, way: 'transferredIn', org: ORGS.branchA11.id },
    ]);
    // Nobody has left the committee; the branch has lost one.
    const left = async (place: object) =>
      (await committee.call(listTransfers, { view: 'out', ...place } as never)).rows.some(
        (row: { memberId: string; onTheSpot: boolean }) => row.memberId === id && row.onTheSpot,
      );
    expect(await left({})).toBe(false);
    expect(await left({ orgId: ORGS.branchA12.id })).toBe(true);
    const found = await sql<{ id: string }>`select id from relation_transfer where member_id = ${id}`.execute(t.db);
    expect(await read(committee, found.rows[0]?.id ?? '')).toMatchObject({
      status: 6,
      kindName: '调整支部',
      onTheSpot: true,
    });
    await startOne(committee, id, inside('branchB11'));
    const again = await committee.call(updateMember, { id, version: await version(), orgId: ORGS.branchA12.id });
    expect(again.data.fields.orgId).toContain('没有办结');
  });

  test('the numbers of the organisations below are those of their rows, and what they count themselves', async () => {
    const { rows, orgName } = (await committee.call(listPlaces, {})).result;
    expect(orgName).toBe(ORGS.committeeA1.name);
    expect(rows.map(({ name }: { name: string }) => name)).toContain(ORGS.branchA11.name);
    expect(rows.reduce((sum: number, row: { out: number }) => sum + row.out, 0)).toBeGreaterThan(0);
    for (const { id, code, name, isLeaf, ...numbers } of rows as PlaceRow[]) {
      expect(isLeaf).toBe(true);
      expect((await committee.call(placeCounts, { orgCode: code })).result).toEqual({
        orgId: id,
        orgName: name,
        ...numbers,
      });
      for (const view of OF_PLACES)
        expect((await committee.call(listTransfers, { view, orgCode: code })).total, `${name} ${view}`).toBe(
          numbers[view],
        );
    }
    const own = rows.find(({ code }: PlaceRow) => code === ORGS.branchA11.code) as PlaceRow;
    const desk = (await branch.call(deskCounts, {})).result;
    for (const view of ['open', 'soon', 'out', 'in'] as const) expect(own[view], view).toBe(desk[view]);
    expect((await branch.call(listPlaces, {})).result.rows).toEqual([{ ...own }]);
    // Beside and above oneself there is nothing, and somebody without office has no numbers of organisations.
    expect((await branch.call(listPlaces, { orgId: ORGS.committeeA1.id })).code).toBe(404);
    expect((await branch.call(placeCounts, { orgCode: ORGS.branchA12.code })).code).toBe(404);
    expect((await committee.call(placeCounts, { orgCode: ORGS.deletedBranch.code })).code).toBe(404);
    const member = await t.as('member');
    expect((await member.call(listPlaces, {})).code).toBe(403);
    expect((await member.call(placeCounts, { orgCode: ORGS.branchA11.code })).code).toBe(403);
  });

  test('a view as a workbook: its rows, without numbers of people; of the own scope', async () => {
    const { data } = await committee.call(exportTransfers, { view: 'open', purpose: '季度汇总' });
    const lines = await exportedLines(t, data.jobId);
    const from = lines.findIndex(([head]) => head === '姓名');
    const listed = await committee.call(listTransfers, { view: 'open', pageSize: 100 });
    expect(
      lines
        .slice(from + 1)
        .filter(([name]) => name)
        .map(([name]) => name),
    ).toEqual(expect.arrayContaining(listed.rows.map(({ name }: { name: string }) => name)));
    expect(lines.filter((line) => line.length > 5)).toHaveLength(listed.total + 1);
    expect(JSON.stringify(lines)).not.toMatch(/\d{17}[\dX]|1\d{10}/);
    const beside = await committee.call(exportTransfers, { orgId: ORGS.branchB11.id, purpose: '试' });
    expect(beside.code).toBe(404);
  });

  test('the desk counts what its lists show', async () => {
    for (const caller of [branch, committee, receiver]) {
      const counts = (await caller.call(deskCounts, {})).result;
      for (const [name, n] of Object.entries(counts)) {
        const view = name === 'all' ? 'todo' : name;
        expect((await caller.call(listTransfers, { view } as never)).total, view).toBe(n);
      }
    }
    expect((await branch.call(listTransfers, { view: 'open', name: '不在' })).total).toBe(0);
  });
});
