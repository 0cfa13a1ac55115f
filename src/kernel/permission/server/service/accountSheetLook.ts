import { type NamedOrg, orgsNamed } from '#house/server/orgsNamed.ts';
import { type AccountLine, accountFault } from '#kernel/permission/rules.accountSheet.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { orgFault } from '#people/org/rules.recordSheet.ts';
import { plainOrgName } from '#people/org/rules.ts';
import type { SheetFault } from '#platform/records/recordSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import * as queries from '../queries/accountSheet.ts';
import { rolesBeyond, separatedRolesOf } from '../queries/rights.ts';
import { allRoles } from '../queries/type.ts';
import { givableRights } from './account.ts';
import type { Role } from './accountSheetWrite.ts';
import { mayGive } from './rights.ts';

/** What a line names, found or wrong; null where it names none. */
type Found<T> = { found: T } | { fault: SheetFault } | null;

/** A line with what the database has of it. */
export interface LookedLine {
  /** One for all lines about one person, whatever id card they are called by. */
  who: string;
  person: queries.SheetPerson | null;
  accounts: readonly queries.SheetAccount[];
  /** What the line's account holds within the scope. */
  held: readonly queries.HeldRole[];
  org: Found<NamedOrg>;
  role: Found<Role>;
  /** The role gives more there than the session could. */
  isBeyond: boolean;
}

/** What the database has of all lines, by one question each. @param lock nobody else changes the accounts until the transaction ends */
export async function lookUp(
  ctx: Ctx,
  read: readonly AccountLine[],
  lock: boolean,
): Promise<{ lines: LookedLine[]; separated: Map<string, number>; offered: readonly string[] }> {
  const { db, scope, vault } = ctx;
  const givable = givableRights(ctx);
  const cards = [...new Set(read.flatMap(({ idCard }) => (idCard === null ? [] : [idCard])))];
  const hex = (index: Buffer) => index.toString('hex');
  const people = await queries.peopleByCard(
    db,
    cards.map((card) => vault.index('id_card', card)),
  );
  const accounts = await queries.accountsOf(
    db,
    scope,
    givable,
    { indexes: cards.map((card) => loginIndex(vault, card)), memberIds: people.map(({ id }) => id) },
    lock,
  );
  const personBy = new Map(people.map((one) => [hex(one.index), one]));
  const accountIds = accounts.map(({ id }) => id);
  const held = Map.groupBy(await queries.heldRoles(db, scope, givable, accountIds), ({ accountId }) => accountId);
  const orgs = await orgFinder(ctx, read);
  const { offered, roleOf } = await roleFinder(ctx);
  const lines = read.map((line): LookedLine => {
    const card = line.idCard ?? '';
    const person = personBy.get(hex(vault.index('id_card', card))) ?? null;
    const login = hex(loginIndex(vault, card));
    const all = accounts.filter(
      ({ index, memberId }) => hex(index) === login || (person !== null && memberId === person.id),
    );
    // Of two, the one in use is meant; between two in use somebody has to choose.
    const used = all.filter(({ enabled }) => enabled);
    const mine = used.length === 1 ? used : all;
    const [account] = mine;
    return {
      who: account?.id ?? card,
      person,
      accounts: mine,
      held: mine.length === 1 ? (held.get(account?.id ?? '') ?? []) : [],
      org: orgs(line),
      role: roleOf(line),
      isBeyond: false,
    };
  });
  const places = lines.flatMap((line) => {
    const { org, role } = line;
    return org && 'found' in org && role && 'found' in role ? [{ line, org: org.found, role: role.found }] : [];
  });
  const beyond = await rolesBeyond(
    db,
    givable,
    places.map(({ org, role }) => ({ roleId: role.id, orgCode: org.code })),
  );
  for (const at of beyond) {
    const place = places[at];
    if (place) place.line.isBeyond = true;
  }
  return { lines, separated: await separatedRolesOf(db, accountIds), offered };
}

/** Finds the organisation of a line by its name, and by its superior where several have that name. */
async function orgFinder(ctx: Ctx, read: readonly AccountLine[]): Promise<(line: AccountLine) => LookedLine['org']> {
  const names = [...new Set(read.flatMap(({ org }) => (org === null ? [] : [org])))];
  const byName = Map.groupBy(await orgsNamed(ctx.db, ctx.scope, names, false), ({ plain }) => plain);
  return ({ org, parent }) => {
    if (org === null) return null;
    const named = byName.get(org) ?? [];
    if (named.length === 0) return { fault: orgFault.name('您管理的范围内没有这个名称的党组织') };
    const meant =
      parent === '' ? named : named.filter(({ parentName }) => plainOrgName(parentName) === plainOrgName(parent));
    const [found, ...more] = meant;
    if (!found) return { fault: orgFault.parent(`“${parent}”下没有这个名称的党组织`, []) };
    return more.length === 0
      ? { found }
      : { fault: orgFault.name(`有${meant.length}个同名的党组织，请在“上级党组织”列填写它的上级`) };
  };
}

/** Finds the role of a line by its name, and names the roles that the session may give. */
async function roleFinder(ctx: Ctx) {
  const all = await allRoles(ctx.db, ctx.session.orgCode);
  const byName = new Map(all.map(({ id, name, base }) => [name, { id, name, base }]));
  const offered = all.filter(({ keys }) => keys.every((key) => mayGive(ctx, key))).map(({ name }) => name);
  const roleOf = ({ role }: AccountLine): LookedLine['role'] => {
    const found = byName.get(role);
    return found ? { found } : { fault: accountFault('role', '没有这个角色，或您不能授予', offered) };
  };
  return { offered, roleOf };
}
