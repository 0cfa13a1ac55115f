import { createHash } from 'node:crypto';
import { id as idSchema, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { type ReceivedSheet, withSheet } from '#platform/server/spreadsheet/receive.ts';
import type * as contract from '#procedures/dues/contract.reconcile.ts';
import { CHANNELS, RECONCILE } from '#procedures/dues/rules.order.ts';
import { type BillLine, billReader, CAUSES } from '#procedures/dues/rules.statement.ts';
import { findPlace } from '../queries/bills.ts';
import { findMerchant, findServingMerchants } from '../queries/merchants.ts';
import * as queries from '../queries/reconcile.ts';
import { placeOf } from './bills.ts';
import { bookOrderPayment } from './orders.ts';

const yuan = (fen: number | string) => `${(Number(fen) / 100).toFixed(2)}元`;

function whyOf(row: queries.OddRecord): string {
  const line = yuan(row.amount);
  switch (row.cause) {
    case 'noOrder':
      return `对账单有一笔${line}，商户订单号${row.orderNo || '为空'}，平台没有这个订单`;
    case 'unbooked':
      return `对账单已收${line}，平台的订单没有入账`;
    case 'amount':
      return `对账单${line}，平台${yuan(row.ours ?? 0)}`;
    case 'twice':
      return `同一订单在对账单里另有一笔已对上，这一笔${line}是重复收款`;
    case 'day':
      return `对账单${row.day}，平台${row.paidOn ?? ''}支付，相差超过1天`;
    case 'refund':
      return `对账单退款${line}，平台没有已完成的同额退款`;
    case 'missing':
      return `平台${row.day}已收${line}，这一天的对账单没有这一笔`;
  }
}

/** What does not agree. */
export async function odd(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOdd>,
): Promise<ReplyOf<typeof contract.listOdd>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const filter = {
    onlyOrg: input.searchRange === 'onlySelf' ? orgId : null,
    cause: input.cause ?? null,
    state: input.state ?? null,
  };
  const page = await queries.pageOfOdd(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize);
  const lines = page.rows.filter(({ side, cause }) => side === 'line' && cause === 'noOrder').map(({ id }) => id);
  const partners = Map.groupBy(await queries.partnersOf(ctx.db, lines), ({ lineId }) => lineId);
  return {
    rows: page.rows.map((row) => {
      const isLine = row.side === 'line';
      const open = row.state === 2;
      return {
        id: row.id,
        side: row.side,
        key: `${row.side} ${row.id}`,
        cause: row.cause,
        causeName: CAUSES[row.cause],
        why: whyOf(row),
        channelName: CHANNELS[row.channel],
        accountOrgName: row.accountOrgName,
        day: row.day,
        orderNo: row.orderNo,
        tradeNo: row.tradeNo,
        amount: row.refund ? -Number(row.amount) : Number(row.amount),
        ours: row.ours === null ? null : Number(row.ours),
        names: row.names,
        partners: (isLine ? (partners.get(row.id) ?? []) : []).map(({ no, names, day, remembered }) => ({
          no,
          names,
          day,
          remembered,
        })),
        state: row.state,
        stateName: RECONCILE[row.state as keyof typeof RECONCILE] ?? '',
        reason: row.reason,
        decidedBy: row.decidedBy,
        version: row.version,
        can: {
          link: open && row.cause === 'noOrder' && !row.refund,
          book: open && row.cause === 'unbooked',
          accept: open && row.cause === 'day',
          returned: open && (row.cause === 'noOrder' || row.cause === 'twice') && !row.refund,
          shelve: open,
          back: row.state === 3,
        },
      };
    }),
    total: page.total,
    waiting: page.waiting,
  };
}

/** Files that were read. */
export async function statements(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listStatements>,
): Promise<ReplyOf<typeof contract.listStatements>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const onlyOrg = input.searchRange === 'onlySelf' ? orgId : null;
  const page = await queries.pageOfStatements(
    ctx.db,
    scope,
    onlyOrg,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: page.rows.map(({ channel, createdAt, ...row }) => ({
      ...row,
      channelName: CHANNELS[channel],
      total: Number(row.total),
      fee: Number(row.fee),
      createdAt: createdAt.toISOString(),
    })),
    total: page.total,
  };
}

/** Reads a provider's bill, compares it with what was booked, and settles what agrees. The same file, or line, twice does nothing. */
export const importStatement = (ctx: Ctx): Promise<ReplyOf<typeof contract.importStatement>> =>
  withSheet(ctx, (sheet) => takeIn(ctx, sheet));

async function takeIn(ctx: Ctx, { bytes, fileName, texts }: ReceivedSheet) {
  const channel = Number(texts.channel);
  if (!(channel in CHANNELS)) throw badInput({ channel: '请选择是谁的对账单' });
  const orgId = texts.orgId || ctx.session.orgId;
  if (!idSchema.safeParse(orgId).success) throw badInput({ orgId: '组织编号不正确' });
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound('组织不存在');
  const merchant = await findMerchant(ctx.db, place.id, channel);
  const name = CHANNELS[channel as keyof typeof CHANNELS];
  if (!merchant) {
    const above = (await findServingMerchants(ctx.db, place.code)).find((one) => one.channel === channel);
    throw badInput({
      channel: above
        ? `${name}收款账户是${above.orgName}的，由它对账`
        : `${place.name}没有${name}收款账户，请先在“收款账户”里设置`,
    });
  }
  const { lines, ...unread } = await linesOf(bytes);
  const { session } = ctx;
  return transact(ctx.services.db, async (tx) => {
    await queries.lockMerchant(tx, merchant.id);
    const made = await queries.insertStatement(tx, {
      merchantId: merchant.id,
      orgId: merchant.orgId,
      orgCode: merchant.orgCode,
      fileName: fileName.slice(0, 120),
      fileHash: createHash('sha256').update(bytes).digest(),
      by: session.accountName,
      ...unread,
      lines: lines.map(({ payer, ...line }) => ({
        ...line,
        payer: payer === '' ? null : ctx.vault.index('duesPayer', payer.toUpperCase()),
      })),
    });
    if (!made) throw badInput({ file: '这份对账单已经导入过，没有重复记账' });
    const found = await queries.matchStatement(tx, merchant.id, made.id);
    const act = {
      action: '导入党费对账单',
      endpoint: 'POST /api/dfgl/reconcile/import',
      outcome: 'done',
      ip: ctx.ip,
      traceId: ctx.traceId,
    } as const;
    const detail = { type: 'duesStatement', id: made.id, name: fileName, orgCode: merchant.orgCode };
    await writeAudit(tx, session, act, [
      { ...detail, reason: `对上${found.matched}笔，异常${found.odd + found.missing}笔，${unread.unread}行没有读出` },
    ]);
    return { lines: lines.length, known: made.known, ...found, ...unread };
  });
}

/** Rows that are told one by one; of more, their number. */
const MOST_UNREAD = 100;

async function linesOf(bytes: Buffer) {
  const reader = billReader();
  const lines: BillLine[] = [];
  const seen = new Map<string, number>();
  const unreadRows: queries.UnreadAt[] = [];
  let unread = 0;
  let row = 0;
  const tell = (why: string) => {
    unread++;
    if (unreadRows.length < MOST_UNREAD) unreadRows.push({ row, why });
  };
  for await (const cells of readTable(bytes)) {
    row++;
    const line = reader.add(cells);
    if (line === null) continue;
    if ('why' in line) {
      tell(line.why);
      continue;
    }
    const key = `${line.refund} ${line.key}`;
    const before = seen.get(key);
    if (before !== undefined) {
      tell(`与第${before}行是同一笔`);
      continue;
    }
    seen.set(key, row);
    lines.push(line);
  }
  if (!reader.hasHead()) throw badInput({ file: '没有找到表头，需要有商户订单号（或订单号）、金额和交易时间三列' });
  const [first] = unreadRows;
  if (lines.length === 0)
    throw badInput({ file: first ? `没有读出一笔交易：第${first.row}行${first.why}` : '表头下面没有交易' });
  return { lines, unread, unreadRows };
}

const NEEDS_REASON = { returned: '请写明怎样退的', shelve: '请写明为什么搁置' } as const;
const WRONG_ACT = '这一项不能这样处理，请刷新后再看';

/** Deals with one exception; each act only where it fits its cause. */
export async function resolve(
  ctx: Ctx,
  input: ParsedOf<typeof contract.resolveOdd>,
): Promise<ReplyOf<typeof contract.resolveOdd>> {
  const row = await queries.lockOdd(ctx.db, ctx.scope, input.side, input.id);
  if (!row || row.state === 0) throw notFound('没有这项对账异常，或不在管理范围内');
  if (row.version !== input.version) throw conflict('这项异常已有变化，请核对后再处理');
  if (row.state === 1) throw refuse('这一项已经处理');
  if (input.act === 'returned' || input.act === 'shelve') {
    if (input.reason === '') throw badInput({ reason: NEEDS_REASON[input.act] });
  }
  const state = await carryOut(ctx, row, input);
  ctx.audit({
    type: 'duesStatement',
    id: row.id,
    name: `${row.day} ${yuan(row.amount)}`,
    orgCode: row.orgCode,
    reason: input.reason,
    changes: { state: [row.state, state] },
  });
  return { state };
}

/** Deals with many exceptions of one cause: all or none. Whoever asks again finds them dealt with. */
export async function resolveMany(
  ctx: Ctx,
  input: ParsedOf<typeof contract.resolveMany>,
): Promise<ReplyOf<typeof contract.resolveMany>> {
  const { act, reason, cause } = input;
  if ((act === 'returned' || act === 'shelve') && reason === '') throw badInput({ reason: NEEDS_REASON[act] });
  // In the order of their ids, so that of two who take the same ones the second waits.
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort((a, b) => Number(BigInt(a) - BigInt(b)));
  const all = [
    ...sorted(input.lineIds).map((id) => ({ side: 'line' as const, id })),
    ...sorted(input.orderIds).map((id) => ({ side: 'order' as const, id })),
  ];
  for (const { side, id } of all) {
    const row = await queries.lockOdd(ctx.db, ctx.scope, side, id);
    if (!row || row.state === 0) throw notFound('没有这项对账异常，或不在管理范围内');
    const lineText = `${row.day}的${yuan(row.amount)}`;
    if (row.state !== 2) throw refuse(`${lineText}已有人处理，都没有改动，请刷新后再选`);
    if (side === 'line' && row.cause !== cause) throw refuse(`${lineText}不是“${CAUSES[cause]}”，都没有改动`);
    const state = await carryOut(ctx, row, { id, side, act, reason, version: row.version, orderNo: '' });
    ctx.audit({
      type: 'duesStatement',
      id: row.id,
      name: `${row.day} ${yuan(row.amount)}`,
      orgCode: row.orgCode,
      reason,
      changes: { state: [row.state, state] },
    });
  }
  return { count: all.length };
}

async function carryOut(
  ctx: Ctx,
  row: queries.HeldLine,
  input: ParsedOf<typeof contract.resolveOdd>,
): Promise<1 | 2 | 3> {
  const { act, side, reason } = input;
  const by = ctx.session.accountName;
  const put = async (state: 1 | 2 | 3, more: { orderId?: string; settled?: boolean } = {}) => {
    if (side === 'order') await queries.setOrder(ctx.db, row.id, state, reason);
    else await queries.endLine(ctx.db, row.id, { state, reason, by, ...more });
    return state;
  };
  if (act === 'back') {
    if (row.state !== 3) throw refuse(WRONG_ACT);
    return put(2);
  }
  if (row.state !== 2) throw refuse(WRONG_ACT);
  if (act === 'shelve') return put(3);
  if (side === 'order') throw refuse(WRONG_ACT);
  if (act === 'returned' && !row.refund && (row.cause === 'noOrder' || row.cause === 'twice'))
    return put(1, { settled: true });
  if (act === 'accept' && row.cause === 'day' && row.orderId) {
    await agree(ctx, row, row.orderId, put);
    return 1;
  }
  if (act === 'book' && row.cause === 'unbooked' && row.orderId) {
    await queries.lockMerchant(ctx.db, row.merchantId);
    const details = await bookOrderPayment(ctx.db, row.orderId, {
      state: 'paid',
      total: Number(row.amount),
      providerNo: row.tradeNo,
      paidAt: new Date(`${row.day}T12:00:00+08:00`),
    });
    for (const detail of details) ctx.audit(detail);
    await agree(ctx, row, row.orderId, put);
    return 1;
  }
  if (act === 'link' && row.cause === 'noOrder' && !row.refund) {
    if (input.orderNo === '') throw badInput({ orderNo: '请填写要关联的订单号' });
    await queries.lockMerchant(ctx.db, row.merchantId);
    const partner = await queries.lockPartner(ctx.db, row.merchantId, input.orderNo);
    if (!partner) throw badInput({ orderNo: '这个收款账户没有这个订单' });
    if (partner.state === 1 || partner.state === 3) throw badInput({ orderNo: '这个订单没有收到款，不能关联' });
    if (partner.reconcile === 1) throw badInput({ orderNo: '这个订单已经对上另一笔' });
    if (partner.received !== row.amount)
      throw badInput({ orderNo: `这个订单实收${yuan(partner.received ?? 0)}，与这一笔${yuan(row.amount)}不符` });
    await agree(ctx, row, partner.id, put);
    await queries.rememberPayer(ctx.db, row.id, partner.id, by);
    return 1;
  }
  throw refuse(WRONG_ACT);
}

/** The line and the order agree from now on: its money has come to the bank. */
async function agree(
  ctx: Ctx,
  row: queries.HeldLine,
  orderId: string,
  put: (state: 1, more: { orderId: string }) => Promise<unknown>,
): Promise<void> {
  await put(1, { orderId });
  await queries.setOrder(ctx.db, orderId, 1, '');
  await queries.settleLine(ctx.db, row.merchantId, row.id, ctx.session.accountName);
}
