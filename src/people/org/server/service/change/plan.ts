import type { ChangeFields, ChangePart } from '#people/org/contract.changes.ts';
import {
  type ChangeWarning,
  type FutureSize,
  faultOfSizes,
  SUBJECTS,
  sizeWarnings,
  UPGRADES,
  upgradeWarning,
} from '#people/org/rules.changes.ts';
import { BRANCH_TYPES, MAX_LEVELS, mayStandBelow } from '#people/org/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Belongings, belongingsOf, inWords } from '../../belongings.ts';
import { categoriesOf, childrenOf, type TreeOrg, treeOrgs } from '../../queries/changeTree.ts';
import { nameTaken } from '../../queries/writes.ts';
import type { Home } from '../../residents.ts';

/** An organisation that is to be set up; id and code are known once it is. */
export interface Made extends Home {
  parent: Home;
  shortName: string;
  type: number;
}

/** What goes from one organisation to another; `ids` null: all of it. */
interface Going {
  from: Home;
  to: Home;
  ids: readonly string[] | null;
  n: number;
}

/** What carrying out a document does, one after the other; taking it back is made of the same. */
export type Step =
  | { do: 'create'; org: Made }
  | { do: 'place'; org: TreeOrg; parent: Home; code: string; exact: boolean }
  | ({ do: 'people' } & Going)
  | ({ do: 'units' } & Going)
  | ({ do: 'belongings'; subject: string } & Going)
  | { do: 'rename'; org: Home; name: string; shortName: string; before: { name: string; shortName: string } }
  | { do: 'retype'; org: Home; type: number; before: number }
  | { do: 'revoke' | 'restore'; org: Home & { parentId: string; type: number } };

export interface Plan {
  steps: Step[];
  /** What stands against it, by the field of the form. */
  faults: Record<string, string>;
  warnings: ChangeWarning[];
  /** An organisation that the document names is not there, or not in the scope. */
  missing: boolean;
}

const NAME_TAKEN = '同一上级党组织下已有同名的组织';
const isBranch = (type: number) => BRANCH_TYPES.includes(type);
/** One that has a superior, so that it can be changed from above. */
type Changed = TreeOrg & { parentId: string };

/** Draws up what a document does to the tree as it stands now; nothing is written. */
export async function planChange(ctx: Ctx, fields: ChangeFields): Promise<Plan> {
  const ids = [fields.orgId, ...(fields.targetId ? [fields.targetId] : []), ...fields.sourceIds];
  const orgs = await treeOrgs(ctx.db, ctx.scope, ids);
  const planner = new Planner(ctx, fields, orgs);
  const org = orgs.get(fields.orgId);
  if (!org || ids.some((one) => !orgs.has(one))) {
    planner.plan.missing = true;
    planner.fault('orgId', '涉及的组织已不存在，或不在当前组织的管辖范围内');
    return planner.plan;
  }
  await planner.run(org);
  return planner.plan;
}

class Planner {
  readonly plan: Plan = { steps: [], faults: {}, warnings: [], missing: false };
  readonly #ctx: Ctx;
  readonly #fields: ChangeFields;
  readonly #orgs: ReadonlyMap<string, TreeOrg>;
  /** Child codes that this document has already spoken for, by superior. */
  readonly #taken = new Map<string, number>();

  constructor(ctx: Ctx, fields: ChangeFields, orgs: ReadonlyMap<string, TreeOrg>) {
    this.#ctx = ctx;
    this.#fields = fields;
    this.#orgs = orgs;
  }

  /** The first fault of a field is the one that is told. */
  fault(field: string, sentence: string) {
    this.plan.faults[field] ??= sentence;
  }

  /** Branches as they will stand: the bare bound is refused, what is 一般 warned of. */
  #sizes(sizes: readonly FutureSize[], field: string) {
    const fault = faultOfSizes(sizes);
    if (fault) this.fault(field, fault);
    this.plan.warnings.push(...sizeWarnings(sizes));
  }

  async run(org: TreeOrg): Promise<void> {
    const { kind } = this.#fields;
    if (kind === 'establish') return this.#establish(org);
    if (!this.#fromAbove(org, 'orgId', SUBJECTS[kind])) return;
    if (kind === 'rename') return this.#rename(org);
    if (kind === 'move') return this.#move(org);
    if (kind === 'merge') return this.#merge(org);
    if (kind === 'split') return this.#split(org);
    if (kind === 'upgrade') return this.#upgrade(org);
    return this.#revoke(org);
  }

  /** Nobody changes the organisation that they work for, nor the top of a tree. */
  #fromAbove(org: TreeOrg, field: string, what: string): org is Changed {
    if (org.parentId !== null && org.code !== this.#ctx.session.orgCode) return true;
    this.fault(field, `${what}是当前所在的组织，应由上级党组织办理`);
    return false;
  }

  /** The code that the next child will have; faults at a level or number that there is not. */
  #nextCode(parent: TreeOrg | Made, nextChild: number, levels: number, field: string): string {
    const used = this.#taken.get(parent.id || parent.code) ?? 0;
    this.#taken.set(parent.id || parent.code, used + 1);
    if (nextChild + used > 9999) this.fault(field, '上级党组织下的编码已用完');
    if (parent.code.length / 4 + levels > MAX_LEVELS) this.fault(field, `调整后组织层级将超过${MAX_LEVELS}级`);
    return parent.code + String(nextChild + used).padStart(4, '0');
  }

  #create(parent: TreeOrg, { name, shortName, type }: Pick<ChangePart, 'name' | 'shortName' | 'type'>, field: string) {
    const code = this.#nextCode(parent, parent.nextChild, 1, field);
    const org: Made = { id: '', code, name, shortName, type, parent };
    this.plan.steps.push({ do: 'create', org });
    return org;
  }

  #place(org: TreeOrg, parent: TreeOrg | Made, nextChild: number, field: string) {
    const levels = org.depth - org.code.length / 4 + 1;
    const code = this.#nextCode(parent, nextChild, levels, field);
    this.plan.steps.push({ do: 'place', org, parent, code, exact: false });
  }

  #carryOver(org: Changed, to: Home, ids: readonly string[] | null, n: number) {
    if (n > 0) this.plan.steps.push({ do: 'people', from: org, to, ids, n });
  }

  async #establish(parent: TreeOrg) {
    const { name, shortName, type } = this.#fields;
    if (name === '') this.fault('name', '请输入组织名称');
    if (type === null) return this.fault('type', '请选择组织类别');
    if (!mayStandBelow(parent.type, type)) this.fault('type', '该类别的组织不能设在所选上级之下');
    if (await nameTaken(this.#ctx.db, parent.id, name, null)) this.fault('name', NAME_TAKEN);
    this.#create(parent, { name, shortName, type }, 'orgId');
  }

  async #rename(org: Changed) {
    const { name, shortName } = this.#fields;
    if (name === '') return this.fault('name', '请输入新名称');
    if (name === org.name && shortName === org.shortName) this.fault('name', '新名称和新简称与现在的相同');
    if (await nameTaken(this.#ctx.db, org.parentId, name, org.id)) this.fault('name', NAME_TAKEN);
    const before = { name: org.name, shortName: org.shortName };
    this.plan.steps.push({ do: 'rename', org, name, shortName, before });
  }

  async #move(org: Changed) {
    const target = this.#orgs.get(this.#fields.targetId ?? '');
    if (!target) return this.fault('targetId', '请选择新的上级党组织');
    if (target.code.startsWith(org.code)) return this.fault('targetId', '不能调整到它自己或它的下级组织之下');
    if (target.id === org.parentId) return this.fault('targetId', '现在的上级就是该组织');
    if (!mayStandBelow(target.type, org.type)) this.fault('targetId', '该类别的组织不能设在所选上级之下');
    if (await nameTaken(this.#ctx.db, target.id, org.name, org.id))
      this.fault('targetId', `所选上级下已有“${org.name}”`);
    this.#place(org, target, target.nextChild, 'targetId');
  }

  async #merge(org: Changed) {
    const sources = this.#fields.sourceIds.flatMap((id) => this.#orgs.get(id) ?? []);
    if (sources.length === 0) return this.fault('sourceIds', '请选择被合并的组织');
    if (new Set(this.#fields.sourceIds).size < sources.length) return this.fault('sourceIds', '被合并的组织重复');
    await this.#absorb(org, sources, 'sourceIds');
  }

  async #revoke(org: Changed) {
    const target = this.#orgs.get(this.#fields.targetId ?? '');
    const below = await childrenOf(this.#ctx.db, [org.id]);
    if (target) return this.#absorb(target, [org], 'targetId');
    if (below.length > 0) return this.fault('targetId', `该组织下还有${below.length}个下级组织，请选择承接的组织`);
    if (org.people > 0) return this.fault('targetId', `该组织中还有${org.people}名人员，请选择承接的组织`);
    if (org.units > 0) return this.fault('targetId', `该组织下还有${org.units}个单位，请选择承接的组织`);
    for (const one of (await belongingsOf(this.#ctx.db, [org.id])).get(org.id) ?? []) {
      if (one.kind.waits) this.fault('targetId', this.#waiting(org, one));
      else this.plan.warnings.push(restingWarning(org, one));
    }
    this.plan.steps.push({ do: 'revoke', org });
  }

  #waiting({ name }: Home, one: Belongings): string {
    const { move, lasts } = one.kind;
    const ways = [...(lasts ? [] : ['先办结']), ...(move ? ['选择承接的组织'] : [])];
    return `${name}还有${inWords(one)}，请${ways.join('，或')}`;
  }

  /** People, units, children and what else belongs to some organisations go to another one; they themselves are revoked. */
  async #absorb(target: TreeOrg, sources: readonly TreeOrg[], field: string) {
    const names = new Set((await childrenOf(this.#ctx.db, [target.id])).map(({ name }) => name));
    for (const org of sources) {
      if (!this.#fromAbove(org, field, org.name)) return;
      if (org.id === target.id) return this.fault(field, '不能并入自身');
      if (target.code.startsWith(org.code)) return this.fault(field, '不能并入自己的下级组织');
      if (sources.some((one) => one !== org && org.code.startsWith(one.code))) {
        return this.fault(field, '被合并的组织之间不能是上下级');
      }
      if (org.people > 0 && !isBranch(target.type)) {
        return this.fault(field, `${org.name}中有人员，须并入党支部，${target.name}不是党支部`);
      }
    }
    const children = await childrenOf(
      this.#ctx.db,
      sources.map(({ id }) => id),
    );
    const gone = new Set(sources.map(({ id }) => id));
    const belongings = await belongingsOf(this.#ctx.db, [...gone]);
    for (const org of sources as readonly Changed[]) {
      for (const child of children.filter(({ parentId, id }) => parentId === org.id && !gone.has(id))) {
        if (!mayStandBelow(target.type, child.type)) this.fault(field, `${child.name}不能设在${target.name}之下`);
        if (names.has(child.name)) this.fault(field, `${target.name}下已有“${child.name}”，请先更名`);
        names.add(child.name);
        this.#place(child, target, target.nextChild, field);
      }
      const done = sources.slice(0, sources.indexOf(org)).map(({ id }) => id);
      this.#carryOver(org, target, null, org.people);
      if (org.units > 0) this.plan.steps.push({ do: 'units', from: org, to: target, ids: null, n: org.units });
      for (const one of belongings.get(org.id) ?? []) {
        if (one.kind.move) await this.#hand(org, target, one, done);
        else if (one.kind.waits) this.fault(field, this.#waiting(org, one));
        else this.plan.warnings.push(restingWarning(org, one));
      }
      this.plan.steps.push({ do: 'revoke', org });
    }
    const sum = (of: 'full' | 'party') => [target, ...sources].reduce((n, org) => n + org[of], 0);
    // Where nobody goes along, the branch stays as it is.
    if (sources.some(({ people }) => people > 0))
      this.#sizes([{ ...target, full: sum('full'), party: sum('party') }], field);
  }

  /** What belongs to an organisation goes to the one that takes over, but for what that one has itself, or has taken over already. */
  async #hand(org: TreeOrg, target: TreeOrg, { kind, n }: Belongings, done: readonly string[]) {
    const stays = (await kind.twins?.(this.#ctx.db, org.id, [target.id, ...done])) ?? 0;
    this.plan.steps.push({ do: 'belongings', subject: kind.subject, from: org, to: target, ids: null, n: n - stays });
    if (stays === 0) return;
    const what = `${org.name}的${inWords({ kind, n: stays })}，${target.name}也有同样的一份`;
    const ending = kind.waits ? '由其办理，原来的停止，撤回本文件后恢复' : '原来的留作记录';
    this.plan.warnings.push({ text: `${what}：${ending}`, clause: '' });
  }

  async #split(org: Changed) {
    const { parts } = this.#fields;
    if (parts.length === 0) return this.fault('parts', '请填写新设的组织');
    const parent = (await treeOrgs(this.#ctx.db, this.#ctx.scope, [org.parentId])).get(org.parentId);
    if (!parent) return this.fault('orgId', '上级党组织不在当前组织的管辖范围内');
    const children = new Map((await childrenOf(this.#ctx.db, [org.id])).map((child) => [child.id, child]));
    if (!(await this.#partsStand(parent, parts, (type) => isBranch(type) === isBranch(org.type)))) return;
    const going = await this.#going(org, parts);
    if (!going) return;
    for (const part of parts) {
      if (part.memberIds.length + part.orgIds.length === 0)
        return this.fault('parts', `请安排编入“${part.name}”的人员或组织`);
      const made = this.#create(parent, part, 'parts');
      for (const id of part.orgIds) {
        const child = children.get(id);
        if (!child) return this.fault('parts', '划出的组织不是该组织的直接下级');
        if (!mayStandBelow(part.type, child.type)) this.fault('parts', `${child.name}不能设在“${part.name}”之下`);
        this.#place(child, made, 1, 'parts');
      }
      this.#carryOver(org, made, part.memberIds, part.memberIds.length);
    }
    const leaving = parts.flatMap(({ memberIds }) => memberIds);
    const stay = { full: org.full - count(leaving, going, [1]), party: org.party - count(leaving, going, [1, 2]) };
    if (isBranch(org.type) && leaving.length >= org.people)
      this.fault('parts', `${org.name}应保留人员；全部划出的，请办理撤销`);
    this.#sizes([{ ...org, ...stay }, ...parts.map((part) => sizeOf(part, part.memberIds, going))], 'parts');
  }

  async #upgrade(org: Changed) {
    const { parts } = this.#fields;
    const type = UPGRADES[org.type];
    if (type === undefined)
      return this.fault('orgId', '党支部可升格为党总支，党总支可升格为基层党委，其他类别不能升格');
    const parent = (await treeOrgs(this.#ctx.db, this.#ctx.scope, [org.parentId])).get(org.parentId);
    if (!parent) return this.fault('orgId', '上级党组织不在当前组织的管辖范围内');
    if (!mayStandBelow(parent.type, type)) this.fault('orgId', '升格后的组织不能设在现有上级之下');
    this.plan.warnings.push(
      ...upgradeWarning(org.name, type, isBranch(org.type) ? org.party : await this.#partyBelow(org)),
    );
    this.plan.steps.push({ do: 'retype', org, type, before: org.type });
    if (!isBranch(org.type)) return;
    const [first] = parts;
    if (!first) return org.people > 0 ? this.fault('parts', '党总支不直接编入人员，请填写下设的党支部') : undefined;
    if (!(await this.#partsStand({ ...org, type }, parts, isBranch))) return;
    if (parts.some(({ orgIds }) => orgIds.length > 0)) return this.fault('parts', '党支部没有下级组织');
    const going = await this.#going(org, parts);
    if (!going) return;
    // Who was not assigned goes to the first: nobody may be left in a general branch.
    const others = new Set(parts.slice(1).flatMap(({ memberIds }) => memberIds));
    for (const part of parts) {
      const made = this.#create(org, part, 'parts');
      const ids = part === first ? [...going.keys()].filter((id) => !others.has(id)) : part.memberIds;
      this.#carryOver(org, made, ids, ids.length);
      this.#sizes([sizeOf(part, ids, going)], 'parts');
    }
  }

  async #partyBelow(org: TreeOrg): Promise<number> {
    return (await childrenOf(this.#ctx.db, [org.id])).reduce((n, { party }) => n + party, 0);
  }

  async #partsStand(parent: TreeOrg, parts: readonly ChangePart[], fits: (type: number) => boolean): Promise<boolean> {
    const seen = new Set<string>();
    for (const { name, type } of parts) {
      if (!fits(type) || !mayStandBelow(parent.type, type)) this.fault('parts', `“${name}”的组织类别不正确`);
      if (seen.has(name) || (await nameTaken(this.#ctx.db, parent.id, name, null))) {
        this.fault('parts', `同一上级党组织下已有“${name}”`);
      }
      seen.add(name);
    }
    return this.plan.faults.parts === undefined;
  }

  /** Everybody whom the parts name, by category; with an upgrade, everybody of the organisation. */
  async #going(org: Changed, parts: readonly ChangePart[]): Promise<ReadonlyMap<string, number> | null> {
    const named = parts.flatMap(({ memberIds }) => memberIds);
    if (
      new Set(named).size < named.length ||
      new Set(parts.flatMap(({ orgIds }) => orgIds)).size < parts.flatMap(({ orgIds }) => orgIds).length
    ) {
      this.fault('parts', '同一人员或组织只能编入一个新组织');
      return null;
    }
    const found = await categoriesOf(this.#ctx.db, org.id, this.#fields.kind === 'upgrade' ? null : named);
    if (named.every((id) => found.has(id))) return found;
    this.fault('parts', `有人员已不在${org.name}，请重新安排`);
    return null;
  }
}

const restingWarning = (org: Home, one: Belongings): ChangeWarning => ({
  text: `${org.name}的${inWords(one)}随组织停用，撤回本文件后恢复`,
  clause: '',
});

const count = (ids: readonly string[], categories: ReadonlyMap<string, number>, wanted: readonly number[]) =>
  ids.filter((id) => wanted.includes(categories.get(id) ?? 0)).length;

const sizeOf = (part: ChangePart, ids: readonly string[], categories: ReadonlyMap<string, number>) => ({
  name: part.name,
  type: part.type,
  full: count(ids, categories, [1]),
  party: count(ids, categories, [1, 2]),
});
