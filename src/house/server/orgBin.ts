import { sql } from 'kysely';
import { binFrom, type RecycleKind, restoreRow } from '#platform/server/bin/recycle.ts';
import { within } from '#platform/server/database/scope.ts';

interface Of {
  kind: string;
  label: string;
  right: string;
  table: string;
  /** The column that names a row. */
  title: string;
}

/**
 * The recycle bin of a table whose rows belong to an organisation (`org_id`, `org_code`), with the columns `deleted_at`,
 * `deleted_by`, `delete_reason`, `erased_at` and `version`. Erasing removes the name and keeps the row, since other rows may refer
 * to it.
 */
export function orgBin({ kind, label, right, table, title }: Of): RecycleKind {
  return {
    kind,
    label,
    right,
    ...binFrom({
      from: sql`${sql.table(table)} t join organisation o on o.id = t.org_id and o.deleted_at is null`,
      name: sql.ref(`t.${title}`),
      where: (_ctx, scope) => sql`t.erased_at is null and ${within(scope, 't.org_code')}`,
    }),
    restore: (ctx, id) => restoreRow(ctx.db, table, id),
    async erase(ctx, id) {
      await sql`update ${sql.table(table)} set ${sql.ref(title)} = '（已彻底删除）', erased_at = now()
                 where id = ${id} and deleted_at is not null`.execute(ctx.db);
    },
  };
}
