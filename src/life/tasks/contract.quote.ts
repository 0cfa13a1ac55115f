import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';
import { FORM, getFill, getForm } from './contract.form.ts';
import { getTask, previewTask } from './contract.ts';

export const quoteForm = endpoint({
  method: 'POST',
  path: `${FORM}/quote`,
  summary: '引用：90天内其他填表已向同样的组织要过的列，发布后带着已报的数到各组织',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '引用已有填报',
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  /** `columns`: how many are taken over now. */
  reply: data(z.object({ columns: z.number(), version: z.number() })),
  stale: () => [previewTask, getTask, getForm, getFill],
});
