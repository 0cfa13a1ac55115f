import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { serverModules } from '#modules/server.ts';
import type { Endpoint } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { makeOwnRows } from './ownRows.ts';
import { nameOf, sampleOf } from './samples.ts';

/** A worker of a branch and the branch beside it: what the access matrix does not ask of inputs that are no declared targets. */
const contracts: Endpoint[] = serverModules.flatMap((module) => [...module.contract]);

/** Ids that are no declared target, by the end of call and place, with what bounds them instead. */
const ELSEWHERE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/ \/api\/(sys\/(dict|swiper)|help|nrgl|zhhd)\/.* \S+$/, 'entries of the deployment, which everybody reads'],
  [
    / (userTypeId|itemId|classId|labelIds\[\]|labelId|addLabelIds\[\]|removeLabelIds\[\])$/,
    'entries of the deployment',
  ],
  [/ \/api\/sys\/(dict|swiper) \S+$/, 'entries of the deployment'],
  [/ (message\/sysMessage|\S*sysMessage\S*) (userId|id)$/, 'only the own messages are met, whatever is named'],
  [/ \/api\/(switchRole workOrgId|session\/end id|dyxx\/member\/selfEdit\/withdraw id)$/, 'rows of the own account'],
  [/ excludePmId$/, 'only leaves people out of what is in scope'],
  [/ \/api\/sys\/user\/(effect|revoke) grantId$/, 'a grant of the account that is the target'],
  [/\/records\/order (from|ids)\[\]$/, 'rows of the owner that is the target'],
  [/ \/api\/search\/recent items\[\]\.id$/, 'read again within the scope before it is shown'],
  [
    / \/api\/workflow\/(process|process\/try) definition\S+$/,
    'accounts whom the session may ask, or whom the process named before: process.http.test.ts',
  ],
  [/ \/api\/workflow\/(addSign|handOver|delegation) accountId$/, 'colleagues above and below by the rules of approval'],
  [/ \/api\/workflow\/matter(\/preview)? (processId|chosen\{\}\[\])$/, 'a process that counts at the own organisation'],
  [/ \/api\/zzxx\/office posts\[\]\.memberId$/, 'tried below'],
  [/ \/api\/djOrg\/transfer parts\[\]\.(memberIds|orgIds)\[\]$/, 'people and organisations of the target'],
  [/ \/api\/flow\/organization\/(add|edit) (secretaryId|memberIds\[\])$/, 'tried below'],
  [/ \/api\/sys\/grout\/info leaderId$/, 'one of the group, whose people are targets'],
  [/ \/api\/sys\/userGroup\/effect members\[\]$/, 'accounts, one foreign one refuses the group: groups.http.test.ts'],
];

/** The places of a schema whose text is an id, nested ones as `a[].b`. */
function idPlaces(schema: z.core.$ZodType, place = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, part]) => idPlaces(part, place ? `${place}.${key}` : key));
    case 'array':
      return idPlaces(def.element, `${place}[]`);
    case 'record':
      return idPlaces(def.valueType, `${place}{}`);
    case 'union':
      return def.options.flatMap((option) => idPlaces(option, place));
    case 'pipe':
      return [...idPlaces(def.in, place), ...idPlaces(def.out, place)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return idPlaces(def.innerType, place);
    case 'lazy':
      // A tree that holds itself names the same places again.
      return place.length > 120 ? [] : idPlaces(def.getter(), place);
    case 'string':
      return isId(schema) ? [place] : [];
    default:
      return [];
  }
}

function isId(schema: z.core.$ZodType): boolean {
  const takes = (value: string) => (schema as z.ZodType).safeParse(value).success;
  return takes('987654321') && takes('21') && !takes('0') && !takes('试');
}

/** Where a call names ids: each place once. */
const placesOf = (endpoint: Endpoint) => [...new Set(idPlaces(endpoint.input))];
const top = (place: string) => place.replace(/[.[{].*$/, '');

const MARK = '鹓鶵';
let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  await makeOwnRows(t);
  await sql`update member set name = ${MARK}, residence = ${MARK} where org_id <> ${ORGS.branchA11.id}`.execute(t.db);
  await sql`update sub_record set title = ${MARK} where member_id in (select id from member where name = ${MARK})
               or (org_id is not null and org_id <> ${ORGS.branchA11.id})`.execute(t.db);
  worker = await t.as('branchWorker');
}, 60_000);
afterAll(() => t.close());

test('P4 PEER-10 every id that a call takes, however deep, is a declared target or bounded in a way that is named here', () => {
  const places = contracts.flatMap((endpoint) =>
    placesOf(endpoint)
      .filter((place) => !(top(place) in (endpoint.targets ?? {})))
      .map((place) => `${nameOf(endpoint)} ${place}`),
  );
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place) => !ELSEWHERE.some(([pattern]) => pattern.test(place)))).toEqual([]);
});

test('P2 nothing of the people of a neighbouring branch is in any answer, whatever id of theirs is given in whatever place', {
  timeout: 300_000,
}, async () => {
  const [mine = ''] = t.fixture.members.branchA11 ?? [];
  const [foreign = ''] = t.fixture.members.branchA12 ?? [];
  const given: string[] = [];
  let answered = 0;
  for (const endpoint of contracts) {
    if (endpoint.access === 'public' || endpoint.upload || endpoint.path === '/api/logout') continue;
    const good = sampleOf(endpoint, { orgId: ORGS.branchA11.id, memberId: mine });
    const plain = await worker.call(endpoint, good as never);
    if (plain.code === 200) answered++;
    if (plain.text.includes(MARK)) given.push(nameOf(endpoint));
    for (const place of placesOf(endpoint)) {
      for (const value of [foreign, ORGS.branchA12.id]) {
        if (place.endsWith('.id') || /[.{]/.test(place)) continue;
        const input = { ...good, [top(place)]: place.endsWith('[]') ? [value] : value };
        const answer = await worker.call(endpoint, input as never);
        if (answer.text.includes(MARK)) given.push(`${nameOf(endpoint)} ${place}`);
      }
    }
  }
  expect(answered).toBeGreaterThan(80);
  expect(given).toEqual([]);
  // Whoever may see them does, so that the mark would have been found.
  const above = await t.as('committeeWorker');
  expect((await above.get('/api/orgMeber/org/datalistPage')).text).toContain(MARK);
});

test('P4 PEER-09 a person of a neighbouring branch is refused inside a body as well, where a person of the own one is not', async () => {
  const [mine = ''] = t.fixture.members.branchA11 ?? [];
  const [foreign = ''] = t.fixture.members.branchA12 ?? [];
  const own = { orgId: ORGS.branchA11.id, memberId: mine };
  const tries: Record<string, (person: string) => Record<string, unknown>> = {
    'POST /api/zzxx/office': (person) => ({ posts: [{ memberId: person, post: '书记' }] }),
    'POST /api/flow/organization/add': (person) => ({ secretaryId: person }),
    'POST /api/sys/grout/info': (person) => ({ memberIds: [person], leaderId: person }),
  };
  for (const [name, of] of Object.entries(tries)) {
    const endpoint = contracts.find((one) => nameOf(one) === name);
    if (!endpoint) throw new Error(name);
    const input = (person: string) => ({ ...sampleOf(endpoint, own), ...of(person) }) as never;
    const good = await worker.call(endpoint, input(mine));
    const bad = await worker.call(endpoint, input(foreign));
    expect([404, 600], `${name} ${bad.text}`).toContain(bad.code);
    expect(bad.text, `${name} ${good.text}`).not.toBe(good.text);
  }
});
