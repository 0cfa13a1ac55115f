/** Kinds of money between an organisation and the committee above it. */
export const HANDUP_KINDS = { 1: '上缴', 2: '大额党费', 3: '下拨' } as const;
export type HandupKind = keyof typeof HANDUP_KINDS;

/** What dues may be used for (article 19). */
export const PURPOSES = {
  1: '培训党员',
  2: '订阅或购买党员教育资料、设备',
  3: '表彰先进',
  4: '补助生活困难的党员',
  5: '补助受灾的党员和修缮教育设施',
} as const;
export type Purpose = keyof typeof PURPOSES;

export const HANDUP_STATES = {
  pending: '待确认',
  confirmed: '已确认',
  returned: '已退回',
  withdrawn: '已撤回',
} as const;
export type HandupState = keyof typeof HANDUP_STATES;

/** Types of organisations that keep dues of others: 地方党委, 党工委, 基层党委. */
export const COMMITTEES = [10, 20, 30] as const;

/** A whole, in hundredths of a percent. */
export const WHOLE = 10_000;

/**
 * Which part of what it receives an organisation hands up: what the committee above has set for the year; a branch or a
 * general branch without one hands up all, a committee has to be told (article 15 leaves it to the committees).
 * @param set hundredths of a percent as set, null: nothing is set
 * @returns hundredths of a percent; null: not known
 */
export const ratioOf = (type: number, set: number | null): number | null =>
  set ?? (COMMITTEES.some((one) => one === type) ? null : WHOLE);

/** What is to be handed up of a sum, in fen, half up. */
export const toHandUp = (received: number, ratio: number): number =>
  received <= 0 ? 0 : Number((BigInt(received) * BigInt(ratio) + BigInt(WHOLE / 2)) / BigInt(WHOLE));

/** A ratio as it is read: 5%, 37.5%. */
export const ratioText = (ratio: number | null): string => (ratio === null ? '' : `${ratio / 100}%`);
