import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askPersonExemption,
  decidePersonExemption,
  endPersonExemption,
  exemptionItems,
  listPersonExemptions,
} from '#assessment/memberAssessment/contract.exempt.ts';
import { publishPlan, savePlan } from '#assessment/memberAssessment/contract.plan.ts';
import {
  computeResult,
  decideMonth,
  getMonth,
  getResult,
  grid,
  saveMonth,
  showResult,
  statistics,
} from '#assessment/memberAssessment/contract.ts';
import { memberRank } from '#assessment/points/contract.ts';
import { pdf, upload } from '#kernel/files/test/factory.ts';
import { addDays } from '#platform/time/days.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

/** Random walks of exemptions through the calls; `WALKS` for more of them than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(1000, Number(process.env.WALKS ?? 10));
const SEED = Number(process.env.SEED ?? 20_261_127);

let t: TestApp;
let branch: Caller;
let committee: Caller;
let county: Caller;
let me: string;
let year: number;
const item = (name: string, most: number) => ({ kind: 1, name, most, submit: 2, inspection: 5 });
let papers = 0;
const paper = async (caller = branch) =>
  (await upload(t, caller, `证明${++papers}.pdf`, pdf(2000, 900 + papers))).data.id as string;
const ask = async (more: object = {}, caller = branch) =>
  caller.call(askPersonExemption, {
    memberId: me,
    fromOn: `${year}-01-01`,
    toOn: `${year}-12-31`,
    reason: '长期住院',
    files: [await paper(caller)],
    ...more,
  } as never);

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, county] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('countyWorker')];
  me = t.fixture.principals.member.memberId ?? '';
  // Last year: all its months are over, whatever today is.
  const { rows } = await sql<{
    year: number;
  }>`select extract(year from now() at time zone 'Asia/Shanghai')::int - 1 as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
  await sql`update member set admission_date = '2001-07-01', joined_branch_on = '2001-07-01'`.execute(t.db);
  const made = await committee.call(savePlan, {
    year,
    name: '考核方案',
    items: [item('组织生活', 6000), item('纪律', 4000)],
  });
  expect((await committee.call(publishPlan, { id: made.data.id, version: 1 })).code, made.text).toBe(200);
});
afterAll(() => t.close());

const score = async (month: number, scores: readonly number[], more: object = {}) => {
  const sheet = (await branch.call(getMonth, { memberId: me, year, month })).result;
  return branch.call(saveMonth, {
    memberId: me,
    year,
    month,
    version: sheet.version,
    cells: sheet.items.map(({ itemId }, at) => ({ itemId, score: scores[at] ?? 0 })),
    ...more,
  });
};
const rankOf = async () => {
  const rank = await branch.call(memberRank, { year, pageSize: 200 });
  return { ...rank.result, mine: rank.rows.find(({ id }) => id === me) };
};

test('one item: asked with a paper, confirmed above; the months that were scored are totalled anew, and back when it ends', async () => {
  expect((await score(3, [3000, 4000], { submit: true })).data.total).toBe(7000);
  const items = (await branch.call(exemptionItems, { memberId: me })).data;
  expect(items).toEqual([
    { id: expect.any(String), name: '组织生活', year },
    { id: expect.any(String), name: '纪律', year },
  ]);
  const itemId = items[0]?.id ?? '';
  expect((await ask({ itemId, files: [] })).data).toMatchObject({ fields: { files: '请上传证明材料' } });
  expect((await ask({ itemId, toOn: `${year - 1}-01-01` })).data).toMatchObject({
    fields: { toOn: '结束日期不能早于开始日期' },
  });
  expect((await ask({ itemId, fromOn: `${year}-03-02`, toOn: `${year}-03-30` })).data).toMatchObject({
    fields: { toOn: '按月考核，期间至少要包含一个月的最后一天' },
  });
  expect((await ask({ itemId, toOn: `${year + 1}-01-31` })).data).toMatchObject({
    fields: { toOn: expect.stringContaining(`这个项目属于${year}年`) },
  });
  expect((await ask({ itemId: '999999999' })).code).toBe(600);
  expect((await ask({ memberId: t.fixture.members.branchB22?.[0] })).code).toBe(404);
  const asked = await ask({ itemId, fromOn: `${year}-03-01`, toOn: `${year}-04-30` });
  expect(asked.code, asked.text).toBe(200);
  expect((await ask({ itemId, fromOn: `${year}-04-01`, toOn: `${year}-05-31` })).text).toContain('已有同样的免考');
  const { id } = asked.data;
  expect((await branch.call(decidePersonExemption, { id, version: 1, agree: true })).text).toContain('须由另一人确认');
  const [waiting] = (await committee.call(listPersonExemptions, { state: 0 })).rows;
  expect(waiting).toMatchObject({ id, itemName: `${year}年组织生活`, can: { decide: true, end: false } });
  expect(waiting?.files).toHaveLength(1);
  expect((await committee.call(decidePersonExemption, { id, version: 1, agree: false })).data).toMatchObject({
    fields: { opinion: '请输入不同意的原因' },
  });
  expect((await committee.call(decidePersonExemption, { id, version: 1, agree: true })).code).toBe(200);
  const march = (await branch.call(getMonth, { memberId: me, year, month: 3 })).result;
  // 4000 of 4000: the weight of what is left is the whole.
  expect(march).toMatchObject({ total: 10_000, exempt: [{ name: '组织生活', reason: '长期住院' }] });
  expect(march.items.map(({ name }) => name)).toEqual(['纪律']);
  const april = (await branch.call(grid, { ids: me, year, month: 4 })).result;
  expect(april.people[0]?.cells.map(({ exempt }) => exempt)).toEqual([true, false]);
  const other = { memberId: me, year, month: 4, version: 0, cells: [{ itemId, score: 100 }] };
  expect((await branch.call(saveMonth, other)).text).toContain('已经免考，不用评分');
  // One item apart changes nothing in the rank of points.
  expect((await rankOf()).mine?.place).not.toBeNull();
  const end = (resumeOn: string, version: number, caller = committee) =>
    caller.call(endPersonExemption, { id, version, resumeOn, reason: '出院' });
  expect((await end(`${year}-04-15`, 2, branch)).text).toContain('由上级组织撤销');
  expect((await end(`${year}-04-15`, 2, await t.as('siblingWorker'))).code).toBe(404);
  expect((await committee.call(endPersonExemption, { id, version: 2, reason: '出院' })).data).toMatchObject({
    fields: { resumeOn: '请选择从哪天起照常考核' },
  });
  expect((await end(`${year}-05-01`, 2)).data).toMatchObject({ fields: { resumeOn: expect.stringContaining('为止') } });
  // Two at once: one ends it, the other reads that it has changed.
  const both = await Promise.all([end(`${year}-04-15`, 2), end(`${year}-04-15`, 2, county)]);
  expect(both.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(both.find(({ code }) => code !== 200)?.text).toContain('已有变化');
  const [early] = (await committee.call(listPersonExemptions, { state: 1 })).rows;
  expect(early).toMatchObject({ id, toOn: `${year}-04-14`, plannedTo: `${year}-04-30`, endReason: '出院' });
  // March ended before that day, April did not.
  expect((await branch.call(getMonth, { memberId: me, year, month: 3 })).result.total).toBe(10_000);
  const back = (await branch.call(grid, { ids: me, year, month: 4 })).result;
  expect(back.people[0]?.cells.map(({ exempt }) => exempt)).toEqual([false, false]);
  const audits = await sql<{ reason: string; changes: object }>`
    select reason, changes from audit_log where target_type = 'assessExemption' and action = '撤销党员免考' and outcome = 'done'`.execute(
    t.db,
  );
  expect(audits.rows).toEqual([
    {
      reason: `自${year}-04-15起照常考核。出院`,
      changes: { toOn: [`${year}-04-30`, `${year}-04-14`] },
    },
  ]);
  const told = await sql<{ title: string }>`
    select n.title from notice n join notice_recipient r on r.notice_id = n.id where n.title like '%免考%提前结束'`.execute(
    t.db,
  );
  // The person, and the worker who asked.
  expect(told.rows).toHaveLength(2);
  // Not a month's end is left: it is revoked whole.
  expect((await end(`${year}-03-20`, 3)).code).toBe(200);
  expect((await committee.call(listPersonExemptions, { state: 3 })).rows[0]).toMatchObject({ id, stateName: '已撤销' });
  expect((await branch.call(getMonth, { memberId: me, year, month: 3 })).result).toMatchObject({
    total: 7000,
    exempt: [],
  });
  const notes = await sql<{
    old: number;
    new: number;
  }>`select old, new from assess_change where act = '免考折算' order by id`.execute(t.db);
  expect(notes.rows).toEqual([
    { old: 7000, new: 10_000 },
    { old: 10_000, new: 7000 },
  ]);
});

test('everything: its months are not scored nor counted, and the rank has the person apart, outside the mean', async () => {
  const march = (await branch.call(getMonth, { memberId: me, year, month: 3 })).result;
  expect((await branch.call(decideMonth, { ids: [march.monthId], agree: true })).code).toBe(200);
  const before = await rankOf();
  const asked = await ask({ fromOn: `${year}-03-01`, toOn: `${year}-05-15` });
  expect(asked.code, asked.text).toBe(200);
  expect((await rankOf()).exempt).toBe(0);
  const yes = await county.call(decidePersonExemption, { id: asked.data.id, version: 1, agree: true });
  expect(yes.code, yes.text).toBe(200);
  const now = await rankOf();
  expect(now).toMatchObject({ exempt: 1, counted: before.counted - 1, mine: { place: null, exempt: '长期住院' } });
  const row = (await branch.call(statistics, { year, pageSize: 200 })).result.rows.find(({ id }) => id === me);
  // March and April end within it, May does not.
  expect(row?.months.filter(({ state }) => state === 'exempt').map(({ month }) => month)).toEqual([3, 4]);
  expect(row).toMatchObject({ mean: null, exempt: expect.stringContaining('全部项目') });
  expect((await score(4, [1, 1])).text).toContain('免考：长期住院');
  const may = await score(5, [6000, 2000], { submit: true });
  expect(may.data.total).toBe(8000);
  const sheet = (await branch.call(getMonth, { memberId: me, year, month: 5 })).result;
  await branch.call(decideMonth, { ids: [sheet.monthId], agree: true });
  expect((await branch.call(computeResult, { year })).code).toBe(200);
  const result = (await branch.call(getResult, { year })).result;
  expect(result.people.find(({ id }) => id === me)).toMatchObject({
    months: 1,
    mean: 8000,
    total: 8000,
    note: expect.stringContaining('免考'),
  });
  // What is on show does not change under its readers.
  await branch.call(showResult, { id: result.id, version: result.version });
  const over = { id: asked.data.id, version: 2, resumeOn: `${year}-03-01`, reason: '试' };
  expect((await county.call(endPersonExemption, over)).text).toContain('正在公示');
  await sql`update assess_result set state = 2`.execute(t.db);
  expect((await county.call(endPersonExemption, over)).code).toBe(200);
  expect(await rankOf()).toMatchObject({ exempt: 0, mine: { place: expect.any(Number) } });
});

test('asked for twice at once it stands once; who asked takes it back while it waits, nobody else', async () => {
  const both = await Promise.all([ask(), ask()]);
  expect(both.map(({ code }) => code === 200).sort()).toEqual([false, true]);
  expect(both.find(({ code }) => code !== 200)?.text).toContain('已有同样的免考');
  const id = both.find(({ code }) => code === 200)?.data.id;
  const back = { id, version: 1, reason: '填错了' };
  expect((await committee.call(endPersonExemption, back)).text).toContain('由申请的组织撤回');
  expect((await (await t.as('siblingWorker')).call(endPersonExemption, back)).code).toBe(404);
  expect((await (await t.as('member')).call(endPersonExemption, back)).code).toBe(403);
  const open = () => sql`select from todo where subject = ${`assessExemption:${id}`} and done_at is null`.execute(t.db);
  expect((await open()).rows).toHaveLength(1);
  expect((await branch.call(endPersonExemption, back)).code).toBe(200);
  expect((await open()).rows).toHaveLength(0);
  expect((await branch.call(endPersonExemption, { ...back, version: 2 })).text).toContain('已经办理过');
});

test('over the turn of a year: each year stands apart until the day on which it ends', async () => {
  const next = year + 1;
  const free = async () =>
    (
      await sql<{ year: number }>`select year from point_rank where member_id = ${me} and free order by 1`.execute(t.db)
    ).rows.map((row) => row.year);
  const asked = await ask({ fromOn: `${year}-12-01`, toOn: `${next}-02-28` });
  expect((await county.call(decidePersonExemption, { id: asked.data.id, version: 1, agree: true })).code).toBe(200);
  expect(await free()).toEqual([year, next]);
  const over = { id: asked.data.id, version: 2, resumeOn: `${next}-01-31`, reason: '试' };
  expect((await county.call(endPersonExemption, over)).code).toBe(200);
  expect(await free()).toEqual([year]);
  const whole = { ...over, version: 3, resumeOn: `${year}-01-01` };
  expect((await county.call(endPersonExemption, whole)).code).toBe(200);
  expect(await free()).toEqual([]);
});

test('it goes with whoever it belongs to after a merge, and back', async () => {
  const [first = '', second = ''] = t.fixture.members.branchA12 ?? [];
  const { rows } = await sql<{ id: string }>`
    insert into assess_exemption (member_id, org_id, org_code, from_on, to_on, reason, state, asked_by)
    select id, org_id, org_code, '2024-02-10', '2024-02-29', '试', 1, '试' from member where id = ${first} returning id`.execute(
    t.db,
  );
  const free = async () =>
    (
      await sql<{ member_id: string }>`
        select member_id from point_rank where year = 2024 and free and member_id = any(${[first, second]}::bigint[])`.execute(
        t.db,
      )
    ).rows.map(({ member_id }) => member_id);
  expect(await free()).toEqual([first]);
  await sql`update assess_exemption set member_id = ${second} where id = ${rows[0]?.id}`.execute(t.db);
  expect(await free()).toEqual([second]);
  await sql`update assess_exemption set member_id = ${first} where id = ${rows[0]?.id}`.execute(t.db);
  expect(await free()).toEqual([first]);
  await sql`update assess_exemption set state = 3 where id = ${rows[0]?.id}`.execute(t.db);
  expect(await free()).toEqual([]);
});

test(`in ${WALKS} random walks it moves along its arrows alone, and the rank has apart whoever is exempt`, async () => {
  const random = makeRandom(SEED);
  const callers = { branch, committee, county, sibling: await t.as('siblingWorker') };
  for (let walk = 0; walk < WALKS; walk++) {
    await sql`update assess_exemption set state = 3`.execute(t.db);
    const who = random.pick(['branch', 'committee'] as const);
    const asked = await ask({ files: [await paper(callers[who])] }, callers[who]);
    expect(asked.code, asked.text).toBe(200);
    let [state, version, until] = [0, 1, `${year}-12-31`];
    const done: string[] = [who];
    for (let step = 0; step < 5; step++) {
      const act = random.pick(['agree', 'refuse', 'end'] as const);
      const by = random.pick(['branch', 'committee', 'county', 'sibling'] as const);
      const isStale = random.int(0, 6) === 0;
      const resumeOn = random.pick([`${year}-01-01`, `${year}-07-01`, `${year}-10-01`] as const);
      done.push(`${by} ${act} ${act === 'end' ? resumeOn : ''}${isStale ? ' stale' : ''}`);
      const at = { id: asked.data.id, version: isStale ? version + 1 : version };
      const reply =
        act === 'end'
          ? await callers[by].call(endPersonExemption, { ...at, resumeOn, reason: '试' })
          : await callers[by].call(decidePersonExemption, { ...at, agree: act === 'agree', opinion: '试' });
      const above = by === 'committee' || by === 'county';
      const allowed =
        !isStale &&
        (act === 'end'
          ? (state === 0 && (by === who || by === 'branch')) || (state === 1 && above && resumeOn <= until)
          : state === 0 && above && by !== who);
      expect(reply.code === 200, `SEED=${SEED} walk ${walk}: ${done.join(', ')} in ${state}: ${reply.text}`).toBe(
        allowed,
      );
      if (!allowed) continue;
      const isEarlier = act === 'end' && state === 1 && resumeOn > `${year}-01-01`;
      if (isEarlier) until = addDays(resumeOn, -1);
      else state = act === 'agree' ? 1 : act === 'refuse' ? 2 : 3;
      version += 1;
      expect((await rankOf()).exempt, done.join(', ')).toBe(state === 1 ? 1 : 0);
    }
  }
}, 600_000);
