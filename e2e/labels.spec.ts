import { expect, type Page } from '@playwright/test';
import { openTab } from './support/menu.ts';
import { ADMIN } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, askBy, test } from './support/test.ts';
import { expectClean } from './support/workflow.ts';

test.use({ keepsWindow: true });

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title });

/** A row's act: its word, then whose it is for those who listen. */
const act = (page: Page, word: string, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${word}\\s*${name}$`) });

test('labels: 关键词不能重复, a merge, and content found by them; classes in their order', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/label');
  const stamp = String(Date.now() % 100_000);
  const add = async (name: string, keyword: string) => {
    await page.getByRole('button', { name: '新增标签' }).click();
    const box = dialog(page, '新增标签');
    await box.getByLabel('名称').fill(name);
    const field = box.getByRole('textbox', { name: '关键词' });
    await field.fill(keyword);
    await field.press('Enter');
    return box;
  };
  const first = await add(`甲${stamp}`, `词${stamp}`);
  await expect(first.getByRole('list', { name: '已有关键词' })).toContainText(`词${stamp}`);
  await first.getByRole('button', { name: '保存' }).click();
  await expect(first).toBeHidden();
  const second = await add(`乙${stamp}`, `词${stamp}`);
  await expect(second.getByText(/关键词不能重复/)).toBeVisible();
  await second.getByRole('textbox', { name: '关键词' }).fill('');
  await second.getByRole('button', { name: '保存' }).click();
  await expect(second).toBeHidden();
  await act(page, '合并', `乙${stamp}`).click();
  const merge = dialog(page, `合并标签 乙${stamp}`);
  await merge.getByRole('button', { name: '合并' }).click();
  await expect(merge.getByText('请选择并入哪个标签')).toBeVisible();
  await merge.getByLabel('并入标签').selectOption(`甲${stamp}`);
  await merge.getByRole('button', { name: '合并' }).click();
  await expect(act(page, '合并', `乙${stamp}`)).toHaveCount(0);
  await act(page, '删除', `甲${stamp}`).click();
  await page.getByLabel('删除原因').fill('试验完毕');
  await page.getByRole('dialog').getByRole('button', { name: '删除标签' }).click();
  await expect(act(page, '删除', `甲${stamp}`)).toHaveCount(0);

  await openTab(page, '标签筛选');
  await page.getByRole('checkbox', { name: '双报到' }).check();
  const found = page.getByRole('region', { name: '筛选结果' });
  await expect(found.getByRole('row').nth(1)).toContainText('双报到服务队');
  await page.getByRole('checkbox', { name: '主题教育' }).check();
  await expect(page.getByText('没有内容')).toBeVisible();
  await page.getByLabel('匹配').selectOption('带有任一所选标签');
  await expect(found.getByRole('row').nth(1)).toBeVisible();

  await openTab(page, '分类管理');
  const lines = page.locator('.class-line');
  await expect(lines.first()).toContainText('党建工作');
  await act(page, '下移', `组织建设`).click();
  await expect(lines.nth(1)).toContainText('党员教育');
  await act(page, '上移', `组织建设`).click();
  await expect(lines.nth(1)).toContainText('组织建设');
});

test('a keyword typed just before saving is saved; what two changed at once is laid side by side', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/label');
  const name = `标${Date.now() % 100_000}`;
  await page.getByRole('button', { name: '新增标签' }).click();
  const box = dialog(page, '新增标签');
  await box.getByLabel('名称').fill(name);
  await box.getByRole('textbox', { name: '关键词' }).fill(`${name}甲`);
  await box.getByRole('button', { name: '保存' }).click();
  await expect(box).toBeHidden();

  // The form holds nothing new but what is typed there.
  await act(page, '编辑', name).click();
  const edit = dialog(page, `编辑标签 ${name}`);
  const words = edit.getByRole('list', { name: '已有关键词' });
  await expect(words.getByRole('listitem')).toHaveText([`${name}甲`]);
  await edit.getByRole('textbox', { name: '关键词' }).fill(`${name}乙`);
  await edit.getByRole('button', { name: '保存' }).click();
  await expect(edit).toBeHidden();
  await act(page, '编辑', name).click();
  await expect(words.getByRole('listitem')).toHaveText([`${name}甲`, `${name}乙`]);
  // One that is there already is refused, and nothing is saved.
  await edit.getByRole('textbox', { name: '关键词' }).fill(`${name}乙`);
  await edit.getByRole('button', { name: '保存' }).click();
  await expect(edit.getByText('关键词不能重复')).toBeVisible();
  await edit.getByRole('textbox', { name: '关键词' }).fill('');

  const list = (await ask(page, `/api/nrgl/label/listPage?pageSize=50&name=${encodeURIComponent(name)}`)).rows;
  const { id, version } = list[0];
  await askBy(page, '/api/nrgl/label', { id, version, description: '别人写的说明' }, 'PUT');
  await edit.getByLabel('名称').fill(`${name}新`);
  await edit.getByRole('button', { name: '保存' }).click();
  const both = dialog(page, `对照两份 ${name}`);
  await expect(both).toContainText('别人写的说明');
  await expectClean(page, 'label-conflict');
  await page.screenshot({ path: '.cache/screens/label-conflict.png' });
  await both.getByRole('button', { name: '合并并保存' }).click();
  await expect(both).toBeHidden();
  await expect(edit).toBeHidden();
  const saved = (await ask(page, `/api/nrgl/label/${id}`)).data;
  expect(saved).toMatchObject({ name: `${name}新`, description: '别人写的说明' });

  // A class as well; where both wrote one field, one of the texts is chosen.
  await openTab(page, '分类管理');
  await expect(page.getByRole('heading', { name: '分类管理', level: 1 })).toBeVisible();
  const made = (await askBy(page, '/api/nrgl/classification', { name })).data.id;
  await page.reload();
  await act(page, '编辑', name).click();
  const form = dialog(page, `编辑分类 ${name}`);
  await form.getByLabel('说明').fill('我写的');
  await askBy(page, '/api/nrgl/classification', { id: made, version: 1, description: '别人写的' }, 'PUT');
  await form.getByRole('button', { name: '保存' }).click();
  const texts = dialog(page, `对照两份 ${name}`);
  await expect(texts.getByRole('button', { name: '合并并保存' })).toBeDisabled();
  await texts.getByRole('radio').last().check();
  await texts.getByRole('button', { name: '合并并保存' }).click();
  await expect(texts).toBeHidden();
  await expect(form).toBeHidden();
  const classes = (await ask(page, '/api/nrgl/classification/list')).data;
  expect(classes.find((one: { id: string }) => one.id === made)).toMatchObject({ description: '我写的' });
});

test('a group takes over people of a group of its kind; without a kind there is nothing to take over', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/contentManager/group/edit/add');
  await page.getByRole('button', { name: '选择人员' }).click();
  const box = dialog(page, '选择人员');
  await expect(box.getByRole('searchbox')).toBeFocused();
  await expect(box.getByRole('tab')).toHaveCount(0);
  await box.getByRole('button', { name: '取消' }).click();
  await page.getByLabel('分组类别').selectOption('双报到');
  await page.getByRole('button', { name: '选择人员' }).click();
  await box.getByRole('tab', { name: '选择分组' }).click();
  await box
    .getByRole('option', { name: /双报到服务队/ })
    .first()
    .click();
  await box.getByRole('checkbox').nth(1).check();
  await expect(box.locator('.choose-count')).toHaveText('已选1人');
  await box.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('list', { name: '已选人员' }).getByRole('button', { name: /^移除/ })).toHaveCount(1);
});

test('two ticks within one moment are both kept, also where the address takes its time', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/label/filter');
  const ticks = page.locator('.label-ticks').getByRole('checkbox');
  await expect(ticks.nth(1)).toBeVisible();
  await ticks.evaluateAll((boxes) => {
    for (const box of boxes.slice(0, 2)) (box as HTMLElement).click();
  });
  await expect(ticks.nth(0)).toBeChecked();
  await expect(ticks.nth(1)).toBeChecked();
});
