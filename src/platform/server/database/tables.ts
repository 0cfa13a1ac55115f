import type { Database } from '../../../../db/types.ts';

/** A table or view of the schema. */
export type TableName = keyof Database & string;

/** What a move of an organisation does with the `org_code` of a table's rows: they get the new one, or stay for a reason. */
export type OnMove = 'follows' | { stays: string };

/** What a merge of two people does with the rows that name one of them in a column. */
export type OnMerge<Row> =
  /** They stay with the record in the recycle bin, for this reason. */
  | { left: string }
  | {
      /** They become rows of the person who is kept. What they are called where they are counted for whoever merges; empty: nobody asks. */
      moves: string;
      /** The column by which a row is told from the person's other rows; it is written down for the undoing. */
      key: keyof Row & string;
      /** A row stays behind where the kept person has one with the same values of these columns; none: where there is any. */
      same?: readonly (keyof Row & string)[];
      /** SQL over a row `r` and the kept person (`$kept`): a row stays behind where this holds, and `same` where that is told as well. */
      taken?: string | (() => string);
      /** SQL over a row `r`: only these rows are meant. */
      only?: string;
      /** The table has an `org_code`, which is that of the person's branch. */
      placed?: true;
    };

type OnMerges<Row> = { readonly [C in keyof Row & string]?: OnMerge<Row> };

/** How the rows of one table follow organisations and people. What has an `org_code` or a `member_id` must say so. */
export type OwnedTable<Row> = ('org_code' extends keyof Row ? { org: OnMove } : { org?: never }) &
  ('member_id' extends keyof Row
    ? { people: OnMerges<Row> & { readonly member_id: OnMerge<Row> } }
    : { people?: OnMerges<Row> });

/** The tables of a room, or of what lies below the rooms: each table has one owner, which a test keeps. */
export type Tables = { readonly [T in TableName]?: OwnedTable<Database[T]> };

/** A column that names a person. */
export interface PersonColumn {
  table: TableName;
  column: string;
  on: OnMerge<Record<string, unknown>>;
}

/** A table by what concerns all. */
interface AnyTable {
  org?: OnMove;
  people?: Readonly<Record<string, OnMerge<Record<string, unknown>>>>;
}

const known = new Map<TableName, AnyTable>();

/** Tells of the tables of a room; `announceModules` does it. */
export function announceTables(tables: Tables): void {
  for (const [name, table] of Object.entries(tables)) known.set(name as TableName, table as AnyTable);
}

/** The tables whose `org_code` a move of an organisation rewrites. */
export const followingTables = (): TableName[] =>
  [...known].flatMap(([name, { org }]) => (org === 'follows' ? [name] : []));

/** Every column that names a person, in the order of the rooms. */
export const personColumns = (): PersonColumn[] =>
  [...known].flatMap(([table, { people = {} }]) =>
    Object.entries(people).map(([column, on]) => ({ table, column, on })),
  );
