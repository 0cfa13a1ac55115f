import { expect } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { lookAs } from './support/look.ts';
import { find, LIST, names, rows } from './support/members.ts';
import { BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, test } from './support/test.ts';
import { PICTURE } from './support/workflow.ts';

const PASSWORD = 'Party2026';
/** A valid number of area 420599 that nobody has. */
function card(first17: string): string {
  return first17 + checkCharacter(first17);
}

const look = lookAs('identity');

test('an id card is changed on request; the old number still finds the person', async ({ page, another }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await find(page, '周明涛', 1);
  await rows(page).first().getByRole('link').first().click();
  await expect(page).toHaveURL(/browse\/\d+/);
  const id = new URL(page.url()).hash.split('/').at(-1);
  // Birth and gender stay, so that no day of the party becomes impossible.
  const { birthDate, gender } = (await ask(page, `/api/dyxx/member/get/${id}`)).data;
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '变更身份证号' }).click();
  const number = page.getByRole('textbox', { name: '新身份证号', exact: true });
  const right = card(`420599${birthDate.replaceAll('-', '')}77${gender === 1 ? 1 : 2}`);
  await number.fill(`${right.slice(0, 17)}${right.endsWith('1') ? '2' : '1'}`);
  await page.getByRole('textbox', { name: '变更原因' }).fill('公安机关更正重号');
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.locator('.form-field', { has: number })).toContainText('身份证号第18位应为');
  await number.fill(right);
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('请上传证明材料')).toBeVisible();
  const paper = { name: '户籍证明.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/api/sys/oss/upload*', (route) => held.then(() => route.continue()));
  await page.getByTestId('upload-input').setInputFiles(paper);
  await expect(page.locator('.upload-row', { hasText: '户籍证明.png' })).toBeVisible();
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByText('有文件还没传完，传完或去掉后再提交')).toBeVisible();
  arrive();
  await expect(page.locator('.upload-row', { hasText: '户籍证明.png' })).toHaveClass(/success/);
  await expect(page.getByText(`出生日期${birthDate}`)).toBeVisible();
  await look(page, 'change-form');
  await page.getByRole('button', { name: '提交审批' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /周明涛/ })).toContainText('待审批');
  await expect(page.getByRole('button', { name: '撤回申请' })).toBeVisible();
  await expect(page.getByRole('button', { name: '批准' })).toHaveCount(0);
  const address = new URL(page.url()).hash.slice(1);

  const base = await another();
  await signIn(base, BASE_WORKER, address);
  await expect(base.getByText('公安机关更正重号')).toBeVisible();
  await look(base, 'change-decide');
  await base.getByRole('button', { name: '退回' }).click();
  const dialog = base.getByRole('dialog');
  await dialog.getByPlaceholder('确认是您本人操作').fill(PASSWORD);
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(dialog.getByRole('alert')).toContainText('请输入退回原因');
  await dialog.getByRole('button', { name: '取消' }).click();
  await base.getByRole('button', { name: '批准' }).click();
  await dialog.getByPlaceholder('确认是您本人操作').fill(PASSWORD);
  await dialog.getByRole('button', { name: '批准' }).click();
  await expect(base.getByRole('heading', { level: 1, name: /周明涛/ })).toContainText('已批准');
  expect(base.url()).not.toContain('password');

  await page.getByRole('link', { name: '党员档案' }).click();
  // The page still holds the record as it was read before somebody else changed it.
  await page.reload();
  await expect(page.getByText('曾用证件号')).toBeVisible();
  await look(page, 'former');
});

test('a member proposes changes; the branch accepts one and refuses the other', async ({ page, another }) => {
  await signIn(page, MEMBER, '/partyMember/personalFiles');
  await page.getByRole('link', { name: '修改我的信息' }).click();
  await page.getByRole('combobox', { name: '现居住地' }).fill('滨江路8号3栋');
  await page.getByRole('textbox', { name: '工作单位' }).fill('峡州市第二医院');
  await look(page, 'self-form');
  await page.getByRole('button', { name: '提交审核' }).click();
  const own = page.getByRole('region', { name: '我的信息修改' });
  await expect(own).toContainText('正在等待');
  await expect(own).toContainText('滨江路8号3栋');
  await look(page, 'self-own');

  const worker = await another();
  await signIn(worker, BRANCH_WORKER, '/affairs/member/selfEdit');
  await expect(worker.getByText('1条待审核')).toBeVisible();
  await worker.getByRole('link', { name: '审核', exact: true }).click();
  const review = worker.getByRole('region', { name: '修改内容' });
  await expect(review).toContainText('滨江路8号3栋');
  await review.getByRole('checkbox', { name: '采纳工作单位' }).uncheck();
  await look(worker, 'self-review');
  await review.getByRole('button', { name: '采纳1项' }).click();
  await expect(review.getByRole('alert')).toContainText('请输入不采纳的原因');
  await review.getByRole('textbox').fill('请先交工作证明');
  await review.getByRole('button', { name: '采纳1项' }).click();
  await expect(worker.getByRole('heading', { level: 1 })).toContainText('部分采纳');

  await page.reload();
  await expect(own).toContainText('请先交工作证明');
  await expect(page.locator('.record-main')).toContainText('滨江路8号3栋');
  await expect(page.locator('.record-main')).not.toContainText('峡州市第二医院');
});

test('a field goes back to an earlier state', async ({ page }) => {
  await signIn(page, BRANCH_WORKER, LIST);
  await find(page, '周明涛', 1);
  await names(page).first().getByRole('link').click();
  await page.getByRole('link', { name: '编辑', exact: true }).first().click();
  await page.getByLabel('职务', { exact: true }).fill('写错的职务');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.locator('.record-main')).toContainText('写错的职务');
  await page.locator('.timeline').getByRole('button', { name: '恢复到以前的内容' }).click();
  await expect(page.getByRole('tab', { name: /^历史信息/ })).toHaveAttribute('aria-selected', 'true');
  await page
    .getByRole('button', { name: /^查看第/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('combobox').selectOption({ label: '核对档案信息' });
  await page.getByRole('dialog').getByRole('button', { name: '查看', exact: true }).click();
  await page.getByRole('checkbox', { name: '恢复职务' }).check();
  await look(page, 'history');
  await page.getByRole('button', { name: '恢复1项' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('误改');
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.locator('.record-main')).not.toContainText('写错的职务');
  await expect(page.locator('.timeline')).toContainText('误改');
});
