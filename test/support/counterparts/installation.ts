import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSignedBy, makeSealKey } from '#platform/server/secrecy/crypto.ts';
import {
  type Envelope,
  FRESH_SECONDS,
  type LetterMessage,
  type MessageKind,
  type ReceiptMessage,
  signedText,
} from '#procedures/transfer/rules/exchange.ts';

/** What a message became at the other end. */
export interface Taken {
  message: string;
  kind: MessageKind;
  body: unknown;
}

/**
 * Another installation that letters are exchanged with, for trying by hand and for tests: it checks what comes in as the
 * platform does, keeps it, and answers letters with receipts.
 * @param site where the platform is, and `answers` whether a letter is answered at once
 */
export async function startInstallation(site: () => string, answers: boolean, port = 0) {
  const sealKey = makeSealKey(randomBytes(32));
  const taken: Taken[] = [];
  /** Keys of the platforms it trusts; none named: every one. */
  const trusted = new Set<string>();
  /** `platform`: the key of the platform that messages are for; where none is told, of the first that wrote. */
  const state = { away: false, platform: '' };

  /** A signed message, at a moment of the past where `late` seconds are given. */
  const sign = (kind: MessageKind, body: object, message: string = randomUUID(), late = 0): Envelope => {
    const said = {
      key: sealKey.publicHex,
      to: state.platform,
      message,
      kind,
      time: Math.floor(Date.now() / 1000) - late,
      body: JSON.stringify(body),
    };
    return { ...said, sign: sealKey.sign(signedText(said)).toString('base64') };
  };
  const send = async (envelope: Envelope) => {
    const answer = await fetch(`${site()}/api/zzgx/exchange`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(envelope),
    });
    return (await answer.json()) as { code: number; msg: string };
  };
  const receiptOf = (letter: string, given: Partial<ReceiptMessage> = {}): ReceiptMessage => ({
    letter,
    outcome: 'accepted',
    branch: '对方第一党支部',
    on: new Date().toISOString().slice(0, 10),
    words: '',
    ...given,
  });

  const take = (envelope: Envelope): { code: number; msg: string } => {
    const isGood =
      (trusted.size === 0 || trusted.has(envelope.key)) &&
      envelope.to === sealKey.publicHex &&
      isSignedBy(envelope.key, signedText(envelope), Buffer.from(envelope.sign, 'base64')) &&
      Math.abs(Date.now() / 1000 - envelope.time) <= FRESH_SECONDS;
    if (!isGood) return { code: 400, msg: '签名不正确或已过期' };
    state.platform ||= envelope.key;
    const isKnown = taken.some(({ message }) => message === envelope.message);
    if (!isKnown) {
      taken.push({ message: envelope.message, kind: envelope.kind, body: JSON.parse(envelope.body) });
      if (answers && envelope.kind === 'letter')
        void send(sign('receipt', receiptOf(envelope.message))).catch(() => {});
    }
    return { code: 200, msg: '' };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (state.away) return void response.writeHead(503).end();
    const answer = take(JSON.parse(Buffer.concat(chunks).toString('utf8')) as Envelope);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey: sealKey.publicHex,
    taken,
    trusted,
    state,
    sign,
    send,
    receiptOf,
    close,
  };
}

/** A letter that the other installation sends. */
export const sampleLetter = (
  given: Partial<LetterMessage> = {},
  person: Partial<LetterMessage['person']> = {},
): LetterMessage => ({
  number: '沮职转〔2026〕第0001号',
  kind: 'inProvince',
  from: '沮阳市职教中心委员会',
  fromBranch: '第二党支部',
  to: '中共峡江县委员会',
  toBranch: '',
  issuedOn: '2026-01-01',
  validUntil: '2099-01-01',
  paidTo: '2026-10',
  address: '沮阳市学院路1号',
  phone: '0717-6000000',
  person: {
    name: '来信人',
    number: '',
    nation: '01',
    personCategory: 1,
    admissionDate: '2010-07-01',
    conversionDate: '2011-07-01',
    phonenumber: null,
    ...person,
  },
  ...given,
});
