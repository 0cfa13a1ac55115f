import { afterAll, beforeAll, expect, test } from 'vitest';
import { Killable } from './killable.ts';
import { ask } from './server.ts';

/**
 * kill -9 of the server amid the jobs that hand a sheet of graduates in and decide it: each is taken up again until every line
 * was carried out exactly once, and the numbers of the letters have no gap. `KILLS` for more kills.
 */
const KILLS = Number(process.env.KILLS ?? 1);
const PEOPLE = 600;

const server = new Killable('party-crash-graduates-');
let sheet: string;

const one = <T extends object>(text: string, values: unknown[] = []) => server.one<T>(text, values);

beforeAll(async () => {
  await server.start();
  await server.query(`update organisation set can_approve = true where code = '0001'`);
  await server.query(
    `insert into organisation (parent_id, code, name, short_name, type, sort)
     select id, '00010001', '毕业生支部', '', 46, 1 from organisation where code = '0001'`,
  );
  await server.query(
    `insert into member (org_id, org_code, name, name_grams, pinyin, initials, gender, nation, birth_date, person_category,
                         membership_status, admission_date, id_card_index, sort)
     select o.id, o.code, '毕业' || n, '{}', '', '', 1, '01', '2003-05-01', 1, 1, '2023-06-20', sha256(('毕业' || n)::bytea), n
       from organisation o, generate_series(1, $1::int) n where o.code = '00010001'`,
    [PEOPLE],
  );
  ({ id: sheet } = await one<{ id: string }>(
    `insert into relation_graduation (org_id, org_code, file_name, reason, graduated_on)
     select id, code, '毕业生.xlsx', '毕业', current_date from organisation where code = '0001' returning id::text as id`,
  ));
  await server.query(
    `insert into relation_graduate (graduation_id, row_no, name, member_id, outside_name, state)
     select $1, row_number() over (order by m.id), m.name, m.id, '外地第' || m.id % 9 || '委员会', 'due'
       from member m where m.org_code = '00010001'`,
    [sheet],
  );
});

afterAll(() => server.end(), 300_000);

const ranOut = '任务多次中断，已停止，请重新发起';
const begin = async (act: 'submit' | 'agree'): Promise<string> => {
  const made = await ask(server.base, 'POST', '/api/zzgx/graduate/run', { id: sheet, act }, server.token);
  expect(made?.code, made?.msg).toBe(200);
  return (made as unknown as { data: { jobId: string } }).data.jobId;
};

/** Runs a job over all lines while the server is killed amid it; answers how many were done at each kill. */
async function through(act: 'submit' | 'agree', done: () => Promise<number>): Promise<number[]> {
  let jobId = await begin(act);
  const job = () => one<{ state: string; message: string }>('select state, message from job where id = $1', [jobId]);
  const seen: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await expect.poll(done, { timeout: 300_000, interval: 5 }).toBeGreaterThan(seen.at(-1) ?? 0);
    await server.kill();
    seen.push(await done());
    if (seen.at(-1) === PEOPLE) break;
  }
  expect(seen[0], 'the first kill came amid the work').toBeLessThan(PEOPLE);
  for (;;) {
    await expect.poll(async () => (await job()).state, { timeout: 300_000, interval: 250 }).toMatch(/^(done|failed)$/);
    const { state, message } = await job();
    if (state === 'done') return seen;
    // One that was broken off too often is begun anew by its people, and goes on with the rest.
    expect(message).toBe(ranOut);
    jobId = await begin(act);
  }
}
const count = async (text: string) => (await one<{ n: number }>(`select count(*)::int as n from ${text}`)).n;

test('the server killed amid the hand-in and the decision of a sheet carries every line out once', {
  timeout: 900_000,
}, async () => {
  const handedIn = await through('submit', () => count(`relation_graduate where state = 'submitted'`));
  expect(
    await one(
      `select count(*)::int as lines, count(distinct transfer_id)::int as transfers,
              (select count(*)::int from relation_transfer) as made,
              (select count(*)::int from relation_event where act = 'submit') as events,
              (select count(*)::int from todo where module = '组织关系' and done_at is null) as todos
         from relation_graduate where state = 'submitted'`,
    ),
    `handed in at the kills: ${handedIn}`,
  ).toEqual({ lines: PEOPLE, transfers: PEOPLE, made: PEOPLE, events: PEOPLE, todos: PEOPLE });

  const decided = await through('agree', () => count('relation_letter'));
  expect(
    await one(
      `select count(*)::int as letters, count(distinct transfer_id)::int as transfers, min(serial)::int as first, max(serial)::int as last,
              (select count(*)::int from relation_event where act = 'issue') as events,
              (select last::int from relation_serial) as serial,
              (select count(*)::int from relation_transfer where status <> 2) as others,
              (select count(*)::int from todo where module = '组织关系' and done_at is null) as todos
         from relation_letter where voided_at is null`,
    ),
    `decided at the kills: ${decided}`,
  ).toEqual({
    letters: PEOPLE,
    transfers: PEOPLE,
    first: 1,
    last: PEOPLE,
    events: PEOPLE,
    serial: PEOPLE,
    others: 0,
    todos: 0,
  });
});
