import { CompiledQuery, sql } from 'kysely';
import { CODE } from '#platform/contract.ts';
import { type ChosenOrg, holds, type Services, type Session } from '../context.ts';
import type { Db } from '../database/db.ts';
import { Refusal } from '../errors.ts';
import { hashToken } from '../secrecy/crypto.ts';

/** What a grant makes of a session: whose it is, in which role, where, and what it may do. */
type Standing = Omit<Session, 'grantId' | 'mustEnrol'>;

interface KnownStandings {
  version: string;
  byGrant: Map<string, Standing>;
}
const knownStandings = new WeakMap<Services, KnownStandings>();
/** As many grants as are kept; about 500 bytes each, since equal sets of rights are one. */
const MOST_KNOWN = 50_000;
const sets = new Map<string, ReadonlySet<string>>();

/** What `grant_right` says, of one grant, with each of its views looked through once: planned in a quarter of the time. */
const STANDING = `/* prepared */
    with given as materialized (select permission_key from grant_given where grant_id = $1),
         taken as materialized (select permission_key from grant_taken where grant_id = $1)
    select a.id as "accountId", a.name as "accountName", a.member_id as "memberId",
           a.must_change_password as "mustChangePassword", r.id as "roleId", r.name as "roleName", r.base,
           o.id as "orgId", o.code as "orgCode", o.name as "orgName", o.type as "orgType",
           g.valid_until is not null as ends,
           case when exists (select from given where permission_key = '*:*:*') and not exists (select from taken) then '*:*:*'
           else (select coalesce(string_agg(p.key, ',' order by p.key), '') from permission p
                  where (p.key in (select permission_key from given)
                         or exists (select from given where permission_key = '*:*:*'))
                    and p.key not in (select permission_key from taken)) end as keys
      from account_role g
      join account a on a.id = g.account_id and a.enabled
      join role r on r.id = g.role_id and r.enabled
      join organisation o on o.id = g.org_id and o.deleted_at is null
     where g.id = $1 and g.revoked_at is null
       and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now())`;

/**
 * What a grant stands for, or null where it is no longer good. Read once for each state of the rights: `rights_version`
 * grows with every change of what this reads (decision 0009). A grant that ends by itself is read each time.
 */
async function standingOf(
  services: Services,
  grantId: string,
  version: string,
  db: Db = services.db,
): Promise<Standing | null> {
  let known = knownStandings.get(services);
  if (known?.version !== version) {
    known = { version, byGrant: new Map() };
    knownStandings.set(services, known);
  }
  const held = known.byGrant.get(grantId);
  if (held) return held;
  const { rows } = await db.executeQuery<Omit<Standing, 'rights'> & { ends: boolean; keys: string }>(
    CompiledQuery.raw(STANDING, [grantId]),
  );
  if (!rows[0]) return null;
  const { ends, keys, ...who } = rows[0];
  const standing = { ...who, rights: rightsOf(keys) };
  if (known.byGrant.size > MOST_KNOWN) known.byGrant.clear();
  if (!ends) known.byGrant.set(grantId, standing);
  return standing;
}

/** The set of these keys, the same one for the same keys. */
function rightsOf(keys: string): ReadonlySet<string> {
  let rights = sets.get(keys);
  if (!rights) {
    if (sets.size > 1000) sets.clear();
    rights = new Set(keys === '' ? [] : keys.split(','));
    sets.set(keys, rights);
  }
  return rights;
}

let noteSeen: (db: Db, tokenHash: Buffer) => Promise<unknown> = async () => {};

/** Lets the module that keeps sessions note that one was used, at most once a minute; told in its `announce`. */
export const notesSeen = (note: typeof noteSeen) => {
  noteSeen = note;
};

interface SessionRow {
  grant_id: string;
  stale: boolean;
  must_enrol: boolean;
  ended: boolean;
  rights_version: string;
  chosen_id: string | null;
  chosen_code: string;
  chosen_parent_id: string | null;
}

/** The token of a request: `Authorization: <token>`, a `Bearer ` prefix is accepted. */
export function tokenOf(header: string | undefined): string | null {
  if (!header) return null;
  const token = header.startsWith('Bearer ') ? header.slice(7).trim() : header.trim();
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : null;
}

/** Asked by every request, so it is compiled here once. `chosen` is looked up by its id alone. */
const WHO = `/* prepared */
    select chosen.id as chosen_id, chosen.code as chosen_code, chosen.parent_id as chosen_parent_id, s.grant_id,
           s.seen_at < now() - interval '1 minute' as stale, s.must_enrol, s.ended_at is not null as ended,
           (select version from rights_version) as rights_version
      from session s
      left join organisation chosen on chosen.id = $3 and chosen.deleted_at is null
     where s.token_hash = $1 and s.expires_at > now() and s.seen_at > now() - make_interval(secs => $2)`;

/**
 * The session of a token, read by one query together with the state of its rights, so that a revoked right, a disabled account or a
 * sign-out counts at the next request. Null for every token that is not valid now; body code 800 where a sign-in elsewhere ended the
 * session.
 * @param orgId an organisation that the request asks for, read in the same query; the caller checks whether it lies in the scope
 */
export const authenticate = (services: Services, token: string, orgId: string | null = null) =>
  authenticateHash(services, hashToken(token), orgId);

/** `authenticate` by the hash of a token, for addresses that the platform made for a session. */
export async function authenticateHash(
  services: Services,
  hash: Buffer,
  orgId: string | null = null,
): Promise<{ session: Session; chosen: ChosenOrg | null } | null> {
  const { rows } = await services.db.executeQuery<SessionRow>(
    CompiledQuery.raw(WHO, [hash, services.config.idleSeconds, orgId]),
  );
  const row = rows[0];
  const standing = row && (await standingOf(services, row.grant_id, row.rights_version));
  if (!standing) return null;
  if (row.ended) throw new Refusal(CODE.duplicateLogon, '您的账号已在其他地方登录');
  if (row.stale) {
    await noteSeen(services.db, hash);
  }
  const session = { ...standing, grantId: row.grant_id, mustEnrol: row.must_enrol };
  const chosen =
    row.chosen_id === null ? null : { id: row.chosen_id, code: row.chosen_code, parentId: row.chosen_parent_id };
  return { session, chosen };
}

/**
 * The session of a grant as it is now, for work without a request; null where the grant is no longer valid.
 * @param read a transaction in which it is read, and the state of the rights (`rights_version`) as it was read there
 */
export async function sessionOfGrant(
  services: Services,
  grantId: string,
  read?: { db: Db; version: string },
): Promise<Session | null> {
  const version = read?.version ?? (await rightsVersion(services.db));
  const standing = await standingOf(services, grantId, version, read?.db);
  return standing && { ...standing, grantId, mustEnrol: false };
}

/**
 * The session on whose behalf an address works that needs no sign-in (a calendar, a code): that of the account that made it, as long
 * as the account is enabled, its grant, role and organisation exist and it still has the right. Call it at each use; null: the
 * address must answer nothing.
 * @param grantId as stored with the address; null where it is not known who made it
 */
export async function sessionOfGrantHolder(
  { db, services }: { db: Db; services: Services },
  grantId: string | null,
  right: string,
): Promise<Session | null> {
  if (grantId === null) return null;
  const session = await sessionOfGrant(services, grantId, { db, version: await rightsVersion(db) });
  return session && holds(session.rights, right) ? session : null;
}

async function rightsVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version from rights_version`.execute(db);
  return rows[0]?.version ?? '';
}
