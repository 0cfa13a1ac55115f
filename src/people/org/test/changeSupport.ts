import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { recountMembers } from '#people/member/server/counters.ts';
import {
  type ChangeDetail,
  createChange,
  getChange,
  listChangeOrgs,
  operateChange,
} from '#people/org/contract.changes.ts';
import { recountOrgs } from '#people/org/server/recount.ts';
import type { InputOf } from '#platform/contract.ts';
import { followingTables } from '#platform/server/database/tables.ts';
import { foldCounters } from '#platform/server/sums/counters.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { fullMembers } from './factory.ts';

let serial = 0;

export type Draft = Partial<InputOf<typeof createChange>> & Pick<InputOf<typeof createChange>, 'kind' | 'orgId'>;

/** A document's form with a number of its own. */
export const draft = (given: Draft) => ({
  number: `试组〔2026〕${++serial}号`,
  issuedOn: '2026-03-01',
  reason: '按照组织设置调整方案',
  ...given,
});

/** A document that somebody has drafted. */
export async function prepare(who: Caller, given: Draft): Promise<ChangeDetail> {
  const made = await who.call(createChange, draft(given));
  expect(made.code, made.text).toBe(200);
  return (await who.call(getChange, { id: made.result.id })).result;
}

/** Carries a document out or takes it back. */
export const operate = (
  who: Caller,
  { id, version }: { id: string; version: number },
  act: 'carryOut' | 'reverse' = 'carryOut',
) => who.call(operateChange, { id, version, act, reason: act === 'reverse' ? '文件有误' : '' });

/** A document that was drafted and carried out. */
export async function carryOut(who: Caller, given: Draft): Promise<ChangeDetail> {
  const change = await prepare(who, given);
  expect(change.faults).toEqual([]);
  const done = await operate(who, change);
  expect(done.code, done.text).toBe(200);
  return (await who.call(getChange, { id: change.id })).result;
}

/** A document that was taken back. */
export async function takeBack(who: Caller, change: ChangeDetail): Promise<ChangeDetail> {
  const done = await operate(who, change, 'reverse');
  expect(done.code, done.text).toBe(200);
  return (await who.call(getChange, { id: change.id })).result;
}

/** What a document does to organisations: name, act, old and new code. */
export async function codesOf(who: Caller, id: string) {
  const { rows } = (await who.call(listChangeOrgs, { id, pageSize: 200 })).result;
  return rows.map(({ name, actName, oldCode, newCode }) => [name, actName, oldCode, newCode]);
}

/** Full members more in an organisation, counted; answers their ids. A branch that a document leaves has three at the least. */
export async function peopled(t: TestApp, org: { id: string }, n: number): Promise<string[]> {
  const ids = await fullMembers(t.db, org, n);
  await recounted(t);
  return ids;
}

async function recounted(t: TestApp): Promise<void> {
  const client = new pg.Client({ connectionString: t.services.config.databaseUrl ?? '' });
  await client.connect();
  await recountMembers(client);
  await recountOrgs(client);
  await client.end();
}

const sums = async (t: TestApp) =>
  (
    await sql<{ org_code: string; fact: string; value: string; n: number }>`
      select org_code, fact, value, n from member_counter where n <> 0 order by 1, 2, 3`.execute(t.db)
  ).rows;

/** Folds all changes of counters, and expects a count of every row to say the same. */
export async function expectCounted(t: TestApp): Promise<void> {
  while ((await foldCounters(t.db)) > 0);
  const kept = await sums(t);
  await recounted(t);
  expect(kept).toEqual(await sums(t));
}

/** Rows of all tables whose code is not that of any organisation. */
export async function strays(t: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const table of followingTables()) {
    const { rows } = await sql`
      select from ${sql.table(table)} r
       where org_code <> '' and not exists (select from organisation o where o.code = r.org_code)`.execute(t.db);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Where people of some ids stand: `[org_id, org_code]`, each once. */
export async function homesOf(t: TestApp, ids: readonly string[]) {
  const { rows } = await sql<{ org_id: string; org_code: string }>`
    select distinct org_id, org_code from member where id = any(${ids}::bigint[]) order by 1`.execute(t.db);
  return rows.map(({ org_id, org_code }) => [org_id, org_code]);
}

/** A unit of branch A11. */
export const aUnit = () =>
  ({
    orgId: ORGS.branchA11.id,
    name: '城关小学',
    nature: '31',
    isLegal: true,
    establishment: '3',
    staffCount: null,
    scale: '3',
    holding: '1',
    affiliation: '60',
    industry: '',
    manager: '',
    phone: null,
    address: '',
    creditCode: null,
  }) as const;
