import { expect } from 'vitest';
import type {
  ApproverStep,
  Branch,
  Condition,
  CopyStep,
  Mode,
  Place,
  Step,
  Timeout,
} from '#kernel/workflow/contract.definition.ts';
import type { Answer, Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, type Principal } from '../../../../test/support/fixture.ts';

let next = 0;
const id = () => `n${++next}`;

/** A node for whoever holds the worker's role at a place. */
export const roleStep = (
  place: Place,
  mode: Mode = 'any',
  more: { timeout?: Timeout; name?: string; roleId?: number } = {},
): ApproverStep => ({
  kind: 'approver',
  id: id(),
  name: more.name ?? `审批${next}`,
  who: { kind: 'role', roleId: more.roleId ?? 3, place },
  mode,
  timeout: more.timeout ?? null,
});

/** A node for named accounts. */
export const peopleStep = (accountIds: string[], mode: Mode = 'all', timeout: Timeout | null = null): ApproverStep => ({
  kind: 'approver',
  id: id(),
  name: `审批${next}`,
  who: { kind: 'people', accountIds },
  mode,
  timeout,
});

/** A node whose people the initiator names. */
export const chosenStep = (most: number): ApproverStep => ({
  kind: 'approver',
  id: id(),
  name: '自选审批',
  who: { kind: 'chosen', most },
  mode: 'all',
  timeout: null,
});

export const copyStep = (accountIds: string[]): CopyStep => ({
  kind: 'copy',
  id: id(),
  name: '抄送',
  who: { kind: 'people', accountIds },
});

/** Branches with their conditions; the last one is the default. */
export const branches = (...list: { conditions?: Condition[]; steps: Step[] }[]): Step => ({
  kind: 'branches',
  id: id(),
  branches: list.map(
    ({ conditions = [], steps }, index): Branch => ({
      id: id(),
      name: `分支${index + 1}`,
      isDefault: index === list.length - 1,
      conditions,
      steps,
    }),
  ),
});

export const MATTER = {
  title: '开展“七一”走访慰问',
  category: 'activity',
  text: '拟于七一前走访慰问困难党员，请审批。',
};

/** Makes and publishes a process at an organisation; answers its id. */
export async function makeProcess(
  t: TestApp,
  steps: Step[],
  { org = 'city' as OrgKey, sameSigner = false, name = '试行流程' } = {},
): Promise<string> {
  const admin = await t.as('admin');
  const made = await admin.post('/api/workflow/process', {
    kind: 'matter',
    name,
    orgId: ORGS[org].id,
    definition: { steps, sameSigner },
  });
  expect(made.code, made.text).toBe(200);
  const published = await admin.post('/api/workflow/process/publish', { id: made.data.id, version: 1 });
  expect(published.code, published.text).toBe(200);
  return made.data.id;
}

/** Raises a matter as somebody; answers its id. */
export async function raise(caller: Caller, processId: string, more: object = {}): Promise<string> {
  const answer = await caller.post('/api/workflow/matter', { ...MATTER, processId, ...more });
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}

/** The task of somebody in a matter. */
export async function taskOf(caller: Caller, instanceId: string): Promise<string> {
  const answer = await caller.get(`/api/workflow/get/${instanceId}`);
  expect(answer.code, answer.text).toBe(200);
  return answer.data.taskId;
}

/** Decides somebody's task in a matter. */
export async function decide(
  caller: Caller,
  instanceId: string,
  decision: 'agree' | 'return' | 'reject' = 'agree',
  more: object = {},
): Promise<Answer> {
  const taskId = await taskOf(caller, instanceId);
  return caller.post('/api/workflow/decide', { taskId, decision, opinion: '请审', ...more });
}

export const account = (t: TestApp, principal: Principal) => t.fixture.principals[principal].accountId;
