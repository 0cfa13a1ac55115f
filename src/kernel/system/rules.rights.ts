import type { RightGroup } from '#platform/acts/rights.ts';

/** Where the rights of this room stand. */
export const systemRights: readonly RightGroup[] = [
  { group: '日志与回收站', order: 260, starts: ['log', 'recycle'] },
  { group: '运行状况', order: 270, starts: ['condition'] },
  { group: '站点与字典', order: 280, starts: ['site', 'swiper'] },
];
