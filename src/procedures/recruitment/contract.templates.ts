import { z } from 'zod';
import { count, data, endpoint, line, type ReplyOf, required, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { decodeHtml, MAX_HTML } from '#platform/text/richTextRules.ts';
import { FORMS, type FormName } from './rules/forms.ts';

const RIGHT = 'recruit:template';
const form = z.enum(Object.keys(FORMS) as [FormName], '请选择材料');

/** What the page of a template edits. */
export const templateFields = {
  title: required(60, '标题'),
  subtitle: line(80, '副标题').default(''),
  addressee: line(60, '抬头').default(''),
  body: z
    .string('请填写正文')
    .max(MAX_HTML, '正文太长')
    .refine((html) => decodeHtml(html).length <= 20_000, '正文太长，一份材料最多2万字（含格式）')
    .default(''),
  signs: text(300, '落款').default(''),
  note: text(200, '附注').default(''),
};

const version = z.object({
  number: z.number(),
  remark: z.string(),
  isBuiltIn: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
});

const row = z.object({
  form: z.enum(Object.keys(FORMS) as [FormName]),
  label: z.string(),
  step: z.number(),
  /** The newest version; null: as it comes with the product. */
  version: version.nullable(),
});
export type TemplateRow = z.infer<typeof row>;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/fzdy/template/list',
  summary: '发展党员材料的模板，按步骤',
  access: RIGHT,
  scope: 'none',
  input: z.object({}),
  reply: data(z.array(row)),
});

const template = z.object({
  title: z.string(),
  subtitle: z.string(),
  addressee: z.string(),
  body: z.string(),
  signs: z.string(),
  note: z.string(),
});

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/fzdy/template/get',
  summary: '一份材料的模板：现用的或指定的版本，和它的各个版本',
  access: RIGHT,
  scope: 'none',
  input: z.object({ form, number: count.optional() }),
  reply: data(
    z.object({
      form: z.enum(Object.keys(FORMS) as [FormName]),
      label: z.string(),
      /** The newest version; 0: as it comes with the product. */
      number: z.number(),
      text: template,
      versions: z.array(version),
    }),
  ),
});
export type Template = ReplyOf<typeof getTemplate>;

export const saveTemplate = endpoint({
  method: 'POST',
  path: '/api/fzdy/template',
  summary: '保存一份材料的模板为新版本，之后打印的用它',
  access: RIGHT,
  scope: 'none',
  audit: '修改发展党员材料模板',
  idempotent: true,
  input: z.object({ form, number: count, ...templateFields, remark: required(60, '修改说明') }),
  reply: data(z.object({ number: z.number() })),
  stale: () => [listTemplates, getTemplate],
});

export const restoreTemplate = endpoint({
  method: 'POST',
  path: '/api/fzdy/template/restore',
  summary: '恢复一份材料的早先版本（0为内置），作为新版本',
  access: RIGHT,
  scope: 'none',
  audit: '恢复发展党员材料模板',
  input: z.object({ form, number: count, from: count }),
  reply: data(z.object({ number: z.number() })),
  stale: () => [listTemplates, getTemplate],
});

export const previewTemplate = endpoint({
  method: 'POST',
  path: '/api/fzdy/template/preview',
  summary: '用示例人员预览一份模板：答一份PDF，和打印的相同',
  access: RIGHT,
  scope: 'none',
  audit: '预览发展党员材料模板',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ form, ...templateFields }),
  reply: paperReply,
});
