/** Bytes as people say them: 300 B, 12 KB, 3.4 MB, 1.2 GB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`;
}

/** Seconds that are left: 不到10秒, 约40秒, 约3分钟, 约1小时20分. */
export function timeWords(seconds: number): string {
  if (seconds < 10) return '不到10秒';
  if (seconds < 60) return `约${Math.ceil(seconds / 10) * 10}秒`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `约${minutes}分钟`;
  return `约${Math.floor(minutes / 60)}小时${minutes % 60 ? `${minutes % 60}分` : ''}`;
}
