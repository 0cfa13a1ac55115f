import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '#platform/contract.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../support/app.ts';
import { ORGS, type OrgKey, PRINCIPALS, type Principal } from '../support/fixture.ts';
import { makeOwnRows } from './ownRows.ts';
import { nameOf, sampleOf } from './samples.ts';

/** Whoever stands somewhere and the places beside: what the access matrix does not ask of inputs that are no declared targets. */
const contracts: Endpoint[] = callsOfModules(serverModules);

/** Ids that are no declared target, by the end of call and place, with what bounds them instead. */
const ELSEWHERE: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/ \/api\/(sys\/(dict|swiper)|help|nrgl|zhhd)\/.* \S+$/, 'entries of the deployment, which everybody reads'],
  [
    / (userTypeId|itemId|classId|labelIds\[\]|labelId|addLabelIds\[\]|removeLabelIds\[\])$/,
    'entries of the deployment',
  ],
  [/ \/api\/sys\/(dict|swiper) \S+$/, 'entries of the deployment'],
  [/ \/api\/screen\/(get|update|del) id$/, 'screens of the deployment, which everybody reads who may open 数据大屏'],
  [/ (message\/sysMessage|\S*sysMessage\S*) (userId|id)$/, 'only the own messages are met, whatever is named'],
  [/ \/api\/(switchRole workOrgId|session\/end id|dyxx\/member\/selfEdit\/withdraw id)$/, 'rows of the own account'],
  [/ \/api\/flow\/out\/(apply|batch|edit) toOrgId$/, 'where somebody goes may be any organisation of the platform'],
  [/ \/api\/flow\/own\/withdraw id$/, 'rows of the own person'],
  [
    / \/api\/sbd\/call( toId|\/arrived personIds\[\])$/,
    'of the own organisation, or of the call that is named: call.http.test.ts',
  ],
  [/ \/api\/sbd\/call\/own\/answer id$/, 'calls of the own person: call.http.test.ts'],
  [/ \/api\/terminal\/box\/(listPage|export) inGroup$/, 'only leaves screens out of what is in scope'],
  [/ \/api\/terminal\/box groupId$/, 'groups of the scope alone (nouns): device.http.test.ts'],
  [
    / \/api\/terminal\/programme\/\w+ (id|rowId)$/,
    'lines and contents of the group that is named: device.http.test.ts',
  ],
  [/ \/api\/sbd\/volunteer\/own(\/\w+)? id$/, 'reports of the own person: report.http.test.ts'],
  [
    / \/api\/(sbd\/volunteer\/(report|own|report\/check) orgId|zhfw\/orgPair\/orgList id)$/,
    'any community of the platform that receives may be reported to',
  ],
  [/ \/api\/sbd\/orgPair\/addVolunteerOrganizationPair communityId$/, 'as before, of organisations'],
  [/ \/api\/sbd\/activity\/own\/\w+ id$/, 'activities open to the own person: activity.http.test.ts'],
  [/ \/api\/sbd\/keeper\/own\/\w+ \S+$/, 'activities that the own person keeps: people.http.test.ts'],
  [/ \/api\/sbd\/servicePair otherId$/, 'any community or village of the platform may be asked'],
  [/ \/api\/sbd\/servicePair\/visit\/strike visitId$/, 'a visit of the pair that is the target'],
  [/ \/api\/sbd\/activity\/hours\/audit changed\[\]\.id$/, 'places at the activity that is the target'],
  [/ \/api\/sys\/above\/urge id$/, 'what the session itself has asked for'],
  [/ excludePmId$/, 'only leaves people out of what is in scope'],
  [/ \/api\/sys\/user\/(effect|revoke) grantId$/, 'a grant of the account that is the target'],
  [/\/records\/order (from|ids)\[\]$/, 'rows of the owner that is the target'],
  [/ \/api\/sjzx\/sum\S* roundId$/, 'a round of the table that is the target: fill.http.test.ts'],
  [/ \/api\/trinity\/evaluation\/reviewer partId$/, 'a part of the evaluation that is the target'],
  [/ \/api\/trinity\/score\/handIn meetingIds\[\]$/, 'submitted meetings of the own organisation: score.http.test.ts'],
  [/ \/api\/search\/recent items\[\]\.id$/, 'read again within the scope before it is shown'],
  [
    / \/api\/workflow\/(process|process\/try) definition\S+$/,
    'accounts whom the session may ask, or whom the process named before: process.http.test.ts',
  ],
  [/ \/api\/workflow\/(addSign|handOver|delegation) accountId$/, 'colleagues above and below by the rules of approval'],
  [/ \/api\/workflow\/matter(\/preview)? (processId|chosen\{\}\[\])$/, 'a process that counts at the own organisation'],
  [/ \/api\/zzxx\/office posts\[\]\.memberId$/, 'tried below'],
  [/ \/api\/dwbg\/affairsTask\S* (circleId|parentCircleID)$/, 'a cycle of the task that is the target'],
  [
    / \/api\/dwbg\/affairsMeeting\/(record resolutions\[\]\.id|resolutionTask resolutionId)$/,
    'what was agreed at the meeting that is the target: meeting.http.test.ts',
  ],
  [
    / \/api\/dykh\/points\/appeal(\/withdraw|\/again|\/mend)? (lineId|id)$/,
    'the session’s own person’s lines and appeals',
  ],
  [/ \/api\/score\/assess\/(month|grid) \S*itemId$/, 'an item of the plan that holds where the person is'],
  [/ \/api\/score\/assess\/result\/seen id$/, 'a result that is shown to the session’s own person'],
  [/ \/api\/zzsh\/matter\/\S+ (statementId|problemId)$/, 'of the meeting that is the target'],
  [
    / \/api\/zzsh\/own\/(matter\/\{id\}|appraisal\/(self|receive|mates|mutual)) id$/,
    'a meeting of the session’s own person',
  ],
  [/ \/api\/zzsh\/appraisal\/grades people\[\]\.memberId$/, 'people of the appraisal that is the target'],
  [/ \/api\/zzsh\/develop topicId$/, 'a topic of the meeting that is the target'],
  [
    / \/api\/score\/assess\/(grid people|result appraisals)\[\]\.memberId$/,
    'people of the scope, of the own branch: assessment.http.test.ts',
  ],
  [
    / \/api\/(publicize|terminal\/bigevent)\/(listPage|export) place$/,
    'one organisation itself: rows beyond the scope are not met',
  ],
  [/ \/api\/terminal\/share\/\S+ (id|rowId)$/, 'what the scope has or organisations above offer: box.http.test.ts'],
  [/ \/api\/publicize\/sort after$/, 'another one of the same organisation as the target: box.http.test.ts'],
  [/ \/api\/zdgz\/part\/report periodId$/, 'a period of the part that is the target'],
  [/ \/api\/zxhd\/activity\/extend itemId$/, 'an item of the activity that is the target'],
  [/ \/api\/dwbg\/affairsMeeting\/placeTaken except$/, 'only leaves a meeting of the own organisation out'],
  [/ \/api\/dwbg\/own\/affairsMeeting\S* id$/, 'a meeting to which the session’s own person is called'],
  [/ \/api\/dwbg\/own\/affairsTask\S* (id|taskId|circleId)$/, 'a part that was given to the session’s own person'],
  [/ \/api\/dwbg\/affairsTask\/part\/assign accountId$/, 'a worker of the own organisation'],
  [/ \/api\/dwbg\/affairsTask\/part taskId$/, 'the own part alone is met, whatever task is named'],
  [/ \/api\/djOrg\/transfer parts\[\]\.(memberIds|orgIds)\[\]$/, 'people and organisations of the target'],
  [/ \/api\/flow\/organization\/(add|edit) (secretaryId|memberIds\[\])$/, 'tried below'],
  [/ \/api\/sys\/grout\/info leaderId$/, 'one of the group, whose people are targets'],
  [
    / \/api\/sxzy\/messageOrg\/findUserMessageProgress id$/,
    'a notice as far as it went to the organisation that is the target',
  ],
  [/ \/api\/dfgl\/standard\/bulk\w* rows\[\]\.memberId$/, 'people of the branch that is the target: grid.http.test.ts'],
  [/ \/api\/dfgl\/pay\/askRefund billIds\[\]$/, 'of the receipt that is the target: refundParts.http.test.ts'],
  [/ \/api\/dfgl\/order\/own billIds\[\]$/, 'bills of the own person alone: online.http.test.ts'],
  [/ \/api\/dfgl\/reconcile\/resolveMany orderIds\[\]$/, 'payments of the scope alone: reconcile.http.test.ts'],
  [/ \/api\/dfgl\/pay\/notify\/\{id\} id$/, 'an account whose provider must have signed: online.http.test.ts'],
  [/ \/api\/fzdy\/file\/listPage memberId$/, 'files of the scope alone are listed, whomever it names'],
  [/ \/api\/fzdy\/file\/review ids\[\]$/, 'files of the scope alone are packed'],
  [/ \/api\/fzdy\/due\/(listPage|month) deskId$/, 'terms of the scope alone are listed, at whosever desk they are'],
  [/ \/api\/fzdy\/(print\/word wordId|word\/\w+ id)$/, 'documents of the deployment'],
  [/ \/api\/fzdy\/talk talkerId$/, 'people whom the branch may name, read again by the rules of the step'],
  [/ \/api\/fzdy\/step\/submit facts\{\}\[\]$/, 'people of the scope, read again by the rules of the step'],
  [/ \/api\/zzgx\/transfer(\/check)? toOrgId$/, 'any branch of the deployment may be transferred to'],
  [/ \/api\/zzgx\/transfer\/check own$/, 'only leaves out one transfer of the people who are the target'],
  [
    / \/api\/zzgx\/transfer\/batch rows\[\]\.memberId$/,
    'people of the scope, each with its outcome: batch.http.test.ts',
  ],
  [/ \/api\/zzgx\/exchange\/(accept|return) (id|orgId)$/, 'letters and branches of the scope: exchange.http.test.ts'],
  [/ \/api\/zzgx\/exchange\/partner (id|orgId)$/, 'partners of the deployment, entered by its administrator'],
  [/ \/api\/zzgx\/proof\/(void|print) id$/, 'proofs of the scope: proof.http.test.ts'],
  [/ \/api\/zhjy\/video\/(view|play|note) id$/, 'what is published for the own place: videos.http.test.ts'],
  [
    / \/api\/zhjy\/knowledge\/(view|table|favourite|beat) id$/,
    'what is published for the own place: knowledge.http.test.ts',
  ],
  [/ \/api\/zhjy\/knowledge\/(manage\/)?listPage folderId$/, 'only narrows what is for the own place or in scope'],
  [/ \/api\/zhjy\/course\/own\/\w+ (id|chapterId)$/, 'a course of the session’s own person: course.http.test.ts'],
  [/ \/api\/zhjy\/course\/live (chapterId|personIds\[\])$/, 'of the course that is the target: course.http.test.ts'],
  [
    / \/api\/zhjy\/course chapters\[\]\.(id|sourceId)$/,
    'published for the own place, or of the target: course.http.test.ts',
  ],
  [/ \/api\/sxzy\/course chapters\[\]\.(id|sourceId)$/, 'published for the own place, or of the target, as of courses'],
  [/ \/api\/sxzy\/test\/sheet personId$/, 'somebody of the test that is the target: college.http.test.ts'],
  [/ \/api\/zzsh\/ballot\/own\/\w+ id$/, 'a vote on whose list the session’s own person is: ballot.http.test.ts'],
  [/ \/api\/zzsh\/ballot\/cast id$/, 'a vote whose slip proves itself: ballot.http.test.ts'],
  [/ \/api\/zhjy\/certificate\/own\/print id$/, 'a certificate of the session’s own person: certificate.http.test.ts'],
  [
    / \/api\/sxzy\/school\/\w+(\/\w+)? (lessonId|personIds\[\]|onLeave\[\]|absent\[\])$/,
    'of the class that is the target: school.http.test.ts',
  ],
  [/ \/api\/sxzy\/school lessonId$/, 'of the class that is the target: school.http.test.ts'],
  [/ \/api\/zhjy\/tv\/start videoIds\[\]$/, 'what is published for the own place: tv.http.test.ts'],
  [/ \/api\/zhjy\/tv\/own\/sign id$/, 'a session at a site of the own branch, by its code: tv.http.test.ts'],
  [/ \/api\/zhjy\/video\/listPage unitId$/, 'only narrows what is for the own place'],
  [/ \/api\/zhjy\/video\/manage\/listPage unitId$/, 'only narrows what is in scope'],
  [/ \/api\/zzgx\/branch\/find id$/, 'names of branches, which everybody reads'],
  [/ \/api\/fzdy\/meeting excluded\[\]\.memberId$/, 'voters of the branch that is the target'],
  [/ \/api\/fzdy\/publicity\/objection\/check id$/, 'objections of the file that is the target'],
  [/ \/api\/fzdy\/meeting people\[\]\.fileId$/, 'files of the branch that is the target'],
  [/ \/api\/zzsh\/own\/(sign|leave) id$/, 'a meeting at which the session’s own person is due'],
  [
    / \/api\/zzsh\/meeting\/(mark memberId|makeUp memberId|guest memberIds\[\])$/,
    'people on the list of the meeting that is the target, guests of the scope: event.http.test.ts',
  ],
  [/ \/api\/zzsh\/meeting(\/record)? topics\[\]\.id$/, 'topics of the meeting that is the target: event.http.test.ts'],
  [
    / \/api\/zzsh\/own\/appraisal\/mutual people\[\]\.memberId$/,
    'one of those whom the own person appraises: life.http.test.ts',
  ],
  [
    / \/api\/zzsh\/print\/appraisal memberId$/,
    'one of the appraised of the meeting that is the target: life.http.test.ts',
  ],
  [/ \/api\/zzsh\/resolution\/\w+ resolutionId$/, 'agreed at the meeting that is the target: resolution.http.test.ts'],
  [/ \/api\/zzsh\/rule\/(preview|change) id$/, 'rules of the whole site, by `event:rules` alone: rule.http.test.ts'],
  [/ \/api\/zhjy\/paper rules\[\]\.libId$/, 'banks of the scope: exam.http.test.ts'],
  [/ \/api\/zhjy\/paper items\[\]\.questionId$/, 'questions of banks of the scope: exam.http.test.ts'],
  [/ \/api\/zhjy\/paper\/analysis paperId$/, 'the paper of the exam that is the target'],
  [/ \/api\/zhjy\/paper\/analysis\/return questionId$/, 'a question of the exam that is the target'],
  [/ \/api\/zhjy\/question (id|ids\[\])$/, 'questions of the bank that is the target'],
  [
    / \/api\/zhjy\/exam (queryId|makeUpOf)$/,
    'a query of the own organisation, an exam of the scope: exam.http.test.ts',
  ],
  [/ \/api\/zhjy\/exam\/extra personId$/, 'somebody of the exam that is the target'],
  [/ \/api\/zhjy\/exam\/(own\/\{id\}|start) id$/, 'an exam of the session’s own person: exam.http.test.ts'],
  [/ \/api\/zhjy\/exam\/\S* attemptId$/, 'an attempt of the session’s own person: exam.http.test.ts'],
  [/ \/api\/zhjy\/exam\/mark(\/next)? (questionId|answerId)$/, 'of the exam that is the target'],
  [/ \/api\/zhjy\/exam\/regrade questionId$/, 'a question of the exam that is the target'],
  [/ \/api\/zhjy\/exam\/appeal\/decide (appealId|changes\[\]\.answerId)$/, 'of the exam that is the target'],
  [/ \/api\/message\/todo\/(listPage fromOrgId|stuck holderOrgId)$/, 'only narrows what waits for or below oneself'],
  [/ \/api\/sbd\/residential\/cadre\/end id$/, 'of the quarter that is the target: quarter.http.test.ts'],
  [/ \/api\/sbd\/need\/status unitId$/, 'a unit that has reported to the place of the need: need.http.test.ts'],
  [/ \/api\/sbd\/need\/own\/\w+ id$/, 'a need that is open to the session’s own person: need.http.test.ts'],
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
  // What takes words of two letters is a text with a least length, no id.
  return takes('987654321') && takes('21') && !takes('0') && !takes('试') && !takes('试用');
}

/** Where a call names ids: each place once. */
const placesOf = (endpoint: Endpoint) => [...new Set(idPlaces(endpoint.input))];
const top = (place: string) => place.replace(/[.[{].*$/, '');

/** Who walks: a worker at each level, and a member; each meets the neighbours of the own place. */
const WALKERS = {
  branchWorker: 'branchA12',
  committeeWorker: 'branchA21',
  countyWorker: 'branchB11',
  member: 'branchA12',
} as const satisfies Partial<Record<Principal, OrgKey>>;

let t: TestApp;
let worker: Caller;
/** Tables whose rows bear the mark of their organisation. */
let marked: string[];
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  await makeOwnRows(t);
  marked = await markRows();
  worker = await t.as('branchWorker');
});
afterAll(() => t.close());

/**
 * Writes into the words of every row that belongs to an organisation which it is: `鹓21鶵`. Whatever table has an
 * organisation and words of its own takes part, those of coming modules too; answers the tables with rows in them.
 */
async function markRows(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; words: string[]; by: 'org_id' | 'org_code' }>`
    select c.table_name as name,
           array_agg(c.column_name::text) filter (where c.column_name in ('name', 'title', 'residence', 'content')) as words,
           case when bool_or(c.column_name = 'org_id') then 'org_id' else 'org_code' end as by
      from information_schema.columns c join information_schema.tables b using (table_schema, table_name)
     where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.table_name not in ('organisation', 'audit_log', 'member_history')
     group by c.table_name
    having bool_or(c.column_name in ('org_id', 'org_code')) and bool_or(c.column_name in ('name', 'title'))
     order by c.table_name`.execute(t.db);
  const full: string[] = [];
  for (const { name, words, by } of tables) {
    const place = by === 'org_id' ? sql`org_id` : sql`(select id from organisation o where o.code = org_code)`;
    const set = sql.join(words.map((word) => sql`${sql.ref(word)} = ${'鹓'} || ${place} || ${'鶵'}`));
    const { numAffectedRows } =
      await sql`update ${sql.table(name)} set ${set} where ${sql.ref(by)} is not null`.execute(t.db);
    if (numAffectedRows) full.push(name);
  }
  await sql`update sub_record r set title = ${'鹓'} || m.org_id || ${'鶵'} from member m where m.id = r.member_id`.execute(
    t.db,
  );
  // Whoever is asked to decide a matter sees it, wherever it comes from.
  await sql`update workflow_instance i set title = '试' where exists
    (select from workflow_task w where w.instance_id = i.id)`.execute(t.db);
  return full;
}

/** The marks in a text whose organisation neither lies below a place nor above it. */
function foreignMarks(text: string, place: OrgKey): string[] {
  const own = ORGS[place].code;
  const near = Object.values(ORGS).filter(({ code }) => code.startsWith(own) || own.startsWith(code));
  const ids = new Set<string>(near.map(({ id }) => id));
  return [...text.matchAll(/鹓(\d+)鶵/g)].map(([, id = '']) => id).filter((id) => !ids.has(id));
}

test('P4 PEER-10 every id that a call takes, however deep, is a declared target or bounded in a way that is named here', () => {
  const places = contracts.flatMap((endpoint) =>
    placesOf(endpoint)
      .filter((place) => !(top(place) in (endpoint.targets ?? {})))
      .map((place) => `${nameOf(endpoint)} ${place}`),
  );
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place) => !ELSEWHERE.some(([pattern]) => pattern.test(place)))).toEqual([]);
});

test('P2 the mark stands in rows of every kind', () => {
  expect(marked).toEqual(
    expect.arrayContaining(['member', 'unit', 'sub_record', 'open_affair', 'content_group', 'job']),
  );
  expect(marked.length).toBeGreaterThan(10);
});

test.for(Object.entries(WALKERS) as [keyof typeof WALKERS, OrgKey][])(
  'P2 nothing of a neighbour, of whatever kind, is in any answer to the %s, whatever id of theirs is given in whatever place',
  { timeout: 600_000 },
  async ([principal, beside]) => {
    const caller = await t.as(principal);
    const place = PRINCIPALS[principal].org;
    const [mine = ''] = t.fixture.members.branchA11 ?? [];
    const [foreign = ''] = t.fixture.members[beside] ?? [];
    const given: string[] = [];
    const met = new Set<string>();
    let answered = 0;
    const ask = async (endpoint: Endpoint, input: unknown, what: string) => {
      const answer = await caller.call(endpoint, input as never);
      const marks = foreignMarks(answer.text, place);
      if (marks.length > 0) given.push(`${what}: of ${[...new Set(marks)].join(', ')}`);
      if (answer.text.includes('鹓')) met.add(what);
      return answer;
    };
    for (const endpoint of contracts) {
      if (['public', 'device'].includes(endpoint.access) || endpoint.upload || endpoint.path === '/api/logout')
        continue;
      const name = nameOf(endpoint);
      const good = sampleOf(endpoint, { orgId: ORGS.branchA11.id, memberId: mine });
      if ((await ask(endpoint, good, name)).code === 200) answered++;
      for (const at of placesOf(endpoint)) {
        if (at.endsWith('.id') || /[.{]/.test(at)) continue;
        for (const value of [foreign, ORGS[beside].id]) {
          await ask(endpoint, { ...good, [top(at)]: at.endsWith('[]') ? [value] : value }, `${name} ${at}`);
        }
      }
    }
    expect(given).toEqual([]);
    // The own rows bear marks and were met, so that a neighbour's would have been found.
    expect(answered).toBeGreaterThan(principal === 'member' ? 40 : 80);
    expect(met.size).toBeGreaterThan(principal === 'member' ? 5 : 20);
  },
);

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
