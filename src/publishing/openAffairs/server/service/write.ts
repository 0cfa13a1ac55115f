import { randomBytes } from 'node:crypto';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { diff } from '#platform/server/log/audit.ts';
import { cleanHtml, isEmptyHtml, plainText } from '#platform/text/richText.ts';
import { decodeHtml, fileIdsIn } from '#platform/text/richTextRules.ts';
import type * as contract from '#publishing/openAffairs/contract.ts';
import { daysOf, isPeriodOf, RHYTHMS } from '#publishing/openAffairs/rules.ts';
import * as queries from '../queries/affair.ts';
import { findItem } from '../queries/catalogue.ts';
import { filesOfVersions } from '../queries/shown.ts';
import { fixSubject } from '../todos.ts';
import { MISSING } from './read.ts';
import { FILES, isEditable } from './rights.ts';

const TAKEN = '该项目本期已有公开事项，请直接修改那一件';

/** An affair of the scope, locked. @param version that of the text that the user has read; absent: whichever */
export async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.AffairRecord> {
  const row = await queries.findAffair(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (version !== undefined && row.version !== version) {
    throw conflict('该公开事项已有变化，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  }
  return row;
}

/** What is stored of a content as it came over the wire. */
function written(wire: string): string {
  const raw = decodeHtml(wire);
  const html = cleanHtml(raw);
  if (isEmptyHtml(raw) || isEmptyHtml(html)) throw badInput({ content: '请输入公开内容' });
  return html;
}

async function checkItem(ctx: Ctx, fields: { itemId: string; period: string }, today: string): Promise<string> {
  const item = await findItem(ctx.db, fields.itemId);
  if (!item?.active) throw badInput({ itemId: '该公开项目已停用，请重新选择' });
  if (!isPeriodOf(item.rhythm, fields.period)) {
    throw badInput({
      period: item.rhythm === 'once' ? '及时公开的项目没有期次' : `请选择${RHYTHMS[item.rhythm]}的期次`,
    });
  }
  const days = daysOf(fields.period);
  if (days && days.first > today) throw badInput({ period: '期次不能晚于今天' });
  return item.name;
}

/** Gives uploaded files to their affair; answers text and attachments with the ids that they have now. */
async function takeFiles(
  ctx: Ctx,
  owner: { rowId: string; orgCode: string },
  content: string,
  files: readonly string[],
) {
  const place = { kind: FILES, ...owner };
  const named = fileIdsIn(content);
  const inText = await attachFiles(ctx, 'content', named, place);
  const attached = await attachFiles(ctx, 'files', files, place, { format: 'common' });
  await detachFiles(ctx, place, [...inText, ...attached, ...(await filesOfVersions(ctx.db, owner.rowId))]);
  return {
    content: named.reduce((html, from, at) => html.replaceAll(from, inText[at] ?? from), content),
    files: attached,
  };
}

/** What the log shows of an affair: words instead of HTML. */
const shown = (fields: queries.AffairFields & { itemName: string }) => ({
  itemName: fields.itemName,
  period: fields.period,
  title: fields.title,
  content: fields.words,
  files: fields.files.length,
  publicDays: fields.publicDays,
  note: fields.note,
});

/** Drafts an affair of an organisation in scope. */
export async function draftAffair(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createAffair>,
): Promise<ReplyOf<typeof contract.createAffair>> {
  const org = await queries.findOrgAndToday(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('组织不存在');
  const itemName = await checkItem(ctx, input, org.today);
  const content = written(input.content);
  const fields = { ...input, content, words: plainText(content), note: '' };
  const token = randomBytes(16).toString('hex');
  const id = await queries
    .insertAffair(ctx.db, org.id, fields, token, ctx.session.accountName)
    .catch((error: unknown) => {
      throw errorCode(error) === '23505' ? badInput({ period: TAKEN }) : error;
    });
  const taken = await takeFiles(ctx, { rowId: id, orgCode: org.code }, content, input.files);
  await queries.setFiles(ctx.db, id, taken.content, taken.files);
  const changes = diff<Record<string, unknown>>({}, shown({ ...fields, itemName }));
  ctx.audit({ type: 'openAffair', id, name: input.title, orgCode: org.code, changes });
  return { id };
}

/** Writes what is given. What is published stays as it is for its readers until the correction is approved. */
export async function updateAffair(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateAffair>,
): Promise<ReplyOf<typeof contract.updateAffair>> {
  const row = await lockRow(ctx, input.id, input.version);
  if (!isEditable(row)) throw refuse('该公开事项正在审批，请先撤回送审再修改');
  const org = await queries.findOrgAndToday(ctx.db, ctx.scope, row.orgId);
  if (!org) throw notFound(MISSING);
  const before = { ...row, words: plainText(row.content) };
  const itemId = input.itemId ?? row.itemId;
  const period = input.period ?? row.period;
  const isMoved = itemId !== row.itemId || period !== row.period;
  if (isMoved && row.versions > 0) throw badInput({ period: '公开过的事项不能改项目和期次' });
  if (isMoved && row.isFormer) throw badInput({ period: '承接的事项不能改项目和期次' });
  const itemName = isMoved ? await checkItem(ctx, { itemId, period }, org.today) : row.itemName;
  const note = row.versions > 0 ? (input.note ?? (row.state === 'draft' ? row.note : '')) : '';
  if (row.versions > 0 && note === '') throw badInput({ note: '请写明更正了什么、为什么更正' });
  const html = input.content === undefined ? row.content : written(input.content);
  const taken = await takeFiles(ctx, { rowId: row.id, orgCode: row.orgCode }, html, input.files ?? row.files);
  const fields: queries.AffairFields = {
    itemId,
    period,
    title: input.title ?? row.title,
    publicDays: input.publicDays ?? row.publicDays,
    note,
    words: plainText(taken.content),
    ...taken,
  };
  const changes = diff<Record<string, unknown>>(shown(before), shown({ ...fields, itemName }));
  const isSame =
    Object.keys(changes).length === 0 && fields.content === row.content && `${fields.files}` === `${row.files}`;
  if (isSame) return { version: row.version };
  const version = await queries.writeAffair(ctx.db, row.id, fields, ctx.session.accountName).catch((error: unknown) => {
    throw errorCode(error) === '23505' ? badInput({ period: TAKEN }) : error;
  });
  ctx.audit({ type: 'openAffair', id: row.id, name: fields.title, orgCode: row.orgCode, changes });
  return { version };
}

/** Puts a draft that was never published into the recycle bin. */
export async function removeDraft(ctx: Ctx, input: ParsedOf<typeof contract.removeAffair>): Promise<null> {
  const row = await lockRow(ctx, input.id);
  if (row.versions > 0) throw refuse('公开过的事项留作台账，不能删除；可以撤下');
  if (row.state !== 'draft') throw refuse('正在审批的事项不能删除，请先撤回送审');
  await queries.binAffair(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  await closeTodos(ctx.db, [fixSubject(row.id)]);
  ctx.audit({ type: 'openAffair', id: row.id, name: row.title, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}
