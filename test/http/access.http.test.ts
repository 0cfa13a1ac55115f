import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { integralOf } from '#assessment/orgAssessment/test/samples.ts';
import { kindOfPath, recordOf } from '#people/member/test/records.ts';
import { orgRecordOf } from '#people/org/test/records.ts';
import type { Endpoint, TargetKind } from '#platform/contract.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { duesOf } from '#procedures/dues/test/samples.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { makeEncrypter } from '../support/encrypt.ts';
import {
  PRINCIPALS as FIXED,
  type Principal as Fixed,
  grantRole,
  type Known,
  ORGS,
  type OrgKey,
  PASSWORD,
} from '../support/fixture.ts';
import { addScreens, type Screens, walkDevices } from './deviceWalk.ts';
import { outcome, sampled, type Target, WHOLE } from './matrix.ts';
import { type Line, matrixText, readMatrix } from './matrixText.ts';
import { nounRowOf } from './nouns.ts';
import type { OwnRows } from './owners.ts';
import { makeOwnRows } from './ownRows.ts';
import { ASKED_AT, makePlacedRows } from './placedRows.ts';
import { PUBLIC_CALLS } from './publicCalls.ts';
import { nameOf, OF_ITS_MAKER, OF_WORKERS, PLACED, REACHES_DOWN, sampleOf } from './samples.ts';

/**
 * The generated access matrix: every call by every principal at targets of every relation, as a text file
 * whose difference is reviewed (docs/access-matrix.txt). Effects are rolled back.
 */
const FILE = 'docs/access-matrix.txt';
/** The fixture's people, and one in a role that the deployment added, with few rights. */
const PRINCIPALS = { ...FIXED, clerk: { roleId: 100, org: 'committeeA1' } } as const;
type Principal = keyof typeof PRINCIPALS;
const CLERK_RIGHTS = ['org:read', 'member:read', 'right:read', 'message:read'];
const names = Object.keys(PRINCIPALS) as Principal[];
const contracts: Endpoint[] = callsOfModules(serverModules);

let t: TestApp;
let principals: Record<Principal, Known>;
let callers: Map<Principal, Caller>;
let screens: Screens;
let own: OwnRows;
let placed: Awaited<ReturnType<typeof makePlacedRows>>;
let encrypt: (password: string) => string;
/** What each role may; what it may not at a branch. */
let rights: Map<number, Set<string>>;
let aboveBranch: Set<string>;
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  own = await makeOwnRows(t);
  placed = await makePlacedRows(t);
  encrypt = await makeEncrypter(t);
  principals = Object.assign(t.fixture.principals, { clerk: await addClerk() });
  const { rows } = await sql<{ role: number; keys: string[] }>`
    select role_id::int as role, array_agg(permission_key) as keys from role_permission group by 1`.execute(t.db);
  rights = new Map(rows.map(({ role, keys }) => [role, new Set(keys)]));
  const above = await t.db.selectFrom('permission').select('key').where('above_branch', '=', true).execute();
  aboveBranch = new Set(above.map(({ key }) => key));
  screens = await addScreens(t);
  callers = new Map(await Promise.all(names.map(async (name) => [name, await sessionOf(name)] as const)));
});
afterAll(() => t.close());

const sessionOf = (name: Principal): Promise<Caller> => t.as(name as Fixed);

/** An account whose one role is the deployment's own: it works for a committee's subtree. */
async function addClerk(): Promise<Known> {
  await sql`insert into role (id, name, base) values (100, '档案员', 'subtree')`.execute(t.db);
  await sql`insert into role_permission (role_id, permission_key)
            select 100, key from unnest(${CLERK_RIGHTS}::text[]) as key`.execute(t.db);
  const { rows } = await sql<{ id: string }>`
    insert into account (login_index, login_mask, name) values ('clerk', 'clerk', '常见') returning id`.execute(t.db);
  const accountId = rows[0]?.id ?? '';
  const { id: orgId, code: orgCode } = ORGS.committeeA1;
  const grantId = await grantRole(t.services, accountId, 100, 'committeeA1');
  return { accountId, grantId, orgId, orgCode, memberId: null, loginName: 'clerk' };
}

const WORKERS = new Set<number>([1, 3, 100]);

function orgTargets(principal: Principal): Target[] {
  const who = principals[principal];
  const worker = WORKERS.has(PRINCIPALS[principal].roleId);
  const list = (Object.keys(ORGS) as OrgKey[]).map((key) => {
    const { id, code } = ORGS[key];
    const relation = relationOf(who.orgCode, code, key);
    const inside = worker ? code.startsWith(who.orgCode) : code === who.orgCode;
    return { id, relation, allowed: inside && key !== 'deletedBranch' };
  });
  return [...list, { id: '987654321', relation: 'random', allowed: false }];
}

function relationOf(mine: string, code: string, key: OrgKey): string {
  if (key === 'deletedBranch') return 'deleted';
  if (key === 'otherTree') return 'other';
  if (code === mine) return 'own';
  if (code.startsWith(mine)) return 'below';
  if (mine.startsWith(code)) return 'above';
  if (key === 'twin' || mine === ORGS.twin.code) return 'twin';
  return 'beside';
}

function memberTargets(principal: Principal): Target[] {
  const who = principals[principal];
  const worker = WORKERS.has(PRINCIPALS[principal].roleId);
  const list: Target[] = [];
  for (const [key, ids] of Object.entries(t.fixture.members) as [OrgKey, string[]][]) {
    const inside = worker && ORGS[key].code.startsWith(who.orgCode) && key !== 'deletedBranch';
    list.push({ id: ids[0] ?? '0', relation: relationOf(who.orgCode, ORGS[key].code, key), allowed: inside });
  }
  list.push({ id: t.fixture.deletedMemberId, relation: 'deleted', allowed: false });
  list.push({ id: '987654321', relation: 'random', allowed: false });
  if (who.memberId && !worker) list.push({ id: who.memberId, relation: 'self', allowed: true });
  return list;
}

/** The recycle bin's rows: deleted people of the scope; whoever is not deleted is not in it. */
function recycledTargets(principal: Principal): Target[] {
  const mine = principals[principal].orgCode;
  const binned = new Map<string, string>([
    [t.fixture.deletedMemberId, ORGS.branchA11.code],
    [t.fixture.members.deletedBranch?.[0] ?? '', ORGS.deletedBranch.code],
  ]);
  return memberTargets(principal).map(({ id, relation }) => {
    return { id, relation, allowed: binned.get(id)?.startsWith(mine) ?? false };
  });
}

/** Rows that belong to accounts: the own one is met, everybody else's is not there. */
function ownedTargets(kind: keyof OwnRows, principal: Principal): Target[] {
  const rows = own[kind] ?? {};
  return [
    ...names.flatMap((name) => {
      const id = rows[name as Fixed];
      return id ? [{ id, relation: name === principal ? 'mine' : 'theirs', allowed: name === principal }] : [];
    }),
    { id: '987654321', relation: 'random', allowed: false },
  ];
}

/** Accounts are met through an organisation in scope at which they hold a role; the city's worker holds a second one. */
function accountTargets(principal: Principal): Target[] {
  const mine = principals[principal].orgCode;
  const list = names.map((name) => ({
    id: principals[name].accountId,
    relation: name === principal ? 'mine' : 'theirs',
    allowed:
      principals[name].orgCode.startsWith(mine) || (name === 'cityWorker' && ORGS.branchA12.code.startsWith(mine)),
  }));
  return [...list, { id: '987654321', relation: 'random', allowed: false }];
}

/** One grant of each principal, met where its organisation lies in scope. */
function grantTargets(principal: Principal): Target[] {
  const mine = principals[principal].orgCode;
  const list = names.map((name) => ({
    id: principals[name].grantId,
    relation: name === principal ? 'mine' : 'theirs',
    allowed: principals[name].orgCode.startsWith(mine),
  }));
  return [...list, { id: '987654321', relation: 'random', allowed: false }];
}

/** Requests and user groups are met where the organisation that they are for lies in scope. */
function placedTargets(kind: 'request' | 'userGroup' | 'process', principal: Principal): Target[] {
  const who = principals[principal];
  const list = ASKED_AT.map((key) => ({
    id: placed[kind][key],
    relation: relationOf(who.orgCode, ORGS[key].code, key),
    allowed: ORGS[key].code.startsWith(who.orgCode),
  }));
  return [...list, { id: '987654321', relation: 'random', allowed: false }];
}

function targetsOf(endpoint: Endpoint, kind: TargetKind, principal: Principal): Target[] {
  if (nameOf(endpoint) === 'POST /api/message/sysMessage/restore') return ownedTargets('deletedNotice', principal);
  if (kind === 'org') return orgTargets(principal);
  if (kind.startsWith('noun:')) return orgTargets(principal).map((target) => ({ ...target, id: nounRowOf(target.id) }));
  if (kind.startsWith('dues')) return orgTargets(principal).map((target) => ({ ...target, id: duesOf(target.id) }));
  const placed = PLACED[kind];
  if (placed)
    return orgTargets(principal).map((target) => ({
      ...target,
      id: placed(target.id),
      allowed:
        (REACHES_DOWN.has(kind) ? target.relation === 'own' || target.relation === 'above' : target.allowed) &&
        (!OF_WORKERS.has(kind) || WORKERS.has(PRINCIPALS[principal].roleId)) &&
        (!OF_ITS_MAKER.has(kind) || target.relation === 'own'),
    }));
  if (kind === 'developmentFile' || kind === 'developmentCorrection' || kind === 'relationTransfer')
    return memberTargets(principal);
  if (kind === 'member' || kind === 'idCardChange' || kind === 'selfEdit' || kind === 'pair')
    return memberTargets(principal);
  if (kind === 'record') {
    const of = kindOfPath(endpoint.path);
    if (endpoint.path.startsWith('/api/zzxx/'))
      return orgTargets(principal).map((target) => ({ ...target, id: orgRecordOf(of, target.id) }));
    return memberTargets(principal).map((target) => ({ ...target, id: recordOf(of, target.id) }));
  }
  if (kind === 'account') return accountTargets(principal);
  if (kind === 'grant') return grantTargets(principal);
  if (kind === 'request' || kind === 'userGroup' || kind === 'process') return placedTargets(kind, principal);
  if (kind === 'recycled') return recycledTargets(principal);
  return ownedTargets(kind, principal);
}

/** A plan, the organisation that it assesses and its item are named together: one alone is met nowhere. */
function together(name: string, kind: TargetKind, id: string): object {
  if (name !== 'GET /api/integral/details' && name !== 'POST /api/integral/exemption') return {};
  const orgId = kind === 'org' ? id : String(Number(id) - Number(integralOf('0')));
  return { orgId, planId: integralOf(orgId), ...(name.startsWith('POST') ? { itemId: integralOf(orgId) } : {}) };
}

/** Workers, who differ in where they stand alone: three of them in turn are led to every relation, the others to one; whole, all. */
const WORKER_NAMES = names.filter((name) => PRINCIPALS[name].roleId === 3);
function isLeading(principal: Principal, at: number): boolean {
  const place = WORKER_NAMES.indexOf(principal);
  // Next to each other in turn are a city's, a branch's and a committee's, not those of one level.
  return WHOLE || place < 0 || (place * 3 + at) % WORKER_NAMES.length < 3;
}

function holdsRight(principal: Principal, endpoint: Endpoint): boolean {
  if (endpoint.access === 'public' || endpoint.access === 'session') return true;
  const keys = rights.get(PRINCIPALS[principal].roleId);
  if (ORGS[PRINCIPALS[principal].org].type === 46 && aboveBranch.has(endpoint.access))
    return keys?.has('*:*:*') === true;
  return keys?.has(endpoint.access) === true || keys?.has('*:*:*') === true;
}

const matrix: Line[] = [];
/** The matrix as it stands. */
const standing = readMatrix(readFileSync(FILE, 'utf8'));

test('P1 P2 without a session, or with a broken or dead token, no call but the public ones answers', async () => {
  const dead = await t.as('branchWorker');
  await sql`update session set expires_at = now() - interval '1 second' where token_hash = sha256(${dead.token}::bytea)`.execute(
    t.db,
  );
  const ids = { orgId: ORGS.branchA11.id, memberId: t.fixture.members.branchA11?.[0] ?? '0' };
  for (const [at, endpoint] of contracts.entries()) {
    const bad = [t.withToken('not a token'), t.withToken('x'.repeat(43)), dead];
    for (const caller of WHOLE ? [t.nobody, ...bad] : [t.nobody, bad[at % bad.length] ?? dead]) {
      const answer = await caller.call(endpoint, sampleOf(endpoint, ids) as never);
      // A ticket that does not exist is itself a failed authentication.
      if (nameOf(endpoint) === 'POST /api/session/redeem') continue;
      if (endpoint.access === 'public') expect(answer.code, nameOf(endpoint)).not.toBe(401);
      else expect(answer.code, nameOf(endpoint)).toBe(401);
    }
  }
});

test('PEER-11 the public calls are these and no others', () => {
  expect(
    contracts
      .filter((endpoint) => endpoint.access === 'public')
      .map(nameOf)
      .sort(),
  ).toEqual(PUBLIC_CALLS);
});

test.for(contracts.map((endpoint, at) => [nameOf(endpoint), endpoint, at] as const))(
  '%s',
  { timeout: 600_000 },
  async ([name, endpoint, at]) => {
    if (endpoint.access === 'public') return;
    if (endpoint.access === 'device') {
      matrix.push(...(await walkDevices(t, screens, endpoint, callers)));
      return;
    }
    // Limits that calls share would be met by the walk itself.
    await sql`delete from rate_window`.execute(t.db);
    const walk = async (principal: Principal) => {
      const faults: string[] = [];
      const lines: Line[] = [];
      const caller = callers.get(principal) ?? t.nobody;
      const who = principals[principal];
      const right = holdsRight(principal, endpoint);
      const ids = {
        orgId: who.orgId,
        roleId: PRINCIPALS[principal].roleId,
        memberId: memberTargets(principal).find((target) => target.allowed)?.id ?? who.memberId ?? '987654321',
        accountId: accountTargets(principal).find((target) => target.allowed && target.relation === 'theirs')?.id,
        groupId: placedTargets('userGroup', principal).find((target) => target.allowed)?.id,
      };
      const needsPassword = 'password' in endpoint.input.shape;
      const good = () => sampleOf(endpoint, needsPassword ? { ...ids, password: encrypt(PASSWORD) } : ids);
      const noneInReach = !targetsOf(endpoint, 'member', principal).some((target) => target.allowed);
      if (!endpoint.targets) {
        // Sign-out and the like end the caller's session: they get one of their own.
        const answer = await (name.includes('logout') ? await sessionOf(principal) : caller).call(
          endpoint,
          good() as never,
        );
        const got = outcome(answer);
        lines.push({ call: name, field: '-', principal, cells: new Map([['', got]]) });
        if (right ? got === '403' || got === '401' : got !== '403') faults.push(`${principal}: ${got}`);
        return { faults, lines };
      }
      const fields = Object.entries(endpoint.targets).map(([field, rawKind]) => {
        const kind = rawKind.replace('[]', '') as TargetKind;
        return {
          field,
          rawKind,
          kind,
          targets: targetsOf(endpoint, kind, principal),
          seen: new Map<string, Set<string>>(),
        };
      });
      const turn = at + names.indexOf(principal);
      // Where nothing is looked at, one relation of one input says it of all.
      const asked = right || WHOLE ? fields : fields.slice(turn % fields.length).slice(0, 1);
      const isLed = isLeading(principal, at);
      for (const { field, rawKind, kind, targets, seen } of asked) {
        const all = sampled(targets, right, turn);
        const relations = [...new Set(all.map(({ relation }) => relation))];
        const one = relations[turn % relations.length];
        for (const target of isLed ? all : all.filter(({ relation }) => relation === one)) {
          const value = rawKind.endsWith('[]') && endpoint.method !== 'GET' ? [target.id] : target.id;
          const sample: Readonly<Record<string, unknown>> = good();
          const input = { ...sample, ...together(name, kind, target.id), [field]: value };
          const answer = await caller.call(endpoint, input as never);
          // A twin without people cannot name a person of its own beside the organisation that is tried.
          const ofPeople = (of: string) => ['member', 'member[]', 'developmentFile'].includes(of);
          const namesMember =
            JSON.stringify(sample).includes(`"memberId":"${ids.memberId}"`) ||
            Object.entries(endpoint.targets).some(
              ([name, of]) => ofPeople(of) && sample[name] && String(sample[name]) !== '',
            );
          const reachable = target.allowed && !(!ofPeople(kind) && namesMember && noneInReach);
          const wanted = !right ? '403' : reachable ? 'ok' : '404';
          // Whoever names nobody but oneself is refused before the place is looked at (oneself.http.test.ts).
          const got = answer.text.includes('不能由本人办理自己的') ? wanted : outcome(answer);
          const set = seen.get(target.relation) ?? new Set();
          seen.set(target.relation, set.add(got));
          // An own row may be refused by its state before the person that it does not hold is looked for.
          const refusedBefore = right && target.allowed && !reachable && got === 'ok';
          if (got !== wanted && !refusedBefore)
            faults.push(`${principal} ${field}=${target.relation}(${target.id}): ${got}, not ${wanted}`);
        }
      }
      if (asked !== fields) {
        const all = new Set(asked.flatMap(({ seen }) => [...seen.values()].flatMap((set) => [...set])));
        for (const { targets, seen } of fields) for (const { relation } of targets) seen.set(relation, all);
      }
      for (const { field, targets, seen } of fields) {
        // What another call's turn asks stands as it came out there.
        for (const { relation } of isLed ? [] : targets) {
          const known = seen.has(relation) ? undefined : standing(name, field, principal, relation);
          if (known) seen.set(relation, new Set(known.split('/')));
        }
        const cells = new Map([...seen].map(([relation, set]) => [relation, [...set].sort().join('/')]));
        lines.push({ call: name, field, principal, cells });
      }
      return { faults, lines };
    };
    // What only reads is asked by everybody at once, or it would wait for the database half of the time; what writes, or is
    // dear enough to be limited, meets no other's locks.
    const walked: Awaited<ReturnType<typeof walk>>[] = [];
    if (endpoint.audit || endpoint.rate) for (const principal of names) walked.push(await walk(principal));
    else walked.push(...(await Promise.all(names.map(walk))));
    for (const { lines } of walked) matrix.push(...lines);
    const faults = walked.flatMap((one) => one.faults);
    expect(faults).toEqual([]);
  },
);

test('P4 PEER-09 ids in a body are checked one by one: one foreign id refuses the whole call', async () => {
  const worker = await t.as('branchWorker');
  const lists = contracts.filter((endpoint) =>
    Object.values(endpoint.targets ?? {}).some((kind) => kind.endsWith('[]')),
  );
  for (const endpoint of lists) {
    const [field] = Object.entries(endpoint.targets ?? {}).find(([, kind]) => kind.endsWith('[]')) ?? [''];
    const mine = t.fixture.members.branchA11?.[0] ?? '0';
    const foreign = t.fixture.members.branchB11?.[0] ?? '0';
    const answer = await worker.call(endpoint, {
      ...sampleOf(endpoint, { orgId: ORGS.branchA11.id, memberId: mine }),
      [field]: endpoint.method === 'GET' ? `${mine},${foreign}` : [mine, foreign],
      ...('password' in endpoint.input.shape ? { password: encrypt(PASSWORD) } : {}),
    } as never);
    const right = holdsRight('branchWorker', endpoint);
    expect(answer.code, nameOf(endpoint)).toBe(right ? 404 : 403);
  }
});

test('P2 PEER-10 every call by everybody at every relation: the matrix stands in the repository as it came out', () => {
  const text = matrixText(matrix);
  mkdirSync('.cache', { recursive: true });
  writeFileSync('.cache/access-matrix.txt', text);
  if (process.env.UPDATE_MATRIX === '1') writeFileSync(FILE, text);
  expect(text, "UPDATE_MATRIX=1 npx vitest run --project 'http*' test/http/access.http.test.ts writes it").toBe(
    readFileSync(FILE, 'utf8'),
  );
});
