import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recountMembers } from '#people/member/server/counters.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { addDays } from '#platform/time/days.ts';
import { withdrawCorrection } from '#procedures/recruitment/contract.correction.ts';
import { decideStep, submitStep, withdrawStep } from '#procedures/recruitment/contract.steps.ts';
import { listFiles } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { askToEnd, DAYS, DECIDED, factsOf, meet, read, readyBranch, sayToEnd } from './factory.ts';
import { categoryAt, standAt } from './standing.ts';

/** Each walk is a dozen acts, legal and illegal ones; `npm run soak` takes ten thousand of them. */
const WALKS = Number(process.env.WALKS ?? 80);
const ACTS = 9;
/** Walks are told apart and repeated by the number of their first. */
const SEED = Number(process.env.SEED ?? 1);

let t: TestApp;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

/** Numbers from 0 to below `most`, the same for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const begin = (n: number, step: number) => standAt(t.db, ORGS.branchA11, people, n, step);

interface Standing {
  step: number;
  stepState: string;
  category: number;
  ending: string | null;
  version: number;
  extended: boolean;
  person: number;
  status: number;
  ledger: number;
  states: string[];
}

const standing = async (fileId: string): Promise<Standing> => {
  const { rows } = await sql<Standing>`
    select f.step, f.step_state as "stepState", f.category, f.ending, f.version, f.extension_months is not null as extended,
           m.person_category as person, m.membership_status as status,
           (select coalesce(sum(sign), 0)::int from member_ledger l where l.member_id = m.id) as ledger,
           (select array_agg(s.state order by s.no) from development_step s where s.file_id = f.id) as states
      from development_file f join member m on m.id = f.member_id where f.id = ${fileId}`.execute(t.db);
  const [row] = rows;
  if (!row) throw new Error('no file');
  return row;
};

/** What must hold of a file after every act, whatever was tried. */
function expectSound(now: Standing, told: string): void {
  const { step, states, ending } = now;
  if (ending === 'revoked') {
    expect([now.status, now.ledger], told).toEqual([3, 0]);
    return;
  }
  if (ending === 'converted') {
    expect([now.person, now.category, states[24], now.ledger], told).toEqual([1, 1, 'done', 1]);
    return;
  }
  expect(now.person, told).toBe(now.category);
  expect(now.category, told).toBe(categoryAt(step));
  expect(now.ledger, told).toBe(now.category <= 2 ? 1 : 0);
  expect(
    states.slice(0, step - 1).every((state) => state === 'done'),
    told,
  ).toBe(true);
  expect(
    states.slice(step).every((state) => state === 'none' || state === 'failed'),
    told,
  ).toBe(true);
  if (ending === null) {
    expect(['ready', 'submitted', 'returned', 'failed'], told).toContain(states[step - 1]);
    expect(now.stepState, told).toBe(states[step - 1]);
  }
}

/** One walk: where it is, and by how many days it lies behind the table of days. */
async function walkAt(n: number): Promise<string> {
  const roll = dice(SEED * 100_000 + n);
  const { fileId } = await begin(n, 1 + roll(25));
  let late = 0;
  let refused = 0;
  let passed: number | null = null;
  let asked = false;
  await sql`insert into development_note (file_id, kind, day, content)
    values (${fileId}, 'inspection', '2023-12-10', '表现良好'), (${fileId}, 'inspection', '2024-06-10', '表现良好')`.execute(
    t.db,
  );
  const day = (no: number, decided = false) => addDays((decided && DECIDED[no]) || DAYS[no] || '', late);
  const submit = (no: number, version: number) =>
    branch.call(submitStep, {
      fileId,
      no,
      version,
      handledOn: day(no),
      facts: factsOf(no, people),
      papers: [],
    } as never);
  const decide = (no: number, version: number, decision: string) =>
    superior.call(decideStep, {
      fileId,
      no,
      version,
      decision,
      decidedOn: day(no, true),
      meeting: '党委会',
      present: 9,
      yes: decision === 'refuse' ? 3 : 9,
      opinion: '见会议记录',
    } as never);
  const path: string[] = [];

  for (let at = 0; at < ACTS; at++) {
    const was = await standing(fileId);
    const { step, stepState, version } = was;
    const told = () => `walk ${n}: ${path.join(' ')}`;
    const votes = step === 15 || step === 23;
    const decides = step in DECIDED;
    const waits = stepState === 'submitted';
    const kind = roll(12);
    let legal = false;
    let answer: { code: number; text: string };
    if (was.ending !== null) {
      path.push(`after-end:${step}`);
      answer = kind % 2 === 0 ? await submit(step, version) : await decide(step, version, 'agree');
    } else if (kind === 0) {
      const no = 1 + roll(25);
      legal = no === step && !waits && !asked && (!votes || passed === step);
      path.push(`submit:${no}`);
      answer = await submit(no, version);
    } else if (kind === 1) {
      legal = waits;
      path.push(`withdraw:${step}`);
      answer = await branch.call(withdrawStep, { fileId, no: step } as never);
    } else if (kind === 2) {
      path.push(`stale:${step}`);
      answer = await submit(step, version - 1);
    } else if (kind === 3 && roll(6) === 0) {
      legal = !waits && !asked && was.category > 2;
      path.push('stop');
      answer = await askToEnd(branch, fileId, day(step), '试');
      asked ||= legal;
    } else if (asked && kind >= 8) {
      // The superior says whether it ends, or the branch thinks better of it.
      legal = true;
      const said = ['stopped', 'goOn', 'takeBack'][roll(3)] ?? '';
      path.push(said);
      const { endingAsked } = await read(branch, fileId);
      answer =
        said === 'takeBack'
          ? await branch.call(withdrawCorrection, { id: endingAsked?.id ?? '0' } as never)
          : await sayToEnd(superior, fileId, said === 'stopped', '再培养一段时间');
      asked = false;
    } else if (waits && kind <= 5) {
      const decision = refused < 2 && roll(2) === 0 ? 'refuse' : 'return';
      legal = true;
      path.push(`${decision}:${step}`);
      answer = await decide(step, version, decision);
      if (decision === 'refuse') {
        late += 60;
        refused++;
        passed = null;
      }
    } else if (waits) {
      legal = true;
      path.push(`agree:${step}`);
      answer = await decide(step, version, 'agree');
      const after = await standing(fileId);
      if (after.extended && !was.extended) {
        late += 190;
        passed = null;
      }
    } else if (votes && passed !== step) {
      // The branch meets: of four votes one fails, and nothing can be handed in by it.
      const fails = roll(4) === 0;
      const proposal =
        step === 15 ? 'agree' : !was.extended && roll(4) === 0 ? 'extend' : roll(5) === 0 ? 'revoke' : 'convert';
      path.push(`${fails ? 'votedDown' : proposal}:${step}`);
      legal = true;
      const given = { proposal, ...(proposal === 'extend' ? { months: 6 } : {}) };
      answer = await meet(
        branch,
        fileId,
        step === 15 ? 7 : 9,
        day(step),
        fails ? { ...given, yes: 0, no: await dueOn(day(step)) } : given,
      );
      if (!fails) passed = step;
    } else if (kind === 6 && !decides) {
      path.push(`decide:${step}`);
      answer = await decide(step, version, 'agree');
    } else {
      legal = !asked;
      path.push(`do:${step}`);
      answer = await submit(step, version);
    }
    expect(answer.code === 200, `${told()} ${answer.text}`).toBe(legal);
    const now = await standing(fileId);
    if (!legal) expect(now, told()).toEqual(was);
    expectSound(now, told());
    if (at === ACTS - 1) {
      // The page offers what the server takes.
      const file = await read(branch, fileId);
      const offered = file.steps.filter(({ can }) => can.submit).map(({ no }) => no);
      const open = now.ending === null && now.stepState !== 'submitted' && !asked;
      expect(offered, told()).toEqual(open ? [now.step] : []);
    }
  }
  return path.join(' ');
}

const dueOn = async (day: string): Promise<number> =>
  (await branch.get('/api/fzdy/meeting/due', { orgId: ORGS.branchA11.id, day })).data.due;

const categories = async () => (await readCounters(t.db, [ORGS.branchA11.code], ['category'])).get(ORGS.branchA11.code);
const recount = async () => {
  const client = new pg.Client({ connectionString: t.services.config.databaseUrl ?? '' });
  await client.connect();
  await recountMembers(client);
  await client.end();
};

test(`${WALKS} walks make no illegal transition; category, ledger, lists and counters agree`, {
  timeout: WALKS * 10_000,
}, async () => {
  const kinds = new Set<string>();
  for (let n = 1; n <= WALKS; n++) {
    const path = await walkAt(n);
    for (const part of path.split(' ')) kinds.add(part.split(':')[0] ?? '');
  }
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['agree', 'do', 'refuse', 'return', 'submit', 'withdraw']));
  for (const stage of [5, 4, 3]) {
    const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from member m join development_file f on f.member_id = m.id and f.ended_on is null
         where m.org_id = ${ORGS.branchA11.id} and m.person_category = ${stage} and m.deleted_at is null`.execute(t.db);
    expect((await branch.call(listFiles, { stage: String(stage) } as never)).total, String(stage)).toBe(rows[0]?.n);
  }
  const { rows } = await sql<{ ledger: number; people: number }>`
      select (select coalesce(sum(sign), 0)::int from member_ledger where org_id = ${ORGS.branchA11.id}) as ledger,
             (select count(*)::int from member where org_id = ${ORGS.branchA11.id} and name like '行走%' and person_category <= 2
                and membership_status = 1) as people`.execute(t.db);
  expect(rows[0]?.ledger).toBe(rows[0]?.people);
});

test('counters of a branch say after a walk what counting anew says', async () => {
  await recount();
  for (let n = 1; n <= 12; n++) {
    const { fileId } = await begin(900_000 + n, [3, 8, 17, 24][n % 4] ?? 3);
    await recount();
    const { version, step } = await standing(fileId);
    await branch.call(submitStep, {
      fileId,
      no: step,
      version,
      handledOn: DAYS[step],
      facts: factsOf(step, people),
      papers: [],
    } as never);
    const sent = await standing(fileId);
    if (sent.stepState === 'submitted') {
      await superior.call(decideStep, {
        fileId,
        no: step,
        version: sent.version,
        decision: 'agree',
        decidedOn: DECIDED[step],
        meeting: '党委会',
        present: 9,
        yes: 9,
      } as never);
    }
    const kept = await categories();
    await recount();
    expect(await categories(), `step ${step}`).toEqual(kept);
  }
});
