import { sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** Deleted banks, papers and drafts of exams, each by its table. */
function binOf(kind: string, label: string, table: string, title: string): RecycleKind {
  const columns = sql`a.id, a.${sql.ref(title)} as name, o.name as "orgName", o.code as "orgCode", a.deleted_at as "deletedAt",
    coalesce(a.deleted_by, '') as "deletedBy", coalesce(a.delete_reason, '') as reason`;
  const deleted = (scope: Scope, filter?: RecycleFilter) => sql`
    ${sql.table(table)} a join organisation o on o.id = a.org_id and o.deleted_at is null
     where a.deleted_at is not null and a.erased_at is null and ${within(scope, 'a.org_code')} and ${scope.memberId === null}
       and ${deletedBetween('a.deleted_at', filter?.from ?? null, filter?.to ?? null)}
       and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in a.${sql.ref(title)}) > 0)`;
  return {
    kind,
    label,
    right: 'exam:write',
    async list(ctx, scope, filter) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${deleted(scope, filter)}
         order by a.deleted_at desc, a.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
      return rows;
    },
    async count(ctx, scope, filter, limit) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${deleted(scope, filter)} limit ${limit}) as part`.execute(ctx.db);
      return rows[0]?.n ?? 0;
    },
    async lock(ctx, scope, id) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${deleted(scope)} and a.id = ${id} for update of a`.execute(ctx.db);
      return rows[0];
    },
    async restore(ctx, id) {
      await sql`update ${sql.table(table)} set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
                 where id = ${id}`.execute(ctx.db);
    },
    async erase(ctx, id) {
      // What exams have asked stays behind them; the row itself is emptied.
      await sql`update ${sql.table(table)} set ${sql.ref(title)} = '（已彻底删除）', erased_at = now()
                 where id = ${id} and deleted_at is not null`.execute(ctx.db);
    },
  };
}

export const bins: readonly RecycleKind[] = [
  binOf('questionLib', '题库', 'question_lib', 'name'),
  binOf('examPaper', '试卷', 'exam_paper', 'name'),
  binOf('exam', '考试', 'exam', 'title'),
];
