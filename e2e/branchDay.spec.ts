import { expect, type Locator, type Page } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { bar } from './support/menu.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { PICTURE } from './support/workflow.ts';

const PASSWORD = 'Party2026';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const save = (page: Page) => page.keyboard.press('Control+s');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();
/** A valid number of area 420599, born on 9 March 1990, that nobody has. */
const card = (serial: number) => {
  const first17 = `42059919900309${serial}`;
  return first17 + checkCharacter(first17);
};
const yesterday = () => new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE');

/** By keyboard or by touch: presses what has this name. */
async function press(control: Locator, keyboard: boolean): Promise<void> {
  if (!keyboard) return control.click();
  await control.focus();
  await control.press('Enter');
}

for (const { width, height, serial, name } of [
  { width: 1440, height: 900, serial: 711, name: '沈江渡' },
  { width: 390, height: 844, serial: 721, name: '柳春汛' },
]) {
  const wide = width > 1000;
  test(`a branch worker’s day at ${width} pixels: a new member, the record, an id card, a new term, a publication`, async ({
    page,
    another,
  }) => {
    const look = async (of: Page, step: string) => {
      const over = await of.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(over, `${step}: nothing sticks out`).toBeLessThanOrEqual(0);
      await of.screenshot({ path: `.cache/screens/day-${step}-${width}.png` });
    };
    await page.setViewportSize({ width, height });

    // The morning: what is there to do.
    await signIn(page, BRANCH_WORKER);
    await expect(page.locator('.home-queue li').first()).toBeVisible();
    await look(page, '01-home');

    // A new member arrives.
    await go(page, '/affairs/member');
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
    await look(page, '02-list');
    await press(page.getByRole('link', { name: '新增党员' }), wide);
    await field(page, '姓名').fill(name);
    await field(page, '身份证号').fill(card(serial));
    await page.keyboard.press('Tab');
    await expect(field(page, '出生日期')).toHaveValue('1990-03-09');
    await page.locator('input[name=nation]').fill('汉');
    await page.keyboard.press('Enter');
    await field(page, '入党日期').fill('2026-07-01');
    await field(page, '转正日期').fill('2015-07-01');
    await save(page);
    await expect(page.locator('[aria-invalid="true"]').first()).toBeInViewport();
    await look(page, '03-form-fault');
    await field(page, '入党日期').fill('2014-07-01');
    await save(page);
    await expect(page).toHaveURL(/\/browse\/\d+/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await look(page, '04-record');
    const record = new URL(page.url()).hash.slice(1);

    // The record is completed tab by tab.
    await tab(page, '基本信息').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, '补充信息')).toBeFocused();
    await press(page.getByRole('link', { name: '登记', exact: true }), wide);
    await field(page, '户籍所在地').fill('江南街道渡口路5号');
    await look(page, '05-extra-form');
    await save(page);
    await notice(page, '保存成功');
    await expect(page.getByRole('tabpanel')).toContainText('江南街道渡口路5号');
    await look(page, '06-extra');
    await press(tab(page, '家庭成员'), wide);
    await press(page.getByRole('link', { name: '新增', exact: true }), wide);
    await page.getByRole('combobox', { name: '称谓', exact: true }).selectOption({ label: '女儿' });
    await field(page, '姓名').fill('沈小满');
    await field(page, '出生日期').fill('2018-05-21');
    await save(page);
    const family = page.locator('.record-table tbody');
    await expect(family).toContainText('沈小满');

    // A mistake is undone.
    await press(page.getByRole('button', { name: '删除沈小满' }), wide);
    await page.getByRole('dialog').getByRole('textbox').fill('登记到别人名下');
    await look(page, '07-family-delete');
    await press(page.getByRole('dialog').getByRole('button', { name: '删除家庭成员' }), wide);
    await expect(family).toHaveCount(0);
    await look(page, '08-family-undo');
    await press(page.getByRole('button', { name: '撤销', exact: true }), wide);
    await expect(family).toContainText('沈小满');
    await look(page, '09-family');

    // The id card is changed, and approved above.
    await go(page, record);
    await press(page.getByRole('button', { name: '更多', exact: true }), wide);
    await look(page, '10-more');
    await page.getByRole('menuitem', { name: '变更身份证号' }).click();
    await field(page, '新身份证号').fill(card(serial + 2));
    await field(page, '变更原因').fill('公安机关更正重号');
    const paper = { name: '户籍证明.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
    await page.getByTestId('upload-input').setInputFiles(paper);
    await expect(page.locator('.upload-row', { hasText: '户籍证明.png' })).toHaveClass(/success/);
    await look(page, '11-card-form');
    await press(page.getByRole('button', { name: '提交审批' }), wide);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('待审批');
    await look(page, '12-card-sent');
    const application = new URL(page.url()).hash.slice(1);
    const committee = await another({ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
    await signIn(committee, BASE_WORKER, application);
    await press(committee.getByRole('button', { name: '批准' }), wide);
    const dialog = committee.getByRole('dialog');
    await dialog.getByPlaceholder('确认是您本人操作').fill(PASSWORD);
    await look(committee, '13-card-approve');
    await press(dialog.getByRole('button', { name: '批准' }), wide);
    await expect(committee.getByRole('heading', { level: 1 })).toContainText('已批准');
    await go(page, record);
    await page.reload();
    await expect(page.getByText('曾用证件号')).toBeVisible();
    await look(page, '14-card-changed');

    // The branch's term is renewed.
    const { id: branch } = (await ask(page, '/api/common/getOrgTree/all')).data[0];
    await go(page, `/affairs/organization/browseOrganization/${branch}?tab=office`);
    const terms = page.locator('.record-table tbody tr');
    await expect(terms.first()).toBeVisible();
    const before = await terms.count();
    await look(page, '15-terms');
    await press(page.getByRole('link', { name: '登记新一届' }), wide);
    await field(page, '当选日期').fill(yesterday());
    await page.getByRole('combobox', { name: '产生方式' }).selectOption('党员大会选举');
    await field(page, '应到会人数').fill('46');
    await field(page, '实到会人数').fill('41');
    for (const leader of ['陈建波', '向春梅', name]) {
      await field(page, '添加班子成员').fill(leader);
      await press(page.getByRole('list', { name: '查找结果' }).getByRole('button', { name: leader }).first(), wide);
      await field(page, `${leader}的得票`).fill('39');
    }
    await save(page);
    await expect(page.getByText('请为每个人选择党内职务')).toBeVisible();
    await expect(page.getByRole('combobox', { name: '向春梅的党内职务' })).toBeFocused();
    await look(page, '16-term-form');
    await page.getByRole('combobox', { name: '向春梅的党内职务' }).selectOption('纪检委员');
    await page.getByRole('combobox', { name: `${name}的党内职务` }).selectOption('组织委员');
    await save(page);
    await expect(page.locator('.record-name')).toContainText('届');
    await look(page, '17-term');

    // What the branch has decided is published: drafted, sent in, approved above, read by members and residents.
    await go(page, '/affairs/organization/threeAffairs/due');
    await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
    await look(page, '18-due');
    await press(bar(page).getByRole('link', { name: '三务公开', exact: true }), wide);
    await press(page.getByRole('link', { name: '新增公开' }), wide);
    const title = `新一届支部委员会成员分工（${width}）`;
    await page.getByRole('combobox', { name: '公开项目' }).selectOption({ label: '领导班子成员分工' });
    await field(page, '标题').fill(title);
    await page.getByRole('textbox', { name: '公开内容' }).click();
    await page.keyboard.type(`书记陈建波主持全面工作，${name}负责组织工作。`);
    await look(page, '19-open-form');
    await save(page);
    await expect(page.getByText('草稿还没有送审，同意前不公开。')).toBeVisible();
    await press(page.getByRole('button', { name: '送审' }), wide);
    await look(page, '20-open-submit');
    await press(page.getByRole('dialog').getByRole('button', { name: '送审' }), wide);
    await expect(page.getByRole('button', { name: '撤回送审' })).toBeVisible();
    const affair = new URL(page.url()).hash.slice(1);
    await go(committee, affair);
    await press(committee.getByRole('button', { name: '同意公开' }), wide);
    await press(committee.getByRole('dialog').getByRole('button', { name: '同意公开' }), wide);
    await expect(committee.getByAltText('公开页二维码')).toBeVisible();
    await look(committee, '21-open-approved');
    const address = (await committee.getByRole('link', { name: '打开公开页' }).getAttribute('href')) ?? '';
    await committee.goto(`${base()}/${address}`);
    await expect(committee.getByRole('heading', { name: title })).toBeVisible();
    await look(committee, '22-open-public');
    const member = await another({ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
    await signIn(member, MEMBER, '/affairs/organization/threeAffairsOpenClassify/party');
    await expect(member.getByRole('link', { name: title, exact: true })).toBeVisible();
    await look(member, '23-open-member');

    // The term goes again, so that whoever comes next finds what was there.
    await go(page, `/affairs/organization/browseOrganization/${branch}?tab=office`);
    await expect(terms).toHaveCount(before + 1);
    await press(terms.first().getByRole('button', { name: '删除' }), wide);
    await page.getByRole('dialog').getByRole('textbox').fill('演练');
    await press(page.getByRole('dialog').getByRole('button', { name: /删除/ }), wide);
    await expect(terms).toHaveCount(before);
  });
}
