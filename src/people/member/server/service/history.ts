import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import {
  type listHistory as all,
  HISTORY_REASONS,
  type getHistory as one,
  type restoreHistory as restore,
} from '../../contract.history.ts';
import { PERSON_FIELDS, type PersonField } from '../../rules/fields.ts';
import { restorableFields } from '../../rules/restore.ts';
import * as queries from '../queries/history.ts';
import { lockMember } from '../queries/record.ts';
import { changePerson, type PersonChange } from './record.ts';

/** The earlier versions of a record: since when, until when, by whom; not yet what stood in them. */
export async function listHistory(ctx: Ctx, input: ParsedOf<typeof all>): Promise<ReplyOf<typeof all>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.versionsOf(ctx.db, ctx.scope, input.memberId, input.pageSize, offset);
  if (!found) throw notFound('该人员不存在或已被删除');
  const rows = found.rows.map((row) => ({ ...row, from: row.from.toISOString(), to: row.to.toISOString() }));
  return { total: found.total, rows };
}

/** What stood in one earlier version, beside what stands now; the reason goes into the log. */
export async function getHistory(ctx: Ctx, { id, reason }: ParsedOf<typeof one>): Promise<ReplyOf<typeof one>> {
  const [found, names] = await Promise.all([queries.versionOf(ctx.db, ctx.scope, id), dictionaryNames(ctx.services)]);
  if (!found) throw notFound('该历史信息不存在');
  if (!names.entries(HISTORY_REASONS).some(({ value }) => value === reason)) {
    throw badInput({ reason: '请选择查看原因' });
  }
  const reasonName = names.name(HISTORY_REASONS, reason);
  const { memberId, name, orgCode } = found;
  ctx.audit({ type: 'member', id: memberId, name, orgCode, reason: `第${found.version}版：${reasonName}` });
  const fields = PERSON_FIELDS.map((field) => ({
    field: field.wire,
    label: field.label,
    value: word(found.row, field, names),
    now: word(found.now, field, names),
    restorable: restorableFields.includes(field) && differs(found, field),
  }));
  return {
    memberId,
    name,
    orgName: found.orgName,
    version: found.version,
    from: found.from.toISOString(),
    to: found.to.toISOString(),
    who: found.who,
    reasonName,
    fields: [
      { field: 'orgId', label: '所在党支部', value: found.orgName, now: found.orgNameNow, restorable: false },
      ...fields,
    ],
    memberVersion: Number(found.now.version),
  };
}

/** Where a field's value stands in a stored row. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const differs = ({ row, now }: { row: queries.StoredRow; now: queries.StoredRow }, { field }: PersonField) =>
  columnOf(field) in row && row[columnOf(field)] !== now[columnOf(field)];

/**
 * Writes fields of an earlier state into the record again, as a new version with its counters and its line in the
 * timeline; what the rules do not allow is refused. Answers the new version.
 */
export async function restoreHistory(
  ctx: Ctx,
  { id, version, fields, reason }: ParsedOf<typeof restore>,
): Promise<ReplyOf<typeof restore>> {
  if (!ctx.may('member:history')) throw forbidden();
  const found = await queries.versionOf(ctx.db, ctx.scope, id);
  const member = found && (await lockMember(ctx.db, ctx.scope, found.memberId));
  if (!found || !member) throw notFound('该历史信息不存在');
  if (member.version !== version) {
    throw conflict('该人员刚被修改，请重新打开历史版本核对', {
      current: { version: member.version, updateName: member.updated_by, updateDate: member.updated_at.toISOString() },
    });
  }
  const chosen = fields.map((wire) => restorableFields.find((field) => field.wire === wire));
  if (chosen.includes(undefined)) throw refuse('身份证号、人员类别及其日期、党籍状态、所在支部和手机号不能从历史恢复');
  const changed = chosen.flatMap((field) => (field && differs(found, field) ? field : []));
  if (changed.length === 0) throw refuse('所选项目与现在相同');
  const change = Object.fromEntries(changed.map(({ wire, field }) => [wire, found.row[columnOf(field)] ?? null]));
  return changePerson(ctx, member, change as PersonChange, `恢复到第${found.version}版：${reason}`);
}

/** A column of a stored row in words; of personal values the mask is all that history keeps. */
function word(row: queries.StoredRow, { field, personal, yesNo, labels, dictionary }: PersonField, names: DictNames) {
  const column = columnOf(field);
  const value = row[personal ? `${column}_mask` : column];
  if (value === null || value === undefined || value === '') return '';
  if (yesNo) return value ? '是' : '否';
  if (labels) return labels[String(value)] ?? String(value);
  return dictionary ? names.name(dictionary, String(value)) : String(value);
}
