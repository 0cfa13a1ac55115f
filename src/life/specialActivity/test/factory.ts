import { expect } from 'vitest';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { addDays, beijingDay } from '#platform/time/days.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { listMaterials } from '../contract.read.ts';
import { handIn, publishActivity, setItems, setOrgs } from '../contract.ts';
import { activityCalls } from '../nouns/activity.ts';

/** So many days from today. */
export const day = (on: number) => addDays(beijingDay(), on);

/** An activity as the committee writes it: from yesterday, for thirty days. */
export const activityForm = (given: object = {}) => ({
  orgId: ORGS.committeeA1.id,
  title: '党史学习教育',
  kind: 'history' as const,
  startsOn: day(-1),
  endsOn: day(30),
  content: '<p>学习<strong>党史</strong>。</p>',
  ...given,
});

export const versionOf = async (caller: Caller, id: string): Promise<number> =>
  (await caller.call(activityCalls.get, { id })).result.version;

/** Adds a draft; answers its id. */
export async function addActivity(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(activityCalls.create, activityForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

export const ITEM = { name: '学习心得', note: '每人一篇', dueOn: day(10), required: true };

/** Publishes an activity for both branches of the committee, or those told, with one required item or those told; answers its id. */
export async function published(
  caller: Caller,
  given: object = {},
  orgIds: readonly string[] = [ORGS.branchA11.id, ORGS.branchA12.id],
  items: readonly (typeof ITEM)[] = [ITEM],
): Promise<string> {
  const id = await addActivity(caller, given);
  for (const act of [
    () => versionOf(caller, id).then((version) => caller.call(setOrgs, { id, version, orgIds: [...orgIds] })),
    () => versionOf(caller, id).then((version) => caller.call(setItems, { id, version, items: [...items] })),
    () => versionOf(caller, id).then((version) => caller.call(publishActivity, { id, version })),
  ]) {
    const done = await act();
    expect(done.code, done.text).toBe(200);
  }
  return id;
}

/** The materials of an activity as somebody sees them, in the order of the list. */
export const materialsOf = async (caller: Caller, activityId: string) =>
  (await caller.call(listMaterials, { activityId })).rows;

/** Hands in the own material of an activity; answers its id. */
export async function handedIn(t: TestApp, caller: Caller, activityId: string, name = '心得.png'): Promise<string> {
  const one = (await materialsOf(caller, activityId)).find(({ can }) => can.handIn);
  if (!one) throw new Error('nothing to hand in');
  const file = (await upload(t, caller, name, await picture().png().toBuffer())).data.id as string;
  const sent = await caller.call(handIn, { id: one.id, version: one.version, content: '已学', files: [file] });
  expect(sent.code, sent.text).toBe(200);
  return one.id;
}
