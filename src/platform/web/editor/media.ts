import { downloadFile, mediaAddress } from '../../files/fileCalls.ts';
import { call, fetchFile } from '../call/api.ts';

/** The file that an address within a rich text names; null for any other address. */
export const fileKeyOf = (src: string | null): string | null =>
  /^\/api\/common\/download\?fileName=([0-9a-f]{32}(?:-[tz])?)$/.exec(src ?? '')?.[1] ?? null;

/** The address of a file within a rich text. */
export const addressOf = (fileKey: string): string => `/api/common/download?fileName=${fileKey}`;

/**
 * Shows an uploaded file in a picture or video of the page. Files are read with the session's token, which an address
 * cannot carry: pictures are fetched, videos get an address that is good for a while.
 * @param signal ends the fetching and lets go of the bytes
 */
export async function showMedia(
  element: HTMLImageElement | HTMLVideoElement,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (element instanceof HTMLVideoElement) {
      const { url } = await call(mediaAddress, { fileName: key }, { signal, quiet: true });
      if (!signal.aborted) element.src = url;
      return;
    }
    const blob = await fetchFile(downloadFile, { fileName: key }, { signal, quiet: true });
    if (signal.aborted) return;
    const address = URL.createObjectURL(blob);
    signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    element.src = address;
  } catch {
    // Its words stand in its place, as the browser shows a picture that is not there.
    if (!signal.aborted) element.classList.add('gone');
  }
}
