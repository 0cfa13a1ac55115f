import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '#platform/time/days.ts';
import { addVariation, decideVariation, getVariation } from '#procedures/departure/contract.ts';
import { openDrafts } from '#procedures/departure/server/drafts.ts';
import { paper as upload } from '#procedures/recruitment/test/factory.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let today: string;
let serial = 0;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

/** Another full member of branch A11. */
async function person(): Promise<string> {
  serial++;
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, membership_status, admission_date)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${900 + serial}, ${`异动${serial}`}, '{}', 1, '01', 1, 1, '2001-07-01')
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
}
const meeting = () => ({ meetingOn: addDays(today, -3), due: 10, present: 8, agree: 7 });
const add = async (memberId: string, kind: string, more: object = {}, who = branch) =>
  who.call(addVariation, {
    memberId,
    kind,
    effectiveOn: today,
    reason: '支部大会讨论通过',
    files: [await upload(who)],
    ...(kind === 'died' || kind === 'other' || kind === 'corrected' ? {} : meeting()),
    ...(kind === 'suspended' ? { ground: 'lost', groundOn: addMonths(today, -12) } : {}),
    ...more,
  } as never);
const read = async (id: string, who = committee) => (await who.call(getVariation, { id })).data;
const stands = async (id: string) =>
  (
    await sql<{ status: number; ledger: string; floating: boolean; orgId: string; joinType: number }>`
      select membership_status as status, is_floating as floating, org_id::text as "orgId", join_type as "joinType",
             (select coalesce(string_agg(way || sign, ',' order by id), '') from member_ledger where member_id = m.id) as ledger
        from member m where id = ${id}`.execute(t.db)
  ).rows[0];

describe('grounds and clocks', () => {
  test('停止党籍 asks on which ground and since when, and waits until the clause allows it', async () => {
    const id = await person();
    const ask = async (more: object) =>
      (await add(id, 'suspended', { effectiveOn: today, meetingOn: today, ...more })).data;
    expect((await ask({ ground: '', groundOn: '' })).fields.ground).toContain('情形');
    expect((await ask({ groundOn: '' })).fields.groundOn).toContain('最后取得联系');
    // Three days: of the last ones of a month, six months are full on the last one of theirs.
    const soon = await ask({ groundOn: addDays(addMonths(today, -6), 3) });
    expect(soon.fields.effectiveOn).toContain('第二十四条');
    // Six months are full on the day of the meeting, too.
    expect((await ask({ groundOn: addMonths(today, -7), meetingOn: addMonths(today, -2) })).fields.meetingOn).toContain(
      '最早',
    );
    // Of 28 February on a 29th, five years are over already.
    const began = addMonths(today, -60);
    const years = addMonths(began, 60) < today ? addDays(began, 1) : began;
    expect((await ask({ ground: 'study', groundOn: years })).fields.effectiveOn).toContain('五年');
    // What the platform knows of the person speaks against a loss of contact.
    const sheet = await sql<{ id: string }>`
      insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
      values ('test', 2, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '', now() - interval '1 month', now()) returning id`.execute(
      t.db,
    );
    const came = (state: number) =>
      sql`insert into attendance_person (sheet_id, member_id, name, due, votes, state)
      values (${sheet.rows[0]?.id}, ${id}, '试', true, true, ${state})`.execute(t.db);
    await came(1);
    expect((await ask({ groundOn: addMonths(today, -8) })).fields.groundOn).toContain('参加过组织生活');
    await sql`delete from attendance_person where member_id = ${id}`.execute(t.db);
    const made = await ask({ groundOn: addMonths(today, -6) });
    expect(made).toMatchObject({ state: 'pending' });
    expect(await read(made.id)).toMatchObject({
      groundName: '失去联系，查找未果',
      groundOn: addMonths(today, -6),
      clause: expect.stringContaining('六个月以上'),
    });
  });

  test('after 停止党籍 the way out is 自行脱党除名, two years later; its day is known and not asked for', async () => {
    const id = await person();
    const on = addDays(addMonths(today, -24), 1);
    const made = await add(id, 'suspended', { effectiveOn: on, meetingOn: on, groundOn: addMonths(on, -6) });
    const { version } = await read(made.data.id);
    await committee.call(decideVariation, { id: made.data.id, version, agree: true });
    for (const kind of ['advised', 'removed', 'quit']) {
      expect((await add(id, kind)).data.fields.kind, kind).toContain('自行脱党');
    }
    const held = { meetingOn: today };
    expect((await add(id, 'lapsed', held)).data.fields.effectiveOn).toContain('两年');
    await sql`update member_variation set effective_on = ${addMonths(today, -24)} where id = ${made.data.id}`.execute(
      t.db,
    );
    await openDrafts(t.services);
    const { rows } = await sql<{ title: string; url: string }>`
      select title, jump_url as url from todo where done_at is null and subject = ${`variationDraft:removal:${id}`}`.execute(
      t.db,
    );
    expect(rows).toEqual([
      { title: expect.stringContaining('自行脱党除名'), url: expect.stringMatching(/kind=lapsed.*ground=suspension/) },
    ]);
    const lapsed = await add(id, 'lapsed', held);
    expect(lapsed.data, lapsed.text).toMatchObject({ state: 'pending' });
    expect((await read(lapsed.data.id)).groundOn).toBe(addMonths(today, -24));
  });

  test('自行脱党 of somebody on the roll needs six months without what is owed', async () => {
    const id = await person();
    expect((await add(id, 'lapsed')).data.fields.ground).toContain('情形');
    const early = await add(id, 'lapsed', { ground: 'dues', groundOn: addMonths(today, -3) });
    expect(early.data.fields.effectiveOn).toContain('第九条');
    const made = await add(id, 'lapsed', { ground: 'dues', groundOn: addMonths(today, -7) });
    expect(made.data, made.text).toMatchObject({ state: 'pending' });
  });

  test('a status that no variation brought about is put right from above; one that was decided is not', async () => {
    const id = await person();
    expect((await add(id, 'corrected')).data.fields.memberId).toContain('已是正常');
    await sql`update member set membership_status = 3 where id = ${id}`.execute(t.db);
    const made = await add(id, 'corrected');
    expect(made.data, made.text).toMatchObject({ state: 'pending' });
    const { version } = await read(made.data.id);
    await committee.call(decideVariation, { id: made.data.id, version, agree: true });
    expect(await stands(id)).toMatchObject({ status: 1, ledger: 'other1' });
    const gone = await add(id, 'other');
    const asked = await read(gone.data.id);
    await committee.call(decideVariation, { id: gone.data.id, version: asked.version, agree: true });
    expect((await add(id, 'corrected')).data.fields.memberId).toContain('撤销那件异动');
  });
});
