import { expect, test } from 'vitest';
import { billDay, billReader } from '#procedures/dues/rules.statement.ts';

const read = (rows: string[][]) => {
  const reader = billReader();
  return rows.map((cells) => reader.add(cells)).flatMap((line) => (line !== null && 'key' in line ? [line] : []));
};

test('a WeChat bill: values behind back-ticks, refunds by their own number, totals passed over', () => {
  const lines = read([
    ['交易时间', '微信订单号', '商户订单号', '交易状态', '应结订单金额', '商户退款单号', '退款金额', '手续费'],
    ['`2026-11-20 09:30:00', '`42000', '`DF1', '`SUCCESS', '`45.68', '`', '`0.00', '`0.27'],
    ['`2026-11-20 10:00:00', '`42000', '`DF1', '`REFUND', '`45.68', '`TK1', '`45.68', '`-0.27'],
    ['总交易单数', '应结订单总金额'],
    ['`2', '`45.68'],
  ]);
  expect(lines).toEqual([
    {
      refund: false,
      key: '42000',
      orderNo: 'DF1',
      tradeNo: '42000',
      refundNo: '',
      day: '2026-11-20',
      amount: 4568,
      fee: 27,
      payer: '',
    },
    {
      refund: true,
      key: 'TK1',
      orderNo: 'DF1',
      tradeNo: '42000',
      refundNo: 'TK1',
      day: '2026-11-20',
      amount: 4568,
      fee: 27,
      payer: '',
    },
  ]);
});

test('an Alipay detail begins with # lines; a bank writes its own heads', () => {
  const alipay = read([
    ['#支付宝业务明细查询'],
    ['#账号：[2088]'],
    ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额（元）', '退款批次号/请求号', '服务费（元）'],
    ['2026112022', 'DF2\t', '交易', '2026/11/2 8:01:02', '1,234.50', '', '-3.09'],
    ['2026112022', 'DF2', '退款', '2026/11/3 8:01:02', '-1234.50', 'TK2', '0'],
    ['#业务明细列表结束'],
  ]);
  expect(alipay.map(({ refund, key, day, amount, fee }) => [refund, key, day, amount, fee])).toEqual([
    [false, '2026112022', '2026-11-02', 123_450, 309],
    [true, 'TK2', '2026-11-03', 123_450, 0],
  ]);
  const bank = read([
    ['某某银行收款明细'],
    ['交易日期', '订单号', '银行流水号', '交易金额', '对方户名', '对方账号'],
    ['20261120', 'DF3', 'B1', '￥20', '党元', '6222'],
    ['合计', '', '', '20.00'],
  ]);
  expect(bank).toEqual([
    {
      refund: false,
      key: 'B1',
      orderNo: 'DF3',
      tradeNo: 'B1',
      refundNo: '',
      day: '2026-11-20',
      amount: 2000,
      fee: 0,
      payer: '6222',
    },
  ]);
});

test('days as bills write them, and what is none', () => {
  expect(['2026-02-29 1:00', '2028-02-29', '2026年1月2日', '20261301', ''].map(billDay)).toEqual([
    null,
    '2028-02-29',
    '2026-01-02',
    null,
    null,
  ]);
});

test('a row that cannot be read is told with its reason; what is no row of money is passed over', () => {
  const reader = billReader();
  const add = (...cells: string[]) => reader.add(cells);
  add('交易日期', '订单号', '银行流水号', '交易金额', '手续费');
  expect(add('2026.11', 'DF1', 'B1', '20', '')).toEqual({ why: '日期“2026.11”不能识别' });
  expect(add('2026-11-20', 'DF1', 'B1', '贰拾', '')).toEqual({ why: '金额“贰拾”不能识别' });
  expect(add('2026-11-20', 'DF1', 'B1', '', '')).toEqual({ why: '没有金额' });
  expect(add('2026-11-20', 'DF1', 'B1', '#DIV/0!', '')).toEqual({ why: '金额“#DIV/0!”不能识别' });
  expect(add('2026-11-20', 'DF1', 'B1', '20', '见附件')).toEqual({ why: '手续费“见附件”不能识别' });
  expect(add('', 'DF1', 'B1', '20', '')).toEqual({ why: '没有日期' });
  expect(add('2026-11-20 09:30', 'DF1', 'B1', '20.000000000000004', '')).toMatchObject({ amount: 2000, fee: 0 });
  expect([add('', '', ''), add('#结束'), add('合计', '', '', '40'), add('总交易单数'), add('2', '', '', '40')]).toEqual(
    Array(5).fill(null),
  );
});

test('a row that holds a day or an order is never passed over by the words that it begins with', () => {
  const reader = billReader();
  const add = (...cells: string[]) => reader.add(cells);
  add('摘要', '交易日期', '订单号', '银行流水号', '交易金额');
  for (const words of ['打印费收入', '导出党费', '汇总缴费', '收入合计缴费', '共3笔', '#1', '总交易单数'])
    expect(add(words, '2026-11-20', `DF${words.length}`, 'B1', '20')).toMatchObject({
      amount: 2000,
      day: '2026-11-20',
    });
  expect(add('汇总缴费', '', 'DF9', 'B9', '20')).toEqual({ why: '没有日期' });
  expect(add('汇总缴费', '2026-11-20', '', 'B9', '20')).toMatchObject({ tradeNo: 'B9' });
  expect(add('合计', '2026-11-30', '', '', '400')).toEqual({
    why: '以“合计”开头，没有订单号和流水号，没有当作交易',
  });
  expect([add('总交易单数', '应结订单总金额'), add('2', '45.68', '0.00')]).toEqual([null, null]);
  expect(add('缴费', '2026-11-21', 'DF10', 'B10', '20')).toMatchObject({ orderNo: 'DF10' });
  expect(add('合计', '', '3笔', '', '60')).toBeNull();
  expect(add('2', '45.68', '0.00')).toHaveProperty('why');
});
