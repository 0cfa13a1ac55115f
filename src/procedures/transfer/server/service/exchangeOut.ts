import { membersOf } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { Refusal } from '#platform/server/errors.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';
import {
  type Envelope,
  type LetterMessage,
  plainName,
  type RecallMessage,
  type ReceiptMessage,
  signedText,
} from '#procedures/transfer/rules/exchange.ts';
import { letterNumber } from '#procedures/transfer/rules/letter.ts';
import { type Kind, OUTSIDE_KINDS } from '#procedures/transfer/rules.ts';
import * as queries from '../queries/exchange.ts';
import { validLetter } from '../queries/letter.ts';
import type { TransferRecord } from '../queries/transfer.ts';
import { readOnce } from './once.ts';

/** The place for which a message's body is encrypted. */
export const bodyPlace = (id: string) => `relation_message.body.${id}`;

type Body = LetterMessage | ReceiptMessage | RecallMessage;

/** Writes a message down to be sent, in the caller's transaction: it goes when that has happened, and not otherwise. */
async function queue(ctx: Ctx, one: Omit<queries.NewMessage, 'direction' | 'state'>, body: Body): Promise<void> {
  const id = await queries.insertMessage(ctx.db, { ...one, direction: 'out', state: 'queued' });
  if (id) await queries.writeBody(ctx.db, id, ctx.vault.encrypt(bodyPlace(id), JSON.stringify(body)));
}

const wireKind = (kind: Kind): LetterMessage['kind'] =>
  OUTSIDE_KINDS.includes(kind) ? (kind as LetterMessage['kind']) : kind === 'graduate' ? 'crossProvince' : 'inProvince';

/** A letter just issued goes to the installation of its outside end, where that is a partner; nothing where it is none. */
export async function sendLetter(ctx: Ctx, transfer: TransferRecord): Promise<void> {
  if (transfer.toOrgId !== null || transfer.memberId === null) return;
  const name = plainName(transfer.outsideName);
  const partner = await readOnce(ctx, `partner ${name}`, () => queries.partnerNamed(ctx.db, name));
  const letter = partner && (await validLetter(ctx.db, transfer.id));
  const [row] = partner ? await membersOf(ctx.db, wholeScope, [transfer.memberId]) : [];
  if (!partner || !letter || !row) return;
  const { idCard, phone } = personOf(row, ctx.vault);
  // Without an id card nobody is found at the other end: that letter goes on paper.
  if (idCard === null || (transfer.category !== 1 && transfer.category !== 2)) return;
  const { orgId, orgCode, issuedOn, validUntil, paidTo } = letter;
  await queue(
    ctx,
    {
      partnerId: partner.id,
      orgId,
      orgCode,
      kind: 'letter',
      transferId: transfer.id,
      grantId: ctx.session.grantId,
    },
    {
      number: letterNumber(letter),
      kind: wireKind(transfer.kind),
      from: letter.orgName,
      fromBranch: letter.facts.fromName,
      to: letter.toName,
      toBranch: transfer.outsideBranch,
      issuedOn,
      validUntil,
      paidTo,
      address: letter.facts.address,
      phone: letter.facts.officePhone.slice(0, 20),
      person: {
        name: transfer.name,
        number: idCard,
        nation: transfer.nation,
        personCategory: transfer.category,
        admissionDate: transfer.admissionDate,
        conversionDate: transfer.conversionDate,
        phonenumber: phone,
      },
    },
  );
}

/** A letter that went to another installation is void: one not sent yet is kept back, else the other end is told. */
export async function recallLetter(ctx: Ctx, transferId: string, reason: string): Promise<void> {
  const sent = await queries.letterSent(ctx.db, transferId);
  if (!sent) return;
  await queries.setMessage(ctx.db, sent.id, 'recalled', reason);
  // One that was tried may have arrived although no answer came back.
  if (sent.state === 'queued' && sent.attempts === 0) return;
  const { partnerId, orgId, orgCode, id: letterId, messageNo: letter } = sent;
  await queue(ctx, { partnerId, orgId, orgCode, kind: 'recall', letterId }, { letter, words: reason });
}

/** What became of a letter that came in goes back to where it came from. */
export const sendReceipt = (
  ctx: Ctx,
  letter: queries.MessageRecord,
  receipt: Omit<ReceiptMessage, 'letter'>,
): Promise<void> =>
  queue(
    ctx,
    { partnerId: letter.partnerId, orgId: letter.orgId, orgCode: letter.orgCode, kind: 'receipt', letterId: letter.id },
    { ...receipt, letter: letter.messageNo },
  );

/** Signs a message as it stands now, for the installation whose key is `to`. */
function signed(services: Services, to: string, { messageNo, kind }: queries.MessageRecord, body: string): Envelope {
  const { letterKey } = services.vault;
  const envelope = {
    key: letterKey.publicHex,
    to,
    message: messageNo,
    kind,
    time: Math.floor(Date.now() / 1000),
    body,
  };
  return { ...envelope, sign: letterKey.sign(signedText(envelope)).toString('base64') };
}

/** Seconds between two attempts, times how often it was tried. */
const PAUSE_SECONDS = 30;

/**
 * Sends what waits, each by itself. What was not answered is sent again later, under the same number, so that the other end
 * takes it once; what the other end refuses is marked with its words.
 */
export async function sendQueued(services: Services): Promise<void> {
  for (;;) {
    const one = await queries.takeDue(services.db, 'out', PAUSE_SECONDS);
    if (!one) return;
    const partner = await queries.partnerById(services.db, one.partnerId);
    if (!partner || one.body === null) return;
    const body = services.vault.decrypt(bodyPlace(one.id), one.body);
    const sent = signed(services, partner.publicKey, one, body);
    try {
      const answer = await requestOutside(`${partner.baseUrl}/api/zzgx/exchange`, { method: 'POST', body: sent });
      const { code, msg } = (answer.body ?? {}) as { code?: unknown; msg?: unknown };
      const taken = answer.status === 200 && code === 200;
      const words = taken ? '' : `对方没有接收：${String(msg ?? '').slice(0, 100) || `HTTP ${answer.status}`}`;
      // Written only while it still waits: it may have been taken back meanwhile.
      await queries.setSent(services.db, one.id, taken ? (one.kind === 'letter' ? 'sent' : 'done') : 'failed', words);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await queries.noteMessage(services.db, one.id, `${error.message}（第${one.attempts}次）`);
    }
  }
}
