/** What a terminal can show, in the order of its first page. */
export const PARTS = {
  publicity: '宣传大厅',
  welcome: '欢迎词',
  honor: '荣誉墙',
  event: '大事记',
  media: '媒体资源',
  study: '学习资料',
  book: '图书',
  vote: '投票',
  life: '组织生活',
} as const;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as [Part, ...Part[]];

export const STATUSES = { online: '在线', away: '离线', unbound: '未绑定', revoked: '已停用' } as const;
export type Status = keyof typeof STATUSES;
export const STATUS_NAMES = Object.keys(STATUSES) as [Status, ...Status[]];

/** What a worker looks for among the terminals: each is something to be done. */
export const CONCERNS = {
  away: '离线超过1天',
  behind: '版本落后',
  full: '空间不足',
  clock: '时钟不准',
  alone: '未入组',
} as const;
export type Concern = keyof typeof CONCERNS;
export const CONCERN_NAMES = Object.keys(CONCERNS) as [Concern, ...Concern[]];
/** Megabytes below which a screen has too little room for another film. */
export const FULL_MB = 500;
/** Seconds from which a clock counts as wrong. */
export const CLOCK_WRONG = 60;
/** Seconds that a screen has for fetching another version before it counts as behind. */
export const BEHIND_SECONDS = 300;

/** Seconds during which the digits on a screen are good. */
export const PAIR_SECONDS = 300;
export const PAIR_DIGITS = 6;
/** Wrong tries of an account, and the seconds for which its field is closed after them. */
export const PAIR_TRIES = { most: 5, seconds: 600 } as const;
/** Days for which the cookie of a screen is good after it last asked. */
export const DEVICE_DAYS = 90;
/** States of a pairing, as those of the login by QR code (specification, section 4). */
export const PAIR_STATES = { waits: 0, paired: 3, over: 4 } as const;
/** Seconds without a word after which a terminal counts as away; it says something each half minute. */
export const SILENT_SECONDS = 90;
/** Rows of one part that a terminal shows; what is older stays with the workers. */
export const MAX_ROWS = 100;

/** Milliseconds without a touch after which a terminal goes back to its first page. */
export const IDLE_MS = 120_000;
/** Milliseconds between two questions of a terminal; each adds up to a quarter, so that many do not ask at once. */
export const BEAT_MS = 28_000;
/** Milliseconds that a terminal waits for all answers of one question. */
export const PATIENCE_MS = 30_000;
/** Hours without the server after which a terminal shows its last content no more. */
export const KEPT_HOURS = 24;

/** The digits of a pairing as people read them out: two groups of three. */
export const digitsText = (digits: string): string => digits.replace(/(\d{3})(?=\d)/, '$1 ');

/** Whether a text is an hour of the day, `HH:mm`. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** How a terminal stands. @param seenAt, now epoch milliseconds; null: it never asked */
export function statusOf(
  { bound, revoked, seenAt }: { bound: boolean; revoked: boolean; seenAt: number | null },
  now: number,
): Status {
  if (!bound) return revoked ? 'revoked' : 'unbound';
  return seenAt !== null && now - seenAt <= SILENT_SECONDS * 1000 ? 'online' : 'away';
}
