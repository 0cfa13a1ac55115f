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

/** Seconds during which a code binds. */
export const BIND_SECONDS = 600;
export const BIND_DIGITS = 10;
/** Seconds during which a ticket reads; a terminal takes a new one at half of it. */
export const TICKET_SECONDS = 3600;
/** Seconds without a word after which a terminal counts as away; it asks once a minute. */
export const SILENT_SECONDS = 300;
/** Rows of one part that a terminal shows; what is older stays with the workers. */
export const MAX_ROWS = 100;

/** Milliseconds without a touch after which a terminal goes back to its first page. */
export const IDLE_MS = 120_000;
/** Milliseconds between two questions of a terminal; each adds up to a quarter, so that many do not ask at once. */
export const BEAT_MS = 48_000;
/** Milliseconds that a terminal waits for all answers of one question. */
export const PATIENCE_MS = 30_000;
/** Hours without the server after which a terminal shows its last content no more. */
export const KEPT_HOURS = 24;

/** A code as people read it out: two groups of five. */
export const codeText = (code: string): string => code.replace(/(\d{5})(?=\d)/g, '$1 ');

/** How a terminal stands. @param seenAt, now epoch milliseconds; null: it never asked */
export function statusOf(
  { bound, revoked, seenAt }: { bound: boolean; revoked: boolean; seenAt: number | null },
  now: number,
): Status {
  if (!bound) return revoked ? 'revoked' : 'unbound';
  return seenAt !== null && now - seenAt <= SILENT_SECONDS * 1000 ? 'online' : 'away';
}
