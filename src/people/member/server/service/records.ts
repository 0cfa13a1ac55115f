import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { RecordRow } from '#platform/records/records.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { addRecord, allRecords, editRecord, type Rules } from '#platform/server/records/bind.ts';
import { findRecord } from '#platform/server/records/queries.ts';
import { ALL_RECORDS, type auditEntering, type updateExtra } from '../../contract.records.ts';
import { entering, extra, FAILED, PASSED, WAITING } from '../../rules/records.ts';
import { loadRecordContexts } from '../queries/around.ts';
import * as queries from '../queries/record.ts';
import { readerOf } from './detail.ts';
import { closeEntry, entryHooks } from './entering.ts';
import { updateMember } from './record.ts';

const MISSING = '该人员不存在或已被删除';

/** Who may do what with the rows of a person's tabs. */
export const recordRules: Rules = {
  read: 'member:read',
  write: 'member:write',
  names: (ctx) => dictionaryNames(ctx.services),
  missing: MISSING,
  around: (ctx, ids) => loadRecordContexts(ctx.db, ids),
};

/** Whether the session stands above an organisation, and so reviews what it registers. */
const isAbove = (ctx: Ctx, orgCode: string) =>
  ctx.scope.memberId === null && ctx.session.orgCode.length < orgCode.length;

/** An entry is reviewed once, from above, by somebody else than registered it; what has passed stays. */
export const enteringRules: Rules = {
  ...recordRules,
  ...entryHooks,
  can: (ctx, { fields: { state }, created_by_id }, orgCode) => ({
    edit: false,
    remove: state !== PASSED,
    audit:
      state === WAITING && ctx.may('member:audit') && isAbove(ctx, orgCode) && created_by_id !== ctx.session.accountId,
  }),
};

/** All tabs of a person. */
export async function readRecords(ctx: Ctx, id: string): Promise<Record<string, RecordRow[]>> {
  const rulesOf = (kind: string) => (kind === entering.kind ? enteringRules : recordRules);
  return allRecords(await readerOf(ctx, id), ALL_RECORDS, id, rulesOf);
}

/** The further facts of a person under the person's id; of version 0 while there are none. */
export async function readExtra(asker: Ctx, id: string): Promise<RecordRow> {
  const ctx = await readerOf(asker, id);
  const found = await allRecords(ctx, [extra], id, () => recordRules);
  const able = ctx.scope.memberId === null && ctx.may(recordRules.write);
  const nothing = {
    title: '',
    version: 0,
    can: { edit: able, remove: able },
    files: [],
    updateName: '',
    updateDate: '',
  };
  const empty = extra.fields.flatMap(({ name, kind }) => [
    [name, null],
    ...(kind === 'choice' ? [[`${name}Name`, '']] : []),
  ]);
  return { ...Object.fromEntries(empty), ...nothing, ...found[extra.kind]?.[0], id };
}

/** Writes further facts: the first time adds the row, then its version must be the one that was read. */
export async function writeExtra(ctx: Ctx, { id: of, version, ...fields }: ParsedOf<typeof updateExtra>) {
  const id = String(of);
  if (!(await queries.lockMember(ctx.db, ctx.scope, id))) throw notFound(MISSING);
  const found = await allRecords(ctx, [extra], id, () => recordRules);
  const row = found[extra.kind]?.[0];
  if (row) return editRecord(ctx, extra, recordRules, { ...fields, id: row.id, version });
  if (version !== 0) throw conflict('补充信息已被他人删除，请重新打开', { current: { version: 0 } });
  await addRecord(ctx, extra, recordRules, { ...fields, memberId: id });
  return { version: 1 };
}

/** Reviews a registered entry; what passes is written into the main record. */
export async function auditEntry(ctx: Ctx, { id, passed, opinion }: ParsedOf<typeof auditEntering>) {
  const row = await findRecord(ctx.db, ctx.scope, entering, id, true);
  if (!row) throw notFound('该进入登记记录不存在或已被删除');
  if (row.fields.state !== WAITING) throw refuse('该进入登记已经审核，不能再次审核');
  if (!isAbove(ctx, row.owner.orgCode)) throw refuse('进入登记由上级党组织审核');
  if (row.created_by_id === ctx.session.accountId) throw refuse('不能审核本人登记的进入登记');
  if (row.owner.id === ctx.session.memberId) throw refuse('不能审核本人的进入登记');
  const state = passed ? PASSED : FAILED;
  const made = { state, auditor: ctx.session.accountName, opinion };
  const result = await editRecord(ctx, entering, enteringRules, { ...made, id, version: row.version });
  await closeEntry(ctx, row, passed, opinion);
  if (passed) {
    const member = await queries.lockMember(ctx.db, ctx.scope, row.owner.id);
    if (!member) throw notFound(MISSING);
    const { joinType, joinedOn } = row.fields;
    await updateMember(ctx, {
      id: member.id,
      version: member.version,
      joinType: Number(joinType),
      joinedBranchOn: String(joinedOn),
    });
  }
  return result;
}
