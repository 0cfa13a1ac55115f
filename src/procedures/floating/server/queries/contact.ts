import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

export interface ContactRecord {
  id: string;
  day: string;
  way: number;
  reached: boolean;
  topic: number | null;
  note: string;
  byName: string;
}

/** The log of an outflow, the newest first. */
export async function contactsOfOutflow(db: Db, outflowId: string): Promise<ContactRecord[]> {
  const { rows } = await sql<ContactRecord>`
    select id, day, way, reached, topic, note, by_name as "byName" from mobile_contact
     where outflow_id = ${outflowId} order by day desc, id desc limit 200`.execute(db);
  return rows;
}

export interface NewContact {
  outflowId: string;
  day: string;
  way: number;
  reached: boolean;
  topic: number | null;
  note: string;
  by: { id: string; name: string };
}

/** Writes one line of the log; where the person was reached, the outflow knows the day. Answers the id. */
export async function insertContact(db: Db, one: NewContact): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mobile_contact (outflow_id, day, way, reached, topic, note, by_id, by_name)
    values (${one.outflowId}, ${one.day}, ${one.way}, ${one.reached}, ${one.topic}, ${one.note}, ${one.by.id}, ${one.by.name})
    returning id`.execute(db);
  if (one.reached) {
    await sql`
      update mobile_outflow set last_contact_on = greatest(last_contact_on, ${one.day}::date)
       where id = ${one.outflowId}`.execute(db);
  }
  return rows[0]?.id ?? '';
}

export interface CertificateRecord {
  id: string;
  number: string;
  orgName: string;
  state: 'given' | 'returned' | 'lost';
  givenOn: string;
  endedOn: string | null;
}

/** The certificates of an outflow, the one that is held first. */
export async function certificatesOf(db: Db, outflowId: string): Promise<CertificateRecord[]> {
  const { rows } = await sql<CertificateRecord>`
    select c.id, c.number, o.name as "orgName", c.state, c.given_on as "givenOn", c.ended_on as "endedOn"
      from mobile_certificate c join organisation o on o.id = c.org_id
     where c.outflow_id = ${outflowId} order by c.state <> 'given', c.id desc`.execute(db);
  return rows;
}

/** Writes a certificate that is given out today; unique indexes refuse a number twice and a second one in hand. */
export async function insertCertificate(
  db: Db,
  one: { orgId: string; number: string; outflowId: string; today: string; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into mobile_certificate (org_id, number, outflow_id, given_on, by_name)
    values (${one.orgId}, ${one.number}, ${one.outflowId}, ${one.today}, ${one.by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** The certificate in hand comes back or is lost; undefined where none is in hand. */
export async function endHeld(db: Db, outflowId: string, state: 'returned' | 'lost', today: string) {
  const { rows } = await sql<{ id: string; number: string }>`
    update mobile_certificate set state = ${state}, ended_on = ${today}
     where outflow_id = ${outflowId} and state = 'given' returning id, number`.execute(db);
  return rows[0];
}
