import type * as contract from '#life/orgLife/contract.rule.ts';
import { RULES_RIGHT } from '#life/orgLife/contract.rule.ts';
import {
  changeRules,
  isInForceOn,
  NEEDS_TEXT,
  PERS,
  RULE_ACTS,
  type RuleChange,
  type StoredRule,
} from '#life/orgLife/rules.owed.ts';
import { typeName } from '#life/orgLife/rules.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as queries from '../queries/rule.ts';
import { termsOf, writeTerms } from '../queries/terms.ts';
import { type PlacedCell, yearOf } from './duty.ts';

const nameOf = (type: number) => Object.entries(ORG_TYPES).find(([key]) => Number(key) === type)?.[1] ?? '';

const noteOf = (rule: queries.RuleRecord) =>
  [
    rule.createdBy && `${rule.createdBy}设置：${rule.reason}`,
    rule.endedBy && `${rule.endedBy}停止：${rule.endedReason}`,
  ]
    .filter(Boolean)
    .join('；');

/** The rules of all time; who may, changes those that go on. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof contract.listRules>> {
  const [today, rules, { updatedAt, updatedBy, ...terms }] = await Promise.all([
    todayOf(ctx.db),
    queries.storedRules(ctx.db),
    termsOf(ctx.db),
  ]);
  const mine = ctx.may(RULES_RIGHT);
  return {
    today,
    rules: rules.map((rule) => ({
      id: rule.id,
      type: rule.type,
      typeName: typeName(rule.type),
      per: rule.per,
      perText: `${PERS[rule.per]}1次${NEEDS_TEXT[rule.needs]}`,
      orgTypes: [...rule.orgTypes],
      orgText: rule.orgTypes.map(nameOf).join('、'),
      clause: rule.clause,
      fromOn: rule.fromOn,
      untilOn: rule.untilOn,
      state: isInForceOn(rule, today)
        ? 'holds'
        : rule.fromOn > today && rule.untilOn !== rule.fromOn
          ? 'later'
          : 'ended',
      note: noteOf(rule),
      can: { change: mine && rule.untilOn === null },
    })),
    terms: { ...terms, note: updatedBy && `${updatedBy}于${day(updatedAt)}设置` },
    can: { add: mine },
  };
}

const day = (at: Date) => at.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

/** Sets the terms; they hold from now on, to-dos that stand keep their day. */
export async function setTerms(
  ctx: Ctx,
  { version, ...terms }: ParsedOf<typeof contract.setTerms>,
): Promise<ReplyOf<typeof contract.setTerms>> {
  const before = await termsOf(ctx.db, true);
  if (before.version !== version)
    throw conflict('期限已被他人修改，请核对后再保存', {
      current: { version: before.version, updateName: before.updatedBy, updateDate: before.updatedAt.toISOString() },
    });
  await writeTerms(ctx.db, terms, ctx.session.accountName);
  const { silentDays, archiveDays, reportDays, planDays } = before;
  const changes = diff<Record<string, unknown>>({ silentDays, archiveDays, reportDays, planDays }, { ...terms });
  ctx.audit({ type: 'lifeTerms', id: '1', name: '组织生活的期限', changes });
  return null;
}

/** The rules after the change; a fault is refused at its field. */
async function changed(
  ctx: Ctx,
  change: RuleChange,
): Promise<{ today: string; before: StoredRule[]; after: StoredRule[] }> {
  const [today, before] = await Promise.all([todayOf(ctx.db), queries.storedRules(ctx.db)]);
  if (change.act !== 'add' && !before.some(({ id }) => id === change.id)) throw notFound('这条应开规则不存在');
  const { faults, rules } = changeRules(before, change, today);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return { today, before, after: rules };
}

const countsOf = (cells: readonly PlacedCell[]) => {
  const of = (wanted: string) => cells.filter(({ state }) => state === wanted).length;
  return { total: cells.length, ok: of('ok'), due: of('due'), missing: of('missing') };
};

/** What a change does to the year of its day, over all organisations; nothing is written. */
export async function preview(
  ctx: Ctx,
  input: ParsedOf<typeof contract.previewRule>,
): Promise<ReplyOf<typeof contract.previewRule>> {
  const { today, before, after } = await changed(ctx, input);
  const year = Number(input.fromOn.slice(0, 4));
  const of = (rules: readonly StoredRule[]) => yearOf(ctx, wholeScope, year, today, rules, { type: input.type });
  const [was, will] = await Promise.all([of(before), of(after)]);
  return { year, typeName: typeName(input.type), before: countsOf(was), after: countsOf(will) };
}

/** Adds, changes or ends a rule from a day on; what held before stays on record with its days. */
export async function change(
  ctx: Ctx,
  { reason, ...input }: ParsedOf<typeof contract.changeRule>,
): Promise<ReplyOf<typeof contract.changeRule>> {
  await queries.lockRules(ctx.db);
  const { after } = await changed(ctx, input);
  const by = ctx.session.accountName;
  if (input.act !== 'add' && input.id !== null) await queries.endRule(ctx.db, input.id, input.fromOn, reason, by);
  const made = after.find(({ id }) => id === '');
  const id = made ? await queries.insertRule(ctx.db, made, reason, by) : (input.id ?? '');
  ctx.audit({
    type: 'lifeRule',
    id,
    name: `${RULE_ACTS[input.act]}${typeName(input.type)}（${input.fromOn}起）`,
    reason,
  });
  return { id };
}
