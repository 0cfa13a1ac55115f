import { sql } from 'kysely';
import type { ScreenType } from '#overview/screen/rules.ts';
import { binFrom, restoreRow } from '#platform/server/bin/recycle.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface ScreenFields {
  name: string;
  type: ScreenType;
  jumpUrl: string;
}

export interface ScreenRecord extends ScreenFields {
  id: string;
  builtIn: boolean;
  version: number;
}

const columns = sql`id, name, type, jump_url as "jumpUrl", built_in as "builtIn", version`;

/** Screens of the deployment in the order in which they were added; those of the product first. */
export async function pageOfScreens(
  db: Db,
  keyWord: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: ScreenRecord[]; total: number }> {
  const where = sql`deleted_at is null and (${keyWord}::text is null or ${textHolds(sql`name`, keyWord)})`;
  const [{ rows }, count] = await Promise.all([
    sql<ScreenRecord>`
      select ${columns} from screen where ${where} order by built_in desc, id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from screen where ${where}`.execute(db),
  ]);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

/** @param lock keeps it for this transaction */
export async function findScreen(db: Db, id: string, lock = false): Promise<ScreenRecord | undefined> {
  const { rows } = await sql<ScreenRecord>`
    select ${columns} from screen where id = ${id} and deleted_at is null ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Adds a screen; answers its id. Throws the database's 23505 where the name stands already. */
export async function insertScreen(db: Db, { name, type, jumpUrl }: ScreenFields, by: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into screen (name, type, jump_url, created_by, updated_by)
    values (${name}, ${type}, ${jumpUrl}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes a screen's fields; answers the new version. */
export async function writeScreen(
  db: Db,
  id: string,
  { name, type, jumpUrl }: ScreenFields,
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update screen set name = ${name}, type = ${type}, jump_url = ${jumpUrl}, version = version + 1,
           updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes a screen out. */
export async function deleteScreen(db: Db, id: string, reason: string, by: string): Promise<void> {
  await sql`
    update screen set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
     where id = ${id}`.execute(db);
}

/** Whether another screen bears the name of a deleted one. */
export async function nameTaken(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from screen s join screen other on other.name = s.name and other.deleted_at is null
     where s.id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Deleted screens; they belong to no organisation. */
export const screenBin = binFrom({
  from: sql`(screen t left join organisation o on false)`,
  name: sql`t.name`,
  orgCode: sql`''`,
  where: () => sql`t.erased_at is null`,
});

/** Puts a deleted screen back. */
export const restoreScreen = (db: Db, id: string) => restoreRow(db, 'screen', id);

/** Takes the name and the address of a deleted screen away for good. */
export async function eraseScreen(db: Db, id: string): Promise<void> {
  await sql`
    update screen set name = '（已彻底删除）', jump_url = '', erased_at = now()
     where id = ${id} and deleted_at is not null`.execute(db);
}
