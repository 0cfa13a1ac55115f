import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName, fileFault } from '#platform/files/fileRules.ts';
import { partOf } from '#platform/web/upload/CropBox.tsx';
import { hmacSha1 } from '#platform/web/upload/hmacSha1.ts';
import { sizeWords, timeWords } from '#platform/web/upload/words.ts';

test('the page signs as the server does', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 90 }), fc.string({ unit: 'binary', maxLength: 300 }), (key, text) => {
      const given = text.toWellFormed();
      expect(hmacSha1(key, given)).toBe(createHmac('sha1', key).update(given).digest('base64'));
    }),
  );
});

test('the frame of a cut lies within the picture and keeps its proportion', () => {
  const side = fc.integer({ min: 1, max: 9000 });
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(side, side, part, part, fc.double({ min: 1, max: 4, noNaN: true }), (width, height, x, y, zoom) => {
      const cut = partOf({ width, height }, 3 / 4, { x, y, zoom });
      expect(cut.width / cut.height).toBeCloseTo(3 / 4, 6);
      expect(cut.x).toBeGreaterThanOrEqual(-1e-6);
      expect(cut.y).toBeGreaterThanOrEqual(-1e-6);
      expect(cut.x + cut.width).toBeLessThanOrEqual(width + 1e-6);
      expect(cut.y + cut.height).toBeLessThanOrEqual(height + 1e-6);
    }),
  );
});

test('P43 a cleaned name is a name: no folder, no control, at most a hundred characters, cleaned for good', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const name = cleanName(text);
      expect(name).not.toMatch(/[\\/\p{Cc}\p{Cf}<>:"|?*]/u);
      expect([...name].length).toBeLessThanOrEqual(100);
      expect(name).not.toMatch(/^\./);
    }),
  );
});

test('faults, sizes and times in words', () => {
  expect(fileFault('a.JPG', 10 * 1024 ** 2, 'avatar')).toBe('');
  expect(fileFault('a.jpg', 10 * 1024 ** 2 + 1, 'avatar')).toBe('文件超过10M');
  expect(fileFault('a.gif', 1, 'avatar')).toBe('文件格式错误，请选择JPG 或 PNG 图片文件');
  expect(fileFault('a.mp4', 1024 ** 3 + 1, 'video')).toBe('文件超过1024M');
  expect([900, 4096, 3_456_789].map(sizeWords)).toEqual(['900 B', '4 KB', '3.3 MB']);
  expect([3, 31, 100, 4800].map(timeWords)).toEqual(['不到10秒', '约40秒', '约2分钟', '约1小时20分']);
});
