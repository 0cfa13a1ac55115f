import { expect } from 'vitest';
import { getBoard, saveBoard } from '#publishing/openAffairs/contract.board.ts';
import { createAffair, decideAffair, getAffair, submitAffair } from '#publishing/openAffairs/contract.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** 重大决策 of the catalogue, 及时; 党费收缴使用, by quarter; 财务收支, by month. */
export const ITEM = { decision: '4', dues: '7', accounts: '16' } as const;

/** An affair as a branch writes it. */
export const form = (given: object = {}) => ({
  orgId: ORGS.branchA11.id,
  itemId: ITEM.decision,
  title: '关于修缮党员活动室的决定',
  content: '<p>经支部党员大会讨论，决定修缮党员活动室。</p>',
  publicDays: 10,
  ...given,
});

/** Drafts an affair; answers its id. */
export async function draft(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(createAffair, form(given) as never);
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

export const read = async (caller: Caller, id: string) => (await caller.call(getAffair, { id })).result;

/** Sends an affair in as it stands; answers its version afterwards. */
export async function submit(caller: Caller, id: string): Promise<number> {
  const { version } = await read(caller, id);
  const sent = await caller.call(submitAffair, { id, version });
  expect(sent.code, sent.text).toBe(200);
  return sent.result.version;
}

/** Drafts, sends in and approves; answers the id. */
export async function publish(branch: Caller, superior: Caller, given: object = {}): Promise<string> {
  const id = await draft(branch, given);
  const version = await submit(branch, id);
  const decided = await superior.call(decideAffair, { id, version, decision: 'agree' });
  expect(decided.code, decided.text).toBe(200);
  return id;
}

/** Sets the board of an organisation, on and without opinions unless told. */
export async function openBoard(caller: Caller, given: { orgId?: string; shows?: boolean; hears?: boolean } = {}) {
  const { orgId = ORGS.branchA11.id, shows = true, hears = false } = given;
  const { version } = (await caller.call(getBoard, { orgId })).result;
  const saved = await caller.call(saveBoard, { orgId, version, shows, hears });
  expect(saved.code, saved.text).toBe(200);
}
