import { type RawBuilder, sql } from 'kysely';
import { type AnyNoun, columnOf, type Fields } from '#platform/noun/noun.ts';
import { binOf, type RecycleKind } from '../bin/recycle.ts';
import type { Ctx } from '../context.ts';
import { writeUnique } from '../database/unique.ts';
import { refuse } from '../errors.ts';
import type { StoredNoun } from './queries.ts';
import { nounColumns } from './queries.ts';
import { dropUploads } from './uploads.ts';

/** The field of a unique index, which is named `<table>_<column>`, and its sentence. */
export function fieldOfUniqueIndex({ is }: AnyNoun, index: string): [name: string, sentence: string] | null {
  for (const [name, field] of Object.entries(is.fields as Fields)) {
    const sentence = field.options.unique;
    if (sentence && index === `${is.table}_${columnOf(name, field)}`) return [name, sentence];
  }
  return null;
}

/**
 * The recycle bin's kind of a noun. Erasing destroys the personal fields; the title stays for the log.
 * @param back called after a restoration, in its transaction
 */
export function nounBin(noun: AnyNoun, back: (ctx: Ctx, row: StoredNoun) => Promise<void>): RecycleKind {
  const { is } = noun;
  const table = sql.table(is.table);
  const titled = is.fields[is.title];
  const title = titled ? columnOf(is.title, titled) : 'name';
  const emptied = Object.entries(is.fields as Fields).flatMap(([name, field]): RawBuilder<unknown>[] =>
    field.options.personal
      ? [sql`${sql.id(columnOf(name, field))} = ${(field.options as { blank?: boolean }).blank ? '' : null}`]
      : [],
  );
  return {
    kind: is.name,
    label: is.label,
    right: is.access.remove,
    ...binOf(is.table, 'org_id', 'org_code', { title, lettered: is.lettered ?? false }),
    async restore(ctx, id) {
      const { rows: homes } = await sql<{ code: string }>`
        select code from organisation
         where id = (select org_id from ${table} where id = ${id}) and deleted_at is null for share`.execute(ctx.db);
      const home = homes[0];
      if (!home) throw refuse('所在党组织已被撤销，请先恢复该党组织');
      const { rows } = await writeUnique(
        () =>
          sql<StoredNoun>`
          with back as (
            update ${table} set deleted_at = null, deleted_by = null, delete_reason = null, org_code = ${home.code},
                   version = version + 1, updated_at = now(), updated_by = ${ctx.session.accountName}
             where id = ${id} returning *)
          select ${nounColumns(noun)} from back t join organisation o on o.id = t.org_id`.execute(ctx.db),
        (index) => refuse(`${fieldOfUniqueIndex(noun, index)?.[1] ?? '已有相同的记录'}，不能恢复`),
      );
      if (rows[0]) await back(ctx, rows[0]);
    },
    async erase(ctx, id) {
      await sql`
        update ${table} set ${sql.join([...emptied, sql`erased_at = now()`])}, version = version + 1, updated_at = now(),
               updated_by = ${ctx.session.accountName}
         where id = ${id}`.execute(ctx.db);
      await dropUploads(ctx, noun, id);
    },
  };
}
