import { sql } from 'kysely';
import { type FormatName, fileFault } from '../../files/fileRules.ts';
import type { Ctx } from '../context.ts';
import { badInput } from '../errors.ts';
import { copyRow } from './files.ts';

/** A stored file as those see it who decide about it. */
export interface StoredFile {
  id: string;
  /** Whose file it is, e.g. `member.photo`; `upload` while it belongs to no row yet. */
  kind: string;
  /** The row that it belongs to; null while it belongs to none. */
  rowId: string | null;
  orgCode: string;
  /** Who brought it. */
  accountId: string;
  name: string;
  mime: string;
  /** Bytes. */
  size: number;
  /** Id under which the bytes lie in the store: the own, or that of the file that this one is a copy of. */
  bytesOf: string;
}

type Check = (ctx: Ctx, file: StoredFile) => Promise<boolean>;

/** The kind of a file that was uploaded and belongs to no row yet. */
export const LOOSE = 'upload';

const checks = new Map<string, Check>([[LOOSE, async (ctx, file) => file.accountId === ctx.session.accountId]]);

/**
 * Registers who may read the files of a kind: those who may read the row. A module calls it once in `announce`; nobody can read
 * files of a kind without a check.
 * @param kind `module.noun`, e.g. `member.photo`
 * @param check called at every reading, with the session's scope in `ctx`
 */
export function canReadFile(kind: string, check: Check): void {
  checks.set(kind, check);
}

const pageOnly = new Map<string, Check>();

/**
 * Registers which files of a kind can be read on the page but not downloaded.
 * @param check called at every download by a session that may read the file
 */
export function readOnPageOnly(kind: string, check: Check): void {
  pageOnly.set(kind, check);
}

/** Whether the session may read a file on its page alone. */
export async function isPageOnly(ctx: Ctx, file: StoredFile): Promise<boolean> {
  return (await pageOnly.get(file.kind)?.(ctx, file)) ?? false;
}

const openChecks = new Map<string, Check>();

/**
 * Registers which files of a kind belong to a page that is read without signing in.
 * @param check called at every reading by an address of such a page; `ctx` has no session
 */
export function canReadOpenly(kind: string, check: Check): void {
  openChecks.set(kind, check);
}

/** Whether a file belongs to an open page now. False for a kind without a check. */
export async function mayReadOpenly(ctx: Ctx, file: StoredFile): Promise<boolean> {
  return (await openChecks.get(file.kind)?.(ctx, file)) ?? false;
}

/** Whether the session may read a file. False for a kind without a check. */
export async function mayReadFile(ctx: Ctx, file: StoredFile): Promise<boolean> {
  return (await checks.get(file.kind)?.(ctx, file)) ?? false;
}

/** What is known of a file; undefined where there is none, or it has expired. `lock` keeps it for this transaction. */
export async function findFile(ctx: Ctx, id: string, lock = false): Promise<StoredFile | undefined> {
  const { rows } = await sql<Omit<StoredFile, 'size'> & { size: string }>`
    select id, kind, row_id as "rowId", org_code as "orgCode", account_id as "accountId", name, mime, size,
           coalesce(bytes_of, id) as "bytesOf"
      from stored_file where id = ${id} and (expires_at is null or expires_at > now())
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  const row = rows[0];
  return row && { ...row, size: Number(row.size) };
}

/** The row that files are given to. */
interface Owner {
  kind: string;
  rowId: string;
  orgCode: string;
}

/** What a row takes, where that is less than what could be uploaded; `limit` in bytes, else the format's. */
interface Allowed {
  format: FormatName;
  limit?: number;
}

/**
 * Gives uploaded files to a row, within the caller's transaction. From then on the readers of the row can read them, and they are
 * kept. A file that belongs to another row already is copied, so that each row has its own; the copy shares the bytes.
 * @param field the field at which a wrong id is refused (body code 600): an unknown id, or a file that the session did not upload
 * @param ids as the form sent them; files that belong to this row already stay
 * @returns the ids to store, in the same order
 */
export async function attachFiles(
  ctx: Ctx,
  field: string,
  ids: readonly string[],
  owner: Owner,
  allowed?: Allowed,
): Promise<string[]> {
  const kept: string[] = [];
  for (const id of ids) {
    const file = await findFile(ctx, id, true);
    const already = file?.kind === owner.kind && file.rowId === owner.rowId;
    if (!file || !(already || (file.accountId === ctx.session.accountId && (await mayReadFile(ctx, file))))) {
      throw badInput({ [field]: '附件不存在或已过期，请重新上传' });
    }
    const fault = allowed && !already ? fileFault(file.name, file.size, allowed.format, allowed.limit) : '';
    if (fault) throw badInput({ [field]: `${file.name}：${fault}` });
    // One that the row had let go, and takes back, stays as well.
    const own = already || file.kind === LOOSE ? id : await copyRow(ctx.db, id);
    await giveTo(ctx, own, owner);
    kept.push(own);
  }
  return kept;
}

const giveTo = (ctx: Ctx, id: string, owner: Owner) =>
  sql`update stored_file set kind = ${owner.kind}, row_id = ${owner.rowId}, org_code = ${owner.orgCode}, expires_at = null
       where id = ${id}`.execute(ctx.db);

/**
 * `attachFiles` for something that is handed in again. A file of an earlier time is copied, whoever in the organisation uploaded it;
 * the earlier time keeps its file.
 * @param before files of the earlier times
 */
export async function attachResubmitted(
  ctx: Ctx,
  field: string,
  ids: readonly string[],
  owner: Owner,
  before: ReadonlySet<string>,
  allowed?: Allowed,
): Promise<string[]> {
  const kept: string[] = [];
  for (const id of ids) {
    if (!before.has(id)) {
      kept.push(...(await attachFiles(ctx, field, [id], owner, allowed)));
      continue;
    }
    const copy = await copyRow(ctx.db, id);
    await giveTo(ctx, copy, owner);
    kept.push(copy);
  }
  return kept;
}

/** Lets go the files of a row that it no longer names; they are removed after thirty days. */
export async function detachFiles(
  ctx: Ctx,
  owner: { kind: string; rowId: string },
  keep: readonly string[],
): Promise<void> {
  await sql`update stored_file set expires_at = now() + interval '30 days'
             where kind = ${owner.kind} and row_id = ${owner.rowId} and expires_at is null and not id = any(${keep}::text[])`.execute(
    ctx.db,
  );
}
