import type { RecordType } from '#platform/records/records.ts';
import type { Db } from '#platform/server/database/db.ts';
import { isValueUsed, type ValuePlace } from './queries.ts';

/** A column that holds values of a dictionary. */
interface DictUse extends ValuePlace {
  /** What a person calls it, e.g. 党员民族. */
  label: string;
}

const uses = new Map<string, DictUse[]>();

/** A module says once which of its columns hold values of a dictionary; an entry that one of them holds is not deleted. */
export function usesDictionary(code: string, use: DictUse): void {
  uses.set(code, [...(uses.get(code) ?? []), use]);
}

/** The same of the fields of tabs, which lie in one table (0008). */
export function recordsUseDictionaries(records: readonly RecordType[]): void {
  for (const { kind, label, fields } of records)
    for (const { name, dictionary, label: field } of fields)
      if (dictionary)
        usesDictionary(dictionary, {
          table: 'sub_record',
          column: 'fields',
          kind,
          key: name,
          label: `${label}的${field}`,
        });
}

/** Labels of the columns that hold one of the values of a dictionary, rows in the recycle bin included. */
export async function usesOf(db: Db, code: string, values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const use of uses.get(code) ?? []) if (await isValueUsed(db, use, values)) found.push(use.label);
  return found;
}

/** Whether any module keeps values of the dictionary. */
export const isUsed = (code: string) => uses.has(code);
