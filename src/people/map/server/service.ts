import { siteSetup } from '#kernel/session/server/site.ts';
import type { findPlaces, listMapOrgs, MapOrg, MapSettings, mapMarkers, mapOrg } from '#people/map/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { CITY_SEATS } from '#platform/places/citySeats.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound, Refusal } from '#platform/server/errors.ts';
import { canSearchPlaces as canFind, type Place, searchPlaces } from './places.ts';
import * as queries from './queries.ts';

/** More markers than this help nobody and weigh megabytes; the page says so. */
const MARKERS_AT_MOST = 20_000;

const setupOf = (ctx: Ctx) => siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);

/** How the map is drawn at this host. */
export async function readSettings(ctx: Ctx): Promise<MapSettings> {
  const setup = await setupOf(ctx);
  const { map, city } = setup.settings;
  return {
    provider: map?.provider ?? null,
    tileKey: map?.tileKey ?? '',
    tileOrigin: map?.tileOrigin ?? null,
    base: ctx.services.config.demo ? 'city' : 'grid',
    findsPlaces: canFind(setup),
    city,
  };
}

/** The scope narrowed to the chosen organisation. Throws 404 where id and code name nothing, or not the same one. */
async function placeScope(
  ctx: Ctx,
  { orgId, orgCode }: { orgId?: string | undefined; orgCode?: string | undefined },
): Promise<Scope> {
  if (orgId === undefined && orgCode === undefined) return ctx.scope;
  const code = await queries.codeOf(ctx.db, ctx.scope, { id: orgId, code: orgCode });
  const scope = code === null ? null : narrowScope(ctx.scope, code);
  if (!scope) throw notFound('组织不存在');
  return scope;
}

/** The markers of the chosen organisation and all below it. */
export async function readMarkers(ctx: Ctx, input: ParsedOf<typeof mapMarkers>): Promise<ReplyOf<typeof mapMarkers>> {
  const scope = await placeScope(ctx, input);
  const found = await queries.markerRows(ctx.db, scope, {
    types: input.orgType,
    also: input.changeFlag === '1' ? (input.orgId ?? null) : null,
    limit: MARKERS_AT_MOST + 1,
  });
  const shown = found.rows.slice(0, MARKERS_AT_MOST);
  return {
    crs: 'WGS84',
    types: found.types,
    more: found.rows.length > shown.length,
    rows: shown.map(({ code, ...row }) => ({ ...row, orgCode: code })),
    total: shown.length,
  };
}

/** The list beside the map. */
export async function readList(ctx: Ctx, input: ParsedOf<typeof listMapOrgs>): Promise<ReplyOf<typeof listMapOrgs>> {
  const scope = await placeScope(ctx, input);
  const filter = { types: input.orgType, bounds: input.bounds, keyWords: input.keyWords };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.listRows(ctx.db, scope, filter, input.pageSize, offset);
  return {
    crs: 'WGS84',
    rows: rows.map(({ code, secretary, phone, ...row }) => ({
      ...row,
      orgCode: code,
      secretaryName: secretary ?? '',
      secretaryPhone: phone ?? '',
    })),
    total,
  };
}

/** One organisation for the marker's dialog; without id and code, the session's own. */
export async function readOrg(ctx: Ctx, input: ParsedOf<typeof mapOrg>): Promise<MapOrg> {
  const which = input.orgId ? { id: input.orgId } : input.orgCode ? { code: input.orgCode } : { id: ctx.session.orgId };
  const row = await queries.detailRow(ctx.db, ctx.scope, which);
  if (!row || (input.orgCode !== undefined && row.code !== input.orgCode)) throw notFound('组织不存在');
  return {
    id: row.id,
    orgCode: row.code,
    name: row.name,
    type: row.type,
    lng: row.lng,
    lat: row.lat,
    crs: 'WGS84',
    secretaryName: row.secretary ?? '',
    secretaryPhone: row.phone ?? '',
    portrait: row.photo,
    contact: row.contact,
    contactPhone: row.contact_phone,
    address: row.address,
    tenureNumber: row.team,
    formalPartyNumber: row.full_members,
    readyPartyNumber: row.probationary,
    developMemberNumber: row.targets,
    positiveNumber: row.activists,
    updateName: row.updated_by,
    updateDate: row.updated_at.toISOString(),
    can: { edit: ctx.may('org:write'), browse: ctx.may('org:read') },
  };
}

/** Places by name: the provider's, then the own organisations, then the seats of the demo's city. */
export async function readPlaces(ctx: Ctx, input: ParsedOf<typeof findPlaces>): Promise<ReplyOf<typeof findPlaces>> {
  const { city, keyWords, limit } = input;
  const setup = await setupOf(ctx);
  let fault: string | null = null;
  let outside: Place[] = [];
  try {
    outside = await searchPlaces(setup, city, keyWords, limit);
  } catch (error) {
    // The own organisations are found all the same.
    if (!(error instanceof Refusal)) throw error;
    fault = error.message;
  }
  const own = await queries.findLocated(ctx.db, ctx.scope, keyWords, limit);
  const seats = ctx.services.config.demo ? CITY_SEATS.filter(({ name }) => name.includes(keyWords)) : [];
  return {
    crs: 'WGS84',
    fault,
    places: [
      ...seats.map(({ name, at: [lng, lat] }) => ({ name, address: '驻地', lng, lat, source: 'seat' as const })),
      ...outside.map((place) => ({ ...place, source: 'provider' as const })),
      ...own.map((place) => ({ ...place, source: 'org' as const })),
    ],
  };
}
