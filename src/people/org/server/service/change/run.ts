import { CHANGE_KINDS, type ChangeAct } from '#people/org/rules.changes.ts';
import type { Ctx } from '#platform/server/context.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { belongingOf } from '../../belongings.ts';
import * as changes from '../../queries/changes.ts';
import * as tree from '../../queries/changeTree.ts';
import { leadersOf } from '../../queries/office.ts';
import { restoreOrg } from '../../queries/recycle.ts';
import { binOrg, insertOrg } from '../../queries/writes.ts';
import { type Home, residentsKeeper } from '../../residents.ts';
import { followPosts } from '../office.ts';
import { recordAlterations, restoreAlterations } from './images.ts';
import type { Made, Step } from './plan.ts';

/** Codes of the subtrees that steps move. */
export const movedCodes = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.do === 'place' ? [step.org.code] : []));

/** Keeps everything still that steps touch, until the transaction ends. */
export async function lockSteps(ctx: Ctx, steps: readonly Step[]): Promise<void> {
  const ids = steps.flatMap((step) => {
    if (step.do === 'create') return [step.org.parent.id];
    if (step.do === 'place') return [step.parent.id, step.org.parentId ?? ''];
    if ('from' in step) return [step.from.id, step.to.id];
    return [step.org.id, ...('parentId' in step.org ? [step.org.parentId as string] : [])];
  });
  await tree.lockOrgs(ctx.db, [...new Set(ids.filter((id) => id !== ''))]);
  await tree.lockSubtrees(ctx.db, movedCodes(steps));
}

/**
 * Carries steps out one after the other, in the caller's transaction and under its locks.
 * @param note what is kept of it for the history and for taking it back; nothing while taking back
 * @returns how many people changed their branch
 */
export async function runSteps(
  ctx: Ctx,
  change: changes.ChangeRecord,
  steps: readonly Step[],
  note: boolean,
): Promise<number> {
  const runner = new Runner(ctx, change, note);
  const run = async () => {
    for (const step of steps) await runner.run(step);
  };
  await (note ? recordAlterations(ctx, change.id, steps, run) : restoreAlterations(ctx, change.id, run));
  await runner.noteKept(steps);
  return runner.people;
}

type Names = { name: string; shortName: string };

/** Which names of an organisation change, each before and after. */
export const changedNames = (before: Names, after: Names): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    (['name', 'shortName'] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, [before[field], after[field]]]),
  );

class Runner {
  people = 0;
  readonly #ctx: Ctx;
  readonly #change: changes.ChangeRecord;
  readonly #note: boolean;
  readonly #by: string;
  /** As the histories of people and organisations name the document. */
  readonly #words: string;

  constructor(ctx: Ctx, change: changes.ChangeRecord, note: boolean) {
    this.#ctx = ctx;
    this.#change = change;
    this.#note = note;
    this.#by = ctx.session.accountName;
    this.#words = `${note ? '' : '撤回'}组织${CHANGE_KINDS[change.kind]} ${change.number}`;
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'create') return this.#create(step.org);
    if (step.do === 'place') return this.#place(step);
    if (step.do === 'people') return this.#goPeople(step);
    if (step.do === 'units') return this.#goUnits(step);
    if (step.do === 'belongings') return this.#goBelongings(step);
    if (step.do === 'rename') return this.#rename(step);
    if (step.do === 'retype') return this.#retype(step);
    return step.do === 'revoke' ? this.#revoke(step.org) : this.#restore(step.org);
  }

  async #noted(act: ChangeAct, org: Home, rest: Partial<changes.TouchedOrg> & Pick<changes.TouchedOrg, 'changes'>) {
    if (!this.#note) return;
    const codes = { oldCode: org.code, newCode: org.code, oldParentId: null };
    await changes.noteOrg(this.#ctx.db, this.#change.id, { orgId: org.id, act, ...codes, ...rest });
  }

  async #create(org: Made) {
    const { db } = this.#ctx;
    const code = await tree.nextCode(db, org.parent.id);
    const { name, shortName, type } = org;
    const fields = { ...NEW_ORG, name, shortName, type, foundedOn: this.#change.issuedOn };
    org.id = await insertOrg(db, { code, parentId: org.parent.id }, fields, this.#by);
    org.code = code;
    await addDeltas(db, [{ orgCode: code, fact: 'org', value: String(type), n: 1 }]);
    const made = { name: [null, name], code: [null, code], type: [null, type] } as const;
    await this.#noted('created', org, { oldCode: null, changes: made as never });
  }

  async #place({ org, parent, code, exact }: Extract<Step, { do: 'place' }>) {
    const { db } = this.#ctx;
    const keeps = exact && (await tree.isCodeFree(db, code));
    const to = keeps ? code : await tree.nextCode(db, parent.id);
    if (keeps) await tree.countChild(db, parent.id, 1);
    const oldParentId = org.parentId ?? '';
    await tree.countChild(db, oldParentId, -1);
    const move = { from: org.code, to };
    if (this.#note) {
      const names = await changes.orgNames(db, [oldParentId]);
      await this.#noted('moved', org, {
        newCode: to,
        oldParentId,
        changes: { parentName: [names.get(oldParentId) ?? '', parent.name], code: [org.code, to] },
      });
      await changes.noteCarried(db, this.#change.id, move);
    }
    await tree.placeSubtree(db, org.id, parent.id, move, this.#by);
    org.code = to;
  }

  async #goPeople({ from, to, ids }: Extract<Step, { do: 'people' }>) {
    const went = await residentsKeeper().move(this.#ctx, from, to, ids, this.#words);
    this.people += went.length;
    if (!this.#note) return;
    await changes.noteRows(this.#ctx.db, this.#change.id, 'member', went, from.id, to.id);
  }

  async #goUnits({ from, to, ids }: Extract<Step, { do: 'units' }>) {
    const { db } = this.#ctx;
    const went = await tree.moveUnits(db, from.id, to, ids);
    await addDeltas(
      db,
      went.flatMap(({ nature: value }) => [
        { orgCode: from.code, fact: 'unit', value, n: -1 },
        { orgCode: to.code, fact: 'unit', value, n: 1 },
      ]),
    );
    const moved = went.map(({ id }) => id);
    if (this.#note) await changes.noteRows(db, this.#change.id, 'unit', moved, from.id, to.id);
  }

  async #goBelongings({ subject, from, to, ids }: Extract<Step, { do: 'belongings' }>) {
    const went = (await belongingOf(subject)?.move?.(this.#ctx, from, to, ids, this.#words)) ?? [];
    if (this.#note) await changes.noteRows(this.#ctx.db, this.#change.id, subject, went, from.id, to.id);
  }

  async #rename({ org, name, shortName, before }: Extract<Step, { do: 'rename' }>) {
    await tree.writeNames(this.#ctx.db, org.id, name, shortName, this.#by);
    await this.#noted('renamed', org, { changes: changedNames(before, { name, shortName }) });
  }

  async #retype({ org, type, before }: Extract<Step, { do: 'retype' }>) {
    const { db } = this.#ctx;
    await tree.writeType(db, org.id, type, this.#by);
    await addDeltas(db, [
      { orgCode: org.code, fact: 'org', value: String(before), n: -1 },
      { orgCode: org.code, fact: 'org', value: String(type), n: 1 },
    ]);
    await this.#noted('retyped', org, { changes: { type: [before, type] } });
  }

  async #revoke(org: Extract<Step, { do: 'revoke' | 'restore' }>['org']) {
    const led = await leadersOf(this.#ctx.db, org.id);
    await binOrg(this.#ctx.db, org, this.#by, this.#words);
    // Nobody leads what is no more; the record of whoever did says so.
    await followPosts(this.#ctx, org, led, this.#words);
    await addDeltas(this.#ctx.db, [{ orgCode: org.code, fact: 'org', value: String(org.type), n: -1 }]);
    await this.#noted('revoked', org, { oldParentId: org.parentId, changes: { standing: ['在册', '已撤销'] } });
  }

  async #restore(org: Extract<Step, { do: 'revoke' | 'restore' }>['org']) {
    const led = await leadersOf(this.#ctx.db, org.id);
    await restoreOrg(this.#ctx.db, org, this.#by);
    await followPosts(this.#ctx, org, led, this.#words);
    await addDeltas(this.#ctx.db, [{ orgCode: org.code, fact: 'org', value: String(org.type), n: 1 }]);
  }

  /** Those that people went out of or into, and that nothing else was done to. */
  async noteKept(steps: readonly Step[]) {
    for (const step of steps) {
      if (step.do !== 'people') continue;
      await this.#noted('kept', step.from, { changes: { people: [null, `划出${step.n}名人员`] } });
      await this.#noted('kept', step.to, { changes: { people: [null, `接收${step.n}名人员`] } });
    }
  }
}

/** What nobody has said yet of an organisation that a document sets up. */
const NEW_ORG = {
  unitRelation: '1',
  canApprove: false,
  functional: false,
  contact: '',
  phone: null,
  address: '',
  introduction: '',
  lng: null,
  lat: null,
};
