import type { ClientBase, Pool } from 'pg';
import { recountMembers } from '#people/member/server/counters.ts';
import { recountOrgs } from '#people/org/server/recount.ts';
import type { Services } from '#platform/server/context.ts';
import { dbOf, transact } from '#platform/server/database/db.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { hashPassword } from '#platform/server/secrecy/passwords.ts';
import { serverModules } from '#rooms/server.ts';
import { ACCOUNT_TITLES, DEMO_PASSWORD } from './accounts.ts';
import { makeDemo } from './makeDemo.ts';
import { keepDemoMonths } from './monthEnds.ts';
import { writeDemo } from './write.ts';

/** What the start prints and the README says. */
export const DEMO_ACCOUNTS = {
  password: DEMO_PASSWORD,
  list: ACCOUNT_TITLES.map(([login, title]) => ({ login, title })),
};

/**
 * Fills the demo city into a database that holds no organisation yet; on any other it does
 * nothing but finish the counts of a start that was killed before them. Answers whether it filled.
 */
export async function seedDemoOnce({ vault }: Pick<Services, 'vault'>, pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    // On a busy machine the copies take longer than any call may.
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ filled: boolean; counted: boolean; today: string }>(
      `select exists (select from organisation) as filled, exists (select from member_counter) as counted,
              (now() at time zone 'Asia/Shanghai')::date::text as today`,
    );
    const state = rows[0];
    if (!state) throw new Error('the database does not answer');
    if (!state.filled) {
      // The hashes are computed in threads while the city is made.
      const hashes = Promise.all([...ACCOUNT_TITLES, 'workers'].map(() => hashPassword(DEMO_PASSWORD)));
      const demo = makeDemo({ today: state.today });
      await inTransaction(client, async () => writeDemo(client, vault, demo, await hashes));
    }
    // What waits is put before whoever has to act by the part that does it every day.
    if (!state.filled) await transact(dbOf(pool), (tx) => syncWaitingTodos(tx, serverModules));
    if (!state.counted) await count(client);
    if (!state.filled) await keepDemoMonths(pool);
    return !state.filled;
  } finally {
    await client.query('reset statement_timeout').finally(() => client.release());
  }
}

/** Counts everything anew and tells the planner what is there. */
export async function count(client: ClientBase): Promise<void> {
  await recountOrgs(client);
  await recountMembers(client);
  await client.query('vacuum analyze organisation, member, member_counter, unit, org_term, org_post');
  // The rooms above have rows of everybody, too: without figures of them the planner walks a city's months one by one.
  await client.query('analyze');
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
