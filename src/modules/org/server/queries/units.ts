import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { nameGrams, queryGrams, textPinyin } from '#platform/server/nameSearch.ts';
import { type Scope, within } from '#platform/server/scope.ts';

/** What people edit of a unit, its organisation included. */
export interface UnitFields {
  orgId: string;
  name: string;
  creditCode: string | null;
  noCode: boolean;
  nature: string;
  isLegal: boolean;
  establishment: string | null;
  leadingGroup: string | null;
  staffCount: number | null;
  scale: string | null;
  holding: string | null;
  affiliation: string | null;
  industry: string;
  manager: string;
  phone: string | null;
  address: string;
}

export interface UnitRecord extends UnitFields {
  id: string;
  orgCode: string;
  orgName: string;
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
}

export interface UnitFilter {
  name?: string | undefined;
  nature?: string | undefined;
  lacking?: 'creditCode' | 'staffCount' | 'establishment' | undefined;
}

const columns = sql`
  u.id, u.org_id as "orgId", u.org_code as "orgCode", o.name as "orgName", u.name, u.credit_code as "creditCode",
  u.no_code as "noCode", u.nature,
  u.is_legal as "isLegal", u.establishment, u.leading_group as "leadingGroup", u.staff_count as "staffCount", u.scale, u.holding, u.affiliation, u.industry,
  u.manager, nullif(u.phone, '') as phone, u.address, u.version, u.created_at as "createdAt", u.created_by as "createdBy",
  u.updated_at as "updatedAt", u.updated_by as "updatedBy"`;

const LACKING = {
  creditCode: sql`u.credit_code is null and not u.no_code`,
  staffCount: sql`u.staff_count is null`,
  establishment: sql`u.establishment is null`,
} as const;

function conditions(scope: Scope, { name, nature, lacking }: UnitFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`u.deleted_at is null`,
    // The units of a deleted organisation are in the recycle bin with it.
    sql`exists (select from organisation held where held.id = u.org_id and held.deleted_at is null)`,
    within(scope, 'u.org_code'),
  ];
  if (nature) parts.push(sql`u.nature = ${nature}`);
  if (lacking) parts.push(LACKING[lacking]);
  if (name) {
    const part = name.toLowerCase().replace(/[\s·•]/g, '');
    parts.push(sql`u.name_grams @> ${queryGrams(part)}::text[]`);
    if (part.length > 2) parts.push(sql`strpos(translate(lower(u.name), ' ·•', ''), ${part}) > 0`);
  }
  return sql.join(parts, sql` and `);
}

/** A page of units in tree order, and how many there are. */
export async function pageOfUnits(
  db: Db,
  scope: Scope,
  filter: UnitFilter,
  limit: number,
  offset: number,
): Promise<{ rows: UnitRecord[]; total: number }> {
  const where = conditions(scope, filter);
  const { rows } = await sql<UnitRecord & { total: number; id: string | null }>`
    select head.total, page.*
      from (select count(*)::int as total from unit u where ${where}) as head
      left join (
        select ${columns} from unit u join organisation o on o.id = u.org_id and o.deleted_at is null
         where ${where} order by u.org_code, u.id limit ${limit} offset ${offset}) as page on true
     order by page."orgCode", page.id::bigint`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** A unit of the scope; null where there is none. `lock`: until the transaction ends. */
export async function readUnit(db: Db, scope: Scope, id: string, lock = false): Promise<UnitRecord | null> {
  const { rows } = await sql<UnitRecord>`
    select ${columns} from unit u join organisation o on o.id = u.org_id and o.deleted_at is null
     where u.id = ${id} and u.deleted_at is null and ${within(scope, 'u.org_code')}
     ${lock ? sql`for update of u` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Names from the root to the organisation of a unit. */
export async function pathTo(db: Db, orgCode: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation
     where code = any(array(select left(${orgCode}, n * 4) from generate_series(1, length(${orgCode}) / 4) n)) order by code`.execute(
    db,
  );
  return rows;
}

/** Locks the organisation against deletion; null where it is not within the scope. */
export async function holdOrg(db: Db, scope: Scope, id: string): Promise<{ code: string; name: string } | null> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from organisation o
     where o.id = ${id} and o.deleted_at is null and ${within(scope, 'o.code')} for share`.execute(db);
  return rows[0] ?? null;
}

/** Values of a dictionary's item that stand for nothing among these; the code of the dictionary by field. */
export async function unknownItems(db: Db, wanted: readonly { field: string; code: string; value: string }[]) {
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ field: string }>`
    select w.field from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(field text, code text, value text)
     where not exists (select from dict_item d where d.dictionary_code = w.code and d.value = w.value and d.value <> '')`.execute(
    db,
  );
  return rows.map(({ field }) => field);
}

const pinyinOf = (name: string) => {
  const { full, initials } = textPinyin(name);
  return { pinyin: full, initials };
};

const values = (unit: UnitFields, orgCode: string) => ({
  ...pinyinOf(unit.name),
  org_id: unit.orgId,
  org_code: orgCode,
  name: unit.name,
  name_grams: nameGrams(unit.name),
  credit_code: unit.creditCode,
  no_code: unit.noCode,
  nature: unit.nature,
  is_legal: unit.isLegal,
  establishment: unit.establishment,
  leading_group: unit.leadingGroup,
  staff_count: unit.staffCount,
  scale: unit.scale,
  holding: unit.holding,
  affiliation: unit.affiliation,
  industry: unit.industry,
  manager: unit.manager,
  phone: unit.phone ?? '',
  address: unit.address,
});

export async function insertUnit(db: Db, unit: UnitFields, orgCode: string, by: string): Promise<string> {
  const { id } = await db
    .insertInto('unit')
    .values({ ...values(unit, orgCode), created_by: by, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes all fields of a locked unit; answers the new version. */
export async function updateUnitRow(
  db: Db,
  id: string,
  unit: UnitFields,
  orgCode: string,
  by: string,
): Promise<number> {
  const { version } = await db
    .updateTable('unit')
    .set((eb) => ({
      ...values(unit, orgCode),
      version: eb('version', '+', 1),
      updated_at: sql<Date>`now()`,
      updated_by: by,
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export const binUnit = (db: Db, id: string, by: string, reason: string) =>
  db
    .updateTable('unit')
    .set({ deleted_at: sql<Date>`now()`, deleted_by: by, delete_reason: reason })
    .where('id', '=', id)
    .execute();
