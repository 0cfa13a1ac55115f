import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';

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
  /** `YYYY-MM-DD`; null: the matter has no day of its own, the site's term to answer counts (`answerDays`). */
  dueOn: string | null;
  /** What it is about, unique to the module: `workflow:17`. */
  subject: string;
  /** Who asks for it, where that is not whoever acts. */
  asker?: Asker;
}

/** Who asks for a to-do: a person's name, and the organisation whose matter it is. */
export interface Asker {
  name: string;
  orgId: string;
}

/** An act in which somebody asks, or a database alone, where to-dos follow from records and nobody asks. */
type By = Ctx | Db;

const isAct = (by: By): by is Ctx => 'services' in by;

function dbOf(by: By): Db {
  if (isAct(by)) return by.db;
  return by;
}

/** Whoever acts asks. */
function askerOf(by: By): Asker | null {
  if (!isAct(by) || !by.signedIn) return null;
  return { name: by.session.accountName, orgId: by.session.orgId };
}

const OPENED = sql`role_id, org_id, org_code, account_id, module, title, detail, act, jump_url, due_on, subject`;

/**
 * A statement, or a part of one, that opens to-dos; one that is open for the same subject stays.
 * @param wanted a query of `role_id, org_id, org_code, account_id, module, title, detail, act, jump_url, due_on, subject`, in this order
 */
export const todosOpened = (wanted: RawBuilder<unknown>) => sql`
  insert into todo (${OPENED}) ${wanted}
  on conflict (org_id, role_id, subject) where done_at is null do nothing`;

/** The same, and what open ones say is brought up to date, but for their page. */
export const todosRenewed = (wanted: RawBuilder<unknown>) => sql`
  insert into todo (${OPENED}) ${wanted}
  on conflict (org_id, role_id, subject) where done_at is null do update
     set org_code = excluded.org_code, title = excluded.title, detail = excluded.detail, act = excluded.act, due_on = excluded.due_on
   where (todo.org_code, todo.title, todo.detail, todo.act, todo.due_on)
         is distinct from (excluded.org_code, excluded.title, excluded.detail, excluded.act, excluded.due_on)`;

/**
 * A statement, or a part of one, that closes the open to-dos of a condition.
 * @param which a condition on `todo`
 * @param beside tables that the condition names, as after `from`
 */
export const todosClosed = (which: RawBuilder<unknown>, beside?: RawBuilder<unknown>) => sql`
  update todo set done_at = now() ${beside ? sql`from ${beside}` : sql``} where todo.done_at is null and ${which}`;

/** Notes that whoever has an open to-do was urged just now. */
export const noteUrged = (db: Db, todoId: string) =>
  sql`update todo set urged_at = now() where id = ${todoId}`.execute(db);

/**
 * Opens a to-do in the caller's transaction. If one is open for the same subject already, it stays and nothing is added.
 * @param by the act that asks for it, whose account the list names; a database alone where nobody asks
 */
export async function openTodo(by: By, todo: NewTodo): Promise<void> {
  const asker = todo.asker ?? askerOf(by);
  await sql`
    insert into todo (role_id, org_id, org_code, account_id, module, title, detail, act, jump_url, due_on, subject,
                      asked_by, from_org_id)
    values (${todo.roleId}, ${todo.orgId}, ${todo.orgCode}, ${todo.accountId}, ${todo.module}, ${todo.title},
            ${todo.detail}, ${todo.act}, ${todo.jumpUrl}, coalesce(${todo.dueOn}::date, answer_due()), ${todo.subject},
            ${asker?.name ?? ''}, ${asker?.orgId ?? null}::bigint)
    on conflict (org_id, role_id, subject) where done_at is null do nothing`.execute(dbOf(by));
}

/** What somebody is asked to decide, as a to-do names it. */
export type Asked = Pick<NewTodo, 'module' | 'title' | 'detail' | 'act' | 'jumpUrl' | 'subject' | 'asker'>;

/** Opens a to-do for the decider that `deciderOf` found: everybody with that role at that organisation, within the site's term to answer. */
export const askDecider = (by: By, decider: { id: string; code: string; roleId: number }, todo: Asked) =>
  openTodo(by, {
    ...todo,
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

/**
 * Moves the open to-dos of some subjects to the same role at another organisation, in the caller's transaction. Where one is open
 * there already, the moved one is closed.
 */
export const moveTodos = (db: Db, fromId: string, to: { id: string; code: string }, subjects: readonly string[]) =>
  sql`update todo t set org_id = ${to.id}, org_code = ${to.code},
             done_at = (select now() from todo other where other.org_id = ${to.id} and other.role_id = t.role_id
                           and other.subject = t.subject and other.done_at is null)
       where t.org_id = ${fromId} and t.done_at is null and t.subject = any(${subjects}::text[])`.execute(db);

/** Who asks, as columns, and as a row of a query says it that may have these columns or not. */
export const ASKED = sql`asked_by, from_org_id`;
export const askedOf = (row: RawBuilder<unknown>) => sql`
  coalesce(to_jsonb(${row}) ->> 'asked_by', ''), (to_jsonb(${row}) ->> 'from_org_id')::bigint`;

/** To-dos that follow from rows, not from somebody's act, and are kept up to date by recurring work. */
export interface KeptTodos {
  roleId: number;
  /** Chinese name of the module, as lists show it; where it differs, a column of `wanted`. */
  module: string | RawBuilder<unknown>;
  /** The word on the button; where it differs, a column of `wanted`. */
  act: string | RawBuilder<unknown>;
  /**
   * A query of what is to be done now: `org_id, org_code, title, detail, url, due_on, subject`, and where somebody asks for it
   * `asked_by` (a name) and `from_org_id`.
   */
  wanted: RawBuilder<unknown>;
  /** The to-dos that the round answers for: first parts of their subjects, or a condition on `todo`. */
  kept: readonly string[] | RawBuilder<unknown>;
}

/**
 * Opens the wanted to-dos, updates the text of open ones and closes those that are no longer wanted, by one statement in the
 * caller's transaction. Running it again writes nothing.
 * @returns how many were opened or changed, and how many were closed
 */
export async function reconcileTodos(
  db: Db,
  { roleId, module, act, wanted, kept }: KeptTodos,
): Promise<{ written: number; closed: number }> {
  const isKept = 'toOperationNode' in kept ? kept : sql`split_part(subject, ':', 1) = any(${kept}::text[])`;
  const { rows } = await sql<{ written: number; closed: number }>`
    with wanted as materialized (${wanted}),
    closed as (
      update todo set done_at = now()
       where done_at is null and ${isKept}
         and not exists (select from wanted where wanted.org_id = todo.org_id and wanted.subject = todo.subject)
      returning id
    ), written as (
      insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject, ${ASKED})
      select ${roleId}::smallint, org_id, org_code, ${module}, title, detail, ${act}, url, due_on, subject, ${askedOf(sql`wanted`)} from wanted
      on conflict (org_id, role_id, subject) where done_at is null do update
         set org_code = excluded.org_code, title = excluded.title, detail = excluded.detail,
             jump_url = excluded.jump_url, due_on = excluded.due_on, asked_by = excluded.asked_by, from_org_id = excluded.from_org_id
       where (todo.org_code, todo.title, todo.detail, todo.jump_url, todo.due_on, todo.asked_by, todo.from_org_id)
             is distinct from (excluded.org_code, excluded.title, excluded.detail, excluded.jump_url, excluded.due_on, excluded.asked_by,
                               excluded.from_org_id)
      returning id
    )
    select (select count(*)::int from written) as written, (select count(*)::int from closed) as closed`.execute(db);
  return rows[0] ?? { written: 0, closed: 0 };
}
