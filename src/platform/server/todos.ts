import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';

/** A to-do as a module opens it. */
export interface NewTodo {
  roleId: number;
  orgId: string;
  orgCode: string;
  /** Null: for whoever holds the role there. */
  accountId: string | null;
  /** Chinese name of the module, as lists show it. */
  module: string;
  title: string;
  detail: string;
  act: string;
  jumpUrl: string;
  /** `YYYY-MM-DD`; null: no day. */
  dueOn: string | null;
  /** What it is about, unique to the module: `workflow:17`. */
  subject: string;
}

/** Opens a to-do in the caller's transaction; one that is open for the same subject stays. */
export async function openTodo(db: Db, todo: NewTodo): Promise<void> {
  await sql`
    insert into todo (role_id, org_id, org_code, account_id, module, title, detail, act, jump_url, due_on, subject)
    values (${todo.roleId}, ${todo.orgId}, ${todo.orgCode}, ${todo.accountId}, ${todo.module}, ${todo.title},
            ${todo.detail}, ${todo.act}, ${todo.jumpUrl}, ${todo.dueOn}, ${todo.subject})
    on conflict (org_id, role_id, subject) where done_at is null do nothing`.execute(db);
}

/** What somebody is asked to decide, as a to-do names it. */
export type Asked = Pick<NewTodo, 'module' | 'title' | 'detail' | 'act' | 'jumpUrl' | 'subject'>;

/** Puts something before whoever decides it, as `deciderOf` found them: whoever holds the role there, with no day. */
export const askDecider = (db: Db, decider: { id: string; code: string; roleId: number }, asked: Asked) =>
  openTodo(db, {
    ...asked,
    roleId: decider.roleId,
    orgId: decider.id,
    orgCode: decider.code,
    accountId: null,
    dueOn: null,
  });

/** Closes the open to-dos of some subjects in the caller's transaction. @param orgId of this organisation alone */
export async function closeTodos(db: Db, subjects: readonly string[], orgId: string | null = null): Promise<void> {
  if (subjects.length === 0) return;
  await sql`update todo set done_at = now() where subject = any(${subjects}::text[]) and done_at is null
    and (${orgId}::bigint is null or org_id = ${orgId})`.execute(db);
}

/** Puts the open to-dos of some subjects before the same role at another organisation, in the caller's transaction. */
export const moveTodos = (db: Db, fromId: string, to: { id: string; code: string }, subjects: readonly string[]) =>
  sql`update todo set org_id = ${to.id}, org_code = ${to.code}
       where org_id = ${fromId} and done_at is null and subject = any(${subjects}::text[])`.execute(db);
