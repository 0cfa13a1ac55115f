import { sql } from 'kysely';
import type * as contract from '#modules/fourColour/contract.hand.ts';
import { HOUSE, type Scheme, schemeFaults } from '#modules/fourColour/rules.scheme.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { badInput, conflict } from '#platform/server/errors.ts';

interface SchemeRecord {
  orgId: string;
  orgName: string;
  looks: Scheme;
  version: number;
}

/** The scheme that counts at an organisation: its own, or that of the nearest above; undefined: the house's own. */
async function holding(db: Db, orgCode: string): Promise<SchemeRecord | undefined> {
  const { rows } = await sql<SchemeRecord>`
    select s.org_id as "orgId", o.name as "orgName", s.looks, s.version
      from colour_scheme s join organisation o on o.id = s.org_id and o.deleted_at is null
     where starts_with(${orgCode}, s.org_code) order by length(s.org_code) desc limit 1`.execute(db);
  return rows[0];
}

/** How the session's organisation draws the levels, whoever they are of: a page has one scheme. */
export const schemeOf = async (ctx: Ctx): Promise<Scheme> =>
  (await holding(ctx.db, ctx.session.orgCode))?.looks ?? HOUSE;

export async function get(ctx: Ctx): Promise<ReplyOf<typeof contract.getScheme>> {
  const found = await holding(ctx.db, ctx.session.orgCode);
  return {
    looks: [...(found?.looks ?? HOUSE)],
    orgName: found?.orgName ?? '',
    version: found?.orgId === ctx.session.orgId ? found.version : 0,
    can: { edit: ctx.may('colour:manage') },
  };
}

export async function save(
  ctx: Ctx,
  { version, looks }: ParsedOf<typeof contract.saveScheme>,
): Promise<ReplyOf<typeof contract.saveScheme>> {
  const faults = schemeFaults(looks);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const { orgId, orgCode, orgName, accountName: by } = ctx.session;
  const { rows } = await sql<{ version: number }>`
    insert into colour_scheme (org_id, org_code, looks, updated_by)
    select ${orgId}, ${orgCode}, ${JSON.stringify(looks)}::jsonb, ${by} where ${version} = 0 or exists (
      select from colour_scheme where org_id = ${orgId})
    on conflict (org_id) do update set looks = excluded.looks, version = colour_scheme.version + 1, updated_at = now(),
       updated_by = excluded.updated_by where colour_scheme.version = ${version} returning version`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw conflict('四色方案已有变化，请核对后再保存');
  ctx.audit({
    type: 'colour',
    name: `${orgName}四色方案：${looks.map(({ label, name }) => label + name).join('、')}`,
    orgCode,
  });
  return row;
}
