import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { keySource } from '#platform/server/secrecy/keys.ts';
import { copyRows } from './copy.ts';
import { branchSeed, type LargeBranch, planLarge, type Size } from './large.ts';
import { memberValues } from './memberValues.ts';
import { makeNumbers } from './numbers.ts';
import { categoriesOf, makePerson } from './people.ts';
import { COUNTIES } from './places.ts';
import { countMembers, makeProfiles } from './profiles.ts';
import { makeRandom } from './random.ts';

/** What one of the threads that write people is told. */
export interface Lane {
  lane: number;
  lanes: number;
  url: string;
  keyFile: string;
  size: Size;
  today: string;
}

const REPORT_EVERY = 5000;

const { lane, lanes, url, keyFile, size, today } = workerData as Lane;
const vault = makeVault(keySource(keyFile));
const { orgs, branches } = planLarge(size);
const { byKind, byCounty } = countMembers(orgs, COUNTIES);
const profiles = makeProfiles(byKind, byCounty);
const numbers = makeNumbers(lane, lanes);
let written = 0;

/** The lane's own stretch of the tree, so that neighbours in the tree lie together in the table. */
function ownBranches(): LargeBranch[] {
  const from = (size.members * lane) / lanes;
  const to = (size.members * (lane + 1)) / lanes;
  return branches.filter(({ firstId }) => firstId - 1 >= from && firstId - 1 < to);
}

function* rows() {
  for (const { org, firstId } of ownBranches()) {
    const random = makeRandom(branchSeed(org));
    const source = { random, profiles, numbers, today };
    for (const [index, category] of categoriesOf(org, random).entries()) {
      const person = makePerson(source, org, category);
      yield memberValues({ id: firstId + index, org, sort: index + 1, person }, vault);
      if (++written % REPORT_EVERY === 0) parentPort?.postMessage(REPORT_EVERY);
    }
  }
}

const client = new pg.Client({ connectionString: url });
await client.connect();
await copyRows(client, 'member', rows());
await client.end();
parentPort?.postMessage(written % REPORT_EVERY);
