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
import { isSeparated } from '#kernel/permission/rules.rights.ts';
import type { SheetColumn, SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import type { CheckedLine, SheetBatch, SheetKind, Sheets } from '#platform/server/records/sheets.ts';
import type { Line } from '#platform/server/spreadsheet/encrypted.ts';
import { accountObstacle } from './account.ts';
import { type LookedLine, lookUp } from './accountSheetLook.ts';
import { undoSheet } from './accountSheetUndo.ts';
import { type Plan, writeLine } from './accountSheetWrite.ts';
import { APART, tooHigh } from './rights.ts';
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
  undo: undoSheet,
};

/** Accounts that are opened, stopped and moved by a sheet. */
export const accountSheets: Sheets = { prefix: 'accountSheet', fileKind: 'account.sheet', kinds: [accountSheet] };

type Looked = Awaited<ReturnType<typeof lookUp>>;

/** A line as it is judged. */
interface Judged {
  rowNo: number;
  line: AccountLine;
  look: LookedLine;
}

async function check(ctx: Ctx, columns: readonly SheetColumn[], lines: readonly Line[], lock: boolean) {
  const today = await todayOf(ctx.db);
  const read = lines.map(({ cells }) => readAccountLine(columns, cells, today));
  const looked = await lookUp(ctx, read, lock);
  const judged = read.map(
    (line, at): Judged => ({
      rowNo: lines[at]?.rowNo ?? 0,
      line,
      look: looked.lines[at] as LookedLine,
    }),
  );
  const clashes = clashesOf(judged);
  const plans: Plan[] = [];
  const checked = judged.map((one, at): CheckedLine => {
    const faults = [...one.line.faults];
    const clash = clashes.get(one);
    const refused = faults.length > 0 ? null : obstacleOf(ctx, one);
    if (refused) faults.push(refused);
    else if (clash) faults.push(accountFault('idCardNo', clash));
    const plan = faults.length === 0 ? planOf(one, looked) : null;
    if (plan && 'text' in plan) faults.push(plan);
    else if (plan) plans.push(plan);
    const state = faults.length > 0 ? 'bad' : plan ? 'new' : 'same';
    return { line: lines[at] as Line, name: one.line.name, faults, state };
  });
  return { lines: checked, write: (batch: SheetBatch) => writeAll(ctx, plans, batch) };
}

/** Why lines about one person cannot stand in one sheet: stopping and moving stand alone, a role is given once. */
function clashesOf(judged: readonly Judged[]): Map<Judged, string> {
  const clashes = new Map<Judged, string>();
  const named = judged.filter(({ line }) => line.idCard !== null && line.act !== null);
  for (const same of Map.groupBy(named, ({ look }) => look.who).values()) {
    if (same.length > 1 && same.some(({ line }) => line.act !== 'open')) {
      const rows = same.map(({ rowNo }) => rowNo).join('、');
      for (const one of same) clashes.set(one, `同一个人在第${rows}行都有办理，停用和调动只能单独一行`);
      continue;
    }
    const first = new Map<string, number>();
    for (const one of same) {
      const { org, role } = one.look;
      if (!org || !role || !('found' in org && 'found' in role)) continue;
      const key = `${role.found.id} ${org.found.id}`;
      const there = first.get(key);
      if (there === undefined) first.set(key, one.rowNo);
      else clashes.set(one, `与第${there}行重复`);
    }
  }
  return clashes;
}

/**
 * What a line will do that nothing stands against; a fault where it cannot, null where it stands so already. Asks all that writing asks (`giveRole`, `disable`).
 * The separated administrator's role that it gives counts for the lines after it.
 */
function planOf({ rowNo, line, look }: Judged, { separated, offered }: Looked): Plan | SheetFault | null {
  const { person, held } = look;
  const [account] = look.accounts;
  // An account's own person counts, as where a role is given by itself.
  const [memberId, memberOrg] = account ? [account.memberId, account.memberOrgCode] : [person?.id, person?.orgCode];
  const base = { line, rowNo, accountId: account?.id ?? null, memberId: memberId ?? null };
  if (line.act === 'stop') return account?.enabled ? { ...base, role: null, org: null, taken: [] } : null;
  if (!look.org || !look.role) return null;
  if ('fault' in look.org) return look.org.fault;
  if ('fault' in look.role) return look.role.fault;
  const [org, role] = [look.org.found, look.role.found];
  if (look.isBeyond) return accountFault('role', tooHigh(role.name), offered);
  if (role.base === 'own' && memberOrg !== org.code)
    return accountFault('role', `“${role.name}”只能授予在本人所在的党组织，且有人员档案`);
  const same = held.filter(({ roleId }) => roleId === role.id);
  const others = same.filter(({ orgId }) => orgId !== org.id);
  const isThere = others.length < same.length;
  if (line.act === 'open' && isThere) return null;
  if (line.act === 'move') {
    if (others.length === 0) return isThere ? null : accountFault('role', `没有可以调动的“${role.name}”任职`);
    if (others.some(({ above }) => above))
      return accountFault('role', '该角色的权限高于您的角色，请由上级管理人员办理');
  }
  if (isSeparated(role.id)) {
    const has = separated.get(look.who) ?? role.id;
    if (has !== role.id) return accountFault('role', APART);
    separated.set(look.who, role.id);
  }
  return { ...base, role, org, taken: line.act === 'move' ? others.map(({ id }) => id) : [] };
}

const NOT_HERE = '您管理的范围内没有这个身份证号的账号';
const NOT_YOURS = '这个身份证号不能由您开通，请由共同上级办理';

/** Why the session may not act upon whom a line names. Of somebody out of its scope nothing is told, not even the name. */
function obstacleOf(ctx: Ctx, { line, look: { person, accounts } }: Judged): SheetFault | null {
  const atCard = (text: string) => accountFault('idCardNo', text);
  const { accountId, memberId } = ctx.session;
  const isOwn = (id: string | null | undefined) => id !== null && id !== undefined && id === memberId;
  if (isOwn(person?.id) || accounts.some((one) => one.id === accountId || isOwn(one.memberId)))
    return atCard('不能办理本人的账号，请由其他管理人员办理');
  const mine = person !== null && inScope(ctx.scope, person.orgCode) ? person : null;
  const [account] = accounts;
  if (accounts.some(({ known }) => !known) || (!account && (line.act === 'open' ? person && !mine : !mine)))
    return atCard(line.act === 'open' ? NOT_YOURS : NOT_HERE);
  if (accounts.length > 1)
    return atCard(
      `这个人有两个账号（${accounts.map(({ loginMask }) => loginMask).join('、')}），请先到账号管理停用其中一个`,
    );
  if (mine && mine.name !== line.name) return accountFault('name', `与登记的“${mine.name}”不一致`);
  if (!account) return line.act === 'open' ? null : atCard(NOT_HERE);
  if (account.name !== line.name) return accountFault('name', `与账号的姓名“${account.name}”不一致`);
  if (line.act === 'stop') {
    const why = accountObstacle(ctx, account);
    return why === '' ? null : atCard(why);
  }
  if (!account.enabled) return atCard('该账号已停用，请先启用');
  if (ctx.may('account:grant')) return null;
  const act = line.act === 'open' ? '给已有的账号授予角色' : '调动';
  return accountFault('act', `${act}需要“授予角色”的权限`);
}

/** Carries out the lines one after another, all or none: what was checked a moment ago may have changed. */
async function writeAll(ctx: Ctx, plans: readonly Plan[], batch: SheetBatch): Promise<void> {
  const made = new Map<string, string>();
  for (const plan of plans) await writeLine(ctx, plan, batch, made);
}
