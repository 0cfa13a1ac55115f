import { z } from 'zod';
import { revealMember } from '#people/member/contract.reveal.ts';
import { count, data, done, endpoint, id, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { BOOK_FIELDS, type BookField } from './rules/bookLayout.ts';

const WRITE = 'recruit:write';
const KEEP = 'recruit:template';
const often = { hits: 300, seconds: 3600, by: 'account' } as const;

/** Millimetres as they are read off a ruler, with one decimal at most. */
const mm = (label: string) =>
  z.coerce
    .number<string | number>(`请填写${label}`)
    .min(0, `${label}不能为负`)
    .max(500, `${label}过大`)
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, `${label}精确到0.1毫米`);
const field = z.enum(Object.keys(BOOK_FIELDS) as [BookField], '没有这一栏');
const place = z.object({
  key: field,
  page: count.pipe(z.int('页码应为整数')),
  x: mm('左边距'),
  y: mm('上边距'),
  width: mm('宽'),
  height: mm('高'),
  size: z.coerce.number<string | number>('请填写字号').min(0, '字号不正确').max(100, '字号不正确'),
});
const layout = { width: mm('纸宽'), height: mm('纸高'), fields: z.array(place).max(60, '栏目过多') };

const layoutVersion = z.object({
  number: z.number(),
  remark: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
});

export const getBookLayout = endpoint({
  method: 'GET',
  path: '/api/fzdy/book/layout',
  summary: '正式《入党志愿书》上各栏的位置（毫米），和它的各个版本',
  access: KEEP,
  scope: 'none',
  input: z.object({ number: count.optional() }),
  reply: data(
    z.object({
      /** The newest version; 0: as it comes with the product. */
      number: z.number(),
      width: z.number(),
      height: z.number(),
      fields: z.array(
        z.object({
          key: field,
          page: z.number(),
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
          size: z.number(),
        }),
      ),
      versions: z.array(layoutVersion),
    }),
  ),
});

export const saveBookLayout = endpoint({
  method: 'POST',
  path: '/api/fzdy/book/layout',
  summary: '保存正式《入党志愿书》上各栏的位置为新版本，之后的套打用它',
  access: KEEP,
  scope: 'none',
  audit: '修改志愿书套打位置',
  idempotent: true,
  input: z.object({ number: count, ...layout, remark: required(60, '修改说明') }),
  reply: data(z.object({ number: z.number() })),
  stale: () => [getBookLayout],
});

export const previewBookLayout = endpoint({
  method: 'POST',
  path: '/api/fzdy/book/layout/preview',
  summary: '打印各栏的边框和名称，放在正式志愿书上对光核对位置',
  access: KEEP,
  scope: 'none',
  audit: '预览志愿书套打位置',
  atOnce: 4,
  rate: often,
  input: z.object(layout),
  reply: paperReply,
});

const printer = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Millimetres, as they were entered. */
  left: z.number(),
  top: z.number(),
  right: z.number(),
  bottom: z.number(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: z.string(),
});
export type PrinterRow = z.infer<typeof printer>;

export const listPrinters = endpoint({
  method: 'GET',
  path: '/api/fzdy/printer/list',
  summary: '本组织校准过的打印机',
  access: WRITE,
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(printer)),
});

const measured = {
  name: required(40, '打印机名称'),
  left: mm('第一个十字到纸左边'),
  top: mm('第一个十字到纸上边'),
  right: mm('第二个十字到纸左边'),
  bottom: mm('第二个十字到纸上边'),
};

export const savePrinter = endpoint({
  method: 'POST',
  path: '/api/fzdy/printer',
  summary: '登记打印机，或重新填写它的校准：校准页上两个十字量得的毫米数',
  access: WRITE,
  scope: 'org',
  targets: { id: 'developmentPrinter' },
  audit: '校准打印机',
  idempotent: true,
  input: z.object({ id: id.optional(), version: count.default(0), ...measured }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listPrinters],
});

export const removePrinter = endpoint({
  method: 'POST',
  path: '/api/fzdy/printer/remove',
  summary: '去掉一台打印机的校准',
  access: WRITE,
  scope: 'org',
  targets: { id: 'developmentPrinter' },
  audit: '去掉打印机校准',
  input: z.object({ id }),
  reply: done,
  stale: () => [listPrinters],
});

export const printCalibration = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/calibration',
  summary: '校准页（A4）：两个十字和毫米尺；给出打印机时按它的校准印，用来复核',
  access: WRITE,
  scope: 'org',
  targets: { printerId: 'developmentPrinter' },
  audit: '打印校准页',
  atOnce: 4,
  rate: often,
  input: z.object({ printerId: id.optional() }),
  reply: paperReply,
});

const overlay = {
  id,
  /** Without: as if the printer put everything where it belongs. */
  printerId: id.optional(),
  /** One page of the book; all of them without. */
  page: count.optional(),
};

export const checkOverlay = endpoint({
  method: 'GET',
  path: '/api/fzdy/print/overlay/check',
  summary: '套打前核对：正式志愿书各栏放不放得下，放不下的列出栏目和超出字数',
  access: WRITE,
  scope: 'org',
  targets: { id: 'developmentFile' },
  input: z.object({ id }),
  reply: data(
    z.object({
      /** Pages that something is printed on. */
      pages: z.array(z.number()),
      overflow: z.array(z.object({ field: z.string(), page: z.number(), length: z.number(), surplus: z.number() })),
    }),
  ),
});

export const printOverlay = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/overlay',
  summary: '套打《入党志愿书》：只印文字，按毫米位置和打印机校准；身份证号留空手填',
  access: WRITE,
  scope: 'org',
  targets: { id: 'developmentFile', printerId: 'developmentPrinter' },
  audit: '套打入党志愿书',
  atOnce: 4,
  rate: often,
  input: z.object(overlay),
  reply: paperReply,
});

export const printOverlayFull = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/overlay/reveal',
  summary: '套打《入党志愿书》，带完整身份证号（留痕），计入查看原值的每日次数',
  access: revealMember.access,
  scope: 'org',
  targets: { id: 'developmentFile', printerId: 'developmentPrinter' },
  audit: '套打入党志愿书（完整证件号）',
  pii: true,
  atOnce: 4,
  input: z.object({ ...overlay, reason: required(100, '打印用途') }),
  reply: paperReply,
});
