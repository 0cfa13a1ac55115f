import { sql } from 'kysely';
import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import type * as contract from '#modules/fourColour/contract.hand.ts';
import { HOUSE, natureFaults, type Scheme, schemeFaults } from '#modules/fourColour/rules.scheme.ts';
import { NATURES } from '#modules/fourColour/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { badInput, conflict } from '#platform/server/errors.ts';

/** The dictionary of units' natures. */
const NATURE = '0011';

interface SchemeRecord {
  orgId: string;
  orgName: string;
  looks: Scheme;
  city: string[];
  village: string[];
  version: number;
}

/** The scheme that counts at an organisation: its own, or that of the nearest above; undefined: the house's own. */
async function holding(db: Db, orgCode: string): Promise<SchemeRecord | undefined> {
  const { rows } = await sql<SchemeRecord>`
    select s.org_id as "orgId", o.name as "orgName", s.looks, s.city_natures as city, s.village_natures as village, s.version
      from colour_scheme s join organisation o on o.id = s.org_id and o.deleted_at is null
     where starts_with(${orgCode}, s.org_code) order by length(s.org_code) desc limit 1`.execute(db);
  return rows[0];
}

/** How the session's organisation draws the levels, whoever they are of: a page has one scheme. */
export const schemeOf = async (ctx: Ctx): Promise<Scheme> =>
  (await holding(ctx.db, ctx.session.orgCode))?.looks ?? HOUSE;

export async function get(ctx: Ctx): Promise<ReplyOf<typeof contract.getScheme>> {
  const found = await holding(ctx.db, ctx.session.orgCode);
  const own = found?.orgId === ctx.session.orgId ? found : undefined;
  return {
    looks: [...(found?.looks ?? HOUSE)],
    city: own?.city ?? [],
    village: own?.village ?? [],
    orgName: found?.orgName ?? '',
    version: own?.version ?? 0,
    can: { edit: ctx.may('colour:manage') },
  };
}

export async function save(
  ctx: Ctx,
  { version, looks, city, village }: ParsedOf<typeof contract.saveScheme>,
): Promise<ReplyOf<typeof contract.saveScheme>> {
  const known = new Set((await dictionaryNames(ctx.services)).entries(NATURE).map(({ value }) => value));
  const faults = { ...schemeFaults(looks), ...natureFaults({ city, village }, NATURES, (one) => known.has(one)) };
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const { orgId, orgCode, orgName, accountName: by } = ctx.session;
  const { rows } = await sql<{ version: number }>`
    insert into colour_scheme (org_id, org_code, looks, city_natures, village_natures, updated_by)
    select ${orgId}, ${orgCode}, ${JSON.stringify(looks)}::jsonb, ${city}::text[], ${village}::text[], ${by} where ${version} = 0 or exists (
      select from colour_scheme where org_id = ${orgId})
    on conflict (org_id) do update set looks = excluded.looks, city_natures = excluded.city_natures,
       village_natures = excluded.village_natures, version = colour_scheme.version + 1, updated_at = now(),
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
