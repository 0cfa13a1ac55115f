import { describe, expect, test } from 'vitest';
import { checkCharacter } from '#platform/text/idCardCheck.ts';
import { checkText, paragraphsOf, personalNumbers } from '#platform/text/textCheck.ts';
import { matcherOf } from '#platform/text/textWords.ts';

const first17 = '42059919850315001';
const idCard = first17 + checkCharacter(first17);
const full = (text: string) => text.replace(/[0-9X]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const kinds = (text: string) => checkText(text).map(({ kind }) => kind);

/** Numbers that are the same at each run (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

describe('personal numbers in a text', () => {
  test.each([
    ['联系人王一，13800012345', ['mobile']],
    ['电话：138 0001 2345、139-0001-2345', ['mobile', 'mobile']],
    ['+86 13800012345 13900012346', ['mobile', 'mobile']],
    [`身份证${idCard}`, ['idCard']],
    [`身份证${full(idCard)}`, ['idCard']],
    [`${idCard.slice(0, 6)} ${idCard.slice(6, 14)} ${idCard.slice(14)}`, ['idCard']],
    [`1380\u200b0012345`, ['mobile']],
    ['账号6222 0202 0011 2233 4', []],
    ['卡号 6222020200112230', ['bankCard']],
    ['打我手机：一三八零零零一二三四五', ['mobile']],
    ['幺三八，洞洞洞幺，二三四五', []],
    ['打一三八 〇〇〇一 二三四五找我', ['mobile']],
    ['13八00零1二345', ['mobile']],
    ['第一13800012345', ['mobile']],
    ['电话0717-6221234，传真（0717）6221235', ['landline', 'landline']],
    ['值班电话：02788886666', ['landline']],
    ['联系电话零七一七-六二二一二三四', ['landline']],
  ])('%s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  test.each([
    '2026年11月20日 10:30，金额13,800,012,345元',
    '合计13800012345.50元',
    '共13800012345元',
    '订单号DD13800012345',
    '文号〔2026〕138号，热线12371、400-810-1234',
    '编号02788886666',
    '二〇二六年十一月二十日，第一百三十八次会议',
    '三三五五，九九八十一，一二三四五六七八九十',
    '（138）00012345',
    '统一社会信用代码11420500MB1234567X',
    '420599198503150010420599',
    '编号20261120103000012345',
    '1 2 3 4 5 6 7 8 9 10 11',
  ])('none in %s', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  test('the place is that of the text as it stands', () => {
    const text = `一、请联系１３８　０００１-2345（王一）`.replace('　', ' ');
    const [found] = checkText(text);
    expect(found && text.slice(found.start, found.end)).toBe('１３８ ０００１-2345');
    expect(found?.masked).toBe('138****2345');
  });

  test('captions and what a picture says of itself are read, too', () => {
    const html =
      '<p>合影</p><figure><img src="x" alt="王同志 13800012345"><figcaption>电话139 0001 2345</figcaption></figure>';
    expect(personalNumbers([{ label: '正文', text: html, html: true }])).toEqual([
      '正文第2段含手机号139****2345，请删除或遮盖',
      '正文的图片说明含手机号138****2345，请删除或遮盖',
    ]);
  });

  test('paragraphs are counted, and a number that stands half in bold is one', () => {
    const html = '<h2>说明</h2><p>第一段</p><ul><li>电话 138<strong>0001</strong>2345&nbsp;王一</li></ul>';
    expect(paragraphsOf(html)).toEqual(['说明', '第一段', '电话 13800012345 王一']);
    expect(
      personalNumbers([
        { label: '标题', text: '无' },
        { label: '公开内容', text: html, html: true },
      ]),
    ).toEqual(['公开内容第3段含手机号138****2345，请删除或遮盖']);
  });

  test('of 2,000 texts with a planted number each is found, and in 2,000 look-alikes none', () => {
    const random = randomFrom(28);
    const digits = (n: number) => Array.from({ length: n }, () => random(10)).join('');
    const two = (n: number) => String(n).padStart(2, '0');
    const card = () => {
      const body = `4205${two(1 + random(99))}19${two(40 + random(60))}${two(1 + random(12))}${two(1 + random(28))}${digits(3)}`;
      return body + checkCharacter(body);
    };
    const mobile = () => `1${3 + random(7)}${digits(9)}`;
    const dress = [
      (text: string) => text,
      full,
      (text: string) => text.replace(/(.{4})(?=.)/g, '$1 '),
      (text: string) => text.replace(/^(.{3})(.{4})/, '$1-$2-'),
      (text: string) => text.replace(/\d/g, (sign) => '零一二三四五六七八九'[Number(sign)] ?? sign),
      (text: string) => text.replace(/[0468]/g, (sign) => '〇一二三肆五陆七八九'[Number(sign)] ?? sign),
    ];
    const landline = () => `0${['10', '27', '717', '718'][random(4)]}-${2 + random(7)}${digits(6)}`;
    const like = [
      () => `2026${two(1 + random(12))}${two(1 + random(28))}${digits(10)}`,
      () => `¥${mobile()}`,
      () => `${mobile()}.${digits(2)}`,
      () => `${1 + random(9)},${digits(3)},${digits(3)},${digits(3)}`,
      () => `${2000 + random(30)}-${two(1 + random(12))}-${two(1 + random(28))} ${two(random(24))}:${two(random(60))}`,
      () => `NO${mobile()}`,
      () => `0717${2 + random(7)}${digits(6)}号`,
      () => `二〇二${random(10)}年${'一二三四五六七八九'[random(9)]}月${'一二三四五六七八九'[random(9)]}日`,
      () => card().replace(/.$/, (last) => (last === '1' ? '2' : '1')),
    ];
    for (let n = 0; n < 2000; n++) {
      const number = random(5) === 0 ? landline() : dress[random(6)]?.((random(2) ? card : mobile)());
      const planted = `经研究，由王同志（${number}）办理，${2000 + random(30)}年完成。`;
      expect(kinds(planted), planted).toHaveLength(1);
      const alike = `经研究，编号${like[random(like.length)]?.()}，${two(1 + random(12))}月完成。`;
      expect(kinds(alike), alike).toEqual([]);
    }
  });
});

test('signs that nobody sees tear neither a number nor a word apart', () => {
  const match = matcherOf([{ kind: 1, word: '甲乙', proper: '' }]);
  for (const code of [0xad, 0x34f, 0x115f, 0x180b, 0x200d, 0x2065, 0x2800, 0x3164, 0xfe0f, 0xffa0, 0xe0020, 0xe0100]) {
    const sign = String.fromCodePoint(code);
    const text = `电${[...'13800012345'].join(sign)}话`;
    expect(checkText(text), code.toString(16)).toMatchObject([{ kind: 'mobile', start: 1, end: text.length - 1 }]);
    expect(match(`一甲${sign}乙`), code.toString(16)).toMatchObject([{ word: '甲乙', start: 1 }]);
  }
  expect(checkText('138😀0001😀2345')).toEqual([]);
});
