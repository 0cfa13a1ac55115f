import { expect } from 'vitest';
import { markAttendance, markRest } from '#life/orgLife/contract.ts';
import type { TestApp } from '../../../../test/support/app.ts';

/** Everybody who is due at a meeting of the branch came: its worker marks the others, the organisation above the worker. */
export async function everybodyCame(t: TestApp, id: string): Promise<void> {
  expect((await (await t.as('branchWorker')).call(markRest, { id })).code).toBe(200);
  const memberId = t.fixture.principals.branchWorker.memberId ?? '';
  expect((await (await t.as('committeeWorker')).call(markAttendance, { id, memberId, state: 1 })).code).toBe(200);
}
