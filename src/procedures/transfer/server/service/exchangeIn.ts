import { createHash } from 'node:crypto';
import { findOrg } from '#house/server/findOrg.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { Ctx, type Services } from '#platform/server/context.ts';
import { todayOf, transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { sessionOfGrant } from '#platform/server/http/authenticate.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import { isSignedBy } from '#platform/server/secrecy/crypto.ts';
import type * as contract from '#procedures/transfer/contract.exchange.ts';
import { expiredLetterText } from '#procedures/transfer/rules/arrival.ts';
import {
  type Envelope,
  FRESH_SECONDS,
  type LetterMessage,
  letterMessage,
  MESSAGE_KINDS,
  recallMessage,
  receiptMessage,
  signedText,
} from '#procedures/transfer/rules/exchange.ts';
import { insertArrival, rememberOutside } from '../queries/arrival.ts';
import * as queries from '../queries/exchange.ts';
import { findTransfer, hopsOf } from '../queries/transfer.ts';
import { EXCHANGE_PATH, MODULE, workPath } from '../todos.ts';
import { sendBack } from './act.ts';
import { endsOf } from './arrival.ts';
import { admitFromOutside } from './enter.ts';
import { bodyPlace, sendReceipt } from './exchangeOut.ts';
import { confirmArrival } from './letter.ts';

const STATES: Readonly<Record<queries.MessageState, string>> = {
  queued: '待发送',
  sent: '已送达，等待回执',
  waiting: '待接收',
  done: '已办结',
  recalled: '已撤回',
  failed: '未成',
};
const GONE = '这封来信不存在，或不在您的管理范围内';
const subjectOf = (id: string) => `relationExchange:${id}`;

/** The partners, and the key that they are to enter at their end. */
export async function partners(ctx: Ctx): Promise<ReplyOf<typeof contract.listPartners>> {
  const rows = await queries.partners(ctx.db);
  return { ownKey: ctx.vault.letterKey.publicHex, rows: rows.map(({ orgCode: _code, ...row }) => row) };
}

/** Enters a partner; letters go and come only while it is switched on. */
export async function savePartner(
  ctx: Ctx,
  { id, version, ...given }: ParsedOf<typeof contract.savePartner>,
): Promise<ReplyOf<typeof contract.savePartner>> {
  const org = await findOrg(ctx.db, wholeScope, given.orgId);
  if (!org) throw badInput({ orgId: '请选择本平台的接收党委' });
  if ([ctx.vault.letterKey, ctx.vault.sealKey].some(({ publicHex }) => publicHex === given.publicKey))
    throw badInput({ publicKey: '这是本平台自己的公钥，请填写对方的' });
  const saved = await writeUnique(
    () => queries.savePartner(ctx.db, id ?? null, version, { ...given, orgCode: org.code }, ctx.session.accountName),
    (index) =>
      badInput(index.endsWith('name') ? { name: '已有这个对接单位' } : { publicKey: '这个公钥已属于另一个对接单位' }),
  );
  if (!saved) throw conflict('对接单位已被他人修改，请刷新后再保存');
  ctx.audit({
    type: 'relationPartner',
    id: saved.id,
    name: given.name,
    orgCode: org.code,
    reason: given.enabled ? '启用' : '停用',
  });
  return saved;
}

/**
 * Takes a message in: signed by a partner that is switched on, for this installation, not older than five minutes. The same number with the same
 * words is answered as before and does nothing; with other words it is refused.
 */
export async function receiveMessage(ctx: Ctx, envelope: Envelope): Promise<ReplyOf<typeof contract.takeMessage>> {
  const partner = await queries.partnerOfKey(ctx.db, envelope.key);
  if (!partner || !isSignedBy(envelope.key, signedText(envelope), Buffer.from(envelope.sign, 'base64')))
    throw refuse('没有启用这个对接单位，或签名不正确');
  // The same bytes at another installation that trusts the sender are not for it.
  if (envelope.to !== ctx.vault.letterKey.publicHex) throw refuse('这封消息不是发给本平台的，没有接收');
  if (Math.abs(Date.now() / 1000 - envelope.time) > FRESH_SECONDS) throw refuse('消息已过期，请重新签名发送');
  const hash = createHash('sha256').update(`${envelope.kind}\n${envelope.body}`).digest();
  const before = await queries.messageOfNo(ctx.db, partner.id, 'in', envelope.message);
  if (before && !before.hash?.equals(hash)) throw refuse('同一编号的消息内容不同，没有接收');
  if (before) return { message: envelope.message };
  const { id: partnerId, orgId, orgCode } = partner;
  const body = bodyOf(envelope);
  const direction = envelope.kind === 'receipt' ? 'out' : 'in';
  const letter = 'of' in body ? await queries.messageOfNo(ctx.db, partnerId, direction, body.of) : undefined;
  if ('of' in body && letter?.kind !== 'letter') throw refuse('没有这封介绍信');
  const id = await queries.insertMessage(ctx.db, {
    partnerId,
    orgId: letter?.orgId ?? orgId,
    orgCode: letter?.orgCode ?? orgCode,
    direction: 'in',
    kind: envelope.kind,
    state: 'waiting',
    messageNo: envelope.message,
    letterId: letter?.id ?? null,
    hash,
  });
  // Two of one number at the same moment: the other one has been taken.
  if (!id) return { message: envelope.message };
  await queries.writeBody(ctx.db, id, ctx.vault.encrypt(bodyPlace(id), envelope.body));
  if ('letter' in body)
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId,
      orgCode,
      accountId: null,
      module: MODULE,
      title: `${body.letter.person.name}的组织关系转入（${partner.name}来信）`,
      detail: `介绍信${body.letter.number}，有效期至${body.letter.validUntil}`,
      act: '接收',
      jumpUrl: EXCHANGE_PATH,
      dueOn: body.letter.validUntil,
      subject: subjectOf(id),
    });
  ctx.audit({
    type: 'relationMessage',
    id,
    name: partner.name,
    orgCode,
    reason: `收到${MESSAGE_KINDS[envelope.kind]}`,
  });
  return { message: envelope.message };
}

/** A letter itself, or the number of the letter that a receipt or a recall speaks of. */
type Read = { letter: LetterMessage } | { of: string };

function bodyOf({ kind, body }: Pick<Envelope, 'kind' | 'body'>): Read {
  try {
    const read: unknown = JSON.parse(body);
    if (kind === 'letter') return { letter: letterMessage.parse(read) };
    return { of: (kind === 'receipt' ? receiptMessage : recallMessage).parse(read).letter };
  } catch {
    throw refuse('消息内容不正确');
  }
}

const opened = (services: Pick<Services, 'vault'>, { id, body }: queries.MessageRecord): string =>
  body === null ? '{}' : services.vault.decrypt(bodyPlace(id), body);

/** Letters that came in and went out, those that wait first. */
export async function messages(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listMessages>,
): Promise<ReplyOf<typeof contract.listMessages>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfMessages(ctx.db, ctx.scope, input.direction, input.pageSize, offset);
  return {
    total,
    rows: rows.map((one) => {
      const letter = letterMessage.parse(JSON.parse(opened(ctx, one)));
      const waits = one.direction === 'in' && one.state === 'waiting';
      return {
        id: one.id,
        direction: one.direction,
        kind: one.kind,
        kindName: MESSAGE_KINDS[one.kind],
        partnerName: one.partnerName,
        personName: letter.person.name,
        letterNo: letter.number,
        toBranch: letter.toBranch,
        validUntil: letter.validUntil,
        state: one.state,
        stateName: STATES[one.state],
        note: one.note,
        transferId: one.transferId,
        createdAt: one.createdAt.toISOString(),
        can: { accept: waits && one.orgId === ctx.session.orgId && ctx.may('relation:approve') },
      };
    }),
  };
}

/** A letter that waits at the own committee, held. */
async function waiting(ctx: Ctx, id: string): Promise<{ one: queries.MessageRecord; letter: LetterMessage }> {
  const one = await queries.lockMessage(ctx.db, ctx.scope, id);
  if (one?.direction !== 'in' || one.kind !== 'letter') throw notFound(GONE);
  if (one.orgId !== ctx.session.orgId) throw refuse('由来信所寄的党委办理');
  if (one.state !== 'waiting') throw refuse(`这封来信${STATES[one.state]}${one.note && `：${one.note}`}`);
  return { one, letter: letterMessage.parse(JSON.parse(opened(ctx, one))) };
}

/** Takes the person of a letter in, as one on paper does; the receipt goes back by itself. */
export async function accept(
  ctx: Ctx,
  { id, orgId }: ParsedOf<typeof contract.acceptMessage>,
): Promise<ReplyOf<typeof contract.acceptMessage>> {
  const { one, letter } = await waiting(ctx, id);
  const ends = await endsOf(ctx, orgId);
  const today = await todayOf(ctx.db);
  if (letter.validUntil < today) throw refuse(expiredLetterText(letter.validUntil));
  const { accountName: by } = ctx.session;
  const made = await admitFromOutside(
    ctx,
    { ...letter.person, isAnother: false },
    {
      kind: letter.kind,
      outsideName: letter.from,
      outsideBranch: letter.fromBranch,
      paperNo: letter.number,
      reason: '系统间转接',
      note: `介绍信${letter.number}，由${one.partnerName}的平台送达`,
      receipt: '回执自动发回对方平台',
    },
    ends,
    today,
    async (transferId) => {
      const { address, phone, number: letterNo, issuedOn, validUntil, paidTo } = letter;
      const outsideId = await rememberOutside(ctx.db, { name: letter.from, address, phone }, by);
      const arrival = {
        transferId,
        outsideId,
        letterId: null,
        letterNo,
        issuedOn,
        validUntil,
        receivedOn: today,
        paidTo,
      };
      await writeUnique(
        () => insertArrival(ctx.db, arrival, by),
        () => refuse('这封介绍信已经办过转入'),
      );
    },
  );
  await queries.setMessage(ctx.db, id, 'done', `编入${ends.branch.name}`, made.id);
  await sendReceipt(ctx, one, { outcome: 'accepted', branch: ends.branch.name, on: today, words: '' });
  await closeTodos(ctx.db, [subjectOf(id)]);
  return { transferId: made.id };
}

/** Sends a letter back with the reason. */
export async function giveBack(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.returnMessage>): Promise<null> {
  const { one, letter } = await waiting(ctx, id);
  await queries.setMessage(ctx.db, id, 'done', `已退回：${reason}`);
  await sendReceipt(ctx, one, { outcome: 'returned', branch: '', on: await todayOf(ctx.db), words: reason });
  await closeTodos(ctx.db, [subjectOf(id)]);
  ctx.audit({ type: 'relationMessage', id, name: letter.person.name, orgCode: one.orgCode, reason });
  return null;
}

const PAUSE_SECONDS = 60;

/** Carries out what came in by itself: receipts of the own letters, and letters that were taken back. */
export async function applyReceived(services: Services): Promise<void> {
  for (;;) {
    const one = await queries.takeDue(services.db, 'in', PAUSE_SECONDS);
    if (!one) return;
    try {
      await (one.kind === 'recall' ? applyRecall(services, one) : applyReceipt(services, one));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await failed(services, one, error.message);
    }
  }
}

/** What cannot be carried out is told to whoever issued the letter, and left to them. */
const failed = (services: Services, one: queries.MessageRecord, words: string) =>
  transact(services.db, async (tx) => {
    await queries.setMessage(tx, one.id, 'failed', words);
    const letter = one.letterId === null ? undefined : await queries.lockMessage(tx, wholeScope, one.letterId);
    const jumpUrl = letter?.transferId ? workPath(letter.transferId) : EXCHANGE_PATH;
    await openTodo(tx, {
      roleId: ROLE.worker,
      orgId: one.orgId,
      orgCode: one.orgCode,
      accountId: null,
      module: MODULE,
      title: `${one.partnerName}发来的${MESSAGE_KINDS[one.kind]}没有自动办结`,
      detail: words,
      act: '核实',
      jumpUrl,
      dueOn: null,
      subject: subjectOf(one.id),
    });
  });

const applyRecall = (services: Services, one: queries.MessageRecord) =>
  transact(services.db, async (tx) => {
    const { words } = recallMessage.parse(JSON.parse(opened(services, one)));
    const letter = one.letterId === null ? undefined : await queries.lockMessage(tx, wholeScope, one.letterId);
    if (letter?.state !== 'waiting') throw refuse('介绍信已经办理，对方撤回没有生效，请与对方联系');
    await queries.setMessage(tx, letter.id, 'recalled', `对方撤回：${words}`);
    await closeTodos(tx, [subjectOf(letter.id)]);
    await queries.setMessage(tx, one.id, 'done', '');
  });

/** In the name of whoever issued the letter, with the rights that this role has now. */
async function applyReceipt(services: Services, one: queries.MessageRecord): Promise<void> {
  const receipt = receiptMessage.parse(JSON.parse(opened(services, one)));
  await transact(services.db, async (tx) => {
    const letter = one.letterId === null ? undefined : await queries.lockMessage(tx, wholeScope, one.letterId);
    const session = letter?.grantId ? await sessionOfGrant(services, letter.grantId) : null;
    if (!letter?.transferId || !session) throw refuse('开具人的账号已停用，请由党委登记回执');
    const ctx = new Ctx({ db: tx, services, session, jobId: '0' });
    const transfer = await findTransfer(tx, ctx.scope, letter.transferId, true);
    if (!transfer) throw refuse('转接已不在开具人的管理范围内，请由党委登记回执');
    const hops = await hopsOf(tx, transfer.id, session.accountId);
    if (letter.state === 'recalled') throw refuse('介绍信已撤回，对方的回执没有办理，请与对方联系');
    if (receipt.outcome === 'accepted')
      await confirmArrival(ctx, transfer, hops, { receivedOn: await todayOf(tx), branch: receipt.branch, scans: 0 });
    else if (transfer.status !== 2) throw refuse('转接已不在转接中，退回没有办理');
    else await sendBack(ctx, transfer, { reason: 'other', opinion: `对方退回：${receipt.words}` });
    await queries.setMessage(
      tx,
      letter.id,
      'done',
      receipt.outcome === 'accepted' ? `编入${receipt.branch}` : `对方退回：${receipt.words}`,
    );
    await queries.setMessage(tx, one.id, 'done', '');
    const act = {
      action: '系统间回执',
      endpoint: 'recurring relation.exchange',
      outcome: 'done' as const,
      ip: '',
      traceId: ctx.traceId,
    };
    await writeAudit(tx, session, act, ctx.details);
  });
}
