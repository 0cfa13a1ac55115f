import { expect } from 'vitest';
import { addPlan, setItems, setScope, stepPlan } from '#assessment/orgAssessment/contract.plan.ts';
import { addProject } from '#assessment/orgAssessment/contract.ts';
import type { Caller } from '../../../../test/support/app.ts';

export const project = (given: object = {}) => ({
  name: '党员教育培训情况',
  standard: '每月按时培训，缺一次扣一分',
  kind: 1,
  points: '60',
  method: 2,
  submit: 1,
  inspection: 5,
  ...given,
});
export const plan = (given: object = {}) => ({
  year: 2026,
  name: '基层党建工作考核',
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  ...given,
});

/** A plan of `who` for organisations, with an item by material (60) and one by hand (40), at a step. */
export async function planOf(
  who: Caller,
  name: string,
  orgIds: string[],
  steps: ('publish' | 'score')[] = ['publish', 'score'],
) {
  const ids: string[] = [];
  for (const one of [
    project({ name: `${name}材料` }),
    project({ name: `${name}评分`, points: '40', method: 3, kind: 2 }),
  ]) {
    const made = await who.call(addProject, one as never);
    expect(made.code, made.text).toBe(200);
    ids.push(made.data.id);
  }
  const made = await who.call(addPlan, plan({ name }));
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  let version = (await who.call(setItems, { id, version: 1, projectIds: ids })).data.version;
  const scoped = await who.call(setScope, { id, version, mode: 'chosen', orgIds, group: '支部' });
  expect(scoped.code, scoped.text).toBe(200);
  version = scoped.data.version;
  for (const step of steps) {
    const next = await who.call(stepPlan, { id, version, step });
    expect(next.code, next.text).toBe(200);
    version = next.data.version;
  }
  return { id, version, projects: ids };
}
