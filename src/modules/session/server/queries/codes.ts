import { sql } from 'kysely';
import { SMS } from '#modules/session/rules.ts';
import type { Db } from '#platform/server/db.ts';

/** Where a code goes; `phone_*` are null where the account has no number. */
export interface Recipient {
  account_id: string;
  phone_enc: Buffer | null;
  member_id: string | null;
  member_phone_enc: Buffer | null;
}

/**
 * Whether an account works in an office. Its record is kept by workers who may stand below it: their number must not open it,
 * so that such an account has a number of its own or none.
 */
const inOffice = sql<boolean>`exists (
  select from usable_grant g join role r on r.id = g.role_id where g.account_id = a.id and r.base = 'subtree')`;

const recipient = (db: Db) =>
  db
    .selectFrom('account as a')
    .leftJoin('member as m', (join) =>
      join
        .onRef('m.id', '=', 'a.member_id')
        .on('m.deleted_at', 'is', null)
        .on(({ not }) => not(inOffice)),
    )
    .select(['a.id as account_id', 'a.phone_enc', 'm.id as member_id', 'm.phone_enc as member_phone_enc'])
    .where('a.enabled', '=', true);

/** The enabled account of a login name with its registered numbers. */
export const findRecipient = (db: Db, loginIndex: Buffer): Promise<Recipient | undefined> =>
  recipient(db).where('a.login_index', '=', loginIndex).executeTakeFirst();

/** What was asked to be sent lately to a number, and from an address. */
export interface Sent {
  /** Seconds until the number may get its next one; nought or less: now. */
  wait_number: number;
  wait_hour: number;
  wait_ip: number;
}

const { everySeconds, perHour, perHourAndIp } = SMS;
/** Seconds until fewer than `most` of the last hour's rows are left. */
const hourly = (column: 'number_index' | 'ip', value: Buffer | string, most: number) => sql`
  coalesce((select 3600 - extract(epoch from now() - created_at) from sms_message
             where ${sql.ref(column)} = ${value} and created_at > now() - interval '1 hour'
             order by created_at desc offset ${most - 1} limit 1), 0)::float8`;

/**
 * How long a number and an address have to wait. Takes the locks of both for the transaction, so that of parallel
 * askers each sees the other's row.
 */
export async function readWaits(tx: Db, numberIndex: Buffer, ip: string): Promise<Sent> {
  await sql`select pg_advisory_xact_lock(k) from (
    select hashtextextended(k, 7010003) as k
      from unnest(array[${`n${numberIndex.toString('hex')}`}, ${`i${ip}`}]::text[]) as k order by 1) as keys`.execute(
    tx,
  );
  const { rows } = await sql<Sent>`
    select coalesce((select ${everySeconds} - extract(epoch from now() - max(created_at)) from sms_message
                      where number_index = ${numberIndex}), 0)::float8 as wait_number,
           ${hourly('number_index', numberIndex, perHour)} as wait_hour,
           ${hourly('ip', ip, perHourAndIp)} as wait_ip`.execute(tx);
  return rows[0] ?? { wait_number: 0, wait_hour: 0, wait_ip: 0 };
}

/** Notes that a message was asked for; answers its id. */
export async function insertMessage(
  tx: Db,
  message: { numberIndex: Buffer; numberMask: string | null; purpose: string; ip: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('sms_message')
    .values({
      number_index: message.numberIndex,
      number_mask: message.numberMask,
      purpose: message.purpose,
      ip: message.ip,
      state: message.numberMask === null ? 'none' : 'sending',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What became of a message. */
export const markMessage = (db: Db, id: string, state: 'sent' | 'failed') =>
  db.updateTable('sms_message').set({ state }).where('id', '=', id).execute();

/** Writes a code of five minutes for the browser that asked; its earlier one for the same purpose is void. */
export const insertCode = (
  tx: Db,
  code: { requestHash: Buffer; purpose: string; loginIndex: Buffer; codeMac: string },
) =>
  sql`insert into sms_code (request_hash, purpose, login_index, code_mac, expires_at)
      values (${code.requestHash}, ${code.purpose}, ${code.loginIndex}, ${code.codeMac},
              now() + make_interval(secs => ${SMS.goodSeconds}))`.execute(tx);

/** Counts a try at a code before it is compared; null where there is none, or its tries are used up. */
export async function takeCodeTry(
  db: Db,
  requestHash: Buffer,
  purpose: string,
  loginIndex: Buffer | null,
): Promise<string | null> {
  const { rows } = await sql<{ code_mac: string }>`
    update sms_code set tries = tries + 1
     where request_hash = ${requestHash} and purpose = ${purpose} and tries < ${SMS.tries} and expires_at > now()
       and login_index = coalesce(${loginIndex}::bytea, login_index)
    returning code_mac`.execute(db);
  return rows[0]?.code_mac ?? null;
}

/** Uses a code up; of parallel users one wins. */
export async function spendCode(db: Db, requestHash: Buffer): Promise<boolean> {
  const { rows } = await sql`delete from sms_code where request_hash = ${requestHash} returning 1`.execute(db);
  return rows.length === 1;
}
