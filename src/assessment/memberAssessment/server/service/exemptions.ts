import type { z } from 'zod';
import type { exemptionDecision, exemptionEnd, exemptionFilter } from '#assessment/memberAssessment/contract.exempt.ts';
import { EXEMPTION_STATES, lastExemptDay } from '#assessment/memberAssessment/rules.exempt.ts';
import { findOrgByCode } from '#assessment/points/server/index.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type { ExemptionQueries, ExemptionRecord } from '../queries/exemptions.ts';

/** What became of one, for those who follow. */
export interface ExemptionChange {
  /** 已确认, 未获同意, 已撤回, 已撤销, 已提前结束. */
  word: string;
  /** Somebody counts otherwise than before. */
  matters: boolean;
  text: string;
}

/** What the exemptions of people and those of organisations do not share. */
export interface ExemptionHouse<Row extends ExemptionRecord> {
  /** Of the audit's rows, and how a to-do is told from others. */
  type: string;
  /** Of the files. */
  kind: string;
  /** Chinese name of the module. */
  module: string;
  page: string;
  queries: ExemptionQueries<Row>;
  /** Who asks, and takes back what waits. */
  askRight: string;
  /** Who confirms and ends, at an organisation above. */
  decideRight: string;
  nameOf(row: Row): string;
  /** The session's own; nobody confirms or ends that. */
  isOwn(ctx: Ctx, row: Row): boolean;
  /** Whether days exempt from anything at all. */
  covers(fromOn: string, toOn: string): boolean;
  /** Whether the row itself tells that its results are out: nothing is offered then. */
  isOut?(row: Row): boolean;
  /** Throws where results that these days count for are out. */
  refuseOut(ctx: Ctx, row: Row, fromOn: string, toOn: string): Promise<void>;
  /** Within the act's transaction: what is counted anew, and who is told. */
  follow(ctx: Ctx, row: Row, change: ExemptionChange): Promise<void>;
}

type Filter = z.infer<z.ZodObject<typeof exemptionFilter>>;
type Decision = z.infer<z.ZodObject<typeof exemptionDecision>>;
type End = z.infer<z.ZodObject<typeof exemptionEnd>>;

/** 免考 as it is asked for, confirmed from above by another account, taken back while it waits, and ended from a day. */
export function exemptionService<Row extends ExemptionRecord>(house: ExemptionHouse<Row>) {
  const { queries } = house;
  const subjectOf = (id: string) => `${house.type}:${id}`;
  const isAbove = (ctx: Ctx, row: Row) =>
    ctx.may(house.decideRight) && row.orgId !== ctx.session.orgId && !house.isOwn(ctx, row);
  const decides = (ctx: Ctx, row: Row) =>
    row.state === 0 && isAbove(ctx, row) && row.askedById !== ctx.session.accountId;
  const ends = (ctx: Ctx, row: Row) =>
    row.state === 0
      ? ctx.may(house.askRight) && (row.askedById === ctx.session.accountId || row.orgId === ctx.session.orgId)
      : row.state === 1 && isAbove(ctx, row) && !house.isOut?.(row);

  async function lock(ctx: Ctx, id: string, version: number): Promise<Row> {
    const row = await queries.find(ctx.db, ctx.scope, id, true);
    if (!row) throw notFound('这件免考不存在，或不在管理范围内');
    if (row.version !== version) throw conflict('这件免考已有变化，请核对后再操作');
    return row;
  }

  async function close(ctx: Ctx, row: Row, change: ExemptionChange, changes: Record<string, [unknown, unknown]>) {
    await closeTodos(ctx.db, [subjectOf(row.id)]);
    await house.follow(ctx, row, change);
    ctx.audit({
      type: house.type,
      id: row.id,
      name: house.nameOf(row),
      orgCode: row.orgCode,
      reason: change.text,
      changes,
    });
  }

  return {
    async page(ctx: Ctx, input: Filter) {
      const { rows, total } = await queries.page(
        ctx.db,
        ctx.scope,
        { state: input.state ?? null, words: input.keyWords || null },
        input.pageSize,
        (input.pageNum - 1) * input.pageSize,
      );
      const files = await uploadedFiles(
        ctx.db,
        rows.flatMap((row) => row.files),
      );
      return {
        total,
        rows: rows.map((row) => ({
          ...row,
          plannedTo: row.plannedTo ?? '',
          files: files.filter(({ id }) => row.files.includes(id)),
          stateName: EXEMPTION_STATES[row.state],
          can: { decide: decides(ctx, row), end: ends(ctx, row) },
        })),
      };
    },

    /** Writes what was asked for, with its papers, and puts it before the organisation above. */
    async ask(
      ctx: Ctx,
      one: {
        /** Of the organisation where it is counted. */
        org: { id: string; code: string; name: string };
        /** Columns beside the organisation's. */
        own: Readonly<Record<string, string>>;
        /** Columns by which one is told to be asked for twice. */
        same: Readonly<Record<string, string>>;
        name: string;
        item: { id: string; name: string } | null;
        fromOn: string;
        toOn: string;
        reason: string;
        files: readonly string[];
      },
    ): Promise<string> {
      const { org, own, same, item, fromOn, toOn, reason } = one;
      const itemId = item?.id ?? null;
      if (await queries.overlaps(ctx.db, { orgId: org.id, itemId, fromOn, toOn }, same))
        throw refuse('在这段期间已有同样的免考');
      const { accountId, accountName } = ctx.session;
      const id = await queries.insert(
        ctx.db,
        { orgId: org.id, orgCode: org.code, itemId, fromOn, toOn, reason, byId: accountId, by: accountName },
        own,
      );
      const place = { kind: house.kind, rowId: id, orgCode: org.code };
      await queries.setFiles(ctx.db, id, await attachFiles(ctx, 'files', one.files, place, { format: 'common' }));
      const above = await findOrgByCode(ctx.db, org.code.slice(0, -4));
      if (above)
        await openTodo(ctx, {
          roleId: ROLE.worker,
          orgId: above.id,
          orgCode: above.code,
          accountId: null,
          module: house.module,
          title: `确认${one.name}的免考`,
          detail: `${one.name === org.name ? '' : `${org.name}，`}${item?.name ?? '全部项目'}，${fromOn}至${toOn}`,
          act: '确认',
          jumpUrl: house.page,
          dueOn: null,
          subject: subjectOf(id),
        });
      ctx.audit({ type: house.type, id, name: one.name, orgCode: org.code, reason });
      return id;
    },

    /** Confirms or refuses, from above. */
    async decide(ctx: Ctx, input: Decision): Promise<null> {
      const row = await lock(ctx, input.id, input.version);
      if (row.state !== 0) throw refuse('已经办理过');
      if (row.askedById === ctx.session.accountId) throw refuse('须由另一人确认');
      if (!decides(ctx, row)) throw refuse(house.isOwn(ctx, row) ? '不能确认本人的免考' : '免考由上级组织确认');
      if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入不同意的原因' });
      if (input.agree) await house.refuseOut(ctx, row, row.fromOn, row.toOn);
      const state = input.agree ? 1 : 2;
      await queries.decide(ctx.db, row.id, state, input.opinion, ctx.session.accountName);
      await close(
        ctx,
        row,
        { word: input.agree ? '已确认' : '未获同意', matters: input.agree, text: input.opinion },
        { state: [EXEMPTION_STATES[0], EXEMPTION_STATES[state]] },
      );
      return null;
    },

    /**
     * Takes back one that waits; ends a confirmed one from above from `resumeOn` on: what is due from that day on is assessed as with
     * everybody else. Nothing that it would still exempt from: it is revoked whole.
     */
    async end(ctx: Ctx, input: End): Promise<null> {
      const row = await lock(ctx, input.id, input.version);
      if (row.state > 1) throw refuse('已经办理过');
      if (row.state === 1 && isAbove(ctx, row)) await house.refuseOut(ctx, row, input.resumeOn ?? row.fromOn, row.toOn);
      if (!ends(ctx, row)) throw refuse(row.state === 0 ? '由申请的组织撤回' : '已确认的免考由上级组织撤销');
      const by = ctx.session.accountName;
      if (row.state === 0) {
        await queries.end(ctx.db, row.id, null, input.reason, by);
        const states: [string, string] = [EXEMPTION_STATES[0], EXEMPTION_STATES[3]];
        await close(ctx, row, { word: '已撤回', matters: false, text: input.reason }, { state: states });
        return null;
      }
      if (!input.resumeOn) throw badInput({ resumeOn: '请选择从哪天起照常考核' });
      if (input.resumeOn > row.toOn)
        throw badInput({ resumeOn: `这件免考到${row.toOn}为止，请选择这一天或更早的日期` });
      const last = lastExemptDay(row.fromOn, input.resumeOn);
      const lastOn = last !== null && house.covers(row.fromOn, last) ? last : null;
      await queries.end(ctx.db, row.id, lastOn, input.reason, by);
      await close(
        ctx,
        row,
        {
          word: lastOn === null ? '已撤销' : '已提前结束',
          matters: true,
          text: `${lastOn === null ? '' : `自${input.resumeOn}起照常考核。`}${input.reason}`,
        },
        lastOn === null ? { state: [EXEMPTION_STATES[1], EXEMPTION_STATES[3]] } : { toOn: [row.toOn, lastOn] },
      );
      return null;
    },
  };
}
