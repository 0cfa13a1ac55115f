import { sql } from 'kysely';
import { ownMatterRefusal } from '#platform/oneself.ts';
import { MOST_RECORDS, type RecordType } from '#platform/records/records.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '../bin/recycle.ts';
import type { Ctx } from '../context.ts';
import { type Scope, within } from '../database/scope.ts';
import { textHolds } from '../database/search.ts';
import { refuse } from '../errors.ts';
import { cryptoErase } from '../secrecy/cryptoErase.ts';
import { isOwnMatter } from './bind.ts';
import { eraseFiles } from './queries.ts';

/**
 * The recycle bin's kind for the sub-records of one kind of owner. A row whose owner is deleted is restored together with the owner.
 * @param sorts the kinds that it covers, for their labels
 */
export function recordBin(
  owner: RecordType['owner'],
  sorts: readonly RecordType[],
  is: { kind: string; label: string; right: string },
): RecycleKind {
  const labels = JSON.stringify(Object.fromEntries(sorts.map(({ kind, label }) => [kind, label])));
  const [table, column, code, home] =
    owner === 'member'
      ? (['member', 'r.member_id', 'o.org_code', 'o.org_id'] as const)
      : (['organisation', 'r.org_id', 'o.code', 'o.id'] as const);
  const columns = sql`r.id, coalesce(${labels}::jsonb ->> r.kind, r.kind) || ' ' || r.title || '（' || o.name || '）' as name,
    coalesce(h.name, '') as "orgName", ${sql.ref(code)} as "orgCode", r.deleted_at as "deletedAt",
    coalesce(r.deleted_by, '') as "deletedBy", coalesce(r.delete_reason, '') as reason`;
  const from = sql`sub_record r join ${sql.table(table)} o on o.id = ${sql.ref(column)}
    left join organisation h on h.id = ${sql.ref(home)}`;
  const deleted = (scope: Scope) => sql`r.deleted_at is not null and r.erased_at is null and o.deleted_at is null
    and ${within(scope, code)} and ${scope.memberId === null}`;
  const where = (scope: Scope, { name, from: first, to }: RecycleFilter) => {
    const parts = [deleted(scope), deletedBetween('r.deleted_at', first, to)];
    if (name) parts.push(sql`(${textHolds(sql`r.title`, name)} or ${textHolds(sql`o.name`, name)})`);
    return sql.join(parts, sql` and `);
  };
  return {
    ...is,
    async list(ctx, scope, filter) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${from} where ${where(scope, filter)}
         order by r.deleted_at desc, r.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
      return rows;
    },
    async count(ctx, scope, filter, limit) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${from} where ${where(scope, filter)} limit ${limit}) as c`.execute(
        ctx.db,
      );
      return rows[0]?.n ?? 0;
    },
    async lock(ctx, scope, id) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${from} where r.id = ${id} and ${deleted(scope)} for update of r`.execute(ctx.db);
      return rows[0];
    },
    restore: (ctx, id) => restore(ctx, owner, id, (kind) => sorts.find((sort) => sort.kind === kind)),
    async erase(ctx, id) {
      const { rows } = await sql<{ kind: string; of: string }>`
        select r.kind, ${sql.ref(column)} as of from sub_record r where r.id = ${id}`.execute(ctx.db);
      for (const { kind, of } of rows) {
        const sort = sorts.find((one) => one.kind === kind);
        if (sort && isOwnMatter(ctx, sort, of)) throw refuse(ownMatterRefusal(`彻底删除${sort.label}`));
      }
      await sql`update sub_record set fields = '{}', title = '', files = '{}', erased_at = now() where id = ${id}`.execute(
        ctx.db,
      );
      await eraseFiles(ctx.db, owner, [id]);
      await cryptoErase(ctx.db, 'record', [id]);
    },
  };
}

async function restore(
  ctx: Ctx,
  owner: RecordType['owner'],
  id: string,
  sortOf: (kind: string) => RecordType | undefined,
): Promise<void> {
  const [table, column] =
    owner === 'member' ? (['member', 'member_id'] as const) : (['organisation', 'org_id'] as const);
  // The owner is held as by an addition, so that rows are counted one after another.
  await sql`select from ${sql.table(table)} where id = (select ${sql.ref(column)} from sub_record where id = ${id})
    for no key update`.execute(ctx.db);
  const { rows } = await sql<{ kind: string; title: string; id: string; name: string; orgCode: string }>`
    with back as (
    update sub_record r set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1,
           updated_at = now(), updated_by = ${ctx.session.accountName}
     where id = ${id}
       and (select count(*) from sub_record s where ${sql.ref(`s.${column}`)} = ${sql.ref(`r.${column}`)} and s.kind = r.kind
               and s.deleted_at is null) < ${MOST_RECORDS}
    returning kind, title, ${sql.ref(column)} as of)
    select back.kind, back.title, o.id, o.name, ${sql.ref(owner === 'member' ? 'o.org_code' : 'o.code')} as "orgCode"
      from back join ${sql.table(table)} o on o.id = back.of`.execute(ctx.db);
  const [back] = rows;
  if (!back) throw refuse(`同类记录最多${MOST_RECORDS}条，请先删除不需要的再恢复`);
  // The owner's timeline tells of it as of every other change.
  const { id: ownerId, name, orgCode } = back;
  const sort = sortOf(back.kind);
  const act = `恢复${sort?.label ?? back.kind}`;
  if (sort && isOwnMatter(ctx, sort, ownerId)) throw refuse(ownMatterRefusal(act));
  ctx.audit({ type: owner, id: ownerId, name, orgCode, reason: `${act} ${back.title}` });
}
