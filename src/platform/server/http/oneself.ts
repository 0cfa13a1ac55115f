import { sql } from 'kysely';
import type { Endpoint } from '#platform/contract.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import type { Services, Session } from '../context.ts';
import type { Db } from '../database/db.ts';
import { refuse } from '../errors.ts';

/**
 * Nobody decides for oneself. A contract says by `subject` whose matter its act decides; here, before the act is looked at any
 * further, the person behind the session is held against it. Whoever else may do the act is the way out: another worker of the
 * organisation, or the organisation above.
 */

/** Whether one of the given rows is the person's own matter. A module declares it for a kind of rows under `subjects` of its manifest. */
export type IsOwnMatter = (db: Db, rowIds: readonly string[], memberId: string) => Promise<boolean>;

/** The usual check: the person is in `member_id` of the row. @param key the column of the ids */
export const ownRows =
  (table: string, key = 'id'): IsOwnMatter =>
  async (db, rowIds, memberId) => {
    const { rows } = await sql`select from ${sql.table(table)}
      where ${sql.ref(key)} = any(${rowIds}::bigint[]) and member_id = ${memberId} limit 1`.execute(db);
    return rows.length > 0;
  };

/** The ids that an input holds at `field`, `fields` or `rows[].field`. */
export function valuesAt(input: unknown, path: string): string[] {
  const [head = '', ...rest] = path.split('.');
  const value = (input as Record<string, unknown> | null)?.[head.replace('[]', '')];
  const values = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return rest.length === 0 ? values.map(String) : values.flatMap((one) => valuesAt(one, rest.join('.')));
}

/** Refuses where the act decides the session's own matter. @throws Refusal */
export async function refuseOwnMatter(
  services: Services,
  session: Session | null,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<void> {
  const memberId = session?.memberId ?? null;
  if (memberId === null) return;
  for (const subject of endpoint.subject ?? []) {
    const [path, kind] = subject.split(':') as [string, string?];
    const ids = valuesAt(input, path);
    if (ids.length === 0) continue;
    const isOwn = kind === undefined ? ids.includes(memberId) : await whose(services, kind)(services.db, ids, memberId);
    if (isOwn) throw refuse(ownMatterRefusal(endpoint.audit ?? endpoint.summary));
  }
}

function whose({ modules }: Services, kind: string): IsOwnMatter {
  const isOwnMatter = modules.map(({ subjects }) => subjects?.[kind]).find(Boolean);
  if (!isOwnMatter) throw new Error(`no module says whose matter a ${kind} is`);
  return isOwnMatter;
}
