import { type RawBuilder, sql } from 'kysely';
import type { AppealState, HandState } from '#assessment/points/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface HandRecord {
  id: string;
  memberId: string;
  memberName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  code: string;
  itemName: string;
  day: string;
  quantity: number;
  value: number;
  minus: boolean;
  reason: string;
  files: string[];
  state: HandState;
  enteredBy: string;
  enteredName: string;
  decidedName: string;
  opinion: string;
  version: number;
}

const HAND = sql`h.id, h.member_id as "memberId", m.name as "memberName", h.org_id as "orgId", h.org_code as "orgCode", o.name as "orgName",
  h.item_code as code, h.item_name as "itemName", h.day, h.quantity, coalesce(i.value, 0) as value, coalesce(i.minus, false) as minus,
  h.reason, h.files, h.state, h.entered_by as "enteredBy", h.entered_name as "enteredName", h.decided_name as "decidedName", h.opinion, h.version`;
const HAND_FROM = sql`point_hand h join member m on m.id = h.member_id join organisation o on o.id = h.org_id
  left join lateral (select i.value, i.minus from point_item i join point_set s on s.id = i.set_id and s.state = 1
                      where i.code = h.item_code order by s.from_on desc, s.id desc limit 1) i on true`;

export async function pageOfHands(db: Db, scope: Scope, state: number | null, limit: number, offset: number) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'h.org_code'), sql`o.deleted_at is null`];
  if (state !== null) parts.push(sql`h.state = ${state}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<HandRecord>`select ${HAND} from ${HAND_FROM} where ${where} order by h.state > 0, h.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{
      n: number;
    }>`select count(*)::int as n from point_hand h join organisation o on o.id = h.org_id where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** An entry of the scope; `lock` keeps it. */
export async function findHand(db: Db, scope: Scope, id: string, lock = false): Promise<HandRecord | undefined> {
  const { rows } = await sql<HandRecord>`
    select ${HAND} from ${HAND_FROM} where h.id = ${id} and o.deleted_at is null and ${within(scope, 'h.org_code')}
    ${lock ? sql`for update of h` : sql``}`.execute(db);
  return rows[0];
}

export async function insertHand(
  db: Db,
  one: {
    memberId: string;
    orgId: string;
    orgCode: string;
    code: string;
    itemName: string;
    day: string;
    quantity: number;
    reason: string;
    by: string;
    name: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into point_hand (member_id, org_id, org_code, item_code, item_name, day, quantity, reason, entered_by, entered_name)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.code}, ${one.itemName}, ${one.day}, ${one.quantity}, ${one.reason},
            ${one.by}, ${one.name}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const setHandFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update point_hand set files = ${files}::text[] where id = ${id}`.execute(db);

export async function writeHand(
  db: Db,
  id: string,
  state: HandState,
  who: { by: string; name: string; opinion: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update point_hand set state = ${state}, decided_by = ${who.by}, decided_name = ${who.name}, opinion = ${who.opinion},
           decided_at = now(), version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface AppealRecord {
  id: string;
  memberId: string;
  memberName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  lineId: string | null;
  code: string;
  itemName: string;
  day: string;
  points: number;
  text: string;
  level: number;
  handlerId: string;
  handlerCode: string;
  handlerName: string;
  handlerType: number;
  firstId: string | null;
  /** The matter on an approval process; null: none. */
  instanceId: string | null;
  instanceVersion: number | null;
  /** Of that process. */
  flowName: string;
  /** Why it was given back to be fixed; empty: it was not. */
  returned: string;
  state: AppealState;
  opinion: string;
  decidedBy: string | null;
  decidedName: string;
  createdAt: Date;
  version: number;
  /** Of the line that it is against, where that was entered by hand. */
  enteredBy: string | null;
  confirmedBy: string | null;
  /** It was asked once more. */
  again: boolean;
}

const APPEAL = sql`a.id, a.member_id as "memberId", m.name as "memberName", a.org_id as "orgId", a.org_code as "orgCode", o.name as "orgName",
  a.line_id as "lineId", a.code, a.item_name as "itemName", a.day, a.points, a.text, a.level, a.handler_id as "handlerId",
  ho.code as "handlerCode", ho.name as "handlerName", a.state, a.opinion, a.decided_name as "decidedName", a.created_at as "createdAt",
  a.version, h.entered_by as "enteredBy", h.decided_by as "confirmedBy",
  ho.type as "handlerType", a.first_id as "firstId", a.decided_by as "decidedBy", a.instance_id as "instanceId", w.version as "instanceVersion",
  coalesce(wp.name, '') as "flowName",
  case when w.state = 'returned' then coalesce((select t.opinion from workflow_task t where t.instance_id = w.id and t.state = 'returned'
    order by t.decided_at desc, t.id desc limit 1), '请补充说明') else '' end as returned,
  exists (select from point_appeal b where b.first_id = a.id) as again`;
const APPEAL_FROM = sql`point_appeal a join member m on m.id = a.member_id join organisation o on o.id = a.org_id
  join organisation ho on ho.id = a.handler_id left join point_line l on l.id = a.line_id left join point_hand h on h.id = l.hand_id
  left join workflow_instance w on w.id = a.instance_id left join workflow_process wp on wp.id = w.process_id`;

export async function pageOfAppeals(
  db: Db,
  scope: Scope,
  filter: { memberId: string | null; state: number | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'a.org_code')];
  if (filter.memberId) parts.push(sql`a.member_id = ${filter.memberId}`);
  if (filter.state !== null) parts.push(sql`a.state = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<AppealRecord>`select ${APPEAL} from ${APPEAL_FROM} where ${where} order by a.state > 1, a.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from point_appeal a where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export async function findAppeal(db: Db, scope: Scope, id: string, lock = false): Promise<AppealRecord | undefined> {
  const { rows } = await sql<AppealRecord>`
    select ${APPEAL} from ${APPEAL_FROM} where a.id = ${id} and ${within(scope, 'a.org_code')} and o.deleted_at is null
    ${lock ? sql`for update of a` : sql``}`.execute(db);
  return rows[0];
}

export async function insertAppeal(
  db: Db,
  one: {
    memberId: string;
    orgId: string;
    orgCode: string;
    lineId: string | null;
    code: string;
    itemName: string;
    day: string;
    points: number;
    text: string;
    level: number;
    firstId: string | null;
    handlerId: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into point_appeal (member_id, org_id, org_code, line_id, code, item_name, day, points, text, level, first_id, handler_id)
    values (${one.memberId}, ${one.orgId}, ${one.orgCode}, ${one.lineId}, ${one.code}, ${one.itemName}, ${one.day}, ${one.points},
            ${one.text}, ${one.level}, ${one.firstId}, ${one.handlerId}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeAppeal(
  db: Db,
  id: string,
  state: AppealState,
  who: { by: string | null; name: string; opinion: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update point_appeal set state = ${state}, decided_by = ${who.by}, decided_name = ${who.name}, opinion = ${who.opinion},
           decided_at = now(), version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Another text of an appeal that was given back. */
export async function writeAppealText(db: Db, id: string, text: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update point_appeal set text = ${text}, version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The account of a person; undefined: none. */
export async function accountOf(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from account where member_id = ${memberId}`.execute(db);
  return rows[0]?.id;
}

/** An appeal goes the way of an instance of the workflow. */
export async function setAppealInstance(db: Db, id: string, instanceId: string): Promise<void> {
  await sql`update point_appeal set instance_id = ${instanceId} where id = ${id}`.execute(db);
}
