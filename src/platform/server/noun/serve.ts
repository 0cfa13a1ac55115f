import type { RawBuilder } from 'kysely';
import type { Endpoint, ParsedOf } from '#platform/contract.ts';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import type { NounCalls } from '#platform/noun/calls.ts';
import {
  type AnyNoun,
  besideName,
  columnOf,
  type Fields,
  nounFaults,
  type StoredRow,
  type ValuesOf,
} from '#platform/noun/noun.ts';
import { isEmptyHtml } from '#platform/text/richText.ts';
import { registerRecycleKind } from '../bin/recycle.ts';
import type { Ctx, Services } from '../context.ts';
import { type Db, todayOf } from '../database/db.ts';
import { chosenScope, inScope, type Scope } from '../database/scope.ts';
import { writeUnique } from '../database/unique.ts';
import { badInput, conflict, notFound } from '../errors.ts';
import { type Binding, bind } from '../http/bind.ts';
import { enqueue } from '../jobs/jobs.ts';
import { diff } from '../log/audit.ts';
import { changeInWords, describeFields } from '../log/auditFields.ts';
import type { JobResult, JobRunner, RunningJob } from '../module.ts';
import { addDeltas, type CountDelta } from '../sums/counters.ts';
import { fieldOfUniqueIndex, nounBin } from './bin.ts';
import * as queries from './queries.ts';
import { type ExportInput, type Names, runNounExport, wordsOf } from './sheet.ts';
import { announceUploads, attachUploads, cleanRichTexts, isAttached, uploadChanges, uploadsOf } from './uploads.ts';

type Given = Readonly<Record<string, unknown>>;

/** What the kit needs of modules above the platform. */
export interface NounHouse {
  names(services: Services): Promise<Names>;
  usesDictionary(code: string, use: { table: string; column: string; label: string }): void;
  /** The files of a row as uploader and lists show them. */
  files(db: Db, ids: readonly string[]): Promise<UploadedFile[]>;
  writeExport(job: RunningJob, sheet: Parameters<Parameters<typeof runNounExport>[2]['write']>[1]): Promise<JobResult>;
}

/** What is special about a noun on the server; all of it may be left out. */
export interface Special<N extends AnyNoun, C extends NounCalls> {
  /** Further conditions of list and export on the table `t`, by what was asked. */
  conditions?: (ask: ParsedOf<C['list']>) => readonly RawBuilder<unknown>[];
  /** Rows of the table `t` outside of the session's scope that it may read. It may not write them nor read their history. */
  also?: (ctx: Ctx) => RawBuilder<boolean>;
  /** The order of the list on the table `t`, total; by default that of the tree. */
  order?: RawBuilder<unknown>;
  /** Who else reads the files of a row than those who read the row. */
  readsFile?: (ctx: Ctx, rowId: string) => Promise<boolean>;
  /** What it means that a field lacks, where that is more than that it is empty. */
  lacks?: { readonly [K in keyof ValuesOf<N>]?: RawBuilder<unknown> };
  /** Answers the declaration's `shown` for rows of list and record, by id. */
  shown?: (ctx: Ctx, rows: readonly StoredRow<N>[]) => Promise<ReadonlyMap<string, Given>>;
  /** What may be done with a row beyond the rights; in list and record `row` has what `shown` adds, in a write it has not. */
  can?: (ctx: Ctx, row: StoredRow<N> & Given) => Partial<{ edit: boolean; remove: boolean }>;
  /** Faults by field that only the database knows, in the write's transaction. */
  refuse?: (ctx: Ctx, after: ValuesOf<N>, before: StoredRow<N> | null) => Promise<Readonly<Record<string, string>>>;
  /** What follows in the same transaction; `after` is null when the row goes into the bin, `before` when it is new or back. */
  follow?: (ctx: Ctx, id: string, before: StoredRow<N> | null, after: ValuesOf<N> | null) => Promise<void>;
  /** Calls that are answered by hand instead. */
  handlers?: { readonly [K in keyof C]?: Binding };
}

/** A served noun: what its module adds to the manifest. */
export interface ServedNoun {
  noun: AnyNoun;
  calls: NounCalls;
  routes: readonly Binding[];
  jobs: Readonly<Record<string, JobRunner>>;
  /** Tells the recycle bin, the log and the dictionaries of its rows and fields (`announceModules`). */
  announce(): void;
}

const NO_ORG = '组织不存在';

/**
 * Serves the calls of a noun: list, record, history, add, change, delete and export, with scope, version, audit, recycle bin and
 * counters. Registers the noun with log, recycle bin and dictionaries.
 */
export function serveNoun<N extends AnyNoun, C extends NounCalls>(
  noun: N,
  calls: C,
  house: NounHouse,
  special: Special<N, C> = {},
): ServedNoun {
  const { is } = noun;
  const fields = Object.entries(is.fields as Fields);
  const missing = `${is.label}不存在`;
  const kind = `noun.${is.name}Export`;
  const conditions = (scope: Scope, ask: Given, also?: RawBuilder<boolean>) => [
    ...queries.nounConditions(noun, scope, ask, (special.lacks ?? {}) as Record<string, RawBuilder<unknown>>, also),
    ...(special.conditions?.(ask as ParsedOf<C['list']>) ?? []),
  ];

  const valuesOf = (row: Given): Given => Object.fromEntries(fields.map(([name]) => [name, row[name]]));
  const canOf = (ctx: Ctx, row: queries.StoredNoun) => {
    const more = special.can?.(ctx, row as unknown as StoredRow<N> & Given);
    const isWithin = inScope(ctx.scope, row.orgCode);
    return {
      edit: isWithin && ctx.may(is.access.write) && (more?.edit ?? true),
      remove: isWithin && ctx.may(is.access.remove) && (more?.remove ?? true),
    };
  };
  const toRows = async (ctx: Ctx, rows: readonly queries.StoredNoun[]): Promise<Given[]> => {
    const [names, shown] = await Promise.all([
      house.names(ctx.services),
      rows.length > 0 ? special.shown?.(ctx, rows as unknown as readonly StoredRow<N>[]) : undefined,
    ]);
    return rows.map((row) => ({
      ...row,
      ...Object.fromEntries(
        fields.flatMap(([name, field]) =>
          field.beside === 'words' ? [[besideName(name), wordsOf(field, row[name], names)]] : [],
        ),
      ),
      ...shown?.get(row.id),
      can: canOf(ctx, { ...row, ...shown?.get(row.id) }),
    }));
  };
  const find = async (ctx: Ctx, id: unknown, how: { lock: true } | { also: RawBuilder<boolean> | undefined }) => {
    const row = await queries.readNoun(ctx.db, noun, ctx.scope, String(id), how);
    if (!row) throw notFound(missing);
    return row;
  };
  /** As the log keeps it: names instead of codes. */
  const inWords = (values: Given, beside: Given, names: Names): Record<string, unknown> =>
    Object.fromEntries(
      fields.map(([name, field]) => {
        if (field.beside === 'name') return [besideName(name), beside[besideName(name)]];
        if (isAttached(field)) return [name, undefined];
        return [name, field.beside === 'words' ? wordsOf(field, values[name], names) : values[name]];
      }),
    );
  /** The names of what a row points to; what was chosen anew lies in the scope, or reads as not there. */
  const referred = async (ctx: Ctx, after: Given, before: queries.StoredNoun | null): Promise<Given> => {
    const names: Record<string, unknown> = {};
    for (const [name, { options, label }] of fields) {
      const [id, beside] = [after[name], besideName(name)];
      if (!options.refers) continue;
      if (id === null) names[beside] = '';
      else if (id === before?.[name]) names[beside] = before?.[beside];
      else {
        const chosen = await queries.nameOf(ctx.db, options.refers, ctx.scope, String(id));
        if (chosen === null) throw notFound(`所选的${label}不存在`);
        names[beside] = chosen;
      }
    }
    return names;
  };
  const counts = (row: Given, orgCode: string, n: number): CountDelta[] =>
    is.counted ? [{ orgCode, fact: is.name, value: String(row[is.counted] ?? ''), n }] : [];
  const follow = async (ctx: Ctx, id: string, before: queries.StoredNoun | null, after: Given | null) =>
    special.follow?.(ctx, id, before as unknown as StoredRow<N> | null, after as ValuesOf<N> | null);
  const refuseFaults = async (ctx: Ctx, after: Given, before: queries.StoredNoun | null, names: Names) => {
    const unknown = fields.flatMap(([name, { options, required, label }]): [string, string][] => {
      const value = after[name];
      if (options.rich && required && isEmptyHtml(String(value ?? ''))) return [[name, `请输入${label}`]];
      if (!options.dictionary || value === null || value === '' || value === before?.[name]) return [];
      const isKnown = names.entries(options.dictionary).some((entry) => entry.value === String(value));
      return isKnown ? [] : [[name, '字典中没有这一项']];
    });
    const hasDays = fields.some(([, field]) => field.kind === 'day' && !field.options.future);
    const faults = {
      ...Object.fromEntries(unknown),
      ...nounFaults(noun, after, hasDays ? await todayOf(ctx.db) : '', before),
      ...(await special.refuse?.(ctx, after as ValuesOf<N>, before as unknown as StoredRow<N> | null)),
    };
    if (Object.keys(faults).length > 0) throw badInput(faults);
  };
  const unlessHeld = <T>(write: () => Promise<T>) =>
    writeUnique(write, (index) => {
      const [name, sentence] = fieldOfUniqueIndex(noun, index) ?? [is.title, '已有相同的记录'];
      return badInput({ [name]: sentence });
    });

  const handlers: Record<keyof NounCalls, Binding> = {
    list: loose(calls.list, async (ctx, input) => {
      const { pageNum, pageSize, orgId, ...ask } = input as Given & { pageNum: number; pageSize: number };
      const also = orgId ? undefined : special.also?.(ctx);
      const found = await queries.pageOf(ctx.db, noun, conditions(chosenScope(ctx, orgId), ask, also), {
        limit: pageSize,
        offset: (pageNum - 1) * pageSize,
        order: special.order,
      });
      return { rows: await toRows(ctx, found.rows), total: found.total };
    }),
    get: loose(calls.get, async (ctx, { id }) => {
      const row = await find(ctx, id, { also: special.also?.(ctx) });
      const [[shown], path] = await Promise.all([toRows(ctx, [row]), queries.pathTo(ctx.db, row.orgCode)]);
      return {
        ...shown,
        ...(await uploadsOf(ctx.db, noun, row, house)),
        path,
        createName: row.createdBy,
        createDate: row.createdAt.toISOString(),
        updateName: row.updatedBy,
        updateDate: row.updatedAt.toISOString(),
      };
    }),
    history: loose(calls.history, async (ctx, input) => {
      const { id, pageNum, pageSize } = input as { id: string; pageNum: number; pageSize: number };
      const row = await find(ctx, id, { also: special.also?.(ctx) });
      // What was done to it is the affair of those in whose scope it lies.
      if (!inScope(ctx.scope, row.orgCode)) return { total: 0, rows: [] };
      const page = { limit: pageSize, offset: (pageNum - 1) * pageSize };
      const rows = await queries.historyOf(ctx.db, noun, id, page);
      return {
        total: rows[0]?.total ?? 0,
        rows: rows.map(({ id: entry, at, who, action, reason, changes }) => ({
          id: entry,
          at: at.toISOString(),
          who,
          action,
          reason,
          changes: Object.entries(changes ?? {}).map(([name, change]) => {
            const { field: label, before, after } = changeInWords(is.name, name, change);
            return { label, before, after };
          }),
        })),
      };
    }),
    create: loose(calls.create, async (ctx, given) => {
      const values = cleanRichTexts(noun, given);
      const org = await queries.lockOrg(ctx.db, ctx.scope, String(values.orgId));
      if (!org) throw notFound(NO_ORG);
      const names = await house.names(ctx.services);
      const beside = { ...(await referred(ctx, values, null)), orgName: org.name };
      await refuseFaults(ctx, values, null, names);
      const id = await unlessHeld(() => queries.insertNoun(ctx.db, noun, values, org.code, ctx.session.accountName));
      const kept = await attachUploads(ctx, noun, { id, orgCode: org.code }, values);
      if (kept !== values) await queries.keepUploads(ctx.db, noun, id, kept);
      await addDeltas(ctx.db, counts(values, org.code, 1));
      await follow(ctx, id, null, kept);
      const name = String(values[is.title]);
      const changes = { ...diff({}, inWords(values, beside, names)), ...(await uploadChanges(ctx, noun, {}, kept)) };
      ctx.audit({ type: is.name, id, name, orgCode: org.code, changes });
      return { id };
    }),
    update: loose(calls.update, async (ctx, { id, version, ...given }) => {
      const before = await find(ctx, id, { lock: true });
      if (!canOf(ctx, before).edit) throw notFound(missing);
      const org = given.orgId
        ? await queries.lockOrg(ctx.db, ctx.scope, String(given.orgId))
        : { code: before.orgCode, name: before.orgName };
      if (!org) throw notFound(NO_ORG);
      if (before.version !== version) {
        const { version: now, updatedBy, updatedAt } = before;
        throw conflict(`该${is.label}已被他人修改，请核对后再保存`, {
          current: { ...valuesOf(before), version: now, updateName: updatedBy, updateDate: updatedAt.toISOString() },
        });
      }
      const changed = Object.entries(given).filter(([, value]) => value !== undefined);
      const changedValues = { ...valuesOf(before), ...cleanRichTexts(noun, Object.fromEntries(changed)) };
      const after = await attachUploads(ctx, noun, { id: before.id, orgCode: org.code }, changedValues);
      const names = await house.names(ctx.services);
      const beside = { ...(await referred(ctx, after, before)), orgName: org.name };
      const changes = {
        ...diff(inWords(before, before, names), inWords(after, beside, names)),
        ...(await uploadChanges(ctx, noun, before, after)),
      };
      if (Object.keys(changes).length === 0) return { version: before.version };
      await refuseFaults(ctx, after, before, names);
      const by = ctx.session.accountName;
      const next = await unlessHeld(() => queries.writeNoun(ctx.db, noun, before.id, after, org.code, by));
      await addDeltas(ctx.db, [...counts(before, before.orgCode, -1), ...counts(after, org.code, 1)]);
      await follow(ctx, before.id, before, after);
      ctx.audit({ type: is.name, id: before.id, name: String(after[is.title]), orgCode: org.code, changes });
      return { version: next };
    }),
    remove: loose(calls.remove, async (ctx, { id, deleteReason }) => {
      const row = await find(ctx, id, { lock: true });
      if (!canOf(ctx, row).remove) throw notFound(missing);
      const reason = String(deleteReason);
      await queries.binNoun(ctx.db, noun, row.id, ctx.session.accountName, reason);
      await addDeltas(ctx.db, counts(row, row.orgCode, -1));
      await follow(ctx, row.id, row, null);
      ctx.audit({ type: is.name, id: row.id, name: String(row[is.title]), orgCode: row.orgCode, reason });
      return null;
    }),
    exports: loose(calls.exports, async (ctx, { purpose, orgId, ...ask }) => {
      if (orgId && !(await queries.lockOrg(ctx.db, ctx.scope, String(orgId)))) throw notFound(NO_ORG);
      const by = { name: ctx.session.accountName, org: ctx.session.orgName };
      const input: ExportInput = { ask, orgId: orgId ? String(orgId) : null, purpose: String(purpose), by };
      const title = `导出${is.label}`;
      const jobId = await enqueue(ctx, { kind, title, right: calls.exports.access, input: { ...input } });
      ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
      return { jobId };
    }),
  };
  const back = async (ctx: Ctx, row: queries.StoredNoun) => {
    await addDeltas(ctx.db, counts(row, row.orgCode, 1));
    await follow(ctx, row.id, null, valuesOf(row));
  };
  return {
    noun,
    calls,
    announce() {
      registerRecycleKind(nounBin(noun, back));
      announceUploads(noun, special);
      announceFields(noun, house);
    },
    routes: Object.values({ ...handlers, ...(special.handlers as Partial<typeof handlers>) }),
    jobs: {
      [kind]: async (job) =>
        runNounExport(job, noun, {
          kind,
          names: await house.names(job.services),
          conditions,
          write: house.writeExport,
        }),
    },
  };
}

/** The kit's replies are made of the declaration, and dispatch strips them by the same; types know that they are values. */
const loose = (endpoint: Endpoint, handler: (ctx: Ctx, input: Given) => Promise<unknown>): Binding =>
  bind(endpoint, handler as Parameters<typeof bind>[1]);

function announceFields({ is }: AnyNoun, house: NounHouse): void {
  const fields = Object.entries(is.fields as Fields);
  describeFields(
    is.name,
    Object.fromEntries(
      fields.map(([name, { kind, label }]) => [
        kind === 'organisation' || kind === 'refers' ? besideName(name) : name,
        kind === 'flag' ? { label, yesNo: true } : { label },
      ]),
    ),
  );
  for (const [name, field] of fields) {
    const { dictionary } = field.options;
    if (!dictionary) continue;
    const within = field.label.startsWith(is.label) ? field.label : is.label + field.label;
    house.usesDictionary(dictionary, { table: is.table, column: columnOf(name, field), label: within });
  }
}
