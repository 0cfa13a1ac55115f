import type { DictNames } from '#kernel/dictionary/server/names.ts';
import { MAX_LABELS } from '#people/groups/contract.labels.ts';
import { bulkField, judgeField, type Verdict } from '#people/member/rules/bulk.ts';
import { completeness, type Person } from '#people/member/rules.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { moveObstacles, notifyMoved } from './moves.ts';
import { changesOf, deltasOf, personOf } from './person.ts';
import { personLabels } from './personLabels.ts';
import * as queries from './queries/bulk.ts';
import { findCountedOn, findHome } from './queries/record.ts';

/** What a change to many people works with. */
export interface BulkTools {
  services: Services;
  scope: Scope;
  names: DictNames;
  /** Who changes, for the records' own columns. */
  by: string;
}

/** One way of changing many people: judged, carried out and taken back, some hundred at a time. */
export interface BulkKind {
  /** Whether what the preview found in the same place still stands there. */
  isAsFound(person: queries.BulkPerson, before: unknown): boolean;
  judge(db: Db, people: readonly queries.BulkPerson[]): Promise<Map<string, Verdict>>;
  /** Changes people who are locked and judged to be due. */
  apply(tx: Db, people: readonly queries.BulkPerson[]): Promise<queries.RowOutcome[]>;
  /** Puts back what `before` holds, for locked people; whoever was changed in the same place since stays, with the reason. */
  revert(tx: Db, rows: readonly Changed[]): Promise<queries.RowOutcome[]>;
}

interface Changed {
  person: queries.BulkPerson;
  before: unknown;
}

type ChangeOf<Kind> = Extract<queries.Change, { kind: Kind }>;

/** The rules and writes of a change. */
export function bulkKind(change: queries.Change, tools: BulkTools): BulkKind {
  if (change.kind === 'field') return fieldKind(change, tools);
  return change.kind === 'move' ? moveKind(change, tools) : labelKind(change, tools);
}

/** A row as the plain person: id card and phone stay masked, which no rule about the fields set together looks into. */
function plain(row: queries.BulkPerson, services: Services): Person {
  return { ...personOf(row, services.vault), idCard: row.id_card_mask, phone: row.phone_mask };
}

function fieldKind({ field: wire, value }: ChangeOf<'field'>, { services, names, by }: BulkTools): BulkKind {
  const known = bulkField(wire);
  if (!known) throw refuse('这个字段不能批量修改');
  const { field, label } = known;
  const stored = (before: unknown) => (before as { value: Person[keyof Person] } | null)?.value;
  const write = async (tx: Db, rows: readonly { person: queries.BulkPerson; value: Person[keyof Person] }[]) => {
    const pairs = rows.map(({ person, value: wanted }) => {
      const before = plain(person, services);
      return { person, before, after: { ...before, [field]: wanted } as Person, wanted };
    });
    const written = pairs.map(({ person, after, wanted }) => ({
      id: person.id,
      value: wanted,
      completeness: completeness(after),
    }));
    await queries.writeField(tx, wire, written, by);
    const day = await findCountedOn(tx);
    await addDeltas(
      tx,
      pairs.flatMap(({ person, before, after }) => [
        ...deltasOf(before, person.org_code, -1, day),
        ...deltasOf(after, person.org_code, 1, day),
      ]),
    );
    return pairs;
  };
  return {
    isAsFound: (person, before) => plain(person, services)[field] === stored(before),
    async judge(_db, people) {
      return new Map(people.map((row) => [row.id, judgeField(plain(row, services), field, value, row.today)]));
    },
    async apply(tx, people) {
      const done = await write(
        tx,
        people.map((person) => ({ person, value })),
      );
      return done.map(({ person, before, after }) => ({
        memberId: person.id,
        state: 'changed',
        before: { value: before[field] },
        changes: changesOf(before, after, names),
      }));
    },
    async revert(tx, rows) {
      const back: { person: queries.BulkPerson; value: Person[keyof Person] }[] = [];
      const kept: queries.RowOutcome[] = [];
      for (const { person, before } of rows) {
        const wanted = stored(before) ?? null;
        const now = plain(person, services);
        const verdict = judgeField(now, field, wanted, person.today);
        const note = now[field] === value ? verdict.note : `${label}之后又改过`;
        if (note === '') back.push({ person, value: wanted });
        else kept.push({ memberId: person.id, state: 'kept', note });
      }
      const done = await write(tx, back);
      return [...kept, ...done.map(({ person }) => ({ memberId: person.id, state: 'undone' }))];
    },
  };
}

function moveKind({ orgId }: ChangeOf<'move'>, { services, scope, by }: BulkTools): BulkKind {
  type Home = { id: string; code: string; name: string };
  const write = async (tx: Db, rows: readonly { person: queries.BulkPerson; home: Home; sort: number }[]) => {
    const places = rows.map(({ person, home, sort }) => ({ id: person.id, orgId: home.id, orgCode: home.code, sort }));
    await queries.writePlaces(tx, places, by);
    const day = await findCountedOn(tx);
    await addDeltas(
      tx,
      rows.flatMap(({ person, home }) => {
        const plainly = plain(person, services);
        return [...deltasOf(plainly, person.org_code, -1, day), ...deltasOf(plainly, home.code, 1, day)];
      }),
    );
    const moves = rows.map(({ person, home }) => ({
      memberId: person.id,
      category: person.person_category,
      from: { id: person.org_id, code: person.org_code, name: person.org_name },
      to: home,
    }));
    await notifyMoved(tx, moves, { accountId: null, name: by, orgName: '' });
  };
  return {
    isAsFound: (person, before) => person.org_id === (before as { orgId: string } | null)?.orgId,
    async judge(db, people) {
      const ids = people.map(({ id }) => id);
      const busy = await moveObstacles(db, ids);
      return new Map(
        people.map((row): [string, Verdict] => {
          if (row.org_id === orgId) return [row.id, { state: 'same', note: '' }];
          const note = busy.get(row.id) ?? '';
          return [row.id, { state: note === '' ? 'due' : 'refused', note }];
        }),
      );
    },
    async apply(tx, people) {
      const home = await findHome(tx, scope, orgId);
      if (!home) throw refuse('要调整到的党支部已撤销，或不在您的管理范围内');
      const last = await queries.lastSort(tx, home.code);
      await write(
        tx,
        people.map((person, at) => ({ person, home, sort: last + (at + 1) * 10 })),
      );
      return people.map((person) => ({
        memberId: person.id,
        state: 'changed',
        before: { orgId: person.org_id, sort: person.sort },
        changes: { orgId: [person.org_name, home.name] as [string, string] },
      }));
    },
    async revert(tx, rows) {
      const homes = new Map<string, Home | undefined>();
      const back: { person: queries.BulkPerson; home: Home; sort: number }[] = [];
      const outcomes: queries.RowOutcome[] = [];
      const ids = rows.map(({ person }) => person.id);
      const busy = await moveObstacles(tx, ids);
      for (const { person, before } of rows) {
        const { orgId: old, sort } = before as { orgId: string; sort: number };
        if (person.org_id !== orgId) {
          outcomes.push({ memberId: person.id, state: 'kept', note: '之后又调整过支部' });
          continue;
        }
        const note = busy.get(person.id);
        if (note !== undefined) {
          outcomes.push({ memberId: person.id, state: 'kept', note });
          continue;
        }
        if (!homes.has(old)) homes.set(old, await findHome(tx, scope, old));
        const home = homes.get(old);
        if (home) back.push({ person, home, sort });
        else outcomes.push({ memberId: person.id, state: 'kept', note: '原党支部已撤销，或已不在您的管理范围内' });
      }
      await write(tx, back);
      return [...outcomes, ...back.map(({ person }) => ({ memberId: person.id, state: 'undone' }))];
    },
  };
}

function labelKind({ add, remove }: ChangeOf<'label'>, { by }: BulkTools): BulkKind {
  const missing = (carried: ReadonlySet<string>) => add.filter((id) => !carried.has(id));
  const present = (carried: ReadonlySet<string>) => remove.filter((id) => carried.has(id));
  const NONE = { labels: new Set<string>(), total: 0 };
  const carriedBy = (db: Db, people: readonly queries.BulkPerson[]) =>
    personLabels().carriedBy(
      db,
      people.map(({ id }) => id),
      [...add, ...remove],
    );
  return {
    // What somebody carries is asked anew when it is judged again.
    isAsFound: () => true,
    async judge(db, people) {
      const carried = await carriedBy(db, people);
      return new Map(
        people.map(({ id }): [string, Verdict] => {
          const { labels: now, total } = carried.get(id) ?? NONE;
          const [more, less] = [missing(now).length, present(now).length];
          if (more + less === 0) return [id, { state: 'same', note: '' }];
          if (more > 0 && total + more - less > MAX_LABELS)
            return [id, { state: 'refused', note: `已有${total}个标签，最多${MAX_LABELS}个` }];
          return [id, { state: 'due', note: '' }];
        }),
      );
    },
    async apply(tx, people) {
      const there = new Map((await personLabels().lock(tx, [...add, ...remove])).map(({ id, name }) => [id, name]));
      if (add.some((id) => !there.has(id))) throw refuse('要加的标签已删除，请重新选择');
      const carried = await carriedBy(tx, people);
      const named = (ids: readonly string[]) => ids.map((id) => there.get(id) ?? '').join('、');
      const rows = people.map(({ id }) => {
        const { labels: now } = carried.get(id) ?? NONE;
        return { id, added: missing(now), removed: present(now) };
      });
      await personLabels().add(
        tx,
        rows.flatMap(({ id, added }) => added.map((labelId) => ({ memberId: id, labelId }))),
        by,
      );
      await personLabels().drop(
        tx,
        rows.flatMap(({ id, removed }) => removed.map((labelId) => ({ memberId: id, labelId }))),
      );
      return rows.map(({ id, added, removed }) => ({
        memberId: id,
        state: 'changed',
        before: { added, removed },
        changes: { labels: [named(removed), named(added)] as [string, string] },
      }));
    },
    async revert(tx, rows) {
      const wanted = rows.map(({ person, before }) => ({
        person,
        ...(before as { added: string[]; removed: string[] }),
      }));
      const carried = await carriedBy(
        tx,
        rows.map(({ person }) => person),
      );
      const living = new Set((await personLabels().lock(tx, [...add, ...remove])).map(({ id }) => id));
      // Whoever lost an added label since, or got a removed one back, has been looked after by somebody.
      const touched = ({ person, added, removed }: (typeof wanted)[number]) => {
        const { labels: now } = carried.get(person.id) ?? NONE;
        return added.some((id) => !now.has(id)) || removed.some((id) => now.has(id));
      };
      const back = wanted.filter((row) => !touched(row));
      await personLabels().drop(
        tx,
        back.flatMap(({ person, added }) => added.map((labelId) => ({ memberId: person.id, labelId }))),
      );
      await personLabels().add(
        tx,
        back.flatMap(({ person, removed }) =>
          removed.filter((id) => living.has(id)).map((labelId) => ({ memberId: person.id, labelId })),
        ),
        by,
      );
      return wanted.map((row) =>
        touched(row)
          ? { memberId: row.person.id, state: 'kept', note: '标签之后又有变动' }
          : { memberId: row.person.id, state: 'undone' },
      );
    },
  };
}
