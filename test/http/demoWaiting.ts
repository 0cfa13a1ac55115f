import { sql } from 'kysely';
import { matchPath } from 'react-router';
import { expect } from 'vitest';
import type { Db } from '#platform/server/database/db.ts';
import { findWaitingWithoutTodo } from '#platform/server/inbox/waiting.ts';
import { serverModules } from '#rooms/server.ts';
import { webModules } from '#rooms/web.ts';

/** Of the open to-dos of each kind, page and role the first that somebody has, by any of those who have it. */
async function oneOfEach(db: Db) {
  const { rows } = await sql<{ kind: string; url: string; grantId: string }>`
    with held as materialized (select id, org_id, role_id, account_id from usable_grant)
    select distinct on (split_part(t.subject, ':', 1), t.role_id, regexp_replace(t.jump_url, '\\d+', 'N', 'g'))
           split_part(t.subject, ':', 1) as kind, t.jump_url as url, held.id as "grantId"
      from todo t join held on held.org_id = t.org_id and held.role_id = t.role_id and held.account_id = coalesce(t.account_id, held.account_id)
     where t.done_at is null order by split_part(t.subject, ':', 1), t.role_id, regexp_replace(t.jump_url, '\\d+', 'N', 'g'), t.id`.execute(
    db,
  );
  return rows;
}

/** Whatever waits in the demo is a to-do, and each to-do leads to a page that whoever has it may open. */
export async function expectAllAsked(db: Db): Promise<void> {
  expect(await findWaitingWithoutTodo(db, serverModules)).toEqual([]);
  const pages = webModules.flatMap(({ routes }) => routes);
  const each = await oneOfEach(db);
  expect(each.length).toBeGreaterThan(30);
  const shut: string[] = [];
  for (const { kind, url, grantId } of each) {
    const [path = ''] = url.split('?');
    const page = pages.find((one) => one.path === path) ?? pages.find((one) => matchPath(one.path, path));
    const { rows } = await sql<{ key: string }>`
      select permission_key as key from grant_right where grant_id = ${grantId}`.execute(db);
    const may =
      page &&
      (page.permission === undefined || page.permission.split(',').some((one) => rows.some(({ key }) => key === one)));
    if (!may) shut.push(`${kind} ${url}`);
  }
  expect(shut).toEqual([]);
  // Whoever decides on what others ask is somebody; the own work of a branch without an account waits until it has one.
  const { rows: nobody } = await sql<{ subject: string }>`
    with held as materialized (select org_id, role_id from usable_grant)
    select t.subject from todo t join organisation o on o.id = t.org_id
     where t.done_at is null and o.child_count > 0 and (t.org_id, t.role_id) not in (select org_id, role_id from held)`.execute(
    db,
  );
  expect(nobody).toEqual([]);
}
