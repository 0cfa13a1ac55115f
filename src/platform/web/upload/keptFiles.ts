import type { UploadedFile } from '../../files/fileCalls.ts';

/** Files that a row has already, as the uploader lists them; they are opened by the row's own links. */
export const uploadedAlready = (
  files: readonly { id: string; name: string; mime: string; size: number }[] = [],
): UploadedFile[] =>
  files.map(({ id, name, mime, size }) => ({ id, name, size, fileType: mime, url: '', thumbnailUrl: '', zoomUrl: '' }));
