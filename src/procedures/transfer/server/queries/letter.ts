import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { checkDigitOf } from '#procedures/transfer/rules/letter.ts';

/** What stands on a letter beside the person's numbers, which are read when it is printed. */
export interface LetterFacts {
  name: string;
  gender: string;
  age: number | null;
  nation: string;
  category: string;
  fromName: string;
  toBranch: string;
  address: string;
  postcode: string;
  officePhone: string;
}

export interface LetterRecord {
  id: string;
  transferId: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  prefix: string;
  year: number;
  serial: number;
  checkDigit: number;
  toName: string;
  days: number;
  issuedOn: string;
  validUntil: string;
  paidTo: string | null;
  lastSum: number | null;
  receiptNo: string;
  facts: LetterFacts;
  handler: string;
  replacesId: string | null;
  voidedAt: Date | null;
  voidReason: string;
  printed: number;
  printedBy: string;
  printedAt: Date | null;
  today: string;
}

const COLUMNS = sql`l.id, l.transfer_id as "transferId", l.org_id as "orgId", l.org_code as "orgCode", o.name as "orgName",
  l.prefix, l.year, l.serial, l.check_digit as "checkDigit", l.to_name as "toName", l.days, l.issued_on as "issuedOn",
  l.valid_until as "validUntil", l.paid_to as "paidTo", l.last_sum::int as "lastSum", l.receipt_no as "receiptNo", l.facts,
  l.handler, l.replaces_id as "replacesId", l.voided_at as "voidedAt", l.void_reason as "voidReason", l.printed,
  l.printed_by as "printedBy", l.printed_at as "printedAt", ${dbToday} as today`;
const FROM = sql`relation_letter l join organisation o on o.id = l.org_id`;

export interface NewLetter {
  transferId: string;
  orgId: string;
  orgCode: string;
  prefix: string;
  toName: string;
  days: number;
  paidTo: string | null;
  lastSum: number | null;
  receiptNo: string;
  facts: LetterFacts;
  handler: string;
  replacesId: string | null;
}

/** Takes the next number of a committee's year: whoever asks meanwhile waits, so that none is skipped or given twice. */
async function nextSerial(db: Db, orgId: string): Promise<{ year: number; serial: number }> {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into relation_serial (org_id, year, last) values (${orgId}, extract(year from ${dbToday})::smallint, 1)
    on conflict (org_id, year) do update set last = relation_serial.last + 1
    returning year, last`.execute(db);
  return { year: rows[0]?.year ?? 0, serial: rows[0]?.last ?? 0 };
}

/** Issues a letter in the caller's transaction; its number is as final as the transaction. */
export async function issueLetter(db: Db, one: NewLetter): Promise<{ id: string; validUntil: string }> {
  const { year, serial } = await nextSerial(db, one.orgId);
  const { rows } = await sql<{ id: string; validUntil: string }>`
    insert into relation_letter (transfer_id, org_id, org_code, prefix, year, serial, check_digit, to_name, days, issued_on,
                                 valid_until, paid_to, last_sum, receipt_no, facts, handler, replaces_id)
    values (${one.transferId}, ${one.orgId}, ${one.orgCode}, ${one.prefix}, ${year}, ${serial}, ${checkDigitOf(year, serial)},
            ${one.toName}, ${one.days}, ${dbToday}, ${dbToday} + ${one.days}::int, ${one.paidTo}, ${one.lastSum},
            ${one.receiptNo}, ${JSON.stringify(one.facts)}::jsonb, ${one.handler}, ${one.replacesId})
    returning id, valid_until as "validUntil"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no letter');
  return row;
}

/** The letter that holds; none before it is issued and after it is void. */
export async function validLetter(db: Db, transferId: string): Promise<LetterRecord | undefined> {
  const { rows } = await sql<LetterRecord>`
    select ${COLUMNS} from ${FROM} where l.transfer_id = ${transferId} and l.voided_at is null`.execute(db);
  return rows[0];
}

/** A letter keeps its number for ever; why it does not hold any more stands beside it. */
export const voidLetter = (db: Db, transferId: string, reason: string) =>
  sql`update relation_letter set voided_at = now(), void_reason = ${reason}
       where transfer_id = ${transferId} and voided_at is null`.execute(db);

/** Every letter of a transfer, the newest first. */
export async function lettersOf(db: Db, transferId: string): Promise<LetterRecord[]> {
  const { rows } = await sql<LetterRecord>`
    select ${COLUMNS} from ${FROM} where l.transfer_id = ${transferId} order by l.id desc`.execute(db);
  return rows;
}

export async function letterById(db: Db, id: string): Promise<LetterRecord | undefined> {
  const { rows } = await sql<LetterRecord>`select ${COLUMNS} from ${FROM} where l.id = ${id}`.execute(db);
  return rows[0];
}

/** Counts a printing. */
export const countPrinting = (db: Db, id: string, by: string) =>
  sql`update relation_letter set printed = printed + 1, printed_by = ${by}, printed_at = now() where id = ${id}`.execute(
    db,
  );
