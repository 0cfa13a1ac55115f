import type { ClientBase } from 'pg';
import { addDays, addMonths } from '#platform/time/days.ts';
import type { Placed } from './leaders.ts';

const OUTSIDE = '云岭市高新区工委';
const BY = '周敏';
/** How many came from outside last year, as the books on paper have it, and into each how many branches apart. */
const LAST_YEAR = 12;
const APART = 9;

/** Somebody who came by a letter on paper twelve days ago: taken in, the receipt is still to go back. */
export async function writeArrival(client: ClientBase, { id, org }: Placed, id5: number, today: string): Promise<void> {
  const committee = org.parent?.parent ?? org.parent;
  const [issued, came] = [addDays(today, -20), addDays(today, -12)];
  await client.query(
    `insert into relation_transfer (id, member_id, kind, to_org_id, outside_name, outside_branch, status, at_seq, reason, applied_name,
                                    due_on, submitted_at, moved_at, version)
     values ($1, $2, 'crossProvince', $3, $4, '软件园第二党支部', 5, 0, '凭介绍信转入', $5, $6, $7, $7, 2)`,
    [id5, id, org.id, OUTSIDE, BY, addMonths(came, 1), `${came} 10:00+08`],
  );
  await client.query(
    `insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides, state, operator, done_at)
     select $1, h.seq, o.id, o.code, coalesce(o.name, $2), h.role, h.decides, 'passed', $3, $4
       from (values (1, null::bigint, 'send', true), (2, $5::bigint, 'receive', true), (3, $6::bigint, 'receive', false))
            as h (seq, org_id, role, decides) left join organisation o on o.id = h.org_id`,
    [id5, `${OUTSIDE} 软件园第二党支部`, BY, `${came} 10:00+08`, committee?.id ?? org.id, org.id],
  );
  await client.query(
    `insert into relation_event (transfer_id, at, act, before, after, org_name, operator, note)
     select $1, $2::timestamptz + e.n * interval '1 second', e.act, e.before, e.after, $3, $4, e.note
       from (values (1, 'register', null::int, 3, '凭介绍信转入'), (2, 'agree', 3, 4, ''), (3, 'accept', 4, 5, $5))
            as e (n, act, before, after, note)`,
    [id5, `${came} 10:00+08`, committee?.name ?? '', BY, `编入${org.name}`],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into relation_outside (name, address, phone) values ($1, '云岭市高新大道88号', '0755-6550123')
     on conflict (name) do update set name = excluded.name returning id`,
    [OUTSIDE],
  );
  await client.query(
    `insert into relation_arrival (transfer_id, outside_id, letter_no, issued_on, valid_until, received_on, paid_to, created_by)
     values ($1, $2, $3, $4, $5, $6, $8, $7)`,
    [
      id5,
      rows[0]?.id,
      `云高转〔${issued.slice(0, 4)}〕第0126号`,
      issued,
      addDays(issued, 90),
      came,
      BY,
      issued.slice(0, 7),
    ],
  );
  await client.query(
    `insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, recorded_by, transfer_id)
     values ($1, $2, $3, 1, 'transferredIn', $4, $4, $5, $6)`,
    [id, org.id, org.code, came, BY, id5],
  );
}

/** Who came last year, before the platform: the ledger says so, and last year's table closes with them. */
export async function writeLastYear(client: ClientBase, free: readonly Placed[], today: string): Promise<void> {
  const year = Number(today.slice(0, 4)) - 1;
  for (const [at, { id, org }] of free
    .filter((_, index) => index % APART === 0)
    .slice(0, LAST_YEAR)
    .entries()) {
    const on = `${year}-${String(at + 1).padStart(2, '0')}-12`;
    await client.query(
      `insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, recorded_by)
       values ($1, $2, $3, 1, 'transferredIn', $4, $4, $5)`,
      [id, org.id, org.code, on, BY],
    );
  }
}
