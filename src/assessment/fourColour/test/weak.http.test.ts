import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  applyWeak,
  decideWeak,
  listAsWeak,
  listWeak,
  printWeak,
  relapseWeak,
  startWeak,
  weakCandidates,
  weakFile,
} from '#assessment/fourColour/contract.weak.ts';
import { mayAct, WEAK_ARROWS, type WeakAct, type WeakState } from '#assessment/fourColour/rules.weak.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let county: Caller;
let committee: Caller;
let branch: Caller;
const village = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  [county, committee, branch] = [await t.as('countyWorker'), await t.as('committeeWorker'), await t.as('branchWorker')];
  await sql`insert into unit (org_id, org_code, name, nature, name_grams)
    values (${village}, ${ORGS.branchA11.code}, '村', '8', '{}')`.execute(t.db);
});
afterAll(() => t.close());

const started = { leader: '周学军', cadre: '陈立新', measures: '选派第一书记', dueOn: '2099-01-01' };
const listed = async () => {
  const made = await committee.call(listAsWeak, { orgId: village, criteria: ['other'], problems: '组织生活不正常' });
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};

test('a village is found by the criteria, listed once, put right, closed by another, and may relapse', async () => {
  const found = await committee.call(weakCandidates, {});
  expect(found.code, found.text).toBe(200);
  expect(found.data.every(({ criteria }: { criteria: unknown[] }) => criteria.length > 0)).toBe(true);
  const id = await listed();
  expect((await committee.call(listAsWeak, { orgId: village, criteria: ['other'], problems: '试' })).msg).toContain(
    '已经列入',
  );
  expect((await committee.call(listAsWeak, { orgId: village, criteria: [], problems: '试' })).code).toBe(600);
  expect((await branch.call(startWeak, { id, version: 1, ...started })).code).not.toBe(200);
  expect((await committee.call(startWeak, { id, version: 1, ...started, dueOn: '2000-01-01' })).code).toBe(600);
  expect((await committee.call(startWeak, { id, version: 1, ...started })).data.version).toBe(2);
  expect((await committee.call(applyWeak, { id, version: 2, report: '试' })).code).toBe(400);
  expect((await branch.call(applyWeak, { id, version: 2, report: '已补齐三会一课' })).data.version).toBe(3);
  expect((await branch.call(decideWeak, { id, version: 3, agree: true })).code).not.toBe(200);
  expect((await committee.call(decideWeak, { id, version: 3, agree: false })).code).toBe(600);
  expect((await county.call(decideWeak, { id, version: 3, agree: true })).data.version).toBe(4);
  expect((await committee.call(relapseWeak, { id, version: 3, reason: '又停开' })).data).toMatchObject({
    conflict: true,
  });
  expect((await committee.call(relapseWeak, { id, version: 4, reason: '又停开' })).code).toBe(200);
  const file = (await branch.call(weakFile, { id })).data;
  expect(file.stateName).toBe('反弹');
  expect(file.steps.map(({ act }: { act: string }) => act)).toEqual([
    '列入',
    '开始整顿',
    '申请销号',
    '验收销号',
    '反弹',
  ]);
  const paper = await committee.call(printWeak, { id });
  expect(paper.code, paper.text).toBe(200);
  expect(paper.data.missing).toEqual([]);
  const list = await committee.call(listWeak, {});
  expect(list.body.counts.reduce((all: number, n: number) => all + n, 0)).toBe(list.total);
  await sql`delete from weak_step`.execute(t.db);
  await sql`delete from weak_org`.execute(t.db);
});

test('whatever is tried in whatever order, a file moves along its arrows alone', async () => {
  const acts: readonly WeakAct[] = ['start', 'apply', 'close', 'return', 'relapse'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...acts), { maxLength: 8 }), async (walk) => {
      const id = await listed();
      let state: WeakState = 0;
      let version = 1;
      for (const act of walk) {
        const at = { id, version };
        const reply =
          act === 'start'
            ? await committee.call(startWeak, { ...at, ...started })
            : act === 'apply'
              ? await branch.call(applyWeak, { ...at, report: '试' })
              : act === 'relapse'
                ? await committee.call(relapseWeak, { ...at, reason: '试' })
                : await committee.call(decideWeak, { ...at, agree: act === 'close', opinion: '试' });
        expect(reply.code === 200, `${act} in ${state}: ${reply.text}`).toBe(mayAct(act, state));
        if (reply.code !== 200) continue;
        state = WEAK_ARROWS[act].to;
        version = reply.data.version;
      }
      expect((await committee.call(weakFile, { id })).data.state).toBe(state);
      await sql`delete from weak_step`.execute(t.db);
      await sql`delete from weak_org`.execute(t.db);
    }),
    { numRuns: 12 },
  );
});
