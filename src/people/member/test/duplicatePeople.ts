import { expect } from 'vitest';
import { getPair, listPairs, type PairDetail, scanPairs } from '#people/member/contract.duplicates.ts';
import type { Person } from '#people/member/rules.ts';
import { memberRow } from '#people/member/server/rowMapper.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, testIdCard, testPerson } from '../../../../test/support/fixture.ts';
import { jobEnds } from './factory.ts';

/** Writes people past the form's own checks, as old imports did; `next` counts them. */
export function writer(t: () => TestApp) {
  let serial = 0;
  return {
    next: () => ++serial,
    async put(given: Partial<Person>, org: OrgKey): Promise<string> {
      serial++;
      const id = String(7000 + serial);
      const numbers = { idCard: testIdCard(200 + serial), phone: `1380000${String(serial).padStart(4, '0')}` };
      const place = { id, orgId: ORGS[org].id, orgCode: ORGS[org].code, sort: 200 + serial };
      const row = memberRow(testPerson({ ...numbers, ...given }), place, t().services.vault);
      await t().db.insertInto('member').values(row).execute();
      return id;
    },
  };
}

/** Looks for duplicates to the end; answers what the job says. */
export async function scan(who: Caller): Promise<string> {
  const started = await who.call(scanPairs, {});
  expect(started.code, started.text).toBe(200);
  const job = await jobEnds(who, started.data.jobId);
  expect(job.state, job.message).toBe('done');
  return job.message;
}

export const pairs = async (who: Caller, input: Record<string, unknown> = {}) =>
  (await who.call(listPairs, { pageSize: 200, ...input })).rows;

/** The pair of a list with this person; undefined where there is none. */
export const pairWith = async (id: string, who: Caller, input: Record<string, unknown> = {}) =>
  (await pairs(who, input)).find((row: { a: { id: string }; b: { id: string } }) => [row.a.id, row.b.id].includes(id));

export async function detail(id: string, who: Caller): Promise<PairDetail> {
  const answer = await who.call(getPair, { id });
  expect(answer.code, answer.text).toBe(200);
  return answer.data;
}
