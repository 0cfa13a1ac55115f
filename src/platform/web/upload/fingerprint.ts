/** The MD5 (hex) of a file's first 10 MiB, made beside the page. Rejects where the file cannot be read. */
export function md5Of(file: Blob, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./md5.worker.ts', import.meta.url), { type: 'module' });
    const end = (act: () => void) => {
      worker.terminate();
      act();
    };
    worker.onmessage = ({ data }: MessageEvent<string | null>) =>
      end(() => (data === null ? reject(new Error('文件读取失败，请重新选择')) : resolve(data)));
    worker.onerror = () => end(() => reject(new Error('文件读取失败，请重新选择')));
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.postMessage(file);
  });
}
