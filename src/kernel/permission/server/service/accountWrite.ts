import type * as contract from '#kernel/permission/contract.ts';
import { endAllAccess } from '#kernel/safeCenter/server/service.ts';
import {
  nextAccountId,
  notifyOldNumber,
  readOwnPhone,
  updateAccount,
  insertAccount as writeAccount,
} from '#kernel/session/server/index.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { maskText } from '#people/member/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { knownAccounts } from '../queries/account.ts';
import * as queries from '../queries/accountWrites.ts';
import { lockAccount } from './account.ts';
import { giveRole, orgOf } from './accountGrant.ts';

/** Who an account is made for. */
export interface NewPerson {
  memberId: string | null;
  name: string;
  idCard: string;
  gender: number | null;
  phone: string | null;
}

/** A person of the scope as an account needs it; 404 out of scope, 400 without an id card. */
export async function personOfMember(ctx: Ctx, memberId: string): Promise<NewPerson> {
  const member = await queries.memberOf(ctx.db, memberId);
  if (!member || !inScope(ctx.scope, member.org_code)) throw notFound();
  if (member.id_card_enc === null) throw refuse(`${member.name}没有登记身份证号，请先在党员信息中补录`);
  return {
    memberId,
    name: member.name,
    idCard: ctx.vault.decrypt(`member.id_card.${memberId}`, member.id_card_enc),
    gender: member.gender || null,
    phone: member.phone_enc === null ? null : ctx.vault.decrypt(`member.phone.${memberId}`, member.phone_enc),
  };
}

async function typedPerson(ctx: Ctx, input: ParsedOf<typeof contract.createAccount>): Promise<NewPerson> {
  const faults: Record<string, string> = {};
  if (input.name === null) faults.name = '请输入姓名';
  const read = input.idCardNo === null ? null : readIdCard(input.idCardNo, await todayOf(ctx.db));
  if (read === null) faults.idCardNo = '请输入身份证号';
  else if ('reason' in read) faults.idCardNo = read.reason;
  if (Object.keys(faults).length > 0 || read === null || 'reason' in read) throw badInput(faults);
  const member = await queries.memberByIdCard(ctx.db, ctx.vault.index('id_card', read.card.number));
  if (member && !inScope(ctx.scope, member.org_code)) {
    throw badInput({ idCardNo: '该身份证号的人员在其他组织，请由所在组织或共同上级新增' });
  }
  return {
    memberId: member?.id ?? null,
    name: member?.name ?? input.name ?? '',
    idCard: read.card.number,
    gender: input.gender ?? read.card.gender,
    phone: input.phonenumber,
  };
}

/** Writes a new account without a password within the caller's transaction; 400 where the id card has one already. */
export async function insertAccount(
  ctx: Ctx,
  person: NewPerson,
  place: { orgId: string; userTypeId: string | null },
): Promise<string> {
  const index = loginIndex(ctx.vault, person.idCard);
  const taken = async () => {
    const holder = await queries.holderOf(ctx.db, index, person.memberId);
    const [mine] = holder ? await knownAccounts(ctx.db, ctx.scope, [holder]) : [];
    return refuse(
      mine ? '该身份证号已有账号，请直接给它授予角色' : '该身份证号已有账号',
      mine ? { accountId: mine } : null,
    );
  };
  if (await queries.holderOf(ctx.db, index, person.memberId)) throw await taken();
  const id = await nextAccountId(ctx.db);
  const { phone } = person;
  // Somebody may make it between the question above and this write.
  await writeUnique(
    () =>
      writeAccount(ctx.db, {
        id,
        login_index: index,
        login_mask: maskText(person.idCard),
        name: person.name,
        member_id: person.memberId,
        gender: person.gender,
        phone_enc: phone === null ? null : ctx.vault.encrypt(`account.phone.${id}`, phone),
        phone_mask: phone === null ? null : maskText(phone),
        user_type_id: place.userTypeId,
        org_id: place.orgId,
        created_by: ctx.session.accountName,
        updated_by: ctx.session.accountName,
      }),
    () => refuse('该身份证号已有账号'),
  );
  return id;
}

/** Makes an account for a person of the scope, or for somebody typed, and gives it its first role. */
export async function createAccount(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createAccount>,
): Promise<ReplyOf<typeof contract.createAccount>> {
  const org = await orgOf(ctx, input.orgId);
  const person = input.memberId === null ? await typedPerson(ctx, input) : await personOfMember(ctx, input.memberId);
  const typeName = await typeNameOf(ctx, input.userTypeId);
  const id = await insertAccount(ctx, person, { orgId: org.id, userTypeId: input.userTypeId });
  const given = await giveRole(ctx, { ...input, accountId: id, memberId: person.memberId });
  ctx.audit({
    type: 'account',
    id,
    name: person.name,
    orgCode: org.code,
    changes: { name: [null, person.name], ...(typeName ? { userType: [null, typeName] } : {}), ...given.changes },
  });
  return { id };
}

async function typeNameOf(ctx: Ctx, typeId: string | null): Promise<string> {
  if (typeId === null) return '';
  const name = await queries.typeName(ctx.db, typeId);
  if (name === undefined) throw badInput({ userTypeId: '请选择用户类型' });
  return name;
}

/** Changes an account's own fields; another phone number ends what is open, since it can bring a new password. */
export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateAccount>,
): Promise<ReplyOf<typeof contract.updateAccount>> {
  const row = await lockAccount(ctx, input.id);
  if (row.version !== input.version) throw conflict('该账号刚被别人修改，请刷新后重试', { version: row.version });
  const changes: Record<string, [unknown, unknown]> = {};
  const columns: Parameters<typeof updateAccount>[2] = {};
  if (input.name !== undefined && input.name !== row.name) {
    if (row.member_id !== null) throw badInput({ name: '姓名随人员档案，请在党员信息中修改' });
    changes.name = [row.name, input.name];
    columns.name = input.name;
  }
  if (input.gender !== undefined && input.gender !== row.gender) {
    changes.gender = [row.gender, input.gender];
    columns.gender = input.gender;
  }
  const held = row.phone_enc === null ? null : ctx.vault.decrypt(`account.phone.${row.id}`, row.phone_enc);
  if (input.phonenumber !== undefined && input.phonenumber !== held) {
    const phone = input.phonenumber;
    changes.phonenumber = [row.phone_mask, phone === null ? null : maskText(phone)];
    columns.phone_enc = phone === null ? null : ctx.vault.encrypt(`account.phone.${row.id}`, phone);
    columns.phone_mask = phone === null ? null : maskText(phone);
    // The owner has not confirmed it yet, and whoever has the old one is told.
    columns.phone_confirmed_at = null;
    await notifyOldNumber(ctx.db, await readOwnPhone(ctx.db, row.id), columns.phone_mask, ctx.request.host);
    await endAllAccess(ctx.db, row.id);
  }
  if (input.userTypeId !== undefined && input.userTypeId !== row.user_type_id) {
    changes.userType = [row.type_name, await typeNameOf(ctx, input.userTypeId)];
    columns.user_type_id = input.userTypeId;
  }
  const version = await updateAccount(ctx.db, row.id, columns, ctx.session.accountName);
  ctx.audit({ type: 'account', id: row.id, name: input.name ?? row.name, orgCode: row.org_code, changes });
  return { version };
}
