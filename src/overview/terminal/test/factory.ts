import { expect } from 'vitest';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { bindDevice, getContent, getTicket, makeBindCode, type TerminalItem } from '../contract.device.ts';
import { deviceCalls } from '../nouns/device.ts';
import { publicityCalls } from '../nouns/publicity.ts';
import type { Part } from '../rules.device.ts';

/** A 宣传内容 as a branch writes it. */
export const publicityForm = (given: object = {}) => ({
  orgId: ORGS.branchA11.id,
  title: '试一',
  state: 'published' as const,
  content: '<p>正文</p>',
  ...given,
});

/** A terminal as its organisation enters it. */
export const deviceForm = (given: object = {}) => ({
  orgId: ORGS.branchA11.id,
  name: '一楼大厅',
  place: '一楼大厅',
  ...given,
});

/** A bound terminal: its id, its token and a ticket. */
export async function boundTerminal(t: TestApp, worker: Caller, given: object = {}) {
  const { id } = (await worker.call(deviceCalls.create, deviceForm(given))).result as { id: string };
  const { code } = (await worker.call(makeBindCode, { id })).result as { code: string };
  const { token } = (await t.nobody.call(bindDevice, { code })).result as { token: string };
  const { ticket } = (await t.nobody.call(getTicket, { token })).result as { ticket: string };
  return { id, token, ticket };
}

/** What a terminal shows of a part. */
export const shownIn = async (t: TestApp, ticket: string, part: Part): Promise<TerminalItem[]> =>
  (await t.nobody.call(getContent, { ticket, part })).rows;

/** Adds one; answers its id. */
export async function addPublicity(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(publicityCalls.create, publicityForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}
