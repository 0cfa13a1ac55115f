import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface MerchantRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  channel: 1 | 2 | 3;
  bank: number;
  accountName: string;
  merchantNo: string;
  appId: string;
  baseUrl: string;
  notifyUrl: string;
  isSandbox: boolean;
  enabled: boolean;
  /** Who has set what waits; null: nothing waits. */
  askedBy: string | null;
  isConfirmed: boolean;
  encrypted: Buffer;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

const MERCHANT = sql`a.id, a.org_id as "orgId", a.org_code as "orgCode", o.name as "orgName", a.channel, a.bank,
  a.account_name as "accountName", a.merchant_no as "merchantNo", a.app_id as "appId", a.base_url as "baseUrl",
  a.notify_url as "notifyUrl", a.is_sandbox as "isSandbox", a.enabled, a.asked_by as "askedBy",
  a.confirmed_at is not null as "isConfirmed", a.keys_enc as encrypted, a.version,
  a.updated_by as "updatedBy", a.updated_at as "updatedAt"`;
const FROM = sql`dues_merchant a join organisation o on o.id = a.org_id and o.deleted_at is null`;

/** The accounts of an organisation and those below it, in tree order. */
export async function merchantsOf(db: Db, scope: Scope): Promise<MerchantRecord[]> {
  const { rows } = await sql<MerchantRecord>`
    select ${MERCHANT} from ${FROM} where ${within(scope, 'a.org_code')} order by a.org_code, a.channel limit 500`.execute(
    db,
  );
  return rows;
}

/** The account of a committee for one way; `lock` keeps it for this transaction. */
export async function findMerchant(
  db: Db,
  orgId: string,
  channel: number,
  lock = false,
): Promise<MerchantRecord | undefined> {
  const { rows } = await sql<MerchantRecord>`
    select ${MERCHANT} from ${FROM} where a.org_id = ${orgId} and a.channel = ${channel}
    ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
}

/** An account by its id, whichever organisation it belongs to: for notifications and what an order names. */
export async function merchantById(db: Db, id: string): Promise<MerchantRecord | undefined> {
  const { rows } = await sql<MerchantRecord>`select ${MERCHANT} from ${FROM} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** The accounts that serve an organisation: of each way the nearest one, of itself or above it. */
export async function findServingMerchants(db: Db, orgCode: string): Promise<MerchantRecord[]> {
  const codes = Array.from({ length: orgCode.length / 4 }, (_, level) => orgCode.slice(0, (level + 1) * 4));
  const { rows } = await sql<MerchantRecord>`
    select distinct on (a.channel) ${MERCHANT} from ${FROM}
     where a.org_code = any(${codes}::text[]) and a.enabled and a.confirmed_at is not null order by a.channel, length(a.org_code) desc`.execute(
    db,
  );
  return rows;
}

export interface MerchantFields {
  orgId: string;
  orgCode: string;
  channel: number;
  bank: number;
  accountName: string;
  merchantNo: string;
  appId: string;
  baseUrl: string;
  notifyUrl: string;
  isSandbox: boolean;
  enabled: boolean;
  by: string;
  askedBy: string;
}

/** Writes an account; the keys follow by `writeKeys`, since they are encrypted for its id. */
export async function writeMerchant(db: Db, one: MerchantFields): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into dues_merchant (org_id, org_code, channel, bank, account_name, merchant_no, app_id, base_url, notify_url,
                               is_sandbox, enabled, keys_enc, updated_by, asked_by)
    values (${one.orgId}, ${one.orgCode}, ${one.channel}, ${one.bank}, ${one.accountName}, ${one.merchantNo}, ${one.appId},
            ${one.baseUrl}, ${one.notifyUrl}, ${one.isSandbox}, ${one.enabled}, '', ${one.by}, ${one.askedBy})
    on conflict (org_id, channel) do update set bank = excluded.bank, account_name = excluded.account_name,
           merchant_no = excluded.merchant_no, app_id = excluded.app_id, base_url = excluded.base_url,
           notify_url = excluded.notify_url, is_sandbox = excluded.is_sandbox, enabled = excluded.enabled,
           version = dues_merchant.version + 1, updated_at = now(), updated_by = excluded.updated_by,
           asked_by = excluded.asked_by, confirmed_at = null, confirmed_by = ''
    returning id, version`.execute(db);
  return rows[0] ?? { id: '', version: 0 };
}

/** Puts an account into use as it stands. */
export async function confirmMerchant(db: Db, id: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update dues_merchant set asked_by = null, confirmed_at = now(), confirmed_by = ${by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function writeKeys(db: Db, id: string, encrypted: Buffer): Promise<void> {
  await sql`update dues_merchant set keys_enc = ${encrypted} where id = ${id}`.execute(db);
}

/** Whether orders of an account are still under way: its keys and numbers stay until they are settled. */
export async function hasOpenOrders(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from dues_order where merchant_id = ${id} and state = 1 limit 1`.execute(db);
  return rows.length > 0;
}
