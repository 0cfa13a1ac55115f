import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanHtml, isEmptyHtml, plainLines, plainText } from '#platform/text/richText.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { ATTACKS, FILE } from '../support/attacks.ts';

/** Tags as a browser would meet them: every `<…>` of an answer, with quotes respected. */
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-zA-Z][\w:-]*)((?:"[^"]*"|[^>"])*)>/g)];

const ATTRIBUTES = /^(class|href|target|rel|src|alt|width|controls|colspan|rowspan|start)$/;
const TAGS =
  /^(p|h[2-5]|li|td|th|blockquote|div|pre|ul|ol|table|caption|thead|tbody|tfoot|tr|figure|figcaption|hr|br|span|strong|em|u|s|sub|sup|code|a|img|video)$/;

function harmless(html: string) {
  for (const [, tag = '', attributes = ''] of tagsOf(html)) {
    expect(tag, html).toMatch(TAGS);
    for (const [, name = '', value = ''] of attributes.matchAll(/\s([^\s=/"]+)(?:="([^"]*)")?/g)) {
      expect(name, html).toMatch(ATTRIBUTES);
      if (name === 'src') expect(value).toMatch(/^\/api\/common\/download\?fileName=[0-9a-f]{32}(-[tz])?$/);
      if (name === 'href') expect(value).toMatch(/^(#\/|\/(?![/\\])|https?:|mailto:|tel:)/i);
      if (name === 'class') for (const word of value.split(' ')) expect(word).toMatch(/^rt-[a-z]+(-\d\d)?$/);
    }
  }
  // Outside of tags no bracket is left with which one could begin.
  expect(html.replace(/<\/?([a-zA-Z][\w:-]*)((?:"[^"]*"|[^>"])*)>/g, '')).not.toContain('<');
}

test.each(ATTACKS)('P46 nothing runs, loads or leads away: %s', (attack) => {
  for (const html of [attack, `<p>${attack}</p>`, `<table><tr><td>${attack}`, decodeHtml(encodeURIComponent(attack))]) {
    const clean = cleanHtml(html);
    harmless(clean);
    expect(cleanHtml(clean)).toBe(clean);
  }
});

test('P46 whatever is put together of attacks and tags comes out harmless, and a second time the same', () => {
  const piece = fc.oneof(
    fc.constantFrom(...ATTACKS),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<div>',
      '<ul><li>',
      '</ul>',
      '<table>',
      '<tr><td>',
      '</td>',
      '<a href="#/x">',
      '</a>',
    ),
    fc.constantFrom(
      '<p',
      '"',
      "'",
      '>',
      '<',
      '&',
      '&lt;',
      '&#x3c;',
      '<!--',
      '-->',
      '\u0000',
      '<b>',
      '</b>',
      '<h1>',
      '</br>',
    ),
    fc.string({ maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const clean = cleanHtml(pieces.join(''));
      harmless(clean);
      expect(cleanHtml(clean)).toBe(clean);
    }),
    { numRuns: 1500 },
  );
});

describe('what is kept', () => {
  it('keeps what an author writes', () => {
    const html =
      '<h2>一、总则</h2><p class="rt-indent rt-justify">甲<strong>乙</strong><span class="rt-size-18 rt-red">丙</span></p>' +
      '<ol start="3"><li><p>一</p><ul><li><p>二</p></li></ul></li></ol>' +
      '<table><tbody><tr><th colspan="2">表头</th></tr><tr><td rowspan="2">甲</td></tr></tbody></table>' +
      `<p><img src="${FILE}" width="640" alt="" /><a href="#/affairs/member">党员信息</a></p><hr />`;
    expect(cleanHtml(html)).toBe(html);
  });

  it('turns the styles of other programs into its classes, and keeps no style', () => {
    expect(
      cleanHtml(
        '<p class="MsoNormal" style="text-align:center;text-indent:21.0pt;mso-char-indent-count:2.0"><span style="font-size:15.0pt;color:#C00000">甲</span></p>',
      ),
    ).toBe('<p class="rt-indent rt-center"><span class="rt-size-20 rt-red">甲</span></p>');
    expect(cleanHtml('<p align="right"><font color="#0000ff">甲</font></p>')).toBe(
      '<p class="rt-right"><span class="rt-blue">甲</span></p>',
    );
    expect(cleanHtml('<p style="color:#000000">甲</p>')).toBe('<p>甲</p>');
  });

  it('makes pictures no wider than 800, and links outward open beside the page', () => {
    expect(cleanHtml(`<img src="${FILE}" width="4000">`)).toBe(`<img src="${FILE}" width="800" alt="" />`);
    expect(cleanHtml('<a href="https://www.12371.cn/">共产党员网</a>')).toBe(
      '<a href="https://www.12371.cn/" target="_blank" rel="noopener noreferrer">共产党员网</a>',
    );
  });
});

test('a text is empty without signs or pictures, and where the old editor’s spacer stands', () => {
  for (const html of ['', '<p></p>', '<p>&nbsp;<br></p>', '<p>\u200b</p>', '<script>a</script>']) {
    expect(isEmptyHtml(html), html).toBe(true);
  }
  expect(isEmptyHtml('<p><img src="/ueditor/themes/default/images/spacer.gif"></p>')).toBe(true);
  for (const html of ['<p>甲</p>', '0', `<p><img src="${FILE}"></p>`, '<hr>'])
    expect(isEmptyHtml(html), html).toBe(false);
});

test('words alone, apart where blocks are', () => {
  expect(
    plainText('<table><caption>表</caption><tr><th>甲</th><td>1</td><td>2</td></tr><tr><td>乙</td></tr></table>'),
  ).toBe('表 甲 1 2 乙');
  expect(plainText('<blockquote>引</blockquote><pre>码</pre>文<figure>图<figcaption>注</figcaption></figure>')).toBe(
    '引 码 文 图 注',
  );
  expect(plainText('<h2>一</h2><p>二&amp;<b>三</b>&lt;四</p><ul><li>五</li></ul>')).toBe('一 二&三<四 五');
});

test('what came encoded is decoded, once or twice; other percent signs stay', () => {
  const html = '<p>达到 100%3C</p>';
  expect(decodeHtml(html)).toBe(html);
  expect(decodeHtml(encodeURIComponent(html))).toBe(html);
  expect(decodeHtml(encodeURIComponent(encodeURIComponent(html)))).toBe(html);
  expect(decodeHtml('完成率 100%')).toBe('完成率 100%');
  expect(decodeHtml('%3Cp%3E%')).toBe('%3Cp%3E%');
});

test('paragraphs alone are lines, with their spaces and signs; whatever says more is not', () => {
  expect(plainLines('<p>甲（　）</p><p>乙 &lt; 丙 &amp; 丁<br>戊</p>')).toBe('甲（　）\n乙 < 丙 & 丁\n戊');
  expect(plainLines('<p></p>')).toBe('');
  expect(plainLines('<p>甲<strong>乙</strong></p>')).toBeNull();
  expect(plainLines('<p class="rt-center">甲</p>')).toBeNull();
  expect(plainLines('<ul><li>甲</li></ul>')).toBeNull();
});
