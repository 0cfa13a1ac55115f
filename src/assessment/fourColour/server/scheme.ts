import type * as contract from '#assessment/fourColour/contract.hand.ts';
import { HOUSE, natureFaults, type Scheme, schemeFaults } from '#assessment/fourColour/rules.scheme.ts';
import { NATURES } from '#assessment/fourColour/rules.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict } from '#platform/server/errors.ts';
import { findScheme, writeScheme } from './queries/scheme.ts';

/** The dictionary of units' natures. */
const NATURE = '0011';

/** How the session's organisation draws the levels, whoever they are of: a page has one scheme. */
export const schemeOf = async (ctx: Ctx): Promise<Scheme> =>
  (await findScheme(ctx.db, ctx.session.orgCode))?.looks ?? HOUSE;

export async function get(ctx: Ctx): Promise<ReplyOf<typeof contract.getScheme>> {
  const found = await findScheme(ctx.db, ctx.session.orgCode);
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
  const row = await writeScheme(ctx.db, { id: orgId, code: orgCode }, { version, looks, city, village }, by);
  if (!row) throw conflict('四色方案已有变化，请核对后再保存');
  ctx.audit({
    type: 'colour',
    name: `${orgName}四色方案：${looks.map(({ label, name }) => label + name).join('、')}`,
    orgCode,
  });
  return row;
}
