import { sql } from 'kysely';
import { expect } from 'vitest';
import { createMember } from '#people/member/contract.ts';
import { memberForm } from '#people/member/test/factory.ts';
import { ossUploadBase64 } from '#platform/files/fileCalls.ts';
import { decideCorrection } from '#procedures/recruitment/contract.correction.ts';
import { addMeeting, endPublicity, startPublicity } from '#procedures/recruitment/contract.meeting.ts';
import { addNote, decideStep, endFile, submitStep } from '#procedures/recruitment/contract.steps.ts';
import { getFile, listFiles } from '#procedures/recruitment/contract.ts';
import { stepDefinition } from '#procedures/recruitment/rules/steps.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, openSession, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { DAYS } from './days.ts';

/** The committee above approves; a full member of branch A11 is its secretary and sits in the county's committee, as talks ask for. */
export async function readyBranch(t: TestApp): Promise<{ full: string[]; talker: string }> {
  await sql`update organisation set can_approve = true where id = ${ORGS.committeeA1.id}`.execute(t.db);
  const { rows } = await sql<{ id: string }>`
    select id from member where org_id = ${ORGS.branchA11.id} and person_category = 1 and deleted_at is null order by id`.execute(
    t.db,
  );
  const full = rows.map(({ id }) => id);
  await sql`update member set party_post = '书记' where id = ${full[0]}`.execute(t.db);
  await sql`
    with term as (
      insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      values (${ORGS.countyA.id}, ${ORGS.countyA.code}, 1, '2021-01-01', 5, '2031-01-01')
      on conflict (org_id) where is_current do update set number = 1 returning id)
    insert into org_post (term_id, org_id, member_id, name, post) select id, ${ORGS.countyA.id}, ${full[0]}, '委员', '委员' from term`.execute(
    t.db,
  );
  return { full, talker: full[0] ?? '' };
}

/** The workers of branch A11, of the organisations above and beside it, and a member of the branch, with its people. */
export async function readyCallers(t: TestApp) {
  return {
    branch: await t.as('branchWorker'),
    superior: await t.as('committeeWorker'),
    sibling: await t.as('siblingWorker'),
    county: await t.as('countyWorker'),
    member: await t.as('member'),
    people: await readyBranch(t),
  };
}

/** Registers an applicant in branch A11; answers person and file. */
export async function applicant(branch: Caller, number: number, given: object = {}) {
  const made = await branch.call(
    createMember,
    memberForm(number, 'branchA11', {
      name: '陈雨桐',
      isAnother: true,
      idCardNo: testIdCard(number, '2001-04-16'),
      birthDate: '2001-04-16',
      personCategory: 5,
      admissionDate: null,
      conversionDate: null,
      joinType: null,
      joinedBranchOn: null,
      ...given,
    }) as never,
  );
  expect(made.code, made.text).toBe(200);
  const { rows } = await branch.call(listFiles, { memberId: made.result.id });
  return { memberId: made.result.id, fileId: rows[0]?.id ?? '' };
}

export const read = async (caller: Caller, id: string) => (await caller.call(getFile, { id })).result;

/** A picture that the caller has uploaded. */
export async function paper(caller: Caller): Promise<string> {
  const made = await caller.call(ossUploadBase64, { base64: TINY_PNG, fileName: '扫描件.png' });
  expect(made.code, made.text).toBe(200);
  return made.result.id;
}

/** Every required paper of a step, uploaded. */
export const papersFor = (caller: Caller, no: number) =>
  Promise.all(
    stepDefinition(no)
      .papers.filter(({ required }) => required)
      .map(async ({ kind }) => ({ kind, files: [await paper(caller)] })),
  );

interface Given {
  handledOn?: string;
  facts?: Record<string, unknown>;
  papers?: { kind: string; files: string[] }[];
}

/** Hands in a step with its required papers, at the version that stands now. */
export async function submit(caller: Caller, fileId: string, no: number, given: Given = {}) {
  const { version } = await read(caller, fileId);
  const papers = given.papers ?? (await papersFor(caller, no));
  return caller.call(submitStep, { fileId, no, version, ...given, papers } as never);
}

export async function decide(caller: Caller, fileId: string, no: number, given: object = {}) {
  const { version } = await read(caller, fileId);
  const input = { fileId, no, version, decision: 'agree', meeting: '党委会第21次会议', present: 9, yes: 9, ...given };
  return caller.call(decideStep, input as never);
}

/** A general meeting on one person: everybody due is there and agrees, unless told. */
export async function meet(
  caller: Caller,
  fileId: string,
  stage: 7 | 9,
  heldOn: string,
  given: { present?: number; proposal?: string; months?: number; yes?: number; no?: number } = {},
) {
  const { due } = (await caller.get('/api/fzdy/meeting/due', { orgId: ORGS.branchA11.id, day: heldOn })).data;
  const present = given.present ?? due;
  const no = given.no ?? 0;
  const person = {
    fileId,
    proposal: given.proposal ?? (stage === 7 ? 'agree' : 'convert'),
    ...(given.months === undefined ? {} : { months: given.months }),
    yes: given.yes ?? present - no,
    no,
  };
  const input = {
    orgId: ORGS.branchA11.id,
    stage,
    heldOn,
    place: '党员活动室',
    host: '魏员',
    present,
    people: [person],
  };
  return caller.call(addMeeting, input as never);
}

export { DAYS };
export const DECIDED: Readonly<Record<number, string>> = {
  8: '2024-07-10',
  13: '2024-09-20',
  17: '2024-11-10',
  24: '2025-10-30',
};

/** Every 志愿书 has its own number, once for ever. */
let books = 0;

export function factsOf(no: number, people: { full: string[]; talker: string }): Record<string, unknown> {
  const summary = '经讨论同意。';
  const facts: Record<number, Record<string, unknown>> = {
    2: { talker: [people.talker], place: '党员活动室', time: '15:30', summary },
    3: { way: 'members', summary },
    5: { contacts: people.full.slice(0, 2) },
    6: { summary },
    7: { summary },
    9: { introducers: people.full.slice(0, 2) },
    10: {
      verdict: 'passed',
      self: '清楚',
      parents: '清楚',
      spouse: '未婚',
      relations: '舅舅李明，清楚',
      lettersOut: 2,
      lettersBack: 2,
    },
    11: { days: 3, hours: 24 },
    12: { summary },
    14: { bookNo: `HB2024${String(++books).padStart(4, '0')}` },
    16: { talker: [people.talker], place: '党工委', summary },
    19: { group: '第一党小组' },
    20: { place: '党员活动室' },
    21: { summary },
    23: { summary },
    25: { place: '街道党工委档案室' },
  };
  return facts[no] ?? {};
}

/** Walks a file from where it stands up to a step, that one included, by the days above; fails at the first refusal. */
export async function walk(
  callers: { branch: Caller; superior: Caller },
  people: { full: string[]; talker: string },
  fileId: string,
  upTo: number,
): Promise<void> {
  const { branch, superior } = callers;
  for (let { step } = await read(branch, fileId); step <= upTo; { step } = await read(branch, fileId)) {
    const day = DAYS[step] ?? '';
    if (step === 6) {
      for (const when of ['2023-12-10', '2024-06-10']) {
        await branch.call(addNote, { fileId, kind: 'inspection', day: when, content: '表现良好' });
      }
    }
    if (step === 15 || step === 23) await expectOk(meet(branch, fileId, step === 15 ? 7 : 9, day));
    const sent = await submit(branch, fileId, step, { handledOn: day, facts: factsOf(step, people) });
    expect(sent.code, `${step}: ${sent.text}`).toBe(200);
    const decided = DECIDED[step];
    if (decided) {
      const agreed = await decide(superior, fileId, step, { decidedOn: decided });
      expect(agreed.code, `${step}: ${agreed.text}`).toBe(200);
    }
    if (step === 25) return;
  }
}

/** Publishes and ends a 公示 on past days. */
export async function publicise(branch: Caller, fileId: string, startsOn: string, endsOn: string) {
  await expectOk(branch.call(startPublicity, { fileId, startsOn, endsOn, heardBy: '街道党工委组织办', phone: '' }));
  await expectOk(branch.call(endPublicity, { fileId, result: 'none' }));
}

export async function expectOk(answer: Promise<{ code: number; text: string }>): Promise<void> {
  const { code, text } = await answer;
  expect(code, text).toBe(200);
}

/** Asks that a file ends by 终止培养, at the version that stands now. */
export async function askToEnd(caller: Caller, fileId: string, day: string, reason = '长期不参加活动') {
  const { version } = await read(caller, fileId);
  return caller.call(endFile, { fileId, version, ending: 'stopped', reason, day });
}

/** What the superior says about 终止培养 that was asked for. */
export async function sayToEnd(caller: Caller, fileId: string, agree: boolean, opinion = '') {
  const { endingAsked } = await read(caller, fileId);
  return caller.call(decideCorrection, { id: endingAsked?.id ?? '0', agree, opinion });
}

/** The branch's own worker in an office of the committee above, for as long as an act takes: nobody decides for oneself there either. */
export async function asOwnSuperior<T>(t: TestApp, act: (same: Caller) => Promise<T>): Promise<T> {
  const { accountId } = t.fixture.principals.branchWorker;
  const grant = await grantRole(t.services, accountId, 3, 'committeeA1');
  const answer = await act(t.withToken(await openSession(t.services, accountId, grant)));
  await sql`update account_role set revoked_at = now(), revoked_by = '试' where id = ${grant}`.execute(t.db);
  return answer;
}
