import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Restored } from './restore.ts';
import type { Taken } from './take.ts';

/** The version of this program. */
export const productVersion: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as { version: string }
).version;

/** A size in words: 1.5 GB. */
export function sizeText(bytes: number): string {
  const units = ['字节', 'KB', 'MB', 'GB', 'TB'];
  let at = 0;
  let size = bytes;
  for (; size >= 1024 && at < units.length - 1; at++) size /= 1024;
  return `${at === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[at]}`;
}

/** How long something took, in words. */
export const secondsText = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} 秒` : `${Math.round(seconds / 60)} 分钟`;

/** What a backup did. */
export function takenText({ tables, rows, bytes, files, seconds }: Taken): string {
  const missing = files.missing > 0 ? `，${files.missing} 个文件在存储中已不存在` : '';
  return (
    `备份完成，用时 ${secondsText(seconds)}：数据库 ${tables} 张表、${rows} 行（加密后 ${sizeText(bytes)}）；` +
    `上传的文件共 ${files.all} 个，本次新增 ${files.added} 个（${sizeText(files.addedBytes)}）${missing}。`
  );
}

/** What a restore did. */
export function restoredText({ tables, rows, files, seconds }: Restored): string {
  const missing = files.missing > 0 ? `，其中 ${files.missing} 个备份时就已不存在` : '';
  return `恢复完成，用时 ${secondsText(seconds)}：数据库 ${tables} 张表、${rows} 行，上传的文件 ${files.all} 个${missing}；所有登录已结束。`;
}
