import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Client } from 'pg';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { hashPassword } from '#platform/server/secrecy/passwords.ts';
import { ACCOUNT_TITLES, type Account, DEMO_PASSWORD } from './accounts.ts';
import { continueIds, copyRows } from './copy.ts';
import { measuredArea, planLarge } from './large.ts';
import type { Lane } from './largeWorker.ts';
import { makeTerms } from './leaders.ts';
import type { Org } from './org.ts';
import { makeRandom } from './random.ts';
import { count } from './start.ts';
import { makeUnits } from './units.ts';
import { orgRow, termRow, unitRow, writeAccounts } from './write.ts';

const LANES = 2;

/** The first full member of each organisation's subtree leads it, so that no list of warnings is longer than real. */
const SECRETARIES = `
insert into org_post (term_id, org_id, member_id, name, post, sort)
select t.id, t.org_id, m.id, m.name, '书记', 1
from org_term t
cross join lateral (
  select id, name from member
  where org_code >= t.org_code and org_code < t.org_code || ':' and person_category = 1 and deleted_at is null
  order by org_code, sort, id limit 1
) m`;

/**
 * Fills an empty, migrated database with a large city. The people are made and encrypted by two
 * threads and written by COPY without indexes, which are built again behind it. Throws where
 * the database holds an organisation; a run that fails leaves a database to be dropped.
 * @param today `YYYY-MM-DD`, from which ages and dates are counted back
 * @param tell called with the number of people written so far
 */
export async function writeLarge(
  client: Client,
  vault: Vault,
  lane: Omit<Lane, 'lane' | 'lanes'>,
  tell: (written: number) => void,
): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>('select exists (select from organisation) as filled');
  if (rows[0]?.filled) throw new Error('数据库中已有党组织，大型数据只能写入空库。');
  const { orgs } = planLarge(lane.size);
  const random = makeRandom(lane.size.orgs);
  await copyRows(
    client,
    'organisation',
    orgs.map((org) => orgRow(org, '')),
  );
  await copyRows(client, 'org_term', makeTerms(random, orgs, lane.today).map(termRow));
  await copyRows(client, 'unit', makeUnits(random, orgs, []).map(unitRow));
  await withoutIndexes(client, () => writePeople(lane, tell));
  await client.query('vacuum analyze member');
  await client.query(SECRETARIES);
  const accounts = workers(orgs);
  const hashes = await Promise.all(accounts.map(() => hashPassword(DEMO_PASSWORD)));
  await writeAccounts(client, vault, accounts, hashes, lane.today);
  await continueIds(client, ['organisation', 'member', 'org_term', 'unit', 'account', 'account_role']);
  await count(client);
}

async function writePeople(lane: Omit<Lane, 'lane' | 'lanes'>, tell: (written: number) => void): Promise<void> {
  let written = 0;
  await Promise.all(
    Array.from({ length: LANES }, async (_, index) => {
      const workerData: Lane = { ...lane, lane: index, lanes: LANES };
      const worker = new Worker(new URL('./largeWorker.ts', import.meta.url), { workerData });
      worker.on('message', (more: number) => {
        written += more;
        tell(written);
      });
      // An error in the worker rejects here.
      const [code] = await once(worker, 'exit');
      if (code !== 0) throw new Error(`a writing thread ended with ${code}`);
    }),
  );
}

/**
 * Does the work with the secondary indexes of table member taken away, and builds them again from their definitions. Nor
 * does each copied block say which organisations are to be counted anew: all are, once.
 */
async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'member'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query('alter table member disable trigger member_faults_inserted');
  await work();
  await client.query('alter table member enable trigger member_faults_inserted');
  await client.query('insert into member_fault_stale (org_code) select distinct org_code from member');
  await client.query("set maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
}

/** The administrator and a party worker at each level, with the names that the demo accounts have. */
function workers(orgs: readonly Org[]): Account[] {
  const city = orgs[0];
  const area = measuredArea(orgs);
  const town = area?.children[0];
  const branch = town?.children[0]?.children[0];
  return [city, city, area, town, branch].map((org, index) => {
    if (!org) throw new Error('a large city without levels');
    const [login, title] = ACCOUNT_TITLES[index] ?? ['', ''];
    const id = index + 1;
    return {
      id,
      login,
      name: title.slice(0, 8),
      holder: null,
      loginCount: 0,
      type: null,
      grants: [{ id, accountId: id, roleId: index === 0 ? 1 : 3, org }],
    };
  });
}
