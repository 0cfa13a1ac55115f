import { expect, type Page } from '@playwright/test';
import { reconnect } from './support/line.ts';
import { bar } from './support/menu.ts';
import { ADMIN, COLLEGE, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

const said = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click();
/** A picture of one pixel, as a file that somebody chooses. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a setting is what the next visitor sees; contradictions stand at their field; default is one press away', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN, '/sys/site');
  const name = page.getByRole('textbox', { name: '平台名称' });
  await name.fill('试用党建平台');
  await expect(page.locator('.preview-name')).toHaveText('试用党建平台');
  await page.getByLabel('图形验证').selectOption('tencent');
  await save(page);
  const fault = page.getByText('选择腾讯验证码时，请填写应用编号');
  await expect(fault).toBeVisible();
  await expect(page.getByRole('textbox', { name: '腾讯验证码应用编号' })).toBeFocused();
  await page.getByRole('button', { name: /恢复内置值.*图形验证/ }).click();
  await save(page);
  await said(page, '保存成功');
  const visitor = await context.newPage();
  await visitor.goto(`${base()}/#/login`);
  await expect(visitor.getByRole('heading', { name: '试用党建平台' })).toBeVisible();
  await visitor.close();
  await page.getByRole('button', { name: /恢复内置值.*平台名称/ }).click();
  await expect(name).toHaveValue('峡州智慧党建平台');
  await save(page);
  await expect(page.getByText('还没有改动')).toBeVisible();
});

test('a key is written and never shown again', async ({ page }) => {
  await signIn(page, ADMIN, '/sys/site');
  await page.getByLabel('短信发送方式').selectOption('http');
  await page.getByRole('textbox', { name: '短信网关地址' }).fill('http://127.0.0.1:9/sms');
  await page.getByRole('button', { name: '短信网关密钥：设置' }).click();
  await page.getByLabel('短信网关密钥', { exact: true }).fill('secret-of-the-gateway');
  await save(page);
  await said(page, '保存成功');
  await expect(page.getByRole('button', { name: '短信网关密钥：重新设置' })).toBeVisible();
  const answer = await ask(page, '/api/sys/site/get');
  expect(JSON.stringify(answer)).not.toContain('secret-of-the-gateway');
  await page.getByRole('button', { name: '检测连接' }).first().click();
  await expect(page.locator('.site-outcome').filter({ hasText: /没有|断开/ })).toBeVisible();
  await page.getByRole('button', { name: '短信网关密钥：清除' }).click();
  await page.getByRole('button', { name: /恢复内置值.*短信/ }).click();
  await save(page);
  await said(page, '保存成功');
});

test('a host of its own kind: a college has its areas there, and the city does without', async ({ page, another }) => {
  const host = new URL(base()).host;
  await signIn(page, ADMIN, '/sys/site');
  await page.getByRole('button', { name: '新增站点' }).click();
  await page.getByRole('textbox', { name: '站点域名' }).fill(host);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('tab', { name: host, selected: true })).toBeVisible();
  await page.getByLabel('部署类型').selectOption('college');
  await save(page);
  await said(page, '保存成功');
  const school = await another();
  await signIn(school, COLLEGE);
  const menu = school.getByRole('navigation', { name: '主菜单' });
  for (const [entry, ...areas] of [
    ['资讯互动', '党建园地'],
    ['学习教育', '课程管理', '云党校'],
  ] as const) {
    await menu.getByRole('link', { name: entry, exact: true }).click();
    for (const area of areas) await expect(bar(school).getByRole('link', { name: area, exact: true })).toBeVisible();
  }
  await go(school, '/');
  await expect(school.getByRole('region', { name: '轮播图' })).toBeVisible();
  await go(school, '/newsInformation/article');
  await expect(school).toHaveTitle(/党建园地/);
  await page.getByRole('button', { name: '删除这个站点的设置' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByRole('tab', { name: '默认设置', selected: true })).toBeVisible();
  await school.reload();
  await expect(bar(school).getByRole('link', { name: '党建资讯', exact: true })).toBeVisible();
  await menu.getByRole('link', { name: '学习教育', exact: true }).click();
  await expect(bar(school).getByRole('link', { name: '课程', exact: true })).toBeVisible();
  await expect(bar(school).getByRole('link', { name: '课程管理' })).toHaveCount(0);
  await go(school, '/education/courseManage');
  await expect(school.getByRole('heading', { name: '您访问的页面不存在' })).toBeVisible();
});

test('a dictionary: made, ordered by keys, disabled, and what is built in stays', async ({ page }) => {
  await signIn(page, ADMIN, '/sys/dict');
  await page.getByRole('button', { name: '新增字典', exact: true }).click();
  await page.getByRole('textbox', { name: '字典编码' }).fill('0901');
  await page.getByRole('textbox', { name: '字典名称' }).fill('活动场所');
  await save(page);
  await expect(page.getByText('还没有字典项')).toBeVisible();
  for (const [name, value] of [
    ['室内', '1'],
    ['室外', '2'],
    ['线上', '3'],
  ] as const) {
    await page.getByRole('button', { name: '新增字典项', exact: true }).first().click();
    await page.getByRole('textbox', { name: '名称' }).fill(name);
    await page.getByRole('textbox', { name: '值', exact: true }).fill(value);
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const rows = page.locator('.dict-table tbody tr');
  await page.getByRole('button', { name: /调整线上的顺序/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(rows.nth(1)).toContainText('线上');
  await expect(page.getByRole('button', { name: /调整线上的顺序/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rows.first()).toContainText('线上');
  await rows.first().getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await expect(rows.first()).toContainText('已停用');
  await page.getByRole('button', { name: /调整线上的顺序/ }).dragTo(rows.nth(2), { targetPosition: { x: 100, y: 30 } });
  await expect(rows.nth(2)).toContainText('线上');
  const { data } = await ask(page, '/api/sys/dict/select?dictionaryCode=0901');
  expect(data.map((item: { name: string }) => item.name)).toEqual(['室内', '室外']);
  await page.getByRole('treeitem', { name: /0004 性别/ }).click();
  await expect(rows.first()).toContainText('未知');
  await rows.first().getByRole('button', { name: /更多/ }).click();
  await expect(page.getByRole('menuitem', { name: /删除/ })).toHaveCount(0);
});

test('a carousel picture: no picture is refused, a right one is on the member home, to be stopped and turned by keys', async ({
  page,
  another,
}) => {
  await signIn(page, ADMIN, '/sys/swiper');
  await page.getByRole('button', { name: '新增轮播图' }).click();
  const file = page.locator('input[type="file"]');
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('请选择 PNG、JPEG 或 WebP 图片')).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByRole('img', { name: '图片预览' })).toBeVisible();
  await save(page);
  await expect(page.getByRole('textbox', { name: '标题' })).toBeFocused();
  await page.getByRole('textbox', { name: '标题' }).fill('换届工作专栏');
  await page.getByRole('textbox', { name: '图片说明' }).fill('一个色块');
  await page.getByRole('textbox', { name: '链接' }).fill('https://evil.example/');
  await save(page);
  await expect(page.getByText(/不在“允许跳转的站点”中/)).toBeVisible();
  await page.getByRole('textbox', { name: '链接' }).fill('/news');
  await save(page);
  await said(page, '保存成功');
  const member = await another();
  await signIn(member, MEMBER);
  const carousel = member.getByRole('region', { name: '轮播图' });
  await expect(carousel.getByRole('img')).toBeVisible();
  await carousel.getByRole('button', { name: '停止轮播' }).click();
  await carousel.getByRole('button', { name: /换届工作专栏/ }).click();
  await expect(carousel.getByRole('img', { name: '一个色块' })).toBeVisible();
  await member.keyboard.press('ArrowLeft');
  await expect(carousel.getByRole('img', { name: '一个色块' })).toHaveCount(0);
  await member.keyboard.press('ArrowRight');
  await carousel.getByRole('link').click();
  await expect(member).toHaveURL(/#\/news/);
});

test('who looks stands faintly over the page, its dialogs and the whole map, takes no press, and a site may do without', async ({
  page,
  another,
}) => {
  await signIn(page, ADMIN, '/sys/site');
  const mark = page.locator('.page-mark');
  await page.getByRole('button', { name: '新增站点' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  /** The dialog as it is seen, with the marks and without. */
  const seen = async (hidden: boolean) => {
    await mark.evaluate((box: HTMLElement, hidden) => {
      box.style.visibility = hidden ? 'hidden' : '';
    }, hidden);
    return (await dialog.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
  };
  const marked = await seen(false);
  expect(await seen(false)).toBe(marked);
  expect(await seen(true)).not.toBe(marked);
  await seen(false);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);

  await go(page, '/maxMap');
  await expect(page.getByRole('application', { name: '电子地图' })).toBeVisible();
  await expect(mark).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(mark).toBeHidden();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { contrast: 'high' }));
  await expect(mark).toBeHidden();
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { contrast: 'normal' }));

  await go(page, '/sys/site');
  await page.getByRole('checkbox', { name: '屏幕水印' }).uncheck();
  await save(page);
  await said(page, '保存成功');
  await expect(mark).toHaveCount(0);
  const member = await another();
  await signIn(member, MEMBER);
  await expect(member.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(member.locator('.page-mark')).toHaveCount(0);
  await page.getByRole('button', { name: /恢复内置值.*屏幕水印/ }).click();
  await save(page);
  await expect(mark).toHaveCount(1);
});

test.describe('the line breaks', () => {
  // What was still loading when the journey broke the line.
  test.use({ faults: [/Failed to load resource/] });

  test('what is typed into the settings is not lost when somebody else saves meanwhile', async ({ page }) => {
    const host = 'tried.example.cn';
    await signIn(page, ADMIN, '/sys/site');
    await page.getByRole('button', { name: '新增站点' }).click();
    await page.getByLabel('站点域名').fill(host);
    await page.getByRole('button', { name: '下一步' }).click();
    const unit = page.getByRole('textbox', { name: '主办单位' });
    await unit.fill('中共试用委员会');
    const theirs = { host, version: 0, settings: { city: '别处' } };
    expect((await askBy(page, '/api/sys/site', theirs, 'PUT')).code).toBe(200);
    const again = page.waitForResponse((answer) => answer.url().includes('/api/sys/site/get'));
    await reconnect(page);
    await (await again).finished();
    await save(page);
    // Theirs is not overwritten unseen, and the own text stands.
    await expect(page.getByRole('alert').getByRole('button', { name: '刷新' })).toBeVisible();
    await expect(unit).toHaveValue('中共试用委员会');
  });
});
