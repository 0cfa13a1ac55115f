import { expect } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { computeCheck } from './support/pictureCheck.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const look = lookAs('recruit');

interface File {
  id: string;
  name: string;
  category: number;
  step: number;
}

test('a list leads from file to file; a path is planned ahead, told by both versions, looked through for days written in afterwards, and packed', async ({
  page,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/recruitment/activist?stage=4');
  const first = page.locator('.list-table tbody tr').first();
  await expect(first).toBeVisible();
  const { rows } = await ask(page, '/api/fzdy/file/listPage?stage=4&pageSize=20');
  const [one, two] = rows as File[];

  // 上一件 and 下一件, by button and key.
  await first.getByRole('link').first().click();
  const trail = page.getByRole('navigation', { name: '名单中的前后' });
  await expect(trail).toContainText('第1件');
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(one?.name ?? '') })).toBeVisible();
  await page.keyboard.press('j');
  await expect(trail).toContainText('第2件');
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(two?.name ?? '') })).toBeVisible();
  await trail.getByRole('button', { name: '上一件' }).click();
  await expect(trail).toContainText('第1件');

  // A fault says what, by which clause and at whose desk.
  const rules = page.getByRole('region', { name: '规则核对' });
  const fault = rules.locator('li:not([class=""])').first();
  if ((await fault.count()) > 0) await expect(fault).toContainText(/第\d+步|细则第.+条/);

  // 时间推演: a year later, and what follows is a year later.
  const file = (rows as File[]).find(({ step }) => step === 6) ?? one;
  await go(page, `/affairs/recruitment/detailInfo?id=${file?.id}`);
  await page.getByRole('button', { name: '时间推演' }).click();
  const outlook = page.getByRole('region', { name: '时间推演' });
  const target = outlook.getByRole('textbox', { name: '确定发展对象计划日期' });
  const listed = outlook.getByRole('textbox', { name: '报上级党委备案（同意）和公示计划日期' });
  const [was, then] = [await target.inputValue(), await listed.inputValue()];
  const later = `${Number(was.slice(0, 4)) + 1}${was.slice(4)}`;
  await target.fill(later);
  await target.press('Enter');
  await expect.poll(() => listed.inputValue()).toMatch(new RegExp(`^${Number(then.slice(0, 4)) + 1}`));
  await look(page, 'outlook');
  await outlook.getByRole('button', { name: '恢复最早日期' }).click();
  await expect(target).toHaveValue(was);
  await expect(page.getByRole('region', { name: '倒签核对' })).toBeVisible();
  await expect(page.getByRole('region', { name: '新旧细则对照' })).toContainText('2026-05-11');

  // 迎审包 of two files.
  await go(page, '/affairs/recruitment/activist?stage=4');
  for (const { name } of [one, two].flatMap((each) => each ?? []))
    await page
      .getByRole('checkbox', { name: `选择${name}` })
      .first()
      .check();
  await page.getByRole('button', { name: '迎审包' }).click();
  const dialog = page.getByRole('dialog', { name: '导出迎审包' });
  await dialog.getByRole('button', { name: '开始导出' }).click();
  await expect(dialog.getByText('请输入用途')).toBeVisible();
  await dialog.getByLabel('用途').fill('县委组织部专项检查');
  await dialog.getByRole('button', { name: '开始导出' }).click();
  await go(page, '/dataManage/exportList');
  const done = page.locator('.list-table tbody tr', { hasText: '迎审包' }).first();
  const download = page.waitForEvent('download');
  await done.getByRole('button', { name: '下载' }).click();
  expect((await download).suggestedFilename()).toMatch(/^发展党员迎审包-.*\.zip$/);
});

test('反映情况 goes past the branch: said without signing in, unread by the branch, checked by the superior', async ({
  page,
  another,
}) => {
  const street = await another();
  await signIn(street, BASE_WORKER, '/affairs/recruitment/publicity');
  const { rows } = await ask(street, '/api/fzdy/publicity/listPage?pageSize=100');
  interface Shown {
    name: string;
    code: string;
    fileId: string;
    state: string;
  }
  const shown = (rows as Shown[]).find(({ state }) => state === 'running');
  if (!shown) throw new Error('nobody is in 公示');
  await page.goto(`${base()}/#/gongshi/${shown.code}`);
  await expect(page.getByText(shown.name).first()).toBeVisible();
  await page.getByRole('button', { name: '提交反映' }).click();
  await expect(page.getByText(/请写明反映的情况|请输入反映的情况/)).toBeVisible();
  await page.getByRole('textbox', { name: '反映的情况' }).fill('与本人有经济纠纷，请核实。');
  await computeCheck(page);
  await look(page, 'said');
  await page.getByRole('button', { name: '提交反映' }).click();
  await expect(page.getByRole('status').filter({ hasText: '公示对象和所在党支部看不到' })).toBeVisible();

  await street.reload();
  const row = street.locator('.list-table tbody tr', { hasText: shown.name });
  await row.getByRole('button', { name: '核查反映' }).click();
  const dialog = street.getByRole('dialog', { name: `对${shown.name}公示的反映` });
  await expect(dialog).toContainText('与本人有经济纠纷');
  await look(street, 'objections');
  await dialog.getByRole('button', { name: '查实不影响' }).first().click();
  const check = street.getByRole('dialog', { name: `查实不影响入党：${shown.name}` });
  await check.getByRole('textbox').fill('经核实，纠纷已经调解。');
  await check.getByRole('button', { name: '登记核查结果' }).click();
  await expect(street.locator('.notice', { hasText: '已登记核查结果' })).toBeVisible();
});

test('numbers of 志愿书 are registered by the street, handed down to the branch, voided and lost, each once', async ({
  page,
  another,
}) => {
  await signIn(page, BASE_WORKER, '/affairs/recruitment/forms');
  const range = async (button: string, dialog: string, from: string, to: string) => {
    await page.getByRole('button', { name: button }).click();
    const form = page.getByRole('dialog', { name: dialog });
    await form.getByRole('textbox', { name: '编号前缀' }).fill('JC');
    await form.getByRole('textbox', { name: '起始号' }).fill(from);
    await form.getByRole('textbox', { name: '终止号' }).fill(to);
    return form;
  };
  let form = await range('登记号段', '登记志愿书号段', '9', '1');
  await form.getByRole('button', { name: '登记', exact: true }).click();
  await expect(form.getByText('终止号不能小于起始号')).toBeVisible();
  await look(page, 'rangeFault');
  await form.getByRole('textbox', { name: '起始号' }).fill('1');
  await form.getByRole('textbox', { name: '终止号' }).fill('5');
  await expect(form.getByText('JC000001 至 JC000005')).toBeVisible();
  await form.getByRole('button', { name: '登记', exact: true }).click();
  await expect(form).toHaveCount(0);
  form = await range('登记号段', '登记志愿书号段', '3', '7');
  await form.getByRole('button', { name: '登记', exact: true }).click();
  await expect(form.getByText(/已经登记过/)).toBeVisible();
  await page.keyboard.press('Escape');

  form = await range('下发号段', '下发志愿书号段', '1', '3');
  await form.getByRole('button', { name: /^下发给/ }).click();
  const tree = page.getByRole('dialog', { name: '下发给' });
  await tree.getByRole('searchbox').fill('渡口第一党支部');
  await tree
    .getByRole('treeitem', { name: /渡口第一党支部/ })
    .first()
    .click();
  await form.getByRole('button', { name: '下发', exact: true }).click();
  await expect(form).toHaveCount(0);

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, '/affairs/recruitment/forms');
  const row = (number: string) => branch.locator('.list-table tbody tr', { hasText: number });
  await expect(row('JC000003')).toContainText('在库');
  await expect(row('JC000004')).toHaveCount(0);
  for (const [number, act] of [
    ['JC000002', '作废'],
    ['JC000003', '遗失'],
  ] as const) {
    await row(number)
      .getByRole('button', { name: `${number}的更多操作` })
      .click();
    await branch.getByRole('menuitem', { name: act }).click();
    const dialog = branch.getByRole('dialog', { name: `${act} ${number}` });
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await expect(dialog.getByText(/请(输入|填写|写明)/).first()).toBeVisible();
    await dialog.getByRole('textbox', { name: '原因' }).fill('受潮损坏');
    await dialog.getByRole('button', { name: act, exact: true }).click();
    await expect(row(number)).toContainText(act);
  }
  await look(branch, 'numbers');
});
