import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { ageOn } from '#people/member/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { duesOf } from '../neighbours.ts';
import { issueLetter, type LetterFacts } from '../queries/letter.ts';
import { lineOf, officeOf, settingOf } from '../queries/places.ts';
import type { HopRecord, TransferRecord } from '../queries/transfer.ts';
import { sendLetter } from './exchangeOut.ts';
import { readOnce } from './once.ts';

/** What somebody may set before a letter is issued; the rest follows from record, tree and ledger. */
export interface LetterDraft {
  toName?: string | undefined;
  days?: number | undefined;
  paidTo?: string | null | undefined;
  lastSum?: number | null | undefined;
  receiptNo?: string | undefined;
  address?: string | undefined;
  postcode?: string | undefined;
  officePhone?: string | undefined;
}

/** 中共 before a committee's name, once. */
export const withParty = (name: string): string =>
  name === '' || name.startsWith('中共') || name.startsWith('中国共产党') ? name : `中共${name}`;

/** The way down to a branch as the letter names it: from the city on, without what every name repeats. */
async function fullName(ctx: Ctx, orgId: string): Promise<string> {
  const line = await readOnce(ctx, `line ${orgId}`, () => lineOf(ctx.db, orgId));
  return line.at(-1)?.name ?? '';
}

export interface LetterContent {
  orgId: string;
  orgCode: string;
  prefix: string;
  toName: string;
  days: number;
  /** The most days that the rule lets it hold. */
  mostDays: number;
  paidTo: string | null;
  lastSum: number | null;
  /** The ledger knew both: they are not typed. */
  fromLedger: boolean;
  receiptNo: string;
  facts: LetterFacts;
}

/** What a letter would say now, with what is set instead. */
export async function contentOf(
  ctx: Ctx,
  transfer: TransferRecord,
  hops: readonly HopRecord[],
  draft: LetterDraft,
): Promise<LetterContent> {
  const committee = hops.find(({ role, decides }) => role === 'send' && decides);
  const orgId = committee?.orgId ?? ctx.session.orgId;
  const [setting, names, dues, place] = await Promise.all([
    readOnce(ctx, `setting ${orgId}`, () => settingOf(ctx.db, orgId)),
    dictionaryNames(ctx.services),
    duesOf(ctx.db, transfer.memberId ?? '0'),
    readOnce(ctx, `office ${orgId}`, () => officeOf(ctx.db, orgId)),
  ]);
  const receiver = hops.find(({ role, decides }) => role === 'receive' && decides);
  const mostDays = ['crossProvince', 'outOfSystem', 'graduate'].includes(transfer.kind)
    ? setting.daysFar
    : setting.daysNear;
  const fromLedger = dues.month !== null;
  return {
    orgId,
    orgCode: setting.code,
    prefix: setting.prefix,
    toName:
      draft.toName ||
      withParty(transfer.toOrgId === null ? transfer.outsideName : (receiver?.orgName ?? transfer.toName)),
    days: draft.days ?? mostDays,
    mostDays,
    paidTo: dues.month ?? draft.paidTo ?? null,
    lastSum: fromLedger ? dues.amount : (draft.lastSum ?? null),
    fromLedger,
    receiptNo: draft.receiptNo ?? '',
    facts: {
      name: transfer.name,
      gender: GENDERS[transfer.gender as keyof typeof GENDERS] ?? '',
      age: transfer.birthDate === null ? null : ageOn(transfer.birthDate, transfer.today),
      nation: names.name('0005', transfer.nation).replace(/族$/, ''),
      category:
        transfer.category === 1
          ? '正式'
          : transfer.category === 2
            ? '预备'
            : (PERSON_CATEGORIES[transfer.category as keyof typeof PERSON_CATEGORIES] ?? ''),
      fromName: await fullName(ctx, transfer.fromOrgId ?? '0'),
      toBranch:
        transfer.toOrgId === null
          ? [transfer.outsideName, transfer.outsideBranch].filter(Boolean).join('')
          : transfer.toName,
      address: draft.address ?? place?.address ?? '',
      postcode: draft.postcode ?? '',
      officePhone: draft.officePhone ?? place?.phone ?? '',
    },
  };
}

/** Issues the letter of a transfer in the caller's transaction. */
export async function issueTransferLetter(
  ctx: Ctx,
  transfer: TransferRecord,
  hops: readonly HopRecord[],
  draft: LetterDraft,
  replacesId: string | null,
) {
  const content = await contentOf(ctx, transfer, hops, draft);
  const issued = await issueLetter(ctx.db, {
    transferId: transfer.id,
    orgId: content.orgId,
    orgCode: content.orgCode,
    prefix: content.prefix,
    toName: content.toName,
    days: content.days,
    paidTo: content.paidTo,
    lastSum: content.lastSum,
    receiptNo: content.receiptNo,
    facts: content.facts,
    handler: ctx.session.accountName,
    replacesId,
  });
  await sendLetter(ctx, transfer);
  return issued;
}
