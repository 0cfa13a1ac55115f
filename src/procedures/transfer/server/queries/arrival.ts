import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { findTransfer } from './transfer.ts';

const FOUND = 10;

/** Committees outside by a part of their names, those written last first. */
export async function findOutside(db: Db, name: string) {
  const words = name.split(/\s+/).filter(Boolean);
  const named = words.map((word) => textHolds(sql`name`, word));
  const { rows } = await sql<{ id: string; name: string; address: string; phone: string }>`
    select id, name, address, phone from relation_outside
     where ${named.length > 0 ? sql.join(named, sql` and `) : sql`true`}
     order by updated_at desc, id desc limit ${FOUND}`.execute(db);
  return rows;
}

/** Keeps a committee outside in the address book; what is left empty stays as it was. Answers its id. */
export async function rememberOutside(
  db: Db,
  one: { name: string; address: string; phone: string },
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into relation_outside (name, address, phone, created_by, updated_by)
    values (${one.name}, ${one.address}, ${one.phone}, ${by}, ${by})
    on conflict (name) do update set address = coalesce(nullif(excluded.address, ''), relation_outside.address),
      phone = coalesce(nullif(excluded.phone, ''), relation_outside.phone), updated_at = now(), updated_by = excluded.updated_by
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export interface NewArrival {
  transferId: string;
  outsideId: string | null;
  letterId: string | null;
  letterNo: string;
  issuedOn: string;
  validUntil: string;
  receivedOn: string;
  paidTo: string | null;
}

/** Writes the letter down; the unique index stops one that took somebody in before. */
export const insertArrival = (db: Db, one: NewArrival, by: string) =>
  sql`insert into relation_arrival (transfer_id, outside_id, letter_id, letter_no, issued_on, valid_until, received_on, paid_to,
                                    created_by)
      values (${one.transferId}, ${one.outsideId}, ${one.letterId}, ${one.letterNo}, ${one.issuedOn}, ${one.validUntil},
              ${one.receivedOn}, ${one.paidTo}, ${by})`.execute(db);

export interface ArrivalRecord {
  letterNo: string;
  issuedOn: string;
  validUntil: string;
  receivedOn: string;
  paidTo: string | null;
  address: string;
  phone: string;
}

/** The letter by which somebody was taken in at the counter; undefined: there was none. */
export async function arrivalOf(db: Db, transferId: string): Promise<ArrivalRecord | undefined> {
  const { rows } = await sql<ArrivalRecord>`
    select a.letter_no as "letterNo", a.issued_on as "issuedOn", a.valid_until as "validUntil", a.received_on as "receivedOn",
           a.paid_to as "paidTo", coalesce(o.address, '') as address, coalesce(o.phone, '') as phone
      from relation_arrival a left join relation_outside o on o.id = a.outside_id where a.transfer_id = ${transferId}`.execute(
    db,
  );
  return rows[0];
}

/** Scans that belong to a transfer: letters that came, receipts that came back. */
export async function scansOf(db: Db, transferId: string, kinds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; size: number }>`
    select id, name, size::int as size from stored_file
     where row_id = ${transferId} and kind = any(${kinds}::text[]) and expires_at is null order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** A transfer wherever it is, held for this transaction: its letter was shown at the counter. */
export const lockTransfer = (db: Db, id: string) => findTransfer(db, wholeScope, id, true);

interface Place {
  id: string;
  code: string;
  name: string;
}

/** A way that led outside ends at a committee of this platform and its branch: the last hop, and one more. */
export async function endHere(
  db: Db,
  transferId: string,
  { seq, committee, branch }: { seq: number; committee: Place; branch: Place },
): Promise<void> {
  await sql`update relation_transfer set to_org_id = ${branch.id} where id = ${transferId}`.execute(db);
  await sql`update relation_hop set org_id = ${committee.id}, org_code = ${committee.code}, org_name = ${committee.name}
             where transfer_id = ${transferId} and seq = ${seq}`.execute(db);
  await sql`insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides)
            values (${transferId}, ${seq + 1}, ${branch.id}, ${branch.code}, ${branch.name}, 'receive', false)`.execute(
    db,
  );
}
