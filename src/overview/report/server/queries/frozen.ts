import { type RawBuilder, sql } from 'kysely';
import type { AnnualTable } from '#overview/report/rules.annual.ts';
import type { Unit } from '#overview/report/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { Place } from '../kit.ts';

export interface FrozenHead {
  year: number;
  number: number;
  closing: string;
  frozenAt: string;
  frozenBy: string;
  thawedAt: string;
  orgName: string;
  words: string[];
  columns: { key: string; title: string; unit: Unit; group?: string; over?: string; isLate?: true }[];
}

/** A table that was frozen in a round that concerns an organisation, or one above whose scope it lies. @param scope of whoever asks */
export async function findHead(
  db: Db,
  scope: Scope,
  freezeId: string,
  table: AnnualTable,
): Promise<FrozenHead | undefined> {
  const { rows } = await sql<FrozenHead>`
    select r.year::int as year, f.number::int as number, f.closing, to_char(f.frozen_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "frozenAt",
           f.frozen_by as "frozenBy", coalesce(to_char(f.thawed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI'), '') as "thawedAt",
           o.name as "orgName", h.words, h.columns
      from annual_freeze f join annual_round r on r.id = f.round_id join organisation o on o.id = r.org_id
      join annual_head h on h.freeze_id = f.id and h.table_key = ${table}
     where f.id = ${freezeId} and f.frozen_at is not null and (starts_with(${scope.from}, r.org_code) or ${within(scope, 'r.org_code')})`.execute(
    db,
  );
  return rows[0];
}

/** Codes of then that whoever asks looks over: from the own organisation of then; undefined where it was not there. */
async function codesOfThen(db: Db, scope: Scope, freezeId: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select case when ${within(scope, 'r.org_code')} then '' else a.org_code end as code
      from annual_freeze f join annual_round r on r.id = f.round_id
      left join annual_org a on a.freeze_id = f.id and a.org_id = (select o.id from organisation o where o.code = ${scope.from})
     where f.id = ${freezeId} and (${within(scope, 'r.org_code')} or a.org_id is not null)`.execute(db);
  return rows[0]?.code;
}

/** An organisation of then with those directly below it; undefined: it was not there, or not below whoever asks. */
export async function placesOfThen(db: Db, scope: Scope, freezeId: string, orgId: string) {
  const top = await codesOfThen(db, scope, freezeId);
  if (top === undefined) return undefined;
  const { rows } = await sql<Place & { opens: boolean; isOne: boolean }>`
    with one as (select org_code from annual_org where freeze_id = ${freezeId} and org_id = ${orgId} and starts_with(org_code, ${top}))
    select a.org_id::text as id, a.org_code as code, a.name, a.org_code = one.org_code as "isOne",
           exists (select from annual_org b where b.freeze_id = a.freeze_id and b.org_code > a.org_code collate "C"
                      and b.org_code < a.org_code || ':' collate "C") as opens
      from annual_org a, one
     where a.freeze_id = ${freezeId} and (a.org_code = one.org_code
        or (starts_with(a.org_code, one.org_code) and length(a.org_code) = length(one.org_code) + 4))
     order by "isOne" desc, a.sort, a.org_id`.execute(db);
  const [org, ...children] = rows.map(({ isOne: _isOne, ...place }) => place);
  return org && { org: { id: org.id, code: org.code, name: org.name }, children };
}

/** The stored figures of some organisations, by id. */
export async function figuresOfThen(db: Db, freezeId: string, table: AnnualTable, orgIds: readonly string[]) {
  const { rows } = await sql<{ orgId: string; figures: number[]; own: number[] }>`
    select org_id::text as "orgId", figures, own from annual_figure
     where freeze_id = ${freezeId} and table_key = ${table} and org_id = any(${[...orgIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.orgId, row]));
}

export interface PersonOfThen {
  id: string;
  name: string;
  birthDate: string | null;
  orgThen: string;
  /** Now; null: on no roll any more. */
  orgNow: string | null;
  codeNow: string | null;
  /** What brought it about, of a list of moves. */
  way: string;
  sign: number;
  day: string;
}

const shown = (of: RawBuilder<unknown>, freezeId: string) => sql`
  select m.id::text as id, case when m.erased_at is null then m.name else '（档案已清除）' end as name, m.birth_date as "birthDate",
         coalesce(a.name, '') as "orgThen", o.name as "orgNow", o.code as "codeNow", w.way, w.sign::int as sign, w.day
    from (${of}) w join member m on m.id = w.member_id
    left join annual_org a on a.freeze_id = ${freezeId} and a.org_id = w.org_id
    left join organisation o on o.id = m.org_id and m.deleted_at is null and m.membership_status = 1`;

/** Who stood then, by what is asked of a row `p` of `annual_person`: `member_id, org_id, org_code, way, sign, day, ledger_id`. */
const people = (freezeId: string, scope: Scope, which: RawBuilder<boolean>) => sql`
  select p.member_id, p.org_id, p.org_code, '' as way, 1 as sign, '' as day, 0::bigint as ledger_id from annual_person p
   where p.freeze_id = ${freezeId} and ${within(scope, 'p.org_code')} and ${which}`;

/** The lines of the ledger of then that cross the bounds of a scope of one organisation. @param code its code */
const moves = (freezeId: string, scope: Scope, code: string, which: RawBuilder<boolean>) => sql`
  select v.member_id, v.org_id, v.org_code, v.way, v.sign, v.recorded_on::text as day, v.ledger_id from annual_move v
   where v.freeze_id = ${freezeId} and ${within(scope, 'v.org_code')} and v.shared < length(${code}) and ${which}`;

/** Which people a column of a frozen table counts. */
export type Which =
  | { kind: 'mark'; at: number }
  | { kind: 'before' | 'after' }
  | { kind: 'ways'; ways: readonly string[] }
  /** Who should be there at the end; and of whom what is there differs from that. */
  | { kind: 'due' | 'off' };

/** A page of the people behind a number of then, in the order of the tree, and how many they are. */
export async function pageOfThen(
  db: Db,
  { freezeId, scope, code }: { freezeId: string; scope: Scope; code: string },
  which: Which,
  limit: number,
  offset: number,
): Promise<{ rows: PersonOfThen[]; total: number }> {
  const balance = (having: RawBuilder<boolean>, sign: RawBuilder<unknown>) => sql`
    select b.member_id, min(b.org_id) as org_id, min(b.org_code) as org_code, '' as way, ${sign} as sign, '' as day, 0::bigint as ledger_id
      from (select p.member_id, p.org_id, p.org_code, p.before::int as due, p.after::int as present from annual_person p
             where p.freeze_id = ${freezeId} and ${within(scope, 'p.org_code')}
            union all
            select v.member_id, v.org_id, v.org_code, v.sign, 0 from (${moves(freezeId, scope, code, sql`true`)}) v) b
     group by b.member_id having ${having}`;
  const of =
    which.kind === 'mark'
      ? people(freezeId, scope, sql`p.after and p.marks @> array[${which.at}]::smallint[]`)
      : which.kind === 'before'
        ? people(freezeId, scope, sql`p.before`)
        : which.kind === 'after'
          ? people(freezeId, scope, sql`p.after`)
          : which.kind === 'ways'
            ? moves(freezeId, scope, code, sql`v.way = any(${[...which.ways]}::text[])`)
            : which.kind === 'due'
              ? balance(sql`sum(b.due) <> 0`, sql`sum(b.due)`)
              : balance(sql`sum(b.present) <> sum(b.due)`, sql`sum(b.present) - sum(b.due)`);
  const [page, total] = await Promise.all([
    sql<PersonOfThen>`${shown(
      sql`select * from (${of}) k order by k.org_code, k.day, k.member_id, k.ledger_id limit ${limit} offset ${offset}`,
      freezeId,
    )} order by w.org_code, w.day, w.member_id, w.ledger_id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${of}) k`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
