import { sql } from 'kysely';
import type { savePlan } from '#assessment/memberAssessment/contract.plan.ts';
import type { PlanState } from '#assessment/memberAssessment/rules.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface PlanRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  name: string;
  share: number;
  grades: number[];
  punishBars: boolean;
  state: PlanState;
  items: number;
  full: number;
  version: number;
}

const COLUMNS = sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.year, p.name, p.share, p.grades,
  p.punish_bars as "punishBars", p.state, (select count(*)::int from assess_item i where i.plan_id = p.id) as items,
  (select coalesce(sum(i.most), 0)::int from assess_item i where i.plan_id = p.id) as "full", p.version`;

/** Who reads plans, and where he stands. */
export interface Reader {
  scope: Scope;
  orgId: string;
  orgCode: string;
}

/** Readable are plans within the scope and published ones of the organisations above it. */
const readable = ({ scope, orgId, orgCode }: Reader) =>
  sql`o.deleted_at is null and ((${within(scope, 'p.org_code')} and (p.state > 0 or p.org_id = ${orgId}))
      or (p.state > 0 and ${orgCode}::text like p.org_code || '%'))`;

/** Plans that somebody may read, the newest year first, at most 200. */
export async function plansOf(db: Db, reader: Reader): Promise<PlanRecord[]> {
  const { rows } = await sql<PlanRecord>`
    select ${COLUMNS} from assess_plan p join organisation o on o.id = p.org_id where ${readable(reader)}
     order by p.year desc, p.org_code, p.id desc limit 200`.execute(db);
  return rows;
}

/** One of them; `lock` keeps it for this transaction. */
export async function findPlan(db: Db, reader: Reader, id: string, lock = false): Promise<PlanRecord | undefined> {
  const { rows } = await sql<PlanRecord>`
    select ${COLUMNS} from assess_plan p join organisation o on o.id = p.org_id where p.id = ${id} and ${readable(reader)}
    ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

/** The items of a plan as its editor has them, in their order. */
export async function planItems(db: Db, planId: string) {
  const { rows } = await sql<{
    id: string;
    kind: number;
    name: string;
    most: number;
    dimension: string;
    submit: number;
    inspection: number;
    standard: string;
  }>`select id, kind, name, most, dimension, submit, inspection, standard from assess_item where plan_id = ${planId} order by sort, id`.execute(
    db,
  );
  return rows;
}

type PlanFields = Pick<ParsedOf<typeof savePlan>, 'year' | 'name' | 'share' | 'grades' | 'punishBars'>;

/** Writes a locked draft; its items are written by `writeItems`. */
export async function writePlan(
  db: Db,
  id: string,
  plan: PlanFields,
  by: string,
): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    update assess_plan set year = ${plan.year}, name = ${plan.name}, share = ${plan.share}, grades = ${plan.grades}::smallint[],
           punish_bars = ${plan.punishBars}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning id, version`.execute(db);
  return rows[0] ?? { id: '', version: 0 };
}

/** Adds a draft of an organisation. */
export async function insertPlan(
  db: Db,
  org: { id: string; code: string },
  plan: PlanFields,
  by: string,
): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into assess_plan (org_id, org_code, year, name, share, grades, punish_bars, created_by, updated_by)
    values (${org.id}, ${org.code}, ${plan.year}, ${plan.name}, ${plan.share}, ${plan.grades}::smallint[], ${plan.punishBars},
            ${by}, ${by}) returning id, version`.execute(db);
  return rows[0] ?? { id: '', version: 0 };
}

/** Writes the items of a draft anew, in their order. */
export async function writeItems(db: Db, planId: string, items: ParsedOf<typeof savePlan>['items']): Promise<void> {
  await sql`delete from assess_item where plan_id = ${planId}`.execute(db);
  for (const [sort, item] of items.entries())
    await sql`
      insert into assess_item (plan_id, sort, kind, name, most, dimension, submit, inspection, standard)
      values (${planId}, ${sort}, ${item.kind}, ${item.name}, ${item.most}, ${item.dimension}, ${item.submit}, ${item.inspection},
              ${item.standard})`.execute(db);
}

/** Publishes or archives a locked plan; answers its new version. A second published one of a year breaks a unique index. */
export async function setPlanState(db: Db, id: string, state: PlanState, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update assess_plan set state = ${state}, published_at = coalesce(published_at, now()), version = version + 1,
           published_by = case when ${state} = 1 then ${by} else published_by end
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Deletes a locked draft with its items. */
export async function deletePlan(db: Db, id: string): Promise<void> {
  await sql`delete from assess_item where plan_id = ${id}`.execute(db);
  await sql`delete from assess_plan where id = ${id}`.execute(db);
}
