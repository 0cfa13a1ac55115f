import { MAX_LEVELS, mayStandBelow } from '#people/org/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { belongingOf, belongingsOf, inWords } from '../../belongings.ts';
import * as changes from '../../queries/changes.ts';
import { type TreeOrg, treeOrgs } from '../../queries/changeTree.ts';
import { childTypes, nameTaken } from '../../queries/writes.ts';
import type { Step } from './plan.ts';

/** Steps that take a document back, and what stands against it. */
export interface WayBack {
  steps: Step[];
  faults: string[];
}

/** Draws up how a document that was carried out is taken back; nothing is written. */
export async function planReversal(ctx: Ctx, change: changes.ChangeRecord): Promise<WayBack> {
  const later = await changes.dependentChange(ctx.db, change.id);
  if (later) {
    return { steps: [], faults: [`此后的“${later.number}”又变更了${later.orgName}，请先撤回那份文件`] };
  }
  const touched = await changes.touchedOrgs(ctx.db, change.id);
  const went = await changes.wentRows(ctx.db, change.id);
  const ids = [
    ...touched.flatMap(({ orgId, oldParentId }) => [orgId, ...(oldParentId ? [oldParentId] : [])]),
    ...went.flatMap(({ fromId, toId }) => [fromId, toId]),
  ];
  // The document's own organisations are asked for wherever they stand; who may is said of the document.
  const living = await treeOrgs(ctx.db, wholeScope, [...new Set(ids)]);
  const gone = await changes.revokedOrgs(ctx.db, change.id);
  const way = new Way(ctx, change, living, gone);
  await way.restoreRevoked();
  way.sendBack(went);
  // What stands below an organisation leaves it before the organisation itself goes.
  for (const org of touched.toSorted((a, b) => Number(a.act === 'created') - Number(b.act === 'created'))) {
    await way.undo(org, went);
  }
  return { steps: way.steps, faults: way.faults };
}

class Way {
  readonly steps: Step[] = [];
  readonly faults: string[] = [];
  readonly #ctx: Ctx;
  readonly #change: changes.ChangeRecord;
  readonly #living: ReadonlyMap<string, TreeOrg>;
  readonly #gone: readonly changes.RevokedOrg[];

  constructor(
    ctx: Ctx,
    change: changes.ChangeRecord,
    living: ReadonlyMap<string, TreeOrg>,
    gone: readonly changes.RevokedOrg[],
  ) {
    this.#ctx = ctx;
    this.#change = change;
    this.#living = living;
    this.#gone = gone;
  }

  async restoreRevoked() {
    for (const org of this.#gone) {
      if (!org.deleted) this.faults.push(`${org.name}已从回收站恢复，不能再撤回`);
      else if (org.erased) this.faults.push(`${org.name}已被彻底删除`);
      else if (!org.parentLives) this.faults.push(`${org.name}原来的上级党组织已撤销`);
      else if (await nameTaken(this.#ctx.db, org.parentId, org.name, org.id)) {
        this.faults.push(`原上级党组织下已另有“${org.name}”`);
      }
      this.steps.push({ do: 'restore', org });
    }
  }

  /** An organisation by its id, as it stands or as it will stand again. */
  #org(id: string) {
    return this.#living.get(id) ?? this.#gone.find((org) => org.id === id);
  }

  sendBack(went: Awaited<ReturnType<typeof changes.wentRows>>) {
    for (const { subject, fromId, toId, ids, n, there } of went) {
      const [from, to] = [this.#org(toId), this.#org(fromId)];
      if (!from || !to) {
        this.faults.push('人员划转前后的党组织有一个已撤销');
      } else if (belongingOf(subject)) {
        // What ended or was deleted since needs no way back; the others come.
        this.steps.push({ do: 'belongings', subject, from, to, ids, n });
      } else {
        const people = subject === 'member';
        const [what, unit] = people ? ['人员', '名'] : ['单位', '个'];
        if (there < n) this.faults.push(`划转的${n}${unit}${what}中，有${n - there}${unit}此后已调整或减少`);
        this.steps.push({ do: people ? 'people' : 'units', from, to, ids, n });
      }
    }
  }

  async undo(org: changes.TouchedOrg, went: Awaited<ReturnType<typeof changes.wentRows>>) {
    if (org.act === 'kept' || org.act === 'carried' || org.act === 'revoked') return;
    const now = this.#living.get(org.orgId);
    if (!now) return void this.faults.push(`${org.name}此后已撤销`);
    if (org.act === 'created') return this.#dropCreated(now, went);
    if (org.act === 'moved') return this.#placeBack(now, org);
    if (org.act === 'renamed') return this.#renameBack(now, org);
    return this.#retypeBack(now, org);
  }

  async #dropCreated(org: TreeOrg, went: Awaited<ReturnType<typeof changes.wentRows>>) {
    const came = (subject: string) =>
      went.filter((row) => row.subject === subject && row.toId === org.id).reduce((n, { there }) => n + there, 0);
    const others = org.people - came('member');
    if (others > 0) this.faults.push(`${org.name}此后又编入${others}名人员，请先调整`);
    if (org.units > came('unit')) this.faults.push(`${org.name}此后又登记了单位，请先调整`);
    if (org.childIds.some((id) => !this.#movedBack(id))) this.faults.push(`${org.name}此后又设立了下级组织，请先调整`);
    for (const one of (await belongingsOf(this.#ctx.db, [org.id])).get(org.id) ?? []) {
      // What came with this very change goes back with it.
      const back = went.filter((row) => row.subject === one.kind.subject && row.toId === org.id);
      if (one.n <= back.reduce((n, row) => n + row.n, 0)) continue;
      this.faults.push(`${org.name}此后又有${inWords(one)}，请先调整`);
    }
    // Dropped when all that went there has left again.
    this.steps.push({ do: 'revoke', org: { ...org, parentId: org.parentId ?? '' } });
  }

  #movedBack = (id: string) => this.steps.some((step) => step.do === 'place' && step.org.id === id);

  async #placeBack(org: TreeOrg, { oldParentId, oldCode }: changes.TouchedOrg) {
    const parent = this.#org(oldParentId ?? '');
    if (!parent) return void this.faults.push(`${org.name}原来的上级党组织已撤销`);
    const levels = parent.code.length / 4 + org.depth - org.code.length / 4 + 1;
    if (levels > MAX_LEVELS) this.faults.push(`撤回后组织层级将超过${MAX_LEVELS}级`);
    if (!mayStandBelow(parent.type, org.type)) this.faults.push(`${org.name}不能再设在${parent.name}之下`);
    if (await nameTaken(this.#ctx.db, parent.id, org.name, org.id)) {
      this.faults.push(`${parent.name}下已另有“${org.name}”`);
    }
    // Where the superior stands as it did, the old code comes back: it was never given to anybody else.
    const exact = oldCode !== null && oldCode.slice(0, -4) === parent.code;
    this.steps.push({ do: 'place', org, parent, code: oldCode ?? '', exact });
  }

  async #renameBack(org: TreeOrg, { changes: changed }: changes.TouchedOrg) {
    const was = (field: 'name' | 'shortName') => String(changed[field]?.[0] ?? org[field]);
    const isNow = (field: 'name' | 'shortName') => changed[field] === undefined || changed[field][1] === org[field];
    if (!isNow('name') || !isNow('shortName')) return void this.faults.push(`${org.name}的名称此后又有修改`);
    const name = was('name');
    if (org.parentId && (await nameTaken(this.#ctx.db, org.parentId, name, org.id))) {
      this.faults.push(`同一上级党组织下已另有“${name}”`);
    }
    const before = { name: org.name, shortName: org.shortName };
    this.steps.push({ do: 'rename', org, name, shortName: was('shortName'), before });
  }

  async #retypeBack(org: TreeOrg, { changes: changed }: changes.TouchedOrg) {
    const type = Number(changed.type?.[0]);
    if (Number(changed.type?.[1]) !== org.type) return void this.faults.push(`${org.name}的类别此后又有修改`);
    const made = new Set((await changes.touchedOrgs(this.#ctx.db, this.#change.id)).map(({ orgId }) => orgId));
    const others = org.childIds.filter((id) => !made.has(id));
    const types = others.length > 0 ? await childTypes(this.#ctx.db, org.id) : [];
    if (types.some((child) => !mayStandBelow(type, child))) {
      this.faults.push(`${org.name}此后又设立了下级组织，请先调整`);
    }
    this.steps.push({ do: 'retype', org, type, before: org.type });
  }
}
