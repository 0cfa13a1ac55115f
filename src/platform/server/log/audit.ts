import { sql } from 'kysely';
import type { AuditDetail, Ctx, Session } from '../context.ts';
import type { Db } from '../database/db.ts';
import { encryptChanges } from '../secrecy/cryptoErase.ts';
import { noteSignIn } from '../watch/metrics.ts';
import { cleanLogText } from './log.ts';

interface Act {
  action: string;
  endpoint: string;
  outcome: 'done' | 'denied' | 'failed';
  ip: string;
  traceId: string;
  reason?: string;
}

/** Whose act it is. */
export type Actor = Pick<Session, 'accountId' | 'accountName' | 'roleId' | 'orgId' | 'orgCode'>;

const line = (text: string | null | undefined, max: number) =>
  text === null || text === undefined ? null : cleanLogText(text, max).replace(/\s+/g, ' ');

/** Changes as JSON holds them; a text of a megabyte is named by its beginning. */
const clipped = (changes: NonNullable<AuditDetail['changes']>): NonNullable<AuditDetail['changes']> =>
  JSON.parse(
    JSON.stringify(changes, (_name, value) => (typeof value === 'string' ? cleanLogText(value, LONGEST_VALUE) : value)),
  );

/** The changes of each detail as JSON; what they say of a person is encrypted, so that it can be destroyed with the person. */
async function changesTexts(db: Db, details: readonly AuditDetail[]): Promise<(string | null)[]> {
  const personal = details.flatMap(({ type, id, record, changes }) => {
    if (type !== 'member' || !id || !changes) return [];
    return [
      {
        owner: record ? ({ type: 'record', id: record } as const) : ({ type, id } as const),
        changes: clipped(changes),
      },
    ];
  });
  const encrypted = (await encryptChanges(db, personal)).values();
  return details.map(({ type, id, changes }) => {
    if (!changes) return null;
    return JSON.stringify(type === 'member' && id ? encrypted.next().value : clipped(changes));
  });
}

const LONGEST_VALUE = 2000;
const LONGEST_REASON = 500;
const LONGEST_NAME = 200;

/**
 * Writes one audit row for each detail (one row where there is none), in the given transaction. Typed texts are stored as one
 * clipped line without control and direction characters.
 */
export async function writeAudit(db: Db, session: Actor | null, act: Act, details: readonly AuditDetail[]) {
  const list: readonly AuditDetail[] = details.length === 0 ? [{}] : details;
  for (const { signIn } of details) if (signIn) noteSignIn(signIn.way, act.outcome);
  // A statement takes 65,535 values, and a merger speaks of thousands of people.
  for (let first = 0; first < list.length; first += ROWS_AT_ONCE) {
    await insertRows(db, session, act, list.slice(first, first + ROWS_AT_ONCE));
  }
}

const ROWS_AT_ONCE = 1000;

/** The columns that `valuesOf` fills. */
const COLUMNS = sql.raw(
  'account_id, account_name, role_id, org_id, org_code, action, endpoint, target_type, target_id, target_name, changes, outcome, reason, way, device, ip, trace_id',
);

/** The values of one row, `changes` as JSON. */
const valuesOf = (session: Actor | null, act: Act, detail: AuditDetail, changes: string | null) =>
  sql`${session?.accountId ?? null}::bigint, ${line(session?.accountName, LONGEST_NAME) ?? ''},
      ${session?.roleId ?? null}::smallint, ${session?.orgId ?? null}::bigint, ${detail.orgCode ?? session?.orgCode ?? ''},
      ${act.action}, ${act.endpoint}, ${detail.type ?? null}, ${detail.id ?? null}, ${line(detail.name, LONGEST_NAME)},
      ${changes}::jsonb, ${act.outcome}, ${line(detail.reason ?? act.reason, LONGEST_REASON)},
      ${line(detail.signIn?.way, 20)}, ${line(detail.signIn?.device, 60)}, ${act.ip}, ${act.traceId}`;

async function insertRows(db: Db, session: Actor | null, act: Act, details: readonly AuditDetail[]) {
  const changes = await changesTexts(db, details);
  const rows = details.map((detail, at) => sql`(${valuesOf(session, act, detail, changes[at] ?? null)})`);
  // One row is what nearly every write leaves; each further number of rows would be a statement of its own.
  await sql`${sql.raw(rows.length === 1 ? '/* prepared */' : '')}
    insert into audit_log (${COLUMNS}) values ${sql.join(rows)}`.execute(db);
}

/** Denials of one account and call that are logged one by one in a minute; further ones are counted. */
export const LOGGED_A_MINUTE = 10;

/**
 * Counts a denial, and writes its row unless the log has enough of its kind in this minute. It is one statement, so that thousands
 * of tries cost one round trip each.
 */
export async function writeDenial(db: Db, session: Session, act: Omit<Act, 'outcome'>, tried: AuditDetail) {
  const { accountId, accountName, roleId, orgId, orgCode } = session;
  await sql`/* prepared */ with counted as (
      insert into denied_count (account_id, endpoint, started_at, hits, account_name, role_id, org_id, org_code, action, ip)
      values (${accountId}, ${act.endpoint}, date_trunc('minute', now()), 1, ${accountName}, ${roleId}, ${orgId}, ${orgCode},
        ${act.action}, ${act.ip})
      on conflict (account_id, endpoint, started_at) do update set hits = denied_count.hits + 1, ip = excluded.ip
      returning hits)
    insert into audit_log (${COLUMNS})
    select ${valuesOf(session, { ...act, outcome: 'denied' }, tried, null)} from counted where hits <= ${LOGGED_A_MINUTE}`.execute(
    db,
  );
}

/** Records an act that happens outside a bound write, e.g. a sign-in. */
export const auditAct = (
  ctx: Ctx,
  session: Session | null,
  action: string,
  detail: AuditDetail,
  outcome: Act['outcome'] = 'done',
) =>
  writeAudit(
    ctx.db,
    session,
    { action, endpoint: ctx.request.routeOptions.url ?? '', outcome, ip: ctx.ip, traceId: ctx.traceId },
    [detail],
  );

/** The changed fields of a row as `{field: [before, after]}`; equal fields are left out. */
export function diff<T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Record<string, [unknown, unknown]> {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const [field, value] of Object.entries(after)) {
    if (JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null)) {
      changes[field] = [before[field] ?? null, value ?? null];
    }
  }
  return changes;
}
