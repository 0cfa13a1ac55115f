import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Endpoint } from '#platform/contract.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import type { Caller, TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { outcome } from './matrix.ts';
import type { Line } from './matrixText.ts';
import { nameOf, sampleOf } from './samples.ts';

/** Screens as they may stand: each by the cookie that it holds. */
export type Screens = Record<'paired' | 'revoked' | 'expired' | 'foreign', string>;

export async function addScreens(t: TestApp): Promise<Screens> {
  const made = { paired: makeToken(), revoked: makeToken(), expired: makeToken(), foreign: makeToken() };
  const { id, code } = ORGS.branchA11;
  await sql`
    insert into box_device (org_id, org_code, name, place, bound_at, token_hash, token_until, last_hash, revoked_at)
    select ${id}, ${code}, s.name, '大厅', now(), s.held, s.until, s.last, case when s.held is null then now() end
      from (values ('一', ${hashToken(made.paired)}::bytea, now() + interval '1 day', null::bytea),
                   ('二', null, null, ${hashToken(made.revoked)}),
                   ('三', ${hashToken(made.expired)}, now() - interval '1 day', null)) as s (name, held, until, last)`.execute(
    t.db,
  );
  return made;
}

/** A screen is let in by its cookie alone, and nobody by a session. */
export async function walkDevices(
  t: TestApp,
  screens: Screens,
  endpoint: Endpoint,
  callers: ReadonlyMap<string, Caller>,
): Promise<Line[]> {
  const name = nameOf(endpoint);
  const input = sampleOf(endpoint, { orgId: ORGS.branchA11.id, memberId: '1' }) as never;
  const cells = new Map<string, string>();
  for (const [stands, device] of Object.entries(screens)) {
    const got = outcome(await t.nobody.call(endpoint, input, { cookies: { device } }));
    cells.set(stands, got);
    expect(got === '401', `${name} ${stands}: ${got}`).toBe(stands !== 'paired');
  }
  const lines: Line[] = [];
  for (const [principal, caller] of callers) {
    const got = outcome(await caller.call(endpoint, input));
    expect(got, `${name} ${principal}`).toBe('401');
    lines.push({ call: name, field: '-', principal, cells: new Map([...cells, ['none', got]]) });
  }
  return lines;
}
