import { sql } from 'kysely';
import { expect } from 'vitest';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import type { Caller, TestApp } from './app.ts';

/** What holds of everything that waits before the organisation above: whoever asked urges it once in two hours, nobody else does. */
export async function urgesOnce(t: TestApp, asker: Caller, other: Caller, kind: string, id: string): Promise<void> {
  const urge = (who: Caller) => who.call(urgeAbove, { kind, id });
  expect([400, 403, 404]).toContain((await urge(other)).code);
  const first = await urge(asker);
  expect(first.code, first.text).toBe(200);
  expect(first.data.reached).toBeGreaterThan(0);
  const { rows } = await sql<{ title: string; jump: string; told: number }>`
    select n.title, n.jump_url as jump, (select count(*)::int from notice_recipient r where r.notice_id = n.id) as told
      from notice n order by n.id desc limit 1`.execute(t.db);
  expect(rows).toEqual([
    { title: expect.stringMatching(/^催办：./), jump: expect.stringMatching(/^\//), told: first.data.reached },
  ]);
  expect((await urge(asker)).msg).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d已经催办过，2小时内只能催一次/);
  await sql`update todo set urged_at = urged_at - interval '2 hours' where urged_at is not null`.execute(t.db);
  const later = await urge(asker);
  expect(later.code, later.text).toBe(200);
}
