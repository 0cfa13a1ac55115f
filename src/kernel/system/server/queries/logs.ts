import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { openChanges, type StoredChanges } from '#platform/server/secrecy/cryptoErase.ts';

/** What the log is asked for; an absent or empty value leaves a filter out. */
export interface LogFilter {
  /** Sign-ins, or everything else; absent: both. */
  kind?: 'acts' | 'logins' | undefined;
  action?: string | undefined;
  accountName?: string | undefined;
  orgName?: string | undefined;
  targetName?: string | undefined;
  ip?: string | undefined;
  outcome?: 'done' | 'denied' | 'failed' | undefined;
  way?: string | undefined;
  /** Days `YYYY-MM-DD`, both included. */
  startTime?: string | undefined;
  endTime?: string | undefined;
  /** One account: what it did, and the sign-ins tried on it. */
  accountId?: string | undefined;
  /** Minutes `YYYY-MM-DDTHH:MM`, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface LogRecord {
  id: string;
  at: Date;
  account_id: string | null;
  account_name: string;
  role_name: string | null;
  org_name: string | null;
  action: string;
  target_type: string | null;
  target_name: string | null;
  outcome: 'done' | 'denied' | 'failed';
  reason: string | null;
  ip: string;
  trace_id: string;
  way: string | null;
  device: string | null;
  changes: Record<string, [unknown, unknown]> | null;
}

/** Rows are counted so far; a longer log is narrowed by its filters. */
export const COUNTED = 1000;

const ZONE = sql.lit('Asia/Shanghai');

function where(scope: Scope, filter: LogFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'l.org_code')];
  const part = (value: string | undefined, make: (value: string) => RawBuilder<unknown>) => {
    if (value) parts.push(make(value));
  };
  if (filter.kind) parts.push(filter.kind === 'logins' ? sql`l.way is not null` : sql`l.way is null`);
  part(filter.action, (text) => textHolds(sql`l.action`, text));
  part(filter.accountName, (text) =>
    filter.kind === 'logins'
      ? sql`(${textHolds(sql`l.account_name`, text)} or ${textHolds(sql`coalesce(l.target_name, '')`, text)})`
      : textHolds(sql`l.account_name`, text),
  );
  part(filter.targetName, (text) => textHolds(sql`l.target_name`, text));
  part(filter.orgName, (text) => {
    // Whose organisation: the actor's, or that of what was touched.
    const found = (column: 'id' | 'code') => sql`(
      select ${sql.ref(`o.${column}`)} from organisation o
       where ${within(scope, 'o.code')} and o.name_grams @> ${queryGrams(text)}::text[] and ${textHolds(sql`o.name`, text)})`;
    return sql`(l.org_id in ${found('id')} or l.org_code in ${found('code')})`;
  });
  part(filter.ip, (ip) => sql`l.ip = ${ip}`);
  part(filter.outcome, (outcome) => sql`l.outcome = ${outcome}`);
  part(filter.way, (way) => sql`l.way = ${way}`);
  part(filter.startTime, (day) => sql`l.at >= ${day}::date::timestamp at time zone ${ZONE}`);
  part(filter.endTime, (day) => sql`l.at < (${day}::date + 1)::timestamp at time zone ${ZONE}`);
  part(
    filter.accountId,
    (id) => sql`(l.account_id = ${id} or (l.target_type in ('account', 'login') and l.target_id = ${id}))`,
  );
  part(filter.from, (minute) => sql`l.at >= ${minute}::timestamp at time zone ${ZONE}`);
  part(filter.to, (minute) => sql`l.at < (${minute}::timestamp + interval '1 minute') at time zone ${ZONE}`);
  return sql.join(parts, sql` and `);
}

/** The found rows with the names that stand beside them and their values opened, newest first. */
const named = async (db: Db, found: RawBuilder<unknown>): Promise<LogRecord[]> => {
  const { rows } = await sql<Omit<LogRecord, 'changes'> & { changes: StoredChanges | null }>`
  select l.id, l.at, l.account_id, l.account_name, r.name as role_name, o.name as org_name, l.action, l.target_type,
         l.target_name, l.outcome, l.reason, l.ip, l.trace_id, l.way, l.device, l.changes
    from (${found}) as l
    left join organisation o on o.id = l.org_id or (l.org_id is null and o.code = l.org_code)
    left join role r on r.id = l.role_id
   order by l.id desc`.execute(db);
  return openChanges(db, rows);
};

/** The log of a subtree, newest first. */
export async function listLogs(
  db: Db,
  scope: Scope,
  filter: LogFilter,
  limit: number,
  offset: number,
): Promise<LogRecord[]> {
  return named(
    db,
    sql`
    select * from audit_log l where ${where(scope, filter)}
     order by l.id desc limit ${limit} offset ${offset}`,
  );
}

/** How many rows there are, at most one more than are counted. */
export async function countLogs(db: Db, scope: Scope, filter: LogFilter, counted = COUNTED): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
      from (select from audit_log l where ${where(scope, filter)} limit ${counted + 1}) as counted`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The next rows below an id, newest first; `beforeId` null: from the newest. */
export async function logChunk(
  db: Db,
  scope: Scope,
  filter: LogFilter,
  beforeId: string | null,
  limit: number,
): Promise<LogRecord[]> {
  const below = beforeId === null ? sql`true` : sql`l.id < ${beforeId}`;
  return named(
    db,
    sql`
    select * from audit_log l where ${where(scope, filter)} and ${below}
     order by l.id desc limit ${limit}`,
  );
}

/** Whether an account holds or held a role within the scope, or stands in its log. */
export async function accountKnown(db: Db, scope: Scope, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account_role g join organisation o on o.id = g.org_id
     where g.account_id = ${accountId} and ${within(scope, 'o.code')}
    union all
    (select from audit_log l where l.account_id = ${accountId} and ${within(scope, 'l.org_code')} limit 1)
    limit 1`.execute(db);
  return rows.length > 0;
}
