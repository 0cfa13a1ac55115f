import { z } from 'zod';
import { revealMember } from '#people/member/contract.reveal.ts';
import { data, endpoint, id, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { FORMS, type FormName } from './rules/forms.ts';

const form = z.enum(Object.keys(FORMS) as [FormName], '请选择要打印的材料');
const often = { hits: 300, seconds: 3600, by: 'account' } as const;

export const printForm = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/form',
  summary: '打印一份发展党员材料：答一份PDF，证件号遮蔽，印有导出编号',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentFile' },
  audit: '打印发展党员材料',
  atOnce: 4,
  rate: often,
  input: z.object({ id, form }),
  reply: paperReply,
});

export const printFormFull = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/form/reveal',
  summary: '打印一份发展党员材料：证件号为原值（留痕），计入查看原值的每日次数',
  access: revealMember.access,
  scope: 'org',
  targets: { id: 'developmentFile' },
  audit: '打印发展党员材料（完整证件号）',
  pii: true,
  atOnce: 4,
  input: z.object({ id, form, reason: required(100, '打印用途') }),
  reply: paperReply,
});

export const printBook = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/book',
  summary: '《入党志愿书》预览：按档案登记的内容填好的整本，证件号遮蔽',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentFile' },
  audit: '预览入党志愿书',
  atOnce: 4,
  rate: often,
  input: z.object({ id }),
  reply: paperReply,
});

export const printPoster = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/publicity',
  summary: '打印张贴的公示（A4），带公示页的二维码',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentFile' },
  audit: '打印发展对象公示',
  atOnce: 4,
  rate: often,
  input: z.object({ id }),
  reply: paperReply,
});

export const checkBook = endpoint({
  method: 'GET',
  path: '/api/fzdy/print/book/check',
  summary: '入党志愿书各栏放不放得下：放不下的列出栏目和超出字数',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentFile' },
  input: z.object({ id }),
  reply: data(
    z.array(
      z.object({
        field: z.string(),
        /** Characters of the text, and those that find no room. */
        length: z.number(),
        surplus: z.number(),
      }),
    ),
  ),
});

export const printDossier = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/dossier',
  summary: '一份发展档案合成一份PDF：封面、目录，按步骤排列的材料；装有 LibreOffice 的连同自制 Word 材料',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentFile' },
  audit: '打印整份发展档案',
  atOnce: 2,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
