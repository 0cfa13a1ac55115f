import { expect } from 'vitest';
import type { Answer, Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getContent, getTicket, pairDevice, type TerminalItem, ticketState } from '../contract.device.ts';
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

/** What a paired screen sends along. */
export interface Screen {
  id: string;
  cookies: { device: string };
}

const cookieOf = ({ headers }: Answer): string => /device=([\w-]{43})/.exec(String(headers['set-cookie']))?.[1] ?? '';

/** A screen that nobody has paired: its digits, and how it asks what came of them. */
export async function waitingScreen(t: TestApp) {
  const { ticket, digits } = (await t.nobody.call(getTicket, {})).result;
  return { digits, ticket, ask: () => t.nobody.call(ticketState, { ticket }) };
}

/** Pairs a terminal with a new screen. */
export async function pairScreen(t: TestApp, worker: Caller, id: string): Promise<Screen> {
  const { digits, ask } = await waitingScreen(t);
  const paired = await worker.call(pairDevice, { id, digits });
  expect(paired.code, paired.text).toBe(200);
  const answer = await ask();
  expect(answer.result).toEqual({ state: 3 });
  return { id, cookies: { device: cookieOf(answer) } };
}

/** A new terminal with its screen. */
export async function boundTerminal(t: TestApp, worker: Caller, given: object = {}): Promise<Screen> {
  const { id } = (await worker.call(deviceCalls.create, deviceForm(given))).result as { id: string };
  return pairScreen(t, worker, id);
}

/** What a terminal shows of a part. */
export const shownIn = async (t: TestApp, { cookies }: Screen, part: Part): Promise<TerminalItem[]> =>
  (await t.nobody.call(getContent, { part }, { cookies })).rows;

/** Adds one; answers its id. */
export async function addPublicity(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(publicityCalls.create, publicityForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}
