import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import * as contract from '#service/dualReport/contract.config.ts';
import { ANSWER_DAYS, COMMUNITY_NATURES, PAIR_NATURES, POSTS } from '#service/dualReport/rules.ts';
import * as queries from '../queries/config.ts';
import * as ruleQueries from '../queries/rule.ts';

/** Whoever stands above says whether an organisation receives; of the topmost, itself. */
const maySet = ({ session }: Ctx, code: string): boolean => code !== session.orgCode || code.length === 4;

/** Which organisations of the scope receive. */
export async function receiving(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listReceiving>,
): Promise<ReplyOf<typeof contract.listReceiving>> {
  const scope = input.orgId === undefined ? ctx.scope : ctx.chosenOrg && narrowScope(ctx.scope, ctx.chosenOrg.code);
  if (!scope) throw notFound('没有这个党组织，或不在管理范围内');
  const filter = { open: input.view === 'open', name: input.keyWords ?? '' };
  const skipped = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfReceiving(ctx.db, scope, filter, input.pageSize, skipped);
  const may = ctx.may('sbd:config');
  return { rows: rows.map(({ code, ...row }) => ({ ...row, can: { set: may && maySet(ctx, code) } })), total };
}

const withNames = (names: DictNames, rule: ruleQueries.RuleRecord): contract.RuleRow => ({
  ...rule,
  occupationNames: rule.occupations.map((value) => names.name('0008', value)).join('、'),
});

/** The rules, the posts, and who receives where nothing is said. */
export async function config(ctx: Ctx): Promise<ReplyOf<typeof contract.getConfig>> {
  const { orgId, orgCode } = ctx.session;
  const [names, rule, rules] = await Promise.all([
    dictionaryNames(ctx.services),
    ruleQueries.ruleOf(ctx.db, orgCode),
    ruleQueries.rulesAt(ctx.db, orgId),
  ]);
  const natures = (values: readonly string[]) => values.map((value) => names.name('0011', value)).join('、');
  return {
    posts: names.entries(POSTS).map(({ value, name }) => ({ value, name })),
    memberNatures: natures(COMMUNITY_NATURES),
    orgNatures: natures(PAIR_NATURES),
    answerDays: ANSWER_DAYS,
    rule: withNames(names, rule),
    rules: rules.map((one) => withNames(names, one)),
    can: { set: ctx.may('sbd:config'), posts: ctx.may('dict:write') },
  };
}

type Receiver = NonNullable<Awaited<ReturnType<typeof queries.findReceiving>>>;

/** What an organisation says from a day on; of days that are over nothing is changed. */
async function saveRule(ctx: Ctx, org: Receiver, rule: ruleQueries.NewRule): Promise<null> {
  if (rule.fromOn < (await todayOf(ctx.db))) throw badInput({ fromOn: '起用日期不能早于今天' });
  const before = await ruleQueries.ruleOf(ctx.db, org.code);
  await ruleQueries.saveRule(ctx.db, org, rule, ctx.session.accountName);
  const names = await dictionaryNames(ctx.services);
  const words = (of: ruleQueries.NewRule) =>
    contract.ruleWords({ ...of, occupationNames: of.occupations.map((value) => names.name('0008', value)).join('、') });
  ctx.audit({
    type: 'sbdReceiver',
    id: org.id,
    name: org.name,
    orgCode: org.code,
    changes: { rule: [words(before), `${rule.fromOn}起：${words(rule)}`] },
  });
  return null;
}

/** Opens or closes an organisation below, leaves it to the nature of its unit again, or writes its rules from a day on. */
export async function setConfig(
  ctx: Ctx,
  { orgId, receiving: to, rule }: ParsedOf<typeof contract.addConfig>,
): Promise<null> {
  const org = await queries.findReceiving(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('没有这个党组织，或不在管理范围内');
  if (rule !== undefined) return saveRule(ctx, org, rule);
  if (to === undefined) return null;
  if (!maySet(ctx, org.code)) throw refuse('是否接收报到由上级党组织设置');
  if (org.receiving === to) return null;
  await queries.setReceiving(ctx.db, org.id, to === 'default' ? null : to === 'on', ctx.session.accountName);
  ctx.audit({
    type: 'sbdReceiver',
    id: org.id,
    name: org.name,
    orgCode: org.code,
    changes: { receives: [contract.RECEIVING[org.receiving], contract.RECEIVING[to]] },
  });
  return null;
}
