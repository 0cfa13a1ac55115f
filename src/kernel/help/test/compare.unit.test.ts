import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, linesOf } from '../rules.compare.ts';

test('a rich text is read as lines; pictures and cells stand in them', () => {
  const html =
    '<h2>登录</h2><p>先<strong>打开</strong>页面<br />再输入</p><ul><li><p>甲</p></li><li><p>乙</p></li></ul>' +
    '<table><tbody><tr><td><p>人</p></td><td>数</td></tr></tbody></table><p><img src="x" alt="界面" /></p><p></p>';
  expect(linesOf(html)).toEqual(['登录', '先打开页面', '再输入', '甲', '乙', '人', '｜ 数', '〔图片：界面〕']);
});

test('what was changed stands as gone and new beside what stayed', () => {
  expect(compareLines(['甲', '乙', '丙'], ['甲', '丁', '丙', '戊'])).toEqual([
    { kind: 'same', text: '甲' },
    { kind: 'gone', text: '乙' },
    { kind: 'new', text: '丁' },
    { kind: 'same', text: '丙' },
    { kind: 'new', text: '戊' },
  ]);
});

test('without the new lines it is the earlier text, without the gone ones the later; equal texts differ nowhere', () => {
  const text = fc.array(fc.constantFrom('甲', '乙', '丙', '丁'), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (earlier, later) => {
      const lines = compareLines(earlier, later);
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map((line) => line.text);
      expect(without('new')).toEqual(earlier);
      expect(without('gone')).toEqual(later);
      expect(compareLines(later, later).every(({ kind }) => kind === 'same')).toBe(true);
    }),
  );
});
