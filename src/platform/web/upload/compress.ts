import { COMPRESS_ABOVE, extensionOf } from '../../files/fileRules.ts';

const QUALITY = 0.6;

/**
 * A picture above 1 MB as JPEG of quality 0.6 (specification 5), where that makes it smaller; moving pictures and all
 * other files stay as they are. Rejects with the sentence of specification 5 where the picture cannot be read.
 */
export async function compressPicture(file: File): Promise<File> {
  if (file.size <= COMPRESS_ABOVE || !['jpg', 'jpeg', 'png', 'webp'].includes(extensionOf(file.name))) return file;
  const picture = await readPicture(file);
  try {
    const blob = await drawJpeg(
      picture,
      { x: 0, y: 0, width: picture.width, height: picture.height },
      picture,
      QUALITY,
    );
    if (blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.[^.]+$/, '.jpg'), { type: 'image/jpeg' });
  } finally {
    picture.close();
  }
}

/** The pixels of a picture, upright. Rejects with a sentence where it is none. */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Error('文件格式不合法，请检查文件');
  }
}

/** A part of a picture as JPEG; what is transparent becomes white. Sizes are in pixels. */
export function drawJpeg(
  picture: ImageBitmap,
  part: { x: number; y: number; width: number; height: number },
  size: { width: number; height: number },
  quality: number,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('文件格式不合法，请检查文件'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('文件格式不合法，请检查文件'))),
      'image/jpeg',
      quality,
    ),
  );
}
