import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** A column that holds values of a dictionary. */
interface DictUse {
  table: string;
  column: string;
  /** Where the column is a JSON object: the key of the value, in rows of this kind. */
  key?: string;
  kind?: string;
  /** What a person calls it, e.g. 党员民族. */
  label: string;
}

const uses = new Map<string, DictUse[]>();

/** A module says once which of its columns hold values of a dictionary; an entry that one of them holds is not deleted. */
export function usesDictionary(code: string, use: DictUse): void {
  uses.set(code, [...(uses.get(code) ?? []), use]);
}

/** Labels of the columns that hold one of the values of a dictionary, rows in the recycle bin included. */
export async function usesOf(db: Db, code: string, values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, key, kind, label } of uses.get(code) ?? []) {
    const value = key === undefined ? sql`${sql.ref(column)}::text` : sql`${sql.ref(column)} ->> ${key}`;
    const ofKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
    const { rows } = await sql<{ used: boolean }>`
      select exists (select from ${sql.table(table)} where ${value} = any(${values}::text[]) and ${ofKind}) as used`.execute(
      db,
    );
    if (rows[0]?.used) found.push(label);
  }
  return found;
}

/** Whether any module keeps values of the dictionary. */
export const isUsed = (code: string) => uses.has(code);
