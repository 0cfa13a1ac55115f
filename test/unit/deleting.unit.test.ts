import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';

/**
 * Who deletes a row that can be brought back from the recycle bin is asked once, with its name, and need not say why; what is gone for
 * good, stops accounts or takes many at once asks for the reason.
 */
const ASKS_WHY: Readonly<Record<string, string>> = {
  彻底删除: 'nobody brings it back',
  删除人员: 'stops the account; bringing the person back gives the rights again, by the own password',
  批量删除人员: 'many at once, with their accounts',
  删除用户组: 'takes rights from its members at once',
  删除字典项: 'several at once; one alone need not',
  删除字典: 'in no bin',
  删除试题: 'in no bin',
  删除词库: 'in no bin',
  删除栏目: 'in no bin',
  删除视频单元: 'in no bin',
  删除知识库文件夹: 'in no bin',
  删除培训班: 'in no bin',
  删除考核项目类型: 'in no bin',
  删除考核方案: 'in no bin',
};

test('a row that can be brought back is deleted without a reason; what asks for one stands here with why', () => {
  const asking = callsOfModules(serverModules)
    .filter(({ input }) => 'deleteReason' in input.shape)
    .filter(({ input }) => !input.pick({ deleteReason: true }).safeParse({}).success)
    .map(({ audit = '' }) => audit);
  expect(asking.filter((audit) => !(audit in ASKS_WHY))).toEqual([]);
  expect(Object.keys(ASKS_WHY).filter((audit) => !asking.includes(audit))).toEqual([]);
});

test('a dialog that offers 撤销 afterwards asks for no reason, any other does', () => {
  const wrong = globSync('src/**/web/**/*.tsx')
    .filter((file) => !file.endsWith('gallery.tsx'))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
    .filter(({ source }) => source.includes('<DeleteDialog') && !source.includes('withPassword'))
    .filter(({ source }) => /\buseDeleted\(/.test(source) !== /<DeleteDialog\s+restorable\b/.test(source));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
