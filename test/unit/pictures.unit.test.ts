import { expect, test } from 'vitest';
import { pictureFault, pictureSize } from '#platform/server/files/pictures.ts';

const jpeg = (width: number, height: number) => {
  const frame = Buffer.from([0xff, 0xc2, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 1, 2, 3, 4]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame]);
};
const webp = (kind: string, body: number[]) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(body)]);

test('P43 the size of a picture is read from its head, whatever stands before it', () => {
  expect(pictureSize(jpeg(1200, 400))).toEqual({ width: 1200, height: 400 });
  expect(pictureSize(webp('VP8X', [0, 0, 0, 0, 0xaf, 4, 0, 0x8f, 1, 0]))).toEqual({ width: 1200, height: 400 });
  expect(pictureSize(webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0xb0, 4, 0x90, 1]))).toEqual({ width: 1200, height: 400 });
  expect(pictureSize(webp('VP8L', [0x2f, 0xaf, 0xc4, 0x63, 0]))).toEqual({ width: 1200, height: 400 });
});

test('P43 heads that end early, claim nothing or claim too much are named', () => {
  expect(pictureFault(jpeg(1200, 400))).toBe('');
  expect(pictureFault(jpeg(4097, 1))).toBe('图片的宽和高不能超过4096像素');
  expect(pictureFault(jpeg(0, 400))).toBe('图片已损坏，请重新选择');
  for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), jpeg(9, 9).subarray(0, 14), webp('VP8L', [0x2f])]) {
    expect(pictureFault(bytes)).toBe('图片已损坏，请重新选择');
  }
});
