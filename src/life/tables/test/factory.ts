import { expect } from 'vitest';
import { addDays, beijingDay } from '#platform/time/days.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getFill, listFills } from '../contract.read.ts';
import { publishTable, saveDesign, setOrgs } from '../contract.ts';
import { tableCalls } from '../nouns/table.ts';
import type { TableDesign, TableField } from '../rules.design.ts';

/** So many days from today. */
export const day = (on: number) => addDays(beijingDay(), on);

/** A table as the committee writes it: once, for thirty days, for two branches that are chosen. */
export const tableForm = (given: object = {}) => ({
  orgId: ORGS.committeeA1.id,
  title: '党组织活动场所情况统计表',
  period: 'once' as const,
  startsOn: day(0),
  dueOn: day(30),
  remindDays: '7',
  aim: 'chosen' as const,
  ...given,
});

/** A field as the page of the design sends it. */
export const field = (id: string, given: Partial<TableField> = {}): TableField => ({
  id,
  name: id,
  kind: 'whole',
  decimals: 0,
  unit: '',
  choices: [],
  dict: '',
  required: false,
  min: '',
  max: '',
  hint: '',
  sum: 'sum',
  source: '',
  ...given,
});

/** Rooms, those that are owned among them, their area, whether there is a board. */
export const DESIGN: TableDesign = {
  several: false,
  fields: [
    field('f1', { name: '场所数', unit: '个', required: true, min: '0' }),
    field('f2', { name: '自有场所', unit: '个' }),
    field('f3', { name: '面积', kind: 'decimal', decimals: 1, unit: '平方米', sum: 'average' }),
    field('f4', { name: '有公开栏', kind: 'flag', required: true }),
    field('f5', { name: '党员人数', unit: '人', source: 'members', sum: 'max' }),
  ],
  checks: [{ id: 'k1', kind: 'atMost', fields: ['f2', 'f1'] }],
};

export const versionOf = async (caller: Caller, id: string): Promise<number> =>
  (await caller.call(tableCalls.get, { id })).result.version;

/** Adds a draft; answers its id. */
export async function addTable(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(tableCalls.create, tableForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

/** Gives a draft its fields. */
export async function designed(caller: Caller, id: string, design: TableDesign = DESIGN): Promise<void> {
  const saved = await caller.call(saveDesign, { id, version: await versionOf(caller, id), design });
  expect(saved.code, saved.text).toBe(200);
}

/** A table that is designed and given to both branches of the committee; answers its id. */
export async function given(caller: Caller, form: object = {}, design: TableDesign = DESIGN): Promise<string> {
  const id = await addTable(caller, form);
  await designed(caller, id, design);
  const orgIds = [ORGS.branchA11.id, ORGS.branchA12.id];
  if (tableForm(form).aim === 'chosen') {
    const chosen = await caller.call(setOrgs, { id, version: await versionOf(caller, id), orgIds });
    expect(chosen.code, chosen.text).toBe(200);
  }
  const out = await caller.call(publishTable, { id, version: await versionOf(caller, id) });
  expect(out.code, out.text).toBe(200);
  return id;
}

/** The filling of a branch of a table, as somebody reads it. */
export async function fillOf(caller: Caller, tableId: string, unitId: string = ORGS.branchA11.id) {
  const { rows } = await caller.call(listFills, { tableId, unitId });
  expect(rows).toHaveLength(1);
  return (await caller.call(getFill, { id: rows[0].id })).result;
}
