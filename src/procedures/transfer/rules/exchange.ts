import { z } from 'zod';

/** How old a message may be when it comes in, in seconds; whoever sends again signs again. */
export const FRESH_SECONDS = 300;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const words = (most: number) => z.string().max(most);

/** A letter of introduction as another installation is told of it; days `YYYY-MM-DD`. */
export const letterMessage = z.object({
  number: words(40).min(1),
  kind: z.enum(['inProvince', 'crossProvince', 'outOfSystem']),
  from: words(80).min(1),
  fromBranch: words(80),
  to: words(80),
  toBranch: words(80),
  issuedOn: day,
  validUntil: day,
  paidTo: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  address: words(80),
  phone: words(20),
  person: z.object({
    name: words(60).min(1),
    number: words(18).min(15),
    nation: words(2),
    personCategory: z.union([z.literal(1), z.literal(2)]),
    admissionDate: day.nullable(),
    conversionDate: day.nullable(),
    phonenumber: words(20).nullable(),
  }),
});
export type LetterMessage = z.infer<typeof letterMessage>;

/** What became of a letter; `letter` is the number of its message. */
export const receiptMessage = z.object({
  letter: z.uuid(),
  outcome: z.enum(['accepted', 'returned']),
  branch: words(80),
  on: day,
  words: words(200),
});
export type ReceiptMessage = z.infer<typeof receiptMessage>;

/** A letter is not good any more. */
export const recallMessage = z.object({ letter: z.uuid(), words: words(200) });
export type RecallMessage = z.infer<typeof recallMessage>;

export const MESSAGE_KINDS = { letter: '介绍信', receipt: '回执', recall: '撤回' } as const;
export type MessageKind = keyof typeof MESSAGE_KINDS;

/** What travels: `body` is the JSON of a message as a text, so that both ends sign the same bytes. */
export const envelope = z.object({
  /** The sender's SM2 point, hex. */
  key: z.string().regex(/^04[0-9a-f]{128}$/, '公钥不正确'),
  /** The receiver's, by which it knows that the message is for itself. */
  to: z.string().regex(/^04[0-9a-f]{128}$/, '收件平台的公钥不正确'),
  message: z.uuid('消息编号不正确'),
  kind: z.enum(['letter', 'receipt', 'recall'], '消息种类不正确'),
  /** Seconds since 1970. */
  time: z.int('时间不正确'),
  body: z.string('消息内容不正确').max(8000, '消息过长'),
  /** SM2 with SM3 over `signedText`, DER, base64. */
  sign: z.string('签名不正确').max(200, '签名不正确'),
});
export type Envelope = z.infer<typeof envelope>;

/** What the signature is for, so that it stands for nothing else. */
const PURPOSE = 'party-platform exchange 2';

/** The bytes that are signed: what for, both ends, number, kind, time and body, a line each. */
export const signedText = ({ key, to, message, kind, time, body }: Omit<Envelope, 'sign'>): Buffer =>
  Buffer.from([PURPOSE, key, to, message, kind, time, body].join('\n'));

/** A committee's name without 中共, by which both ends mean the same. */
export const plainName = (name: string): string => name.replace(/^(中共|中国共产党)/, '').trim();
