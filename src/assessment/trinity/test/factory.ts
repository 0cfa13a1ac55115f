import { expect } from 'vitest';
import { addDays, beijingDay } from '#platform/time/days.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { listUnits } from '../contract.read.ts';
import { openEvaluation, setItems, setUnits } from '../contract.ts';
import { evaluationCalls } from '../nouns/evaluation.ts';

/** So many days from today. */
export const day = (on: number) => addDays(beijingDay(), on);
const year = Number(beijingDay().slice(0, 4));

/** An evaluation as the committee writes it: of this year, for thirty days more. */
export const evaluationForm = (given: object = {}) => ({
  orgId: ORGS.committeeA1.id,
  name: `${year}年度考评`,
  scheme: '三位一体',
  year: String(year),
  level: '2' as const,
  startsOn: `${year}-01-01`,
  endsOn: day(30),
  note: '',
  ...given,
});

export const versionOf = async (caller: Caller, id: string): Promise<number> =>
  (await caller.call(evaluationCalls.get, { id })).result.version;

/** Adds a draft; answers its id. */
export async function addEvaluation(caller: Caller, given: object = {}): Promise<string> {
  const made = await caller.call(evaluationCalls.create, evaluationForm(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

export const itemOf = (title: string, points: string, given: object = {}) => ({
  title,
  points,
  kind: '1',
  method: '2',
  submit: '1',
  inspection: '5',
  ...given,
});
/** Two parts: 60 by material, 40 scored by hand. */
export const PARTS = [
  { title: '资料审核', items: [itemOf('支部工作计划', '60')] },
  { title: '年终测评', items: [itemOf('述职评议', '40', { method: '3' })] },
];

/** Calls an act on an evaluation as it stands now. */
export async function act(caller: Caller, endpoint: Parameters<Caller['call']>[0], id: string, input: object = {}) {
  return caller.call(endpoint, { id, version: await versionOf(caller, id), ...input } as never);
}

/** Opens an evaluation of both branches of the committee, or those told; answers its id. */
export async function opened(
  caller: Caller,
  given: object = {},
  parts: object[] = PARTS,
  orgIds: readonly string[] = [ORGS.branchA11.id, ORGS.branchA12.id],
): Promise<string> {
  const id = await addEvaluation(caller, given);
  for (const [endpoint, input] of [
    [setItems, { parts }],
    [setUnits, { orgIds: [...orgIds], group: '支部', weight: 100 }],
    [openEvaluation, {}],
  ] as const) {
    const done = await act(caller, endpoint, id, input);
    expect(done.code, done.text).toBe(200);
  }
  return id;
}

/** The units of an evaluation as somebody sees them. */
export const unitsOf = async (caller: Caller, evaluationId: string) =>
  (await caller.call(listUnits, { evaluationId })).rows;
