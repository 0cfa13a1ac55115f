import { expect, test } from 'vitest';
import { restsUnchanged } from '#platform/web/form/act.ts';

test('an unchanged form that only keeps rests; a draft that is ready is handed in as it stands', () => {
  for (const act of ['保存', '保存为新版本', '存草稿', '存为草稿', '存草稿，去预览'])
    expect(restsUnchanged(act), act).toBe(true);
  for (const act of ['提交', '提交审批', '提交申请', '报批', '发布', '登记', '提交审核', '同意并开具'])
    expect(restsUnchanged(act), act).toBe(false);
});
