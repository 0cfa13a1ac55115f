import { z } from 'zod';
import { data, done, endpoint, id } from '#platform/contract.ts';
import { fileIds } from './contract.steps.ts';
import { getFile, listFiles, stepNo } from './contract.ts';

/** What the person does on the own way (roles 2 and 6): hands in what the person writes, and takes note. */
export const handOwnPaper = endpoint({
  method: 'POST',
  path: '/api/fzdy/own/paper',
  summary: '本人提交自己写的材料：入党申请书、入党志愿书、转正申请书，可以拍照上传',
  access: 'recruit:read',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '本人提交发展党员材料',
  idempotent: true,
  input: z.object({ fileId: id, no: stepNo, kind: z.string().max(20), files: fileIds.min(1, '请上传材料') }),
  reply: done,
  stale: () => [listFiles, getFile],
});

export const takeNote = endpoint({
  method: 'POST',
  path: '/api/fzdy/own/known',
  summary: '本人已知晓办理结果：此前完成和没有通过的步骤都记为已知晓',
  access: 'recruit:read',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '已知晓发展步骤',
  idempotent: true,
  input: z.object({ fileId: id }),
  reply: data(z.object({ steps: z.array(z.number()) })),
  stale: () => [getFile],
});
