import { expect } from 'vitest';
import { addDays, beijingDay } from '#platform/time/days.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getPart, listParts } from '../contract.read.ts';
import { issueItem, setOrgs } from '../contract.ts';
import { itemCalls } from '../nouns/item.ts';

/** So many days from today. */
export const day = (on: number) => addDays(beijingDay(), on);

/** An item as the committee writes it: once, from yesterday, for thirty days. */
export const itemForm = (given: object = {}) => ({
  orgId: ORGS.committeeA1.id,
  title: '支部规范化建设',
  kind: 'system' as const,
  leader: '魏书记',
  startsOn: day(-1),
  endsOn: day(30),
  frequency: 'once' as const,
  content: '对照标准自查整改。',
  ...given,
});

/** Adds a draft; answers its id. */
export async function addItem(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(itemCalls.create, itemForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

export const versionOf = async (caller: Caller, id: string): Promise<number> =>
  (await caller.call(itemCalls.get, { id })).result.version;

/** Sets an item for both branches of the committee, or those told, and issues it; answers its id. */
export async function issued(
  caller: Caller,
  given: object = {},
  orgIds: readonly string[] = [ORGS.branchA11.id, ORGS.branchA12.id],
): Promise<string> {
  const id = await addItem(caller, given);
  const chosen = await caller.call(setOrgs, { id, version: await versionOf(caller, id), orgIds: [...orgIds] });
  expect(chosen.code, chosen.text).toBe(200);
  const out = await caller.call(issueItem, { id, version: await versionOf(caller, id) });
  expect(out.code, out.text).toBe(200);
  return id;
}

/** The part of a branch of an item, as somebody reads it. */
export async function partOf(caller: Caller, itemId: string, unitId: string = ORGS.branchA11.id) {
  const { rows } = await caller.call(listParts, { itemId, unitId });
  expect(rows).toHaveLength(1);
  return (await caller.call(getPart, { id: rows[0].id })).result;
}
