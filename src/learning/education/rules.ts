/** How a document stands, and a video without an approval. */
export const STATES = { 0: '草稿', 1: '已发布', 2: '已下架' } as const;
export type State = keyof typeof STATES;
export const VIDEO_STATES = { ...STATES, 3: '待审', 4: '处理中' } as const;
export type VideoState = keyof typeof VIDEO_STATES;
/** The kind of processes on which videos are approved before they are published. */
export const VIDEO_APPROVAL = 'zhjyVideo';

/** Who sees what an organisation offers. */
export const AUDIENCES = { below: '本组织及下级', all: '全平台' } as const;
export type Audience = keyof typeof AUDIENCES;

/** Orders of the video centre. */
export const ORDERS = { newest: '最新', seen: '最多观看' } as const;
export type Order = keyof typeof ORDERS;

/** Percent of a video that must be seen where its form says nothing else. */
export const DEFAULT_SHARE = 90;
/** Minutes of one class hour (学时). */
export const HOUR_MINUTES = 45;

/** A second of a video as people write it: `05:30`, `1:05:30`. */
export function videoTimeText(second: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(second / 3600);
  const rest = `${two(Math.floor((second % 3600) / 60))}:${two(Math.floor(second % 60))}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** The second that `05:30` or `1:05:30` names; null where it names none. */
export function secondOf(text: string): number | null {
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim().replaceAll('：', ':'));
  if (!parts) return null;
  const [, hours, minutes, seconds] = parts;
  if (hours !== undefined && Number(minutes) > 59) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export interface Chapter {
  at: number;
  title: string;
}

/** The longest list of chapters, and the longest title of one. */
export const MAX_CHAPTERS = 50;
export const MAX_CHAPTER_TITLE = 40;

/** Chapters as they are written, one a line: `05:30 标题`. A fault names its line. */
export function chaptersOf(text: string): { chapters: Chapter[]; fault: string } {
  const chapters: Chapter[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const written = raw.trim();
    if (written === '') continue;
    const [time = '', ...words] = written.split(/\s+/);
    const at = secondOf(time);
    const title = words.join(' ');
    if (at === null || title === '')
      return { chapters: [], fault: `第${index + 1}行应为“分:秒 标题”，如 05:30 第二部分` };
    chapters.push({ at, title });
  }
  return { chapters, fault: chapterFault(chapters) };
}

/** Why chapters cannot stand as they are; empty where they can. @param duration seconds of the video, where it is known */
export function chapterFault(chapters: readonly Chapter[], duration?: number): string {
  if (chapters.length > MAX_CHAPTERS) return `章节最多${MAX_CHAPTERS}个`;
  for (const [index, { at, title }] of chapters.entries()) {
    const before = chapters[index - 1];
    if ([...title].length > MAX_CHAPTER_TITLE) return `章节标题最多${MAX_CHAPTER_TITLE}个字：${title}`;
    if (before && at <= before.at) return `章节要按时间排列：${videoTimeText(at)} ${title}`;
    if (duration !== undefined && at >= duration)
      return `章节超出了视频的长度（${videoTimeText(duration)}）：${videoTimeText(at)} ${title}`;
  }
  return '';
}

/** Addresses of the module's pages. */
export const ADDRESSES = {
  center: '/education/videoCenter',
  units: '/education/videoCenter/videoUnit',
  edit: (id: string) => `/education/videoCenter/edit/${id}`,
  view: (id: string) => `/education/videoCenter/view/${id}`,
  memberVideo: '/partyMember/memberVideo',
} as const;
