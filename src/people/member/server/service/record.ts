import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { disableOfMember } from '#kernel/permission/server/service/accountState.ts';
import { personProblems } from '#people/member/rules/checks.ts';
import { emptyPerson, type Person } from '#people/member/rules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode, runRefusable } from '#platform/server/database/db.ts';
import { inScope, narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { openPassword } from '#platform/server/secrecy/sm2.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import type * as bulkContract from '../../contract.bulk.ts';
import type * as idCardContract from '../../contract.idCard.ts';
import type { revealMember as revealContract } from '../../contract.reveal.ts';
import type * as contract from '../../contract.ts';
import { idCardNumber } from '../../contract.ts';
import { PERSON_FIELDS } from '../../rules/fields.ts';
import { AWAY_FIELDS, BY_FLOATING, BY_VARIATION, keptFields } from '../../rules/procedure.ts';
import { notifyRegistered, notifyRemoved } from '../development.ts';
import { type BranchMove, moveObstacles, notifyMoved } from '../moves.ts';
import { changesOf, deltasOf, personOf } from '../person.ts';
import { formerHolders } from '../queries/idCard.ts';
import * as queries from '../queries/record.ts';
import {
  encryptIdCard,
  encryptPhone,
  idCardIndex,
  memberRow,
  nameColumns,
  phoneIndex,
  plainColumns,
} from '../rowMapper.ts';
import { endWaitingOf } from '../waiting.ts';
import { refuseAccountChange } from './opening.ts';

/** The fields of a form over a person; what the form does not name stays. */
export function mergeForm(person: Person, input: Record<string, unknown>): Person {
  const next: Record<string, unknown> = { ...person };
  for (const { wire, field } of PERSON_FIELDS) {
    const value = input[wire];
    if (value !== undefined) next[field] = field === 'phone' && typeof value === 'string' ? localPhone(value) : value;
  }
  return next as unknown as Person;
}

/** Eleven digits, without the country's prefix. */
const localPhone = (text: string) => text.replace(/\D/g, '').replace(/^(00)?86(?=\d{11}$)/, '');

/** Refuses, at their fields, what cannot be; of an edit only what touches a changed field. */
export function refuseImpossible(person: Person, today: string, changed: (field: keyof Person) => boolean) {
  const fields: Record<string, string> = {};
  for (const problem of personProblems(person, today)) {
    if (problem.impossible && problem.with.some(changed)) fields[problem.field] ??= problem.text;
  }
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

/** Refuses, at their fields, values that no dictionary knows; answers the names of all. */
export async function refuseUnknownCodes(ctx: Ctx, input: Record<string, unknown>) {
  const names = await dictionaryNames(ctx.services);
  const fields: Record<string, string> = {};
  for (const { wire, dictionary, label } of PERSON_FIELDS) {
    const value = input[wire];
    if (!dictionary || value === undefined || value === null) continue;
    if (!names.entries(dictionary).some((entry) => entry.value === String(value))) fields[wire] = `请选择${label}`;
  }
  if (Object.keys(fields).length > 0) throw badInput(fields);
  return names;
}

/** The id card is taken: says by whom only where the caller may see the record. */
export async function refuseTakenIdCard(ctx: Ctx, index: Buffer): Promise<never> {
  const holder = await queries.findByIdCard(ctx.db, index);
  const visible = holder && inScope(ctx.scope, holder.org_code);
  throw badInput({
    idCardNo: visible ? `该身份证号已存在：${holder.org_name}，${holder.name}` : '该身份证号已存在于其他组织',
  });
}

/**
 * Asks back before a second person of the same name, birthday and phone is written; the other is named, which is why only
 * the scope is looked at.
 */
async function askAlike(ctx: Ctx, id: string, { name, birthDate, phone }: Person): Promise<void> {
  if (birthDate === null || phone === null) return;
  const alike = await queries.findAlike(ctx.db, ctx.scope, {
    id,
    name,
    birthDate,
    phone: phoneIndex(ctx.vault, phone),
  });
  if (!alike) return;
  const text = `${alike.org_name}已有同名、同出生日期、同手机号的人员`;
  throw refuse(text, { alike: { id: alike.id, name: alike.name, orgName: alike.org_name } });
}

/** The kind of a member's photo among the stored files. */
export const PHOTO = 'member.photo';

/** Takes a new photo in, lets the old one go; answers the id to be stored, and what the history says. */
async function takePhoto(ctx: Ctx, id: string, orgCode: string, before: string | null, photo: string | null) {
  const owner = { kind: PHOTO, rowId: id, orgCode };
  const [kept = null] = await attachFiles(ctx, 'photo', photo === null ? [] : [photo], owner);
  await detachFiles(ctx, owner, kept === null ? [] : [kept]);
  const words: [string, string] = [before ? '有照片' : '', kept ? (before ? '新照片' : '有照片') : ''];
  return { kept, words };
}

/** Adds a person to an organisation in scope. Answers the id. */
export async function createMember(ctx: Ctx, input: ParsedOf<typeof contract.createMember>) {
  const names = await refuseUnknownCodes(ctx, input);
  const home = await branch(ctx, input.orgId);
  const person = mergeForm(emptyPerson, input);
  const place = await queries.newPlace(ctx.db, home.code);
  refuseImpossible(person, place.today, () => true);
  if (person.membershipStatus !== emptyPerson.membershipStatus) throw badInput({ membershipStatus: BY_VARIATION });
  const away = AWAY_FIELDS.filter((field) => person[field]);
  if (away.length > 0) throw badInput(Object.fromEntries(away.map((field) => [field, BY_FLOATING])));
  if (!input.isAnother) await askAlike(ctx, '0', person);
  const row = memberRow(person, { id: place.id, orgId: home.id, orgCode: home.code, sort: place.sort }, ctx.vault);
  if (!(await queries.insertMember(ctx.db, row, ctx.session.accountName))) {
    return refuseTakenIdCard(ctx, row.id_card_index ?? Buffer.alloc(0));
  }
  await addDeltas(ctx.db, deltasOf(person, home.code, 1, place.countedOn));
  await notifyRegistered(ctx.db, [place.id], ctx.session.accountName);
  const changes: Record<string, [string, string]> = {
    orgId: ['', home.name],
    ...changesOf(emptyPerson, person, names),
  };
  if (input.photo) {
    const { kept, words } = await takePhoto(ctx, place.id, home.code, null, input.photo);
    await queries.setPhoto(ctx.db, place.id, kept);
    changes.photo = words;
  }
  ctx.audit({ type: 'member', id: place.id, name: person.name, orgCode: home.code, changes });
  return { id: place.id, version: 1 };
}

/** The branch that a person is put into; people belong to branches, not to the committees above them. */
async function branch(ctx: Ctx, orgId: string) {
  const home = await queries.findHome(ctx.db, ctx.scope, orgId);
  if (!home) throw notFound('所选党组织不存在');
  if (!BRANCH_TYPES.includes(home.type)) throw badInput({ orgId: '党员须编入党支部，请选到党支部' });
  return home;
}

async function lock(ctx: Ctx, id: string) {
  const row = await queries.lockMember(ctx.db, ctx.scope, id);
  if (!row) throw notFound('该人员不存在或已被删除');
  return row;
}

/**
 * Changes the fields given, and the branch where both ends lie in scope. Answers the new version. An id card that is
 * registered changes on request alone (idCard.ts): it is the key by which the person is known, and the login name.
 */
export async function updateMember(ctx: Ctx, input: ParsedOf<typeof contract.updateMember>) {
  const row = await lock(ctx, input.id);
  if (row.version !== input.version) {
    throw conflict('该人员已被他人修改，请核对后重新保存', {
      current: { version: row.version, updateName: row.updated_by, updateDate: row.updated_at.toISOString() },
    });
  }
  const { idCard } = personOf(row, ctx.vault);
  if (input.idCardNo !== undefined && idCard !== null && input.idCardNo !== idCard) {
    throw badInput({ idCardNo: '身份证号不能直接修改，请办理身份证号变更，由上级审批' });
  }
  return changePerson(ctx, row, { ...input, isAnother: input.isAnother ?? false });
}

/** What may be written into a record. */
export type PersonChange = Omit<Partial<ParsedOf<typeof contract.updateMember>>, 'id' | 'version'>;

/**
 * Writes fields into a locked row, with counters and history; `reason` stands in its line. Answers the new version.
 * Refuses phone and id card of somebody whose account the session may not act upon: they open it.
 * @param procedure the change is what a procedure decided: category with its days and 党籍状态 may change
 * @param byOwner the person proposed the values, signed in
 */
export async function changePerson(
  ctx: Ctx,
  row: queries.MemberRecord & { today: string },
  input: PersonChange,
  reason?: string,
  procedure = false,
  byOwner = false,
): Promise<{ version: number }> {
  const names = await refuseUnknownCodes(ctx, input);
  const before = personOf(row, ctx.vault);
  const after = mergeForm(before, input);
  if (!byOwner) await refuseAccountChange(ctx, row.id, before, after);
  refuseImpossible(after, row.today, (field) => before[field] !== after[field]);
  const kept = procedure ? {} : keptFields(before, after);
  if (Object.keys(kept).length > 0) throw badInput(kept);
  const isOther = (['name', 'birthDate', 'phone'] as const).some((field) => before[field] !== after[field]);
  if (isOther && input.isAnother === false) await askAlike(ctx, row.id, after);
  const changes = changesOf(before, after, names);

  const columns: Record<string, unknown> = plainColumns(after);
  if (before.idCard !== after.idCard) {
    const encrypted = encryptIdCard(ctx.vault, row.id, after.idCard);
    if (encrypted.id_card_index && (await queries.findByIdCard(ctx.db, encrypted.id_card_index))) {
      return refuseTakenIdCard(ctx, encrypted.id_card_index);
    }
    Object.assign(columns, encrypted);
  }
  if (before.phone !== after.phone) Object.assign(columns, encryptPhone(ctx.vault, row.id, after.phone));
  if (before.name !== after.name) Object.assign(columns, nameColumns(after.name));

  if (input.photo !== undefined && input.photo !== row.photo) {
    const { kept, words } = await takePhoto(ctx, row.id, row.org_code, row.photo, input.photo);
    columns.photo = kept;
    changes.photo = words;
  }

  let orgCode = row.org_code;
  let move: BranchMove | null = null;
  if (input.orgId !== undefined && input.orgId !== row.org_id) {
    const home = await branch(ctx, input.orgId);
    const obstacle = (await moveObstacles(ctx.db, [row.id])).get(row.id);
    if (obstacle) throw badInput({ orgId: obstacle });
    const [place, old] = await Promise.all([queries.newPlace(ctx.db, home.code), queries.orgName(ctx.db, row.org_id)]);
    Object.assign(columns, { org_id: home.id, org_code: home.code, sort: place.sort });
    changes.orgId = [old, home.name];
    orgCode = home.code;
    const from = { id: row.org_id, code: row.org_code, name: old };
    move = { memberId: row.id, category: row.person_category, from, to: home };
  }
  const version = await queries.updateMember(ctx.db, row.id, columns, ctx.session.accountName).catch((error) => {
    // Somebody else took the same id card between the question above and this write.
    if (errorCode(error) === '23505') throw badInput({ idCardNo: '该身份证号已存在于其他组织' });
    throw error;
  });
  const day = await queries.findCountedOn(ctx.db);
  await addDeltas(ctx.db, [...deltasOf(before, row.org_code, -1, day), ...deltasOf(after, orgCode, 1, day)]);
  const { accountId, accountName: name, orgName } = ctx.session;
  if (move) await notifyMoved(ctx.db, [move], { accountId, name, orgName });
  ctx.audit({ type: 'member', id: row.id, name: after.name, orgCode, changes, ...(reason ? { reason } : {}) });
  return { version };
}

/** Moves a person to the recycle bin and stops the account; the caller's password was asked before (routes.ts). */
export async function removeMember(ctx: Ctx, input: ParsedOf<typeof contract.removeMember>): Promise<null> {
  await removePerson(ctx, await lock(ctx, input.id), input.deleteReason);
  return null;
}

/** The same for many, all of the scope; whose account the session may not stop stays, with the reason. */
export async function removeMembers(
  ctx: Ctx,
  input: ParsedOf<typeof bulkContract.removeMembers>,
): Promise<ReplyOf<typeof bulkContract.removeMembers>> {
  const rows: queries.MemberRecord[] = [];
  for (const id of input.ids.toSorted()) rows.push(await lock(ctx, id));
  const kept: ReplyOf<typeof bulkContract.removeMembers>['kept'] = [];
  for (const row of rows) {
    const note = await runRefusable(ctx.db, () => removePerson(ctx, row, input.deleteReason));
    if (note !== '') kept.push({ id: row.id, name: row.name, note });
  }
  return { removed: rows.length - kept.length, kept };
}

/** Refuses, before anything is written, where the session may not stop the person's account. */
async function removePerson(ctx: Ctx, row: queries.MemberRecord, reason: string): Promise<void> {
  await notifyRemoved(ctx.db, [row.id], ctx.session.accountName);
  await disableOfMember(ctx, row.id, row.org_code, `人员已删除：${reason}`);
  await queries.deleteMember(ctx.db, row.id, ctx.session.accountName, reason);
  const day = await queries.findCountedOn(ctx.db);
  await addDeltas(ctx.db, deltasOf(personOf(row, ctx.vault), row.org_code, -1, day));
  ctx.audit({ type: 'member', id: row.id, name: row.name, orgCode: row.org_code, reason });
  await endWaitingOf(ctx, row.id);
}

/** Puts a person before another of the same branch; without one, at the end. */
export async function sortMember(ctx: Ctx, id: string, beforeId: string | null): Promise<null> {
  const row = await lock(ctx, id);
  const others = (await queries.lockBranch(ctx.db, row.org_code)).filter((other) => other !== id);
  const at = beforeId === null ? others.length : others.indexOf(beforeId);
  if (at === -1) {
    await lock(ctx, beforeId ?? '');
    throw refuse('只能在同一党支部内调整次序');
  }
  await queries.numberBranch(ctx.db, others.toSpliced(at, 0, id));
  ctx.audit({ type: 'member', id, name: row.name, orgCode: row.org_code });
  return null;
}

/** The full value of a personal field; the reason stands in the audit. */
export async function revealMember(ctx: Ctx, input: ParsedOf<typeof revealContract>) {
  const row = await lock(ctx, input.id);
  const person = personOf(row, ctx.vault);
  const value = input.field === 'idCardNo' ? person.idCard : person.phone;
  if (value === null) throw refuse(input.field === 'idCardNo' ? '没有登记身份证号' : '没有登记手机号');
  const field = PERSON_FIELDS.find(({ wire }) => wire === input.field);
  ctx.audit({
    type: 'member',
    id: row.id,
    name: row.name,
    orgCode: row.org_code,
    reason: `${field?.label ?? ''}：${input.reason}`,
  });
  return { value };
}

/**
 * Whether an id card is known, as somebody's own or as one that was changed; by whom only where the caller may see the
 * record.
 * @param scope where the answer may name the person; null: nowhere
 */
export async function findByIdCard(ctx: Ctx, idCardNo: string, scope: Scope | null = ctx.scope) {
  const index = idCardIndex(ctx.vault, idCardNo);
  const now = await queries.findByIdCard(ctx.db, index);
  const holder = now ?? (await formerHolders(ctx.db, [index]))[0];
  const known = { exists: now !== undefined, former: !now && holder !== undefined };
  if (holder && scope && inScope(scope, holder.org_code)) {
    return { ...known, id: holder.id, name: holder.name, orgName: holder.org_name };
  }
  return { ...known, id: null, name: '', orgName: '' };
}

/** The same for a number that travelled encrypted; body code 600 where it does not open, is late or was used before. */
export async function findByEncryptedIdCard(
  ctx: Ctx,
  { idCardNo: encrypted, orgCode }: ParsedOf<typeof idCardContract.findByEncryptedIdCard>,
) {
  const number = idCardNumber.safeParse(await openPassword(ctx.services, encrypted));
  if (!number.success) throw badInput({ idCardNo: '身份证号不正确或已过期，请重新提交' });
  return findByIdCard(ctx, number.data, orgCode === undefined ? ctx.scope : narrowScope(ctx.scope, orgCode));
}
