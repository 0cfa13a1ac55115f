import { expect } from 'vitest';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { publicityCalls } from '../nouns/publicity.ts';

/** A 宣传内容 as a branch writes it. */
export const publicityForm = (given: object = {}) => ({
  orgId: ORGS.branchA11.id,
  title: '试一',
  state: 'published' as const,
  content: '<p>正文</p>',
  ...given,
});

/** Adds one; answers its id. */
export async function addPublicity(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(publicityCalls.create, publicityForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}
