import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { BALLOTS } from '#procedures/ballot/rules.ts';
import { findBallot, openTodos } from '#procedures/ballot/server/index.ts';
import { keyPlace, MODULE } from '#procedures/ballot/server/service/common.ts';
import { countVotes } from '#procedures/ballot/server/service/desk.ts';
import { makeKeys } from '#procedures/ballot/server/slip.ts';
import { placesOf } from './lessons.ts';

interface DemoBallot {
  title: string;
  intro: string;
  kind: 'agree' | 'choose';
  seats: number;
  options: readonly string[];
  /** Days from today to its end; an ended one has been voted on. */
  endsIn: number;
}

const DEMO_BALLOTS: readonly DemoBallot[] = [
  {
    title: '推荐年度优秀共产党员',
    intro: '从候选人中推荐，报街道党工委。',
    kind: 'choose',
    seats: 2,
    options: ['陈国梁', '向春梅', '周正平', '谢家红'],
    endsIn: 6,
  },
  {
    title: '党员活动室使用办法表决',
    intro: '支部党员大会讨论过的草案，逐项表决。',
    kind: 'agree',
    seats: 1,
    options: ['党员活动室每天开放时间', '活动经费公开办法'],
    endsIn: -9,
  },
];

async function hold(services: Services, tx: Db, org: { id: string; code: string; name: string }, of: DemoBallot) {
  const { publicKey, privateKey } = await makeKeys();
  const { rows } = await sql<{ id: string; dueOn: string }>`
    insert into ballot (org_id, org_code, title, intro, kind, seats, options, ends_at, state, opened_at, opened_by, public_key,
                        created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.title}, ${of.intro}, ${of.kind}, ${of.seats}, ${of.options}::text[],
            date_trunc('hour', now()) + ${of.endsIn}::int * interval '1 day', 1, now() + ${of.endsIn - 7}::int * interval '1 day',
            ${org.name}, ${JSON.stringify(publicKey)}::jsonb, ${org.name}, ${org.name})
    returning id, ends_at::date::text as "dueOn"`.execute(tx);
  const { id = '', dueOn = '' } = rows[0] ?? {};
  await sql`insert into ballot_voter (ballot_id, member_id) select ${id}, m.id from member m
             where m.org_id = ${org.id} and m.deleted_at is null and m.person_category = 1 and m.membership_status = 1`.execute(
    tx,
  );
  await sql`update ballot set key_enc = ${services.vault.encrypt(keyPlace(id), privateKey)},
                   voters = (select count(*) from ballot_voter v where v.ballot_id = ${id}) where id = ${id}`.execute(
    tx,
  );
  if (of.endsIn > 0) return openTodos(tx, { id, title: of.title, dueOn }, MODULE, BALLOTS.vote(id));
  const voted = await sql<{ n: number }>`
    with taken as (update ballot_voter set slip_at = now() - interval '10 days' where ballot_id = ${id} and member_id % 9 > 0 returning 1)
    select count(*)::int as n from taken`.execute(tx);
  for (let at = 0; at < (voted.rows[0]?.n ?? 0); at++)
    await sql`insert into ballot_cast (ballot_id, slip, choice)
              values (${id}, ${randomBytes(32)}, ${of.options.map((_option, place) => ((at + place) % 11 === 0 ? 2 : (at + place) % 13 === 0 ? 3 : 1))}::smallint[])`.execute(
      tx,
    );
  const row = await findBallot(tx, wholeScope, id);
  if (row) await countVotes(tx, row);
}

/** The screens of whoever held them tell of the votes that are not drafts. */
const tellOfVotes = (tx: Db) =>
  sql`insert into box_shown (kind, ref_id, org_id, shown_by)
      select 'vote', b.id, b.org_id, o.name from ballot b join organisation o on o.id = b.org_id
       where b.state in (1, 2, 3)`.execute(tx);

/** Two votes of the visitor's branch for a demo city that has none: one that is open, one that has ended. */
export async function holdBallotsOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select exists (select from ballot) as held`.execute(services.db);
  if (rows[0]?.held) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    for (const one of DEMO_BALLOTS) await hold(services, tx, places.branch, one);
    await tellOfVotes(tx);
  });
}
