import { expect } from '@playwright/test';
import { fits, picture, resize } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

test('box: what the screens show is written, published, put into order and deleted', async ({ page }) => {
  await signIn(page, BASE_WORKER, '/box/publicityHall');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  await page.getByRole('link', { name: '新增宣传内容' }).click();
  await page.getByRole('combobox', { name: '状态' }).selectOption({ label: '已发布' });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请输入标题')).toBeVisible();
  await page.getByRole('textbox', { name: '标题' }).fill('渡口夜校开班');
  await page.getByRole('textbox', { name: '正文' }).fill('每周三晚七点');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: /渡口夜校开班/ })).toBeVisible();
  await expect(page.locator('.record-fields')).toContainText('每周三晚七点');

  await go(page, '/box/publicityHall');
  await page.getByRole('button', { name: '调整顺序' }).click();
  const lines = page.getByRole('dialog').getByRole('listitem');
  await expect(lines.first()).toContainText('渡口夜校开班');
  await page.getByRole('button', { name: '下移渡口夜校开班' }).click();
  await expect(lines.nth(1)).toContainText('渡口夜校开班');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('link', { name: '渡口夜校开班' }).click();

  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('重复登记');
  await page.getByRole('dialog').getByRole('button', { name: /删除/ }).click();
  await expect(page.locator('.notice', { hasText: '删除成功' })).toBeVisible();

  await go(page, '/box/bigevent');
  await page.getByRole('link', { name: '按年份看' }).click();
  await expect(page.getByRole('heading', { name: '大事年表' })).toBeVisible();
});

test.describe('box: a screen', () => {
  // Pictures and calls that the journey cuts off itself.
  test.use({ faults: [/ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/] });

  test('is paired by its digits, shows what is published, stands while the line is away, and shows nothing once it is revoked', async ({
    page,
    another,
  }) => {
    await signIn(page, BASE_WORKER, '/box/boxManage');
    await page.getByRole('link', { name: '新增终端' }).click();
    await page.getByRole('textbox', { name: '终端名称' }).fill('三楼电梯口');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('请输入摆放位置')).toBeVisible();
    await page.getByRole('textbox', { name: '摆放位置' }).fill('三楼电梯口');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { name: /三楼电梯口/ })).toContainText('未绑定');
    const screen = await another({ viewport: { width: 1920, height: 1080 }, hasTouch: true });
    await screen.clock.install();
    await screen.goto(`${base()}/#/box/terminal`);
    const shown = screen.getByRole('status', { name: '配对数字' });
    await expect(shown).toBeVisible();
    await picture(screen, 'terminal-unbound');
    const digits = ((await shown.textContent()) ?? '').replace(/\D/g, '');
    await page.getByRole('button', { name: '配对电视' }).click();
    const field = page.getByRole('textbox', { name: '电视上的数字' });
    await field.fill(digits === '000000' ? '000001' : '000000');
    const act = page.getByRole('dialog').getByRole('button', { name: '配对', exact: true });
    await act.click();
    await expect(page.getByRole('dialog')).toContainText('没有电视显示这六位数字');
    await field.fill(digits);
    await picture(page, 'box-bind');
    await act.click();
    await expect(page.locator('.notice', { hasText: '已配对' })).toBeVisible();
    await screen.clock.fastForward(3100);
    await expect(screen.getByRole('heading', { name: /欢迎/ })).toBeVisible();
    await picture(screen, 'terminal-first');
    await fits(screen, 'first page');

    await screen.getByRole('button', { name: /^荣誉墙/ }).tap();
    await expect(screen.getByText('王*').first()).toBeVisible();
    await expect(screen.getByText('王守渡')).toHaveCount(0);
    await picture(screen, 'terminal-honor');
    await screen
      .getByRole('button', { name: /先进基层党组织/ })
      .first()
      .tap();
    await expect(screen.getByRole('img', { name: '先进基层党组织' })).toBeVisible();
    await picture(screen, 'terminal-record');
    await screen.getByRole('button', { name: '首页' }).tap();
    await screen.getByRole('button', { name: /^大事记/ }).tap();
    await expect(screen.getByRole('region', { name: /^\d{4}年$/ }).first()).toBeVisible();
    for (const [name, size] of [
      ['upright', [1080, 1920]],
      ['phone', [390, 844]],
    ] as const) {
      await resize(screen, size);
      await fits(screen, name);
      await picture(screen, `terminal-event-${name}`);
    }
    // Nobody touches it for two minutes.
    await screen.clock.fastForward(121_000);
    await expect(screen.getByRole('heading', { name: /欢迎/ })).toBeVisible();
    await picture(screen, 'terminal-first-phone');
    await resize(screen, [1080, 1920]);
    await picture(screen, 'terminal-first-upright');

    await screen.context().setOffline(true);
    await screen.clock.fastForward(61_000);
    await expect(screen.getByText(/服务器暂时没有应答，内容截至\d\d:\d\d/)).toBeVisible();
    await screen.getByRole('button', { name: /^荣誉墙/ }).tap();
    await expect(screen.getByText('王*').first()).toBeVisible();
    await screen.context().setOffline(false);

    await page.reload();
    await expect(page.getByRole('heading', { name: /三楼电梯口/ })).toContainText('在线');
    await picture(page, 'box-device');
    await page.getByRole('button', { name: '停用' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('屏幕丢失');
    await dialog.getByRole('button', { name: '停用' }).click();
    await expect(page.getByRole('heading', { name: /三楼电梯口.*已停用/ })).toBeVisible();
    await screen.clock.fastForward(61_000);
    await expect(screen.getByRole('heading', { name: /此终端已停用，请联系/ })).toBeVisible();
    await expect(screen.getByText('王*')).toHaveCount(0);
    await screen.reload();
    await expect(shown).toBeVisible();
  });
});

test('box: a branch takes over what is offered from above, and puts a meeting that it plans here on its screens', async ({
  page,
}) => {
  await signIn(page, BRANCH_WORKER, '/box/share');
  const row = page.getByRole('row', { name: /怎样写好一份思想汇报/ });
  await expect(row.first()).toContainText('未展示');
  await row.first().getByRole('link').click();
  await expect(page.getByText('写真实的想法')).toBeVisible();
  await page.getByRole('button', { name: '在我们的屏幕展示' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('展示中');
  await page.getByRole('button', { name: '取消展示' }).click();
  await expect(page.getByRole('button', { name: '在我们的屏幕展示' })).toBeVisible();

  await go(page, '/box/orgLife');
  await page.getByRole('link', { name: '新增三会一课' }).click();
  const types = page.getByRole('combobox', { name: '会议类型' });
  await expect(types.getByRole('option')).toHaveText(['请选择', '支部党员大会', '支部委员会', '党小组会', '党课']);
  await go(page, '/box/addTheme');
  await expect(types.getByRole('option')).toHaveText(['请选择', '主题党日']);
  await page.getByRole('textbox', { name: '日期' }).fill('2099-03-02');
  await page.getByRole('textbox', { name: '地点' }).fill('渡口');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/box\/orgLife/);
  const first = page.getByRole('row', { name: /2099-03-02/ });
  await expect(first).toContainText('草稿');
  await expect(first.getByRole('button', { name: /上屏展示/ })).toHaveCount(0);
  const shown = page.getByRole('row', { name: /展示中/ }).first();
  await shown.getByRole('link').first().click();
  await expect(page.getByRole('region', { name: '屏幕上这样写' })).toContainText(/应到\d+人|开始/);
  await picture(page, 'box-life-shown');
  await page.getByRole('button', { name: /取消展示/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消展示' }).click();
  await expect(page.getByRole('button', { name: /上屏展示/ })).toBeVisible();

  await go(page, '/box/vote');
  await page.getByRole('link', { name: '新增投票' }).click();
  await page.getByRole('textbox', { name: '投票名称' }).fill('屏前表决');
  await page.getByRole('textbox', { name: '表决事项' }).fill('同意添置图书');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('请选择时间').first()).toBeVisible();
});

test('box: a member has no page of it', async ({ page }) => {
  await signIn(page, MEMBER, '/box/publicityHall');
  await expect(page.getByRole('link', { name: '新增宣传内容' })).toHaveCount(0);
  await expect(page.locator('.list-table')).toHaveCount(0);
});
