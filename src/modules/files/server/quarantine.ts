import { sql } from 'kysely';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { keepFile, type Received } from '#platform/server/files.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** Nobody answers for reading this kind, so nobody does. */
const KIND = 'files.quarantine';
/** Days that an administrator has for deciding. */
const DAYS = 30;

/** Whether an administrator has found bytes like these harmless. */
export async function isReleased(db: Db, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from quarantine where sha256 = ${sha256} and released_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Keeps infected bytes aside, once for an account; answers the id under which they wait. */
export async function quarantine(ctx: Ctx, received: Received, name: string, threat: string): Promise<string> {
  const { accountId, accountName, orgCode } = ctx.session;
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    insert into quarantine (account_id, account_name, org_code, name, threat, sha256)
    values (${accountId}, ${accountName}, ${orgCode}, ${name}, ${threat}, ${received.sha256})
    on conflict (account_id, sha256) where released_at is null do update set name = excluded.name
    returning id, xmax = 0 as fresh`.execute(ctx.services.db);
  const row = rows[0];
  if (!row) throw new Error('nothing inserted');
  if (row.fresh) {
    const mime = 'application/octet-stream';
    const facts = { kind: KIND, rowId: row.id, orgCode, accountId, name, mime, days: DAYS };
    await keepFile(ctx.services, ctx.services.db, facts, received);
  }
  return row.id;
}

const waiting = (scope: Scope, filter: Pick<RecycleFilter, 'name' | 'from' | 'to'>) => sql`
  q.released_at is null and ${within(scope, 'q.org_code')} and ${scope.memberId === null}
  and (${filter.name}::text is null or strpos(lower(q.name), lower(${filter.name})) > 0)
  and ${deletedBetween('q.created_at', filter.from, filter.to)}`;
const ALL = { name: null, from: null, to: null };
const COLUMNS = sql`q.id, q.name, coalesce(o.name, '') as "orgName", q.org_code as "orgCode",
  q.created_at as "deletedAt", '' as "deletedBy",
  q.account_name || '上传时查出病毒：' || q.threat as reason`;
const FROM = sql`quarantine q left join organisation o on o.code = q.org_code`;

/** The bytes are no more needed; they go with the next cleaning, within the hour. */
const dropBytes = (db: Db, id: string) =>
  sql`update stored_file set expires_at = now() where kind = ${KIND} and row_id = ${id}`.execute(db);

/** Files in quarantine, in the recycle bin of administrators: restored is released, and erased is destroyed. */
export const recycledQuarantine: RecycleKind = {
  kind: 'quarantine',
  label: '隔离文件',
  note: '查出病毒的文件在这里保留30天，此前可以决定。恢复即放行：以后再上传同样的文件不再拦截，请上传人重新上传。',
  right: 'recycle:eraseNow',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${FROM} where ${waiting(scope, filter)}
       order by q.created_at desc, q.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
    return rows;
  },
  async count(ctx, scope, filter, limit) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from quarantine q where ${waiting(scope, filter)} limit ${limit}) as c`.execute(
      ctx.db,
    );
    return rows[0]?.n ?? 0;
  },
  async lock(ctx, scope, id) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${FROM} where q.id = ${id} and ${waiting(scope, ALL)} for update of q`.execute(ctx.db);
    return rows[0];
  },
  async restore(ctx, id) {
    await sql`update quarantine set released_at = now(), released_by = ${ctx.session.accountName}
               where id = ${id}`.execute(ctx.db);
    await dropBytes(ctx.db, id);
  },
  async erase(ctx, id) {
    await sql`delete from quarantine where id = ${id}`.execute(ctx.db);
    await dropBytes(ctx.db, id);
  },
};

/** Forgets what nobody has decided about; its bytes have expired as well. */
export async function sweepQuarantine({ db }: Services): Promise<void> {
  await sql`delete from quarantine
             where released_at is null and created_at < now() - make_interval(days => ${DAYS})`.execute(db);
}
