import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { type Standing, standingOf } from './account.ts';
import type { Givable } from './standing.ts';

export interface OnlineRow extends Standing {
  id: string;
  name: string;
  login_mask: string;
  role_name: string;
  org_name: string;
  agent: string;
  way: string;
  ip: string;
  last_seen: Date;
  devices: number;
  total: number;
}

/** A session aliased `s` in which somebody may still work. */
const isOpen = (idleSeconds: number): RawBuilder<boolean> => sql<boolean>`
  s.ended_at is null and s.expires_at > now() and s.seen_at > now() - make_interval(secs => ${idleSeconds})`;

/**
 * Who is signed in with a role within `place`, the one seen last first, each with the device seen last.
 * @param scope what decides whom the session may act upon; `place` lies within it
 */
export async function listOnline(
  db: Db,
  scope: Scope,
  givable: Givable,
  filter: { place: Scope; name: string; idleSeconds: number; limit: number; offset: number },
): Promise<OnlineRow[]> {
  const named = filter.name === '' ? sql`true` : textHolds(sql`a.name`, filter.name);
  const { rows } = await sql<OnlineRow>`
    with open as materialized (
      select s.id, s.account_id, s.sign_in, s.agent, s.way, s.ip, s.seen_at, r.name as role_name, o.name as org_name
        from session s
        join account a on a.id = s.account_id and ${named}
        join account_role g on g.id = s.grant_id and g.revoked_at is null
        join role r on r.id = g.role_id
        join organisation o on o.id = g.org_id
       where ${within(filter.place, 'o.code')} and ${isOpen(filter.idleSeconds)}
    ), latest as (
      select distinct on (account_id) * from open order by account_id, seen_at desc, id desc
    ), counted as (
      select account_id, count(distinct sign_in)::int as devices from open group by account_id
    ), shown as (
      select l.*, c.devices, count(*) over ()::int as total from latest l join counted c using (account_id)
       order by l.seen_at desc, l.account_id limit ${filter.limit} offset ${filter.offset}
    )
    select a.id, a.name, a.login_mask, l.role_name, l.org_name, l.agent, l.way, l.ip, l.seen_at as last_seen, l.devices, l.total,
           ${standingOf(scope, givable)}
      from shown l join account a on a.id = l.account_id
     order by l.seen_at desc, l.account_id`.execute(db);
  return rows;
}
