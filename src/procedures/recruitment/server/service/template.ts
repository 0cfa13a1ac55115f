import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import type * as contract from '#procedures/recruitment/contract.templates.ts';
import { FORMS, type FormName } from '#procedures/recruitment/rules/forms.ts';
import { builtInText, type FormText, textFaults } from '#procedures/recruitment/rules/formTexts.ts';
import * as queries from '../queries/templates.ts';
import { exampleFile } from './example.ts';
import { refuseFaults } from './facts.ts';
import { drawForm, FORM_PAPER } from './sheets.ts';

const CHANGED = '这份模板已有新的版本，请刷新后再改';

const textIn = ({ title, subtitle, addressee, body, signs, note }: FormText): FormText => ({
  title,
  subtitle,
  addressee,
  body,
  signs,
  note,
});

/** What a form says now: the newest version, else the wording of the product. */
export async function textOf(db: Db, form: FormName): Promise<FormText> {
  const found = await queries.current(db, form);
  return found && !found.isBuiltIn ? textIn(found) : builtInText(form);
}

const versionOf = ({ number, remark, isBuiltIn, createdBy, createdAt }: queries.VersionRecord) => ({
  number,
  remark,
  isBuiltIn,
  createdBy,
  createdAt: createdAt.toISOString(),
});

export async function list(ctx: Ctx): Promise<ReplyOf<typeof contract.listTemplates>> {
  const newest = new Map((await queries.newest(ctx.db)).map((row) => [row.form, row]));
  return (Object.keys(FORMS) as FormName[]).map((form) => {
    const found = newest.get(form);
    return { form, label: FORMS[form].label, step: FORMS[form].no, version: found ? versionOf(found) : null };
  });
}

/** A version of a form; 0 and one that went back to it are the wording of the product. */
const wordsAt = (form: FormName, versions: readonly queries.VersionRecord[], number: number): FormText | undefined => {
  if (number === 0) return builtInText(form);
  const version = versions.find((one) => one.number === number);
  return version && (version.isBuiltIn ? builtInText(form) : textIn(version));
};

export async function get(
  ctx: Ctx,
  { form, number }: ParsedOf<typeof contract.getTemplate>,
): Promise<ReplyOf<typeof contract.getTemplate>> {
  const versions = await queries.versions(ctx.db, form);
  const now = versions[0]?.number ?? 0;
  const text = wordsAt(form, versions, number ?? now);
  if (!text) throw notFound('没有这个版本');
  return { form, label: FORMS[form].label, number: now, text, versions: versions.map(versionOf) };
}

type Given = Pick<ParsedOf<typeof contract.previewTemplate>, 'form' | keyof FormText>;

/** What a form of the page holds as it is stored. @throws badInput for fields that no file has */
function read({ form, body, ...lines }: Given): FormText {
  const text = textIn({ ...lines, body: cleanHtml(decodeHtml(body)) });
  refuseFaults(textFaults(form, text));
  return text;
}

async function write(
  ctx: Ctx,
  form: FormName,
  number: number,
  text: FormText,
  { remark, isBuiltIn }: { remark: string; isBuiltIn: boolean },
): Promise<{ number: number }> {
  const [before] = await queries.versions(ctx.db, form);
  const next = number + 1;
  const made =
    (before?.number ?? 0) === number &&
    (await queries.insertVersion(ctx.db, { form, number: next, ...text, remark, isBuiltIn }, ctx.session.accountName));
  if (!made) throw conflict(CHANGED);
  ctx.audit({
    type: 'developmentTemplate',
    id: form,
    name: FORMS[form].label,
    changes: { version: [number, next] },
    reason: remark,
  });
  return { number: next };
}

/** Saves a form's wording as its next version. */
export const save = (ctx: Ctx, { form, number, remark, ...given }: ParsedOf<typeof contract.saveTemplate>) =>
  write(ctx, form, number, read({ form, ...given }), { remark, isBuiltIn: false });

/** Writes an earlier version once more, as the next one. */
export async function restore(ctx: Ctx, { form, number, from }: ParsedOf<typeof contract.restoreTemplate>) {
  const versions = await queries.versions(ctx.db, form);
  const text = wordsAt(form, versions, from);
  if (!text) throw notFound('没有这个版本');
  const isBuiltIn = from === 0 || versions.some((one) => one.number === from && one.isBuiltIn);
  return write(ctx, form, number, text, { remark: isBuiltIn ? '恢复内置模板' : `恢复第${from}版`, isBuiltIn });
}

/** The very paper that the wording gives, about a person who does not exist. */
export async function preview(ctx: Ctx, { form, ...given }: ParsedOf<typeof contract.previewTemplate>) {
  const text = read({ form, ...given });
  ctx.audit({ type: 'developmentTemplate', id: form, name: FORMS[form].label });
  const { line } = await markOfDownload(ctx, '预览材料模板');
  return answerPaper(ctx, {
    name: `${FORMS[form].label}（模板预览）`,
    template: FORM_PAPER,
    data: { mark: line, ...drawForm(form, exampleFile, text) },
  });
}
