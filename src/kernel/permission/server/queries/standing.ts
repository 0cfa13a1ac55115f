import { type RawBuilder, sql } from 'kysely';
import { ALL } from '#kernel/permission/rules.rights.ts';

/** A grant aliased `g` that counts: not taken back and not run out; one that begins later counts already. */
export const isStandingGrant = sql<boolean>`(g.revoked_at is null and (g.valid_until is null or g.valid_until > now()))`;

/** What the session may pass on: everything, every single right, or these. */
export type Givable = 'everything' | 'rights' | readonly string[];

/** Whether a right in this column is one that the session may not give. */
export function isNotGivable(givable: Givable, column: string): RawBuilder<boolean> {
  if (givable === 'everything') return sql<boolean>`false`;
  if (givable === 'rights') return sql<boolean>`${sql.ref(column)} = ${ALL}`;
  return sql<boolean>`${sql.ref(column)} <> all(${givable}::text[])`;
}

/**
 * Whether a grant aliased `g` has a right that the session may not give. Its rights are the effective ones, as the views
 * `grant_given` and `grant_taken` say them: what groups give counts where they reach, what an organisation limits or is
 * taken from the person does not (`findRole` says the same of a role that is about to be given). *:*:* is more than
 * all rights.
 */
export function exceedsGivableRights(givable: Givable): RawBuilder<boolean> {
  if (givable === 'everything') return sql<boolean>`false`;
  return sql<boolean>`
    exists (select from grant_given held
             where held.grant_id = g.id and ${isNotGivable(givable, 'held.permission_key')}
               and not exists (select from grant_taken t
                                where t.grant_id = g.id and t.permission_key = held.permission_key))`;
}
