import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dutyMatrix, dutyOverview, dutyYear } from '#life/orgLife/contract.duty.ts';
import { changeRule, listRules, previewRule, type RuleRow } from '#life/orgLife/contract.rule.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
let worker: Caller;
let year = 0;
const orgId = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  [admin, worker] = [await t.as('admin'), await t.as('committeeWorker')];
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  year = Number((await worker.call(dutyOverview, {})).data.today.slice(0, 4));
});
afterAll(() => t.close());

const rulesNow = async (): Promise<RuleRow[]> => (await admin.call(listRules, {})).data.rules;
const ruleOf = async (type: number): Promise<RuleRow> => {
  const found = (await rulesNow()).findLast((one) => one.type === type);
  if (!found) throw new Error(`no rule of type ${type}`);
  return found;
};
const changed = (rule: RuleRow, more: object) =>
  ({
    act: 'change',
    id: rule.id,
    type: rule.type,
    per: rule.per,
    orgTypes: rule.orgTypes.join(','),
    clause: rule.clause,
    fromOn: `${year + 1}-01-01`,
    ...more,
  }) as never;
type Lines = ReplyOf<typeof dutyYear>['lines'];
const cellsOf = async (type: number, of: number) => {
  const lines: Lines = (await worker.call(dutyYear, { orgId, year: of })).data.lines;
  return lines.find((one) => one.type === type)?.cells ?? [];
};

describe('应开规则', () => {
  test('everybody who reads organisation life reads them, the administrator alone changes them', async () => {
    const read = await worker.call(listRules, {});
    expect(read.data.can.add).toBe(false);
    const rows: RuleRow[] = read.data.rules;
    expect(rows.map(({ can }) => can.change)).not.toContain(true);
    const rule = await ruleOf(4);
    expect((await worker.call(previewRule, changed(rule, { per: 'quarter' }))).code).toBe(403);
    expect((await worker.call(changeRule, changed(rule, { per: 'quarter', reason: '试' }))).code).toBe(403);
  });

  test('a preview counts before and after and writes nothing', async () => {
    const rule = await ruleOf(4);
    const { data } = await admin.call(previewRule, changed(rule, { per: 'quarter' }));
    expect(data.year).toBe(year + 1);
    expect(data.before.total).toBeGreaterThan(0);
    expect(data.after.total * 3).toBe(data.before.total);
    expect(await ruleOf(4)).toEqual(rule);
  });

  test('what is wrong stands at its field', async () => {
    const rule = await ruleOf(4);
    const faults = async (more: object) =>
      (await admin.call(changeRule, changed(rule, { reason: '试', ...more }))).data;
    expect(await faults({ per: 'quarter', fromOn: `${year + 1}-02-01` })).toMatchObject({
      fields: { fromOn: '按季度要求的，从季度的第一天起改' },
    });
    expect(await faults({ per: 'quarter', fromOn: `${year - 1}-01-01` })).toMatchObject({
      fields: { fromOn: '往年的要求不再改动，请选择今年以后的日期' },
    });
    expect(await faults({})).toMatchObject({ fields: { clause: '内容没有变化' } });
    expect(await faults({ act: 'add', id: '', per: 'year' })).toHaveProperty('fields.orgTypes');
    expect(await faults({ type: 5 })).toHaveProperty('fields.type');
    expect((await admin.call(changeRule, changed(rule, { id: '999999', reason: '试' }))).code).toBe(404);
  });

  test('a change holds from its day on; earlier periods keep what they owed', async () => {
    const rule = await ruleOf(4);
    expect(
      (await admin.call(changeRule, changed(rule, { per: 'quarter', clause: '市委要求', reason: '减负' }))).code,
    ).toBe(200);
    expect((await cellsOf(4, year)).length).toBe(12);
    expect((await cellsOf(4, year + 1)).map(({ period }) => period)).toEqual(
      [1, 2, 3, 4].map((quarter) => `${year + 1}Q${quarter}`),
    );
    const next = await worker.call(dutyMatrix, { orgId, type: 4, year: year + 1 });
    expect(next.data.clause).toBe('市委要求');
    expect(next.data.periods).toHaveLength(4);
    expect((await worker.call(dutyMatrix, { orgId, type: 4, year })).data.clause).toBe(rule.clause);
    const rules = await rulesNow();
    expect(rules.find(({ id }) => id === rule.id)).toMatchObject({
      state: 'holds',
      untilOn: `${year + 1}-01-01`,
      can: { change: false },
    });
    expect(rules.findLast(({ type }) => type === 4)).toMatchObject({ state: 'later', can: { change: true } });
    expect((await admin.call(changeRule, changed(rule, { per: 'year', reason: '再改' }))).data).toHaveProperty(
      'fields.fromOn',
    );
    // What does not hold yet may be taken back whole; what it was before is asked for again.
    const planned = await ruleOf(4);
    expect((await admin.call(changeRule, changed(planned, { act: 'end', reason: '撤回' }))).code).toBe(200);
    expect((await rulesNow()).find(({ id }) => id === planned.id)?.state).toBe('ended');
    expect((await admin.call(changeRule, changed(rule, { act: 'add', id: '', reason: '恢复' }))).code).toBe(200);
    expect((await cellsOf(4, year + 1)).length).toBe(12);
    expect((await worker.call(dutyMatrix, { orgId, type: 4, year: year + 1 })).data.periods).toHaveLength(12);
  });

  test('an ended rule asks for nothing any more, and another one may follow', async () => {
    const rule = await ruleOf(6);
    expect((await admin.call(changeRule, changed(rule, { act: 'end', reason: '试' }))).code).toBe(200);
    expect((await cellsOf(6, year)).length).toBe(1);
    expect((await cellsOf(6, year + 1)).length).toBe(0);
    expect((await admin.call(changeRule, changed(rule, { act: 'add', id: '', reason: '恢复' }))).code).toBe(200);
    expect((await cellsOf(6, year + 1)).length).toBe(1);
  });
});
