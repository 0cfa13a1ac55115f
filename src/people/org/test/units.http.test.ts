import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrg, removeOrg } from '#people/org/contract.ts';
import { unitCalls } from '#people/org/nouns/unit.ts';
import { creditCheckCharacter, isCreditCode } from '#people/org/rules.unit.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
});
afterAll(() => t.close());

const UNIT = '/api/zzxx/unit';
const code = (serial: number) => {
  const first17 = `91420599${String(serial).padStart(8, '0')}X`;
  return first17 + creditCheckCharacter(first17);
};
const form = (given: object = {}) => ({
  orgId: ORGS.branchA11.id,
  name: '城关镇机械厂',
  creditCode: '',
  nature: '31',
  isLegal: true,
  establishment: '3',
  staffCount: '120',
  scale: '3',
  holding: '1',
  affiliation: '60',
  industry: '制造业',
  manager: '方正',
  phone: '0700-6551234',
  address: '城关镇一号',
  ...given,
});

test('a credit code is checked by GB 32100', () => {
  expect(isCreditCode(code(1))).toBe(true);
  expect(isCreditCode(`${code(1).slice(0, 17)}${code(1).endsWith('0') ? '1' : '0'}`)).toBe(false);
  // Neither I, O, S, V nor Z may stand in one.
  expect(isCreditCode('91420599I0000001XA')).toBe(false);
});

describe('a unit', () => {
  test('is added, found by a part of its name and its nature, counted at home, changed and deleted', async () => {
    const made = await worker.post(UNIT, form({ creditCode: code(2).toLowerCase() }));
    expect(made.code).toBe(200);
    const { id } = made.data;
    const found = await worker.get(`${UNIT}/listPage`, { name: '机械', nature: '31' });
    expect(found).toMatchObject({ total: 1, rows: [{ id, creditCode: code(2), natureName: '企业（公有制）' }] });
    const home = await worker.get('/api/firstPage/data/unit');
    expect(home.data.figures[0]).toMatchObject({ key: 'units', value: 1 });

    const changed = await worker.put(UNIT, { id, version: 1, nature: '2', scale: '', holding: '' });
    expect(changed).toMatchObject({ code: 200, data: { version: 2 } });
    const { rows: log } = await sql<{
      changes: object;
    }>`select changes from audit_log where action = '修改单位'`.execute(t.db);
    expect(log).toMatchObject([{ changes: { nature: ['企业（公有制）', '事业单位'], holding: ['国有控股', ''] } }]);
    const stale = await worker.put(UNIT, { id, version: 1, manager: '陈' });
    expect(stale).toMatchObject({ code: 400, data: { conflict: true, current: { version: 2 } } });

    expect((await worker.del(UNIT, { id, deleteReason: '已注销' })).code).toBe(200);
    expect((await worker.get(`${UNIT}/${id}`)).code).toBe(404);
    expect((await worker.get('/api/firstPage/data/unit')).data.figures[0].value).toBe(0);
  });

  test('is refused at its field: a wrong code, an item that no dictionary has, what only enterprises have', async () => {
    const bad = await worker.post(UNIT, form({ creditCode: `${code(3).slice(0, 17)}?`, name: '' }));
    expect(bad.data.fields).toMatchObject({
      creditCode: '请输入正确的统一社会信用代码',
      name: '请输入单位名称',
    });
    const odd = await worker.post(UNIT, form({ nature: '1', affiliation: '99' }));
    expect(odd.data.fields).toMatchObject({
      affiliation: '字典中没有这一项',
      scale: '只有企业填写企业规模',
      holding: '只有企业填写控股情况',
    });
    expect((await worker.get(`${UNIT}/listPage`)).total).toBe(0);
  });

  test('that has no code lacks none, and has none: said of a unit with a code it is refused', async () => {
    const lacking = async () => (await worker.get(`${UNIT}/listPage`, { lacking: 'creditCode' })).total;
    const { id } = (await worker.post(UNIT, form({ name: '丁', leadingGroup: '9' }))).data;
    expect(await lacking()).toBe(1);
    expect((await worker.put(UNIT, { id, version: 1, noCode: true })).code).toBe(200);
    expect(await lacking()).toBe(0);
    // What a change does not name stays.
    expect((await worker.put(UNIT, { id, version: 2, manager: '沈渡' })).code).toBe(200);
    expect((await worker.get(`${UNIT}/${id}`)).data).toMatchObject({ noCode: true, leadingGroup: '9', version: 3 });
    const both = await worker.put(UNIT, { id, version: 3, creditCode: code(5) });
    expect(both.data.fields).toEqual({ noCode: '已填写统一社会信用代码，不能选“没有”' });
    const odd = await worker.put(UNIT, { id, version: 3, leadingGroup: '7' });
    expect(odd.data.fields).toEqual({ leadingGroup: '字典中没有这一项' });
    expect((await worker.del(UNIT, { id, deleteReason: '试' })).code).toBe(200);
  });

  test('of two with one credit code at the same moment one is written', async () => {
    const answers = await Promise.all(
      ['甲', '乙'].map((name) => worker.post(UNIT, form({ name, creditCode: code(4) }))),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 600]);
    expect(answers.find((answer) => answer.code === 600)?.data.fields.creditCode).toContain('其他单位');
  });

  test('keeps its organisation from being deleted, and one that an older version left behind comes into the bin', async () => {
    const superior = await t.as('cityWorker');
    const org = { parentId: ORGS.committeeA1.id, name: '机械厂党支部', type: 46 };
    const { id: orgId } = (await superior.call(createOrg, org)).result;
    const creditCode = code(9);
    const { id } = (await worker.post(UNIT, form({ orgId, name: '机械厂', creditCode }))).data;
    const units = async () => (await worker.get('/api/firstPage/data/unit')).data.figures[0].value;
    const before = await units();
    const drop = () => superior.call(removeOrg, { id: orgId, deleteReason: '撤销' });
    expect(await drop()).toMatchObject({ code: 400, msg: '该组织下还有单位，请先调整到其他党组织或删除' });
    expect(await units()).toBe(before);

    // What the older version left: the organisation gone, its unit alive and counted nowhere.
    await sql`update organisation set deleted_at = now(), deleted_by = '程市' where id = ${orgId}`.execute(t.db);
    const again = form({ name: '机械厂（新）', creditCode });
    expect((await worker.post(UNIT, again)).data.fields).toHaveProperty('creditCode');
    await sql.raw(readFileSync('db/migrations/0123_units_of_deleted.sql', 'utf8')).execute(t.db);
    const { rows } = await sql`select deleted_by, delete_reason from unit where id = ${id}`.execute(t.db);
    expect(rows).toEqual([{ deleted_by: '程市', delete_reason: '所属党组织已删除' }]);
    expect((await worker.post(UNIT, again)).code).toBe(200);
  });

  test('is exported as the list shows it, in words and with the purpose, and its history says what was changed', async () => {
    const { id } = (await worker.call(unitCalls.create, form({ name: '江北水厂', nature: '31', creditCode: code(7) })))
      .data;
    await worker.call(unitCalls.update, { id, version: 1, scale: '4', manager: '程锦' });
    const started = await worker.call(unitCalls.exports, { name: '水厂', nature: '31', purpose: '年度统计' });
    expect(started.code, started.text).toBe(200);
    const lines = await exportedLines(t, started.data.jobId);
    expect(lines[0]?.slice(0, 5)).toEqual(['单位名称', '所属党组织', '统一社会信用代码', '单位性质', '建立党组织情况']);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toEqual(
      expect.arrayContaining(['江北水厂', ORGS.branchA11.name, code(7), '微型', '120', '程锦', '是']),
    );
    expect(lines[2]?.[0]).toMatch(/^导出人：魏员.*用途：年度统计$/);
    const history = await worker.call(unitCalls.history, { id });
    expect(history.rows.map(({ action, who }) => [action, who])).toEqual([
      ['修改单位', '魏员'],
      ['新增单位', '魏员'],
    ]);
    expect(history.rows[0].changes).toEqual([
      { label: '企业规模', before: '小型', after: '微型' },
      { label: '单位负责人', before: '方正', after: '程锦' },
    ]);
    expect((await (await t.as('siblingWorker')).call(unitCalls.history, { id })).code).toBe(404);
    expect((await worker.call(unitCalls.exports, { purpose: '' })).data.fields).toEqual({ purpose: '请输入用途' });
    await worker.del(UNIT, { id, deleteReason: '试' });
  });

  test('belongs to its organisation: a neighbour neither sees, changes nor receives it', async () => {
    const { data } = await worker.post(UNIT, form({ name: '丙' }));
    const neighbour = await t.as('siblingWorker');
    expect((await neighbour.get(`${UNIT}/${data.id}`)).code).toBe(404);
    expect((await neighbour.put(UNIT, { id: data.id, version: 1, manager: '陈' })).code).toBe(404);
    expect((await worker.put(UNIT, { id: data.id, version: 1, orgId: ORGS.branchA21.id })).code).toBe(404);
    expect((await neighbour.get(`${UNIT}/listPage`, { orgId: ORGS.committeeA1.id })).code).toBe(404);
  });
});
