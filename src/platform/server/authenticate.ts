import { CompiledQuery, sql } from 'kysely';
import { CODE } from '#platform/contract.ts';
import type { ChosenOrg, RoleBase, Services, Session } from './context.ts';
import { hashToken } from './crypto.ts';
import { Refusal } from './errors.ts';

interface KnownRights {
  version: string;
  byGrant: Map<string, ReadonlySet<string>>;
}
const knownRights = new WeakMap<Services, KnownRights>();
/** As many grants as have their rights kept; about 100 bytes each, since equal sets are one. */
const MOST_KNOWN = 50_000;
const sets = new Map<string, ReadonlySet<string>>();

const RIGHTS = `/* hot */
    select case when exists (select from grant_given where grant_id = $1 and permission_key = '*:*:*')
                 and not exists (select from grant_taken where grant_id = $1) then '*:*:*'
           else (select coalesce(string_agg(permission_key, ',' order by permission_key), '')
                   from grant_right where grant_id = $1) end as keys`;

/**
 * What a grant may do, as the view `grant_right` says it; `*:*:*` alone for who may do everything. Read once for each
 * state of the rights: `rights_version` grows with every change, and a session's query brings it along.
 */
async function rightsOf(services: Services, row: SessionRow): Promise<ReadonlySet<string>> {
  let known = knownRights.get(services);
  if (known?.version !== row.rights_version) {
    known = { version: row.rights_version, byGrant: new Map() };
    knownRights.set(services, known);
  }
  const held = known.byGrant.get(row.grant_id);
  if (held) return held;
  const { rows } = await services.db.executeQuery<{ keys: string }>(CompiledQuery.raw(RIGHTS, [row.grant_id]));
  const keys = rows[0]?.keys ?? '';
  let rights = sets.get(keys);
  if (!rights) {
    if (sets.size > 1000) sets.clear();
    rights = new Set(keys === '' ? [] : keys.split(','));
    sets.set(keys, rights);
  }
  if (known.byGrant.size > MOST_KNOWN) known.byGrant.clear();
  known.byGrant.set(row.grant_id, rights);
  return rights;
}

interface SessionRow {
  account_id: string;
  grant_id: string;
  stale: boolean;
  name: string;
  member_id: string | null;
  must_change_password: boolean;
  must_enrol: boolean;
  ended: boolean;
  role_id: number;
  role_name: string;
  base: RoleBase;
  org_id: string;
  org_code: string;
  org_name: string;
  org_type: number;
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
const WHO = `/* hot */
    select chosen.id as chosen_id, chosen.code as chosen_code, chosen.parent_id as chosen_parent_id, s.account_id, s.grant_id, s.seen_at < now() - interval '1 minute' as stale,
           s.must_enrol, s.ended_at is not null as ended, a.name, a.member_id, a.must_change_password,
           g.role_id, r.name as role_name, r.base, g.org_id, o.code as org_code, o.name as org_name, o.type as org_type,
           (select version from rights_version) as rights_version
      from session s
      join account a on a.id = s.account_id and a.enabled
      join account_role g on g.id = s.grant_id and g.revoked_at is null
                         and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now())
      join role r on r.id = g.role_id and r.enabled
      join organisation o on o.id = g.org_id and o.deleted_at is null
      left join organisation chosen on chosen.id = $3 and chosen.deleted_at is null
     where s.token_hash = $1 and s.expires_at > now() and s.seen_at > now() - make_interval(secs => $2)`;

/**
 * Who stands behind a token: one query for session, account, active role, place and rights,
 * so that a revoked right, a disabled account or a sign-out counts at the next request.
 * Answers null for every token that is not good now; refuses with body code 800 where a sign-in elsewhere ended it.
 * @param orgId an organisation that the request asks for, read on the same way; whether it lies in the scope is not
 *   yet said
 */
export const authenticate = (services: Services, token: string, orgId: string | null = null) =>
  authenticateHash(services, hashToken(token), orgId);

/** The same by the hash of a token, for what the platform itself has made out to a session. */
export async function authenticateHash(
  services: Services,
  hash: Buffer,
  orgId: string | null = null,
): Promise<{ session: Session; chosen: ChosenOrg | null } | null> {
  const { rows } = await services.db.executeQuery<SessionRow>(
    CompiledQuery.raw(WHO, [hash, services.config.idleSeconds, orgId]),
  );
  const row = rows[0];
  if (!row) return null;
  if (row.ended) throw new Refusal(CODE.duplicateLogon, '您的账号已在其他地方登录');
  if (row.stale) {
    await sql`update session set seen_at = now() where token_hash = ${hash}`.execute(services.db);
  }
  const session = {
    accountId: row.account_id,
    accountName: row.name,
    memberId: row.member_id,
    roleId: row.role_id,
    roleName: row.role_name,
    base: row.base,
    grantId: row.grant_id,
    orgId: row.org_id,
    orgCode: row.org_code,
    orgName: row.org_name,
    orgType: row.org_type,
    mustChangePassword: row.must_change_password,
    mustEnrol: row.must_enrol,
    rights: await rightsOf(services, row),
  };
  const chosen =
    row.chosen_id === null ? null : { id: row.chosen_id, code: row.chosen_code, parentId: row.chosen_parent_id };
  return { session, chosen };
}
