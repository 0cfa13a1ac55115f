import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { FormState } from '#procedures/recruitment/contract.forms.ts';

export interface FormRecord {
  number: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  state: FormState;
  fileId: string | null;
  category: number | null;
  endedOn: string | null;
  name: string;
  note: string;
  changedBy: string;
  changedAt: Date;
}

const COLUMNS = sql`b.number, b.org_id as "orgId", b.org_code as "orgCode", o.name as "orgName", b.state, b.file_id as "fileId",
  f.category, f.ended_on as "endedOn", coalesce(m.name, '') as name, b.note, b.changed_by as "changedBy", b.changed_at as "changedAt"`;
const FROM = sql`development_form b join organisation o on o.id = b.org_id
  left join development_file f on f.id = b.file_id left join member m on m.id = f.member_id`;

/** A page of the register, by number. */
export async function pageOfForms(
  db: Db,
  scope: Scope,
  { number, state }: { number: string | null; state: FormState | null },
  limit: number,
  offset: number,
): Promise<{ rows: FormRecord[]; total: number }> {
  const where = sql`${within(scope, 'b.org_code')} ${number ? sql`and ${textHolds(sql`b.number`, number)}` : sql``}
    ${state ? sql`and b.state = ${state}` : sql``}`;
  const [rows, total] = await Promise.all([
    sql<FormRecord>`
      select ${COLUMNS} from ${FROM} where ${where} order by b.number limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from development_form b where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One number, locked; `scope` null: whoever holds it. */
export async function lockForm(db: Db, scope: Scope | null, number: string): Promise<FormRecord | undefined> {
  const { rows } = await sql<FormRecord>`
    select ${COLUMNS} from ${FROM} where b.number = ${number} ${scope ? sql`and ${within(scope, 'b.org_code')}` : sql``}
    for update of b`.execute(db);
  return rows[0];
}

/** Enters numbers at an organisation; answers those that are new. */
export async function insertForms(
  db: Db,
  numbers: readonly string[],
  at: { orgId: string; orgCode: string; by: string },
): Promise<number> {
  const { rows } = await sql`
    insert into development_form (number, org_id, org_code, state, changed_by)
    select number, ${at.orgId}, ${at.orgCode}, 'stock', ${at.by} from unnest(${numbers}::text[]) as number
    on conflict do nothing returning number`.execute(db);
  return rows.length;
}

/** The first of some numbers that an organisation does not have in stock; null: it has all, and they are locked. */
export async function firstLacking(db: Db, orgId: string, numbers: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select number from development_form where number = any(${numbers}::text[]) and org_id = ${orgId} and state = 'stock'
     order by number for update`.execute(db);
  const there = new Set(rows.map(({ number }) => number));
  return numbers.find((number) => !there.has(number)) ?? null;
}

export const moveForms = (db: Db, numbers: readonly string[], to: { id: string; code: string; by: string }) =>
  sql`update development_form set org_id = ${to.id}, org_code = ${to.code}, changed_at = now(), changed_by = ${to.by}
          where number = any(${numbers}::text[])`.execute(db);

/** Writes what became of a locked number. */
export const setForm = (
  db: Db,
  number: string,
  to: {
    state: FormState;
    fileId: string | null;
    orgId: string;
    orgCode: string;
    note: string;
    by: string;
    on: string | null;
  },
) =>
  sql`update development_form set state = ${to.state}, file_id = ${to.fileId}, org_id = ${to.orgId}, org_code = ${to.orgCode},
             note = ${to.note}, given_on = coalesce(${to.on}::date, given_on), changed_at = now(), changed_by = ${to.by}
       where number = ${number}`.execute(db);

/** Enters a number that came from outside the register as given; false where it stands there already. */
export async function insertGiven(
  db: Db,
  number: string,
  to: { fileId: string; orgId: string; orgCode: string; by: string; on: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into development_form (number, org_id, org_code, state, file_id, given_on, changed_by)
    values (${number}, ${to.orgId}, ${to.orgCode}, 'given', ${to.fileId}, ${to.on}, ${to.by})
    on conflict do nothing returning number`.execute(db);
  return rows.length > 0;
}

/** Writes the number of the 志愿书 into step 14 of a file. */
export const writeBookNo = (db: Db, fileId: string, number: string) =>
  sql`update development_step set facts = jsonb_set(facts, '{bookNo}', to_jsonb(${number}::text))
       where file_id = ${fileId} and no = 14`.execute(db);

/** The number that a file holds now; null: none. */
export async function numberOf(db: Db, fileId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select number from development_form where file_id = ${fileId} and state = 'given' order by changed_at desc limit 1`.execute(
    db,
  );
  return rows[0]?.number ?? null;
}
