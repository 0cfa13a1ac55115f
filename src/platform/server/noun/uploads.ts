import type { RawBuilder } from 'kysely';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import type { Field } from '#platform/noun/fields.ts';
import type { AnyNoun, Fields } from '#platform/noun/noun.ts';
import { cleanHtml, plainText } from '#platform/text/richText.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../database/db.ts';
import { attachFiles, canReadFile, detachFiles } from '../files/fileRights.ts';
import { fileNames, readNoun } from './queries.ts';

type Given = Readonly<Record<string, unknown>>;

/** The most characters of a rich text that the log keeps of each side. */
const LOGGED = 200;

/** Whether a field has files: a `files` field, or a rich text with its pictures. They are given to the row when it is written. */
export const isAttached = ({ kind, options }: Field): boolean => kind === 'files' || options.rich === true;

const attached = ({ is }: AnyNoun) => Object.entries(is.fields as Fields).filter(([, field]) => isAttached(field));
/** Ids as a `files` field holds them, as a list. */
export const idsOf = (value: unknown): string[] =>
  String(value ?? '')
    .split(',')
    .filter(Boolean);

/** A row's values with its rich texts as the house's profile leaves them. */
export const cleanRichTexts = (noun: AnyNoun, values: Given): Given => ({
  ...values,
  ...Object.fromEntries(
    attached(noun).flatMap(([name, { options }]) =>
      options.rich && typeof values[name] === 'string' ? [[name, cleanHtml(values[name])]] : [],
    ),
  ),
});

/**
 * Gives a row the files that its values name, and releases those that they no longer name, in the caller's transaction.
 * @returns the values with the ids under which the files are stored; the same object where no field holds files
 * @throws body code 600 at the field whose file is unknown, belongs to another account, or has the wrong format
 */
export async function attachUploads(
  ctx: Ctx,
  noun: AnyNoun,
  row: { id: string; orgCode: string },
  values: Given,
): Promise<Given> {
  const fields = attached(noun);
  if (fields.length === 0) return values;
  const owner = { kind: kindOf(noun), rowId: row.id, orgCode: row.orgCode };
  const all: string[] = [];
  const after: Record<string, unknown> = { ...values };
  for (const [name, { kind, options }] of fields) {
    const html = String(values[name] ?? '');
    const fileIds = options.rich ? fileIdsIn(html) : idsOf(values[name]);
    const allowed = kind === 'files' && options.format ? { format: options.format } : undefined;
    const kept = await attachFiles(ctx, name, fileIds, owner, allowed);
    all.push(...kept);
    if (options.rich && fileIds.length === 0) continue;
    after[name] =
      kind === 'files'
        ? kept.join(',')
        : fileIds.reduce((text, id, at) => text.replaceAll(`fileName=${id}`, `fileName=${kept[at]}`), html);
  }
  await detachFiles(ctx, owner, all);
  return after;
}

/** Lets go all files of a row that is erased for good. */
export async function dropUploads(ctx: Ctx, noun: AnyNoun, id: string): Promise<void> {
  if (attached(noun).length > 0) await detachFiles(ctx, { kind: kindOf(noun), rowId: id }, []);
}

/** What changed of files and rich texts, for the log: names of files, the beginnings of texts. */
export async function uploadChanges(
  ctx: Ctx,
  noun: AnyNoun,
  before: Given,
  after: Given,
): Promise<Record<string, [unknown, unknown]>> {
  const changed = attached(noun).filter(([name]) => (before[name] ?? '') !== (after[name] ?? ''));
  const ids = changed.flatMap(([name, { kind }]) =>
    kind === 'files' ? [...idsOf(before[name]), ...idsOf(after[name])] : [],
  );
  const names = await fileNames(ctx.db, ids);
  const words = ({ kind }: Field, value: unknown) =>
    kind === 'files'
      ? idsOf(value)
          .map((id) => names.get(id) ?? '已删除的文件')
          .join('、')
      : plainText(String(value ?? '')).slice(0, LOGGED);
  return Object.fromEntries(
    changed.map(([name, field]) => [
      name,
      [words(field, before[name]), words(field, after[name])] as [unknown, unknown],
    ]),
  );
}

/** The files of a row by field, for its record; empty where the noun has no field with files. */
export async function uploadsOf(
  db: Db,
  noun: AnyNoun,
  row: Given,
  { files }: { files: (db: Db, ids: readonly string[]) => Promise<UploadedFile[]> },
): Promise<{ uploads?: Record<string, UploadedFile[]> }> {
  const fields = attached(noun).filter(([, { kind }]) => kind === 'files');
  if (fields.length === 0) return {};
  const stored = await files(
    db,
    fields.flatMap(([name]) => idsOf(row[name])),
  );
  return {
    uploads: Object.fromEntries(
      fields.map(([name]) => [name, idsOf(row[name]).flatMap((id) => stored.find((file) => file.id === id) ?? [])]),
    ),
  };
}

/** The kind of the files of a noun's rows. */
export const kindOf = ({ is }: Pick<AnyNoun, 'is'>) => `noun.${is.name}`;

/** Registers who may read the files of a noun: the readers of the row, and those whom `readsFile` adds. */
export function announceUploads(
  noun: AnyNoun,
  {
    also,
    readsFile,
  }: {
    also?: (ctx: Ctx) => RawBuilder<boolean>;
    readsFile?: (ctx: Ctx, rowId: string) => Promise<boolean>;
  },
): void {
  if (attached(noun).length === 0) return;
  canReadFile(kindOf(noun), async (ctx, { rowId }) => {
    if (rowId === null) return false;
    const reads =
      ctx.may(noun.is.access.read) && (await readNoun(ctx.db, noun, ctx.scope, rowId, { also: also?.(ctx) })) !== null;
    return reads || ((await readsFile?.(ctx, rowId)) ?? false);
  });
}
