import { type RawBuilder, sql } from 'kysely';
import { SMS } from '#kernel/session/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { layOut, takenOut } from '#platform/server/inbox/outbox.ts';

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

/**
 * The enabled account of a login name with its registered numbers.
 * @param confirmed whether the number must bring the way in by itself: in an office one that its owner has not confirmed does not
 */
export const findRecipient = (db: Db, loginIndex: Buffer, confirmed: boolean): Promise<Recipient | undefined> =>
  recipient(db)
    .where('a.login_index', '=', loginIndex)
    .where((eb) => (confirmed ? eb.or([eb('a.phone_confirmed_at', 'is not', null), eb.not(inOffice)]) : eb.val(true)))
    .executeTakeFirst();

/** How an account is reached now: its own number, confirmed or not, or the record's; and whether it works in an office. */
export const readOwnPhone = (db: Db, accountId: string) =>
  recipient(db)
    .select([
      'a.phone_mask',
      'm.phone_mask as member_phone_mask',
      'a.phone_confirmed_at',
      'a.login_index',
      inOffice.as('office'),
    ])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();

/** Writes the phone that the owner has confirmed. */
export const writeOwnPhone = (db: Db, accountId: string, phone: { encrypted: Buffer; mask: string }, by: string) =>
  db
    .updateTable('account')
    .set((eb) => ({
      phone_enc: phone.encrypted,
      phone_mask: phone.mask,
      phone_confirmed_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
      updated_by: by,
    }))
    .where('id', '=', accountId)
    .execute();

/** Codes for a forgotten password that were sent to the number before are void. */
export const dropRetrievalCodes = (db: Db, loginIndex: Buffer) =>
  db.deleteFrom('sms_code').where('login_index', '=', loginIndex).where('purpose', '=', 'retrieve').execute();

/** News of another phone, for whoever has the old one. */
export interface PhoneNews {
  accountId: string;
  /** For which the old number is encrypted, and the number, base64. */
  place: string;
  phone: string;
  /** Null: the number was taken away. */
  newMask: string | null;
  /** Whose settings send it. */
  host: string;
}

/**
 * Notes within the change's transaction that a number no longer is an account's; whoever has it is told within seconds.
 * Nothing to tell where there was none.
 * @param before the account as it was
 */
export async function notifyOldNumber(db: Db, before: Recipient, newMask: string | null, host: string): Promise<void> {
  const own = before.phone_enc !== null;
  const encrypted = before.phone_enc ?? before.member_phone_enc;
  if (encrypted === null) return;
  const place = own ? `account.phone.${before.account_id}` : `member.phone.${before.member_id}`;
  const news: PhoneNews = { accountId: before.account_id, place, phone: encrypted.toString('base64'), newMask, host };
  await layOut(db, 'phoneChanged', sql`select ${JSON.stringify(news)}::jsonb`);
}

/** Takes one piece of news, with the account's words for it; undefined where none is left. */
export async function takePhoneNews(tx: Db) {
  const { rows } = await sql<PhoneNews & { loginMask: string; orgId: string }>`
    with taken as (
      ${takenOut('phoneChanged', 1)})
    select t.payload->>'accountId' as "accountId", t.payload->>'place' as place, t.payload->>'phone' as phone,
           t.payload->>'newMask' as "newMask", t.payload->>'host' as host, a.login_mask as "loginMask",
           coalesce(a.org_id, (select org_id from account_role where account_id = a.id order by id limit 1),
                    (select id from organisation order by code limit 1))::text as "orgId"
      from taken t join account a on a.id = (t.payload->>'accountId')::bigint`.execute(tx);
  return rows[0];
}

/** Who asks: a device that the login name knows, or its own session, is counted apart from all strangers. */
export interface Asker {
  known: boolean;
  ip: string;
}

/** What was asked to be sent lately to a number, and from an address. */
export interface Sent {
  /** Seconds until the number may get its next one; nought or less: now. */
  wait_number: number;
  wait_hour: number;
  /** Of the number's five, those from this address. */
  wait_source: number;
  wait_ip: number;
}

const { everySeconds, perHour, perHourAndSource, perHourAndIp } = SMS;
/** Seconds until fewer than `most` of the last hour's rows are left. */
const hourly = (rows: RawBuilder<boolean>, most: number) => sql`
  coalesce((select 3600 - extract(epoch from now() - created_at) from sms_message
             where ${rows} and created_at > now() - interval '1 hour'
             order by created_at desc offset ${most - 1} limit 1), 0)::float8`;

/**
 * How long a number and an address have to wait. Takes the locks of both for the transaction, so that of parallel
 * askers each sees the other's row. Strangers cannot make a known device wait: neither by asking for its number, nor by
 * using up what its address has, which they may share in an office.
 */
export async function readWaits(tx: Db, numberIndex: Buffer, { known, ip }: Asker): Promise<Sent> {
  await sql`select pg_advisory_xact_lock(k) from (
    select hashtextextended(k, 7010003) as k
      from unnest(array[${`n${numberIndex.toString('hex')}`}, ${`i${ip}`}]::text[]) as k order by 1) as keys`.execute(
    tx,
  );
  const number = sql<boolean>`number_index = ${numberIndex} and known = ${known}`;
  const address = sql<boolean>`ip = ${ip} and not known`;
  const unlessKnown = (wait: RawBuilder<unknown>) => (known ? sql`0::float8` : wait);
  const { rows } = await sql<Sent>`
    select coalesce((select ${everySeconds} - extract(epoch from now() - max(created_at)) from sms_message
                      where ${number}), 0)::float8 as wait_number,
           ${hourly(number, perHour)} as wait_hour,
           ${unlessKnown(hourly(sql`${number} and ip = ${ip}`, perHourAndSource))} as wait_source,
           ${unlessKnown(hourly(address, perHourAndIp))} as wait_ip`.execute(tx);
  return rows[0] ?? { wait_number: 0, wait_hour: 0, wait_source: 0, wait_ip: 0 };
}

/** Notes that a message was asked for; answers its id. */
export async function insertMessage(
  tx: Db,
  message: { numberIndex: Buffer; numberMask: string | null; purpose: string } & Asker,
): Promise<string> {
  const { id } = await tx
    .insertInto('sms_message')
    .values({
      number_index: message.numberIndex,
      number_mask: message.numberMask,
      purpose: message.purpose,
      ip: message.ip,
      known: message.known,
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
