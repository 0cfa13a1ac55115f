import { type NamedOrg, orgsNamed } from '#house/server/orgsNamed.ts';
import {
  ACCOUNT_HEADS,
  ACCOUNT_SHEET,
  type AccountLine,
  accountFault,
  accountTemplate,
  lackingAccountHeads,
  readAccountHeads,
  readAccountLine,
} from '#kernel/permission/rules.accountSheet.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { orgFault } from '#people/org/rules.recordSheet.ts';
import { plainOrgName } from '#people/org/rules.ts';
import type { SheetColumn, SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { Refusal } from '#platform/server/errors.ts';
import type { CheckedLine, SheetBatch, SheetKind, Sheets } from '#platform/server/records/sheets.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import { findAccount } from '../queries/account.ts';
import * as queries from '../queries/accountSheet.ts';
import { listGrants } from '../queries/grants.ts';
import { allRoles } from '../queries/type.ts';
import { accountObstacle, givableRights } from './account.ts';
import { type Plan, type Role, undoLine, writeLine } from './accountSheetWrite.ts';
import { assertMayGrant, mayGive } from './rights.ts';
import { toGive } from './type.ts';

const accountSheet: SheetKind = {
  ...ACCOUNT_SHEET,
  // Nobody opens, stops or moves the own account: each line is held against whoever writes.
  decides: null,
  template: async (ctx) => accountTemplate((await toGive(ctx)).roles.map(({ name }) => name)),
  known: ACCOUNT_HEADS,
  read: readAccountHeads,
  lacking: lackingAccountHeads,
  check,
  undo,
};

/** Accounts that are opened, stopped and moved by a sheet. */
export const accountSheets: Sheets = { prefix: 'accountSheet', fileKind: 'account.sheet', kinds: [accountSheet] };

async function check(ctx: Ctx, columns: readonly SheetColumn[], lines: readonly Line[], _lock: boolean) {
  const today = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readAccountLine(columns, cells, today));
  const look = await lookUp(ctx, read);
  const seen = new Set<string>();
  const plans: Plan[] = [];
  const checked: CheckedLine[] = [];
  for (const [at, one] of read.entries()) {
    const line = lines[at] as Line;
    const faults = [...one.faults];
    const plan = faults.length === 0 ? await planOf(ctx, one, line.rowNo, look, faults, seen) : null;
    if (plan) plans.push(plan);
    checked.push({ line, name: one.name, faults, state: plan ? 'new' : faults.length === 0 ? 'same' : 'bad' });
  }
  return { lines: checked, write: (batch: SheetBatch) => writeAll(ctx, plans, batch) };
}

interface Looked {
  orgs: ReadonlyMap<string, NamedOrg[]>;
  people: ReadonlyMap<string, queries.SheetPerson>;
  accounts: ReadonlyMap<string, string>;
  roles: ReadonlyMap<string, Role>;
  /** Why a role may not be given at an organisation, by both; empty where it may. */
  mayGive: Map<string, string>;
}

async function lookUp(ctx: Ctx, read: readonly AccountLine[]): Promise<Looked> {
  const cards = [...new Set(read.flatMap(({ idCard }) => (idCard === null ? [] : [idCard])))];
  const names = [...new Set(read.flatMap(({ org }) => (org === null ? [] : [org])))];
  const byIndex = new Map(cards.map((card) => [ctx.vault.index('id_card', card).toString('hex'), card]));
  const byLogin = new Map(cards.map((card) => [loginIndex(ctx.vault, card).toString('hex'), card]));
  const orgs = await orgsNamed(ctx.db, ctx.scope, names, false);
  const people = await queries.peopleByCard(
    ctx.db,
    [...byIndex.keys()].map((hex) => Buffer.from(hex, 'hex')),
  );
  const cardOf = new Map(people.map(({ id, index }) => [id, byIndex.get(index.toString('hex')) ?? '']));
  const holders = await queries.holdersOf(
    ctx.db,
    [...byLogin.keys()].map((hex) => Buffer.from(hex, 'hex')),
    people.map(({ id }) => id),
  );
  const roles = (await allRoles(ctx.db, ctx.session.orgCode)).filter(({ keys }) =>
    keys.every((key) => mayGive(ctx, key)),
  );
  return {
    orgs: Map.groupBy(orgs, ({ plain }) => plain),
    people: new Map(people.map((one) => [cardOf.get(one.id) ?? '', one])),
    accounts: new Map(
      holders.map(({ id, index, memberId }) => [
        byLogin.get(index.toString('hex')) ?? cardOf.get(memberId ?? '') ?? '',
        id,
      ]),
    ),
    roles: new Map(roles.map(({ id, name, base }) => [name, { id, name, base }])),
    mayGive: new Map(),
  };
}

/** What a line will do; null with a fault where it cannot, null without one where it stands so already. */
async function planOf(
  ctx: Ctx,
  line: AccountLine,
  rowNo: number,
  look: Looked,
  faults: SheetFault[],
  seen: Set<string>,
): Promise<Plan | null> {
  const { idCard, act } = line;
  if (idCard === null || act === null) return null;
  const person = look.people.get(idCard);
  const accountId = look.accounts.get(idCard) ?? null;
  const fail = (fault: SheetFault) => {
    faults.push(fault);
    return null;
  };
  if (person && person.name !== line.name) return fail(accountFault('name', `与登记的“${person.name}”不一致`));
  if (accountId === ctx.session.accountId)
    return fail(accountFault('idCardNo', '不能办理本人的账号，请由其他管理人员办理'));
  const again = act === 'open' ? `${idCard} ${line.role} ${line.org} ${line.parent}` : idCard;
  if (seen.has(again) || (act !== 'open' && [...seen].some((one) => one.startsWith(idCard))))
    return fail(accountFault('idCardNo', '同一个人在表格里出现了两次'));
  seen.add(again);
  const account = accountId === null ? null : await accountFor(ctx, accountId, line, fail);
  if (account === undefined) return null;
  const base = { line, rowNo, accountId, memberId: person?.id ?? null, role: null, org: null, taken: [] };
  if (account === null) {
    if (act !== 'open') return fail(accountFault('idCardNo', '这个身份证号还没有账号'));
    if (person && !inScope(ctx.scope, person.orgCode))
      return fail(accountFault('idCardNo', '该身份证号的人员在其他组织，请由所在组织或共同上级办理'));
  }
  if (act === 'stop') return account?.enabled ? base : null;
  const org = orgOf(line, look, fail);
  const role = org && (await roleOf(ctx, line, look, org, fail));
  if (!org || !role) return null;
  if (role.base === 'own' && person?.orgCode !== org.code)
    return fail(accountFault('role', `“${role.name}”只能授予在本人所在的党组织，且有人员档案`));
  if (!account || accountId === null) return { ...base, role, org };
  const held = (await listGrants(ctx.db, ctx.scope, givableRights(ctx), accountId)).filter(
    ({ role_id, state }) => role_id === role.id && state !== 'over',
  );
  const others = held.filter(({ org_id }) => org_id !== org.id);
  const isThere = others.length < held.length;
  if (act === 'open') return isThere ? null : { ...base, role, org };
  if (others.length === 0) return isThere ? null : fail(accountFault('role', `没有可以调动的“${role.name}”任职`));
  if (others.some(({ above }) => above))
    return fail(accountFault('role', '该角色的权限高于您的角色，请由上级管理人员办理'));
  return { ...base, role, org, taken: others.map(({ id }) => id) };
}

/** The account of a line; undefined with a fault where the session may not act upon it. */
async function accountFor(ctx: Ctx, id: string, line: AccountLine, fail: (fault: SheetFault) => null) {
  const account = await findAccount(ctx.db, ctx.scope, givableRights(ctx), id);
  const refused = (text: string) => fail(accountFault('idCardNo', text)) ?? undefined;
  if (!account) return refused('该身份证号已有账号，不在您的管理范围，请由共同上级办理');
  if (account.name !== line.name) return fail(accountFault('name', `与账号的姓名“${account.name}”不一致`)) ?? undefined;
  if (line.act !== 'stop' && !account.enabled) return refused('该账号已停用，请先启用');
  const why = line.act === 'stop' ? accountObstacle(ctx, account) : '';
  return why ? refused(why) : account;
}

function orgOf(line: AccountLine, look: Looked, fail: (fault: SheetFault) => null): NamedOrg | null {
  const named = look.orgs.get(line.org ?? '') ?? [];
  if (named.length === 0) return fail(orgFault.name('您管理的范围内没有这个名称的党组织'));
  const meant =
    line.parent === ''
      ? named
      : named.filter(({ parentName }) => plainOrgName(parentName) === plainOrgName(line.parent));
  const [org, ...more] = meant;
  if (!org) return fail(orgFault.parent(`“${line.parent}”下没有这个名称的党组织`, []));
  return more.length === 0
    ? org
    : fail(orgFault.name(`有${meant.length}个同名的党组织，请在“上级党组织”列填写它的上级`));
}

async function roleOf(
  ctx: Ctx,
  line: AccountLine,
  look: Looked,
  org: NamedOrg,
  fail: (fault: SheetFault) => null,
): Promise<Role | null> {
  const role = look.roles.get(line.role);
  if (!role) return fail(accountFault('role', '没有这个角色，或您不能授予', [...look.roles.keys()]));
  const key = `${role.id} ${org.id}`;
  if (!look.mayGive.has(key)) look.mayGive.set(key, await whyNot(ctx, role.id, org.code));
  const why = look.mayGive.get(key) ?? '';
  return why === '' ? role : fail(accountFault('role', why));
}

/** Why a role may not be given at an organisation; empty where it may. */
async function whyNot(ctx: Ctx, roleId: number, orgCode: string): Promise<string> {
  try {
    await assertMayGrant(ctx, { roleId, orgCode, keys: [] });
    return '';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Carries out the lines one after another, all or none: what was checked a moment ago may have changed. */
async function writeAll(ctx: Ctx, plans: readonly Plan[], batch: SheetBatch): Promise<void> {
  const made = new Map<string, string>();
  for (const plan of plans) await writeLine(ctx, plan, batch, made);
}

async function undo(ctx: Ctx, batch: SheetBatch): Promise<number> {
  const rowNos: number[] = [];
  for (const line of await queries.openLines(ctx.db, batch.id))
    if (await undoLine(ctx, line, `撤销导入 ${batch.fileName}`)) rowNos.push(line.rowNo);
  await queries.settleUndone(ctx.db, batch.id, rowNos);
  return rowNos.length;
}
