import { type Selectable, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { recordsChanged, recordsWritten } from '#platform/server/records/write.ts';
import { openChanges, type StoredChanges } from '#platform/server/secrecy/cryptoErase.ts';
import type { Member } from '../../../../../db/types.ts';

export type MemberRecord = Selectable<Member>;

/** A person with what stands around the record. */
export interface DetailRecord extends Omit<MemberRecord, 'name_grams' | 'pinyin' | 'initials' | 'row_faults'> {
  org_name: string;
  /** Organisations from the caller's own down to the person's. */
  path: { id: string; name: string }[];
  party_group: string | null;
  user_id: string | null;
  user_name: string | null;
  role_names: string | null;
  /** The latest first; null where there are none. */
  former_id_cards: { idCardNo: string; until: string }[] | null;
  today: string;
}

/** One person with branch, path, account and roles, in one round trip. */
export async function getDetail(db: Db, scope: Scope, id: string): Promise<DetailRecord | undefined> {
  // The row is found by its id; that it lies in the scope is asked of the row (see prepared.ts).
  const { rows } = await sql<DetailRecord>`/* prepared */
    select m.id, m.org_id, m.org_code, m.sort, m.name, m.id_card_enc, m.id_card_mask, m.gender, m.birth_date, m.nation,
      m.person_category, m.membership_status, m.education, m.degree, m.occupation, m.native_place, m.residence, m.work_unit,
      m.position, m.party_post, m.phone_enc, m.phone_mask, m.applied_on, m.admission_date, m.conversion_date, m.join_type,
      m.joined_branch_on, m.is_floating, m.is_lost_contact, m.is_migrant_worker, m.remark, m.photo, m.completeness, m.version,
      m.created_at, m.created_by, m.updated_at, m.updated_by, o.name as org_name, ${dbToday} as today,
      (select json_agg(json_build_object('id', p.id::text, 'name', p.name) order by level)
         from generate_series(length(${scope.from}) / 4, length(m.org_code) / 4) as level
         cross join lateral (
           select id, name from organisation where code = left(m.org_code, level * 4) limit 1) as p) as path,
      (select json_agg(json_build_object('idCardNo', f.id_card_mask, 'until', f.until) order by f.id desc)
         from former_id_card f where f.member_id = m.id) as former_id_cards,
      (select g.name from party_group_person p join party_group g on g.id = p.group_id and g.deleted_at is null
        where p.member_id = m.id) as party_group,
      a.id as user_id, a.name as user_name,
      (select string_agg(distinct r.name, '、')
         from account_role g join role r on r.id = g.role_id
        where g.account_id = a.id and g.revoked_at is null) as role_names
    from (select * from member where id = ${id} offset 0) as m
    join organisation o on o.id = m.org_id
    left join account a on a.member_id = m.id
    where ${peopleWithin(scope, 'm')} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** The row of a person, locked until the transaction ends; with today by the database's clock. */
export async function lockMember(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(MemberRecord & { today: string }) | undefined> {
  const { rows } = await sql<MemberRecord & { today: string }>`
    select member.*, ${dbToday} as today from member
    where member.id = ${id} and ${peopleWithin(scope)} and member.deleted_at is null
    for update`.execute(db);
  return rows[0];
}

/** The rows of people of the scope, in the order of their ids; who is not there is left out. */
export async function membersOf(db: Db, scope: Scope, ids: readonly string[]): Promise<MemberRecord[]> {
  const { rows } = await sql<MemberRecord>`
    select member.* from member
     where id = any(${ids}::bigint[]) and ${peopleWithin(scope)} and deleted_at is null order by id`.execute(db);
  return rows;
}

/** An organisation that people can belong to; units and virtual groups (types 28 and 29) cannot have any. */
export async function findHome(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; code: string; name: string; type: number } | undefined> {
  const { rows } = await sql<{ id: string; code: string; name: string; type: number }>`
    select id, code, name, type from organisation
    where id = ${id} and ${within(scope, 'code')} and deleted_at is null and type not in (28, 29)
    for share`.execute(db);
  return rows[0];
}

/** What a new row needs: its id, the end of the branch's list, today, and the day of the counters' ages. */
export async function newPlace(
  db: Db,
  orgCode: string,
): Promise<{ id: string; sort: number; today: string; countedOn: string }> {
  const { rows } = await sql<{ id: string; sort: number; today: string; countedOn: string }>`
    select nextval(pg_get_serial_sequence('member', 'id'))::text as id,
      coalesce((select max(sort) from member where org_code = ${orgCode} and deleted_at is null), 0) + 10 as sort,
      ${dbToday} as today, (select day from member_counter_day) as "countedOn"`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('no row of a select without from');
  return row;
}

/** The day on which the counters' ages were counted. */
export async function findCountedOn(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select day from member_counter_day`.execute(db);
  return rows[0]?.day ?? '';
}

/** Inserts a person; false where the id card belongs to somebody already. */
export async function insertMember(db: Db, row: Record<string, unknown>, by: string): Promise<boolean> {
  const { rows } = await sql`
    insert into member (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}, created_by, updated_by)
    values (${sql.join(Object.values(row))}, ${by}, ${by})
    on conflict (id_card_index) where deleted_at is null do nothing
    returning id`.execute(db);
  return rows.length > 0;
}

/** Writes changed columns and counts the version up. */
export async function updateMember(db: Db, id: string, columns: Record<string, unknown>, by: string): Promise<number> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update member set ${sql.join([...sets, sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${by}`])}
    where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The photo of a person who has just been added. */
export async function setPhoto(db: Db, id: string, photo: string | null): Promise<void> {
  await sql`update member set photo = ${photo} where id = ${id}`.execute(db);
}

/** Whoever holds an id card, wherever; the caller decides what may be said of it. */
export async function findByIdCard(db: Db, index: Buffer) {
  const { rows } = await sql<{ id: string; name: string; org_code: string; org_name: string }>`
    select m.id, m.name, m.org_code, o.name as org_name from member m join organisation o on o.id = m.org_id
    where m.id_card_index = ${index} and m.deleted_at is null`.execute(db);
  return rows[0];
}

/** Somebody else of the scope with the same name, birthday and phone; numbers alone are shared by families. */
export async function findAlike(
  db: Db,
  scope: Scope,
  person: { id: string; name: string; birthDate: string; phone: Buffer },
): Promise<{ id: string; name: string; org_name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string; org_name: string }>`
    select m.id, m.name, o.name as org_name from member m join organisation o on o.id = m.org_id
    where m.phone_index = ${person.phone} and m.name = ${person.name} and m.birth_date = ${person.birthDate}
      and m.id <> ${person.id} and m.deleted_at is null and ${within(scope, 'm.org_code')} limit 1`.execute(db);
  return rows[0];
}

/** Ids of a branch's people in their order, locked. */
export async function lockBranch(db: Db, orgCode: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from member where org_code = ${orgCode} and deleted_at is null order by sort, id for update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Numbers people in the order given, ten apart. */
export async function numberBranch(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update member set sort = place * 10
    from unnest(${ids}::bigint[]) with ordinality as list (id, place)
    where member.id = list.id and member.sort <> place * 10`.execute(db);
}

export interface TimelineRecord {
  id: string;
  at: Date;
  who: string;
  action: string;
  reason: string | null;
  changes: Record<string, [unknown, unknown]> | null;
}

/** What was done to a person, the newest first, with the import that brought the record. */
export async function timeline(db: Db, memberId: string, limit: number, offset: number) {
  const acts = sql`
    select 'a' || id as id, at, account_name as who, action, reason, changes
    from audit_log where target_type = 'member' and target_id = ${memberId} and outcome = 'done'
    union all
    select 'i' || b.id || '-' || r.row_no, coalesce(r.written_at, b.created_at), coalesce(a.name, ''), '导入',
      '导入批次 ' || b.id || '，' || b.file_name || ' 第' || r.row_no || '行', null
    from import_row r join import_batch b on b.id = r.batch_id left join account a on a.id = b.account_id
    where r.member_id = ${memberId} and r.state = 'written'
    union all
    select 'b' || b.id, r.done_at, coalesce(a.name, ''), '批量修改', '批量修改 ' || b.id || '，' || b.title, r.changes
    from member_bulk_row r join member_bulk b on b.id = r.bulk_id left join account a on a.id = b.account_id
    where r.member_id = ${memberId} and r.done_at is not null
    union all
    select 'u' || b.id, r.undone_at, coalesce(a.name, ''), '撤销批量修改', '批量修改 ' || b.id || '，' || b.title,
      (select jsonb_object_agg(key, jsonb_build_array(value -> 1, value -> 0)) from jsonb_each(r.changes))
    from member_bulk_row r join member_bulk b on b.id = r.bulk_id left join account a on a.id = b.account_id
    where r.member_id = ${memberId} and r.done_at is not null and r.undone_at is not null`;
  const [page, count] = await Promise.all([
    sql<
      Omit<TimelineRecord, 'changes'> & { changes: StoredChanges | null }
    >`select * from (${acts}) as act order by at desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${acts}) as act`.execute(db),
  ]);
  return { rows: await openChanges(db, page.rows), total: count.rows[0]?.n ?? 0 };
}

export async function orgName(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from organisation where id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}

/** Moves a person to the recycle bin. */
export async function deleteMember(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update member set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1,
      updated_at = now(), updated_by = ${by}
    where id = ${id}`.execute(db);
}

/** The organisation's code of a person who stands in the roll; asked for the own record alone. */
export async function orgCodeOf(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ org_code: string }>`
    select org_code from member where id = ${id} and deleted_at is null`.execute(db);
  return rows[0]?.org_code;
}

/** Whether a person lies in the scope. */
export async function isInScope(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from member where member.id = ${id} and ${peopleWithin(scope)} and member.deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Months more that do not count as party age (补充信息, `partyAgeLess`). */
export async function addPartyAgeLess(db: Db, memberId: string, months: number, by: string): Promise<void> {
  const { numAffectedRows } = await recordsChanged(sql`member_id = ${memberId} and kind = 'extra'`, by, {
    fields: sql`jsonb_set(fields, '{partyAgeLess}', to_jsonb(coalesce((fields ->> 'partyAgeLess')::int, 0) + ${months}::int))`,
  }).execute(db);
  if (Number(numAffectedRows ?? 0) > 0) return;
  await recordsWritten(
    'member',
    sql`select 'extra', ${memberId}::bigint, '', '', jsonb_build_object('partyAgeLess', ${months}::int)`,
    by,
  ).execute(db);
}

/** A person has no post in the party any more. */
export const clearPost = (db: Db, memberId: string) =>
  sql`update member set party_post = '' where id = ${memberId} and party_post <> ''`.execute(db);
