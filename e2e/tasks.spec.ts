import { expect, type Page } from '@playwright/test';
import { lookAs } from './support/look.ts';
import { BASE_WORKER, BRANCH_WORKER, CITY, COUNTY } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { go, test } from './support/test.ts';

const TITLE = '开展冬训情况统计';
const notice = (page: Page, text: string | RegExp) =>
  expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

const look = lookAs('tasks');

const idOf = (page: Page) => /\/affairs\/task\/\w+\/(\d+)/.exec(page.url())?.[1] ?? '';
/** Beijing, `2026-01-31`, so many days on. */
const day = (on: number) => new Date(Date.now() + (8 * 3600 + on * 86_400) * 1000).toISOString().slice(0, 10);

/** Chooses organisations by name in the form of a task. */
async function give(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('combobox', { name: '发给谁' }).selectOption('chosen');
  await page.getByRole('button', { name: '选择组织' }).click();
  const dialog = page.getByRole('dialog', { name: '选择承办组织' });
  for (const name of names) {
    await dialog.getByRole('searchbox').fill(name);
    await page.keyboard.press('Enter');
    await dialog
      .getByRole('row', { name: new RegExp(name) })
      .first()
      .getByRole('checkbox')
      .check();
  }
  await dialog.getByRole('button', { name: '确定' }).click();
}

/** Hands the own part of a task on to one organisation; answers the new task. */
async function split(page: Page, id: string, to: string): Promise<string> {
  await go(page, `/affairs/task/view/${id}`);
  await page.getByRole('link', { name: TITLE }).click();
  await page.getByRole('link', { name: '分解' }).click();
  await expect(page.getByText(/上级任务的截止日期是/)).toBeVisible();
  await give(page, [to]);
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await page.getByRole('button', { name: '发布给1个组织' }).click();
  await expect(page).toHaveURL(/\/affairs\/task\/detail\//);
  return idOf(page);
}

test('a task goes from the city to a county, a street and a branch, and comes back up with its progress', async ({
  page,
  another,
}) => {
  await signIn(page, CITY, '/affairs/task/add');
  await page.getByRole('textbox', { name: '任务名称' }).fill(TITLE);
  await page.getByRole('textbox', { name: '任务要求' }).fill('写明冬训的次数、人数和主要内容。');
  await page.getByRole('textbox', { name: '开始日期' }).fill(day(-2));
  await page.getByRole('textbox', { name: '截止日期' }).fill(day(8));
  await give(page, ['临峡区委员会']);
  await page.getByRole('button', { name: '存草稿，去预览' }).click();
  await page.getByRole('button', { name: '发布给1个组织' }).click();
  await expect(page).toHaveURL(/\/affairs\/task\/detail\//);
  const top = idOf(page);

  const county = await another();
  await signIn(county, COUNTY, '/affairs/office');
  const second = await split(county, top, '江南街道党工委');
  const street = await another();
  await signIn(street, BASE_WORKER, '/affairs/office');
  const third = await split(street, second, '渡口第一党支部');
  await look(street, 'split');

  // The street marks it 督办, the text is revised, and the branch sees both.
  await go(street, `/affairs/task/detail/${third}`);
  await street.getByRole('button', { name: '修改要求' }).click();
  const revise = street.getByRole('dialog', { name: `修改要求 ${TITLE}` });
  await revise.getByRole('textbox', { name: '任务要求' }).fill('写明冬训的次数、人数、主要内容和补学情况。');
  await revise.getByRole('textbox', { name: '修改说明' }).fill('增加补学情况');
  await look(street, 'revise');
  await revise.getByRole('button', { name: '修改并通知' }).click();
  await notice(street, '要求已修改');
  await street.getByRole('link', { name: /渡口第一党支部.*待接收/ }).click();
  await street.getByRole('button', { name: '督办' }).click();
  const watch = street.getByRole('dialog', { name: /^督办/ });
  await watch.getByLabel('督办要求').fill('本周五前报');
  await watch.getByRole('checkbox', { name: '抄送承办组织的各级上级' }).check();
  await watch.getByRole('button', { name: '督办' }).click();
  await notice(street, '已列入督办1件');

  // Whoever has not handed in is urged at any time, once in two hours.
  await go(street, `/affairs/task/detail/${third}`);
  await street.getByRole('button', { name: '催办' }).click();
  await notice(street, '1个组织还没有上报，已提醒1个组织');
  await street.getByRole('button', { name: '调整截止日期' }).click();
  const move = street.getByRole('dialog', { name: `调整截止日期 ${TITLE}` });
  await move.getByRole('textbox', { name: '新的截止日期' }).fill(day(2));
  await move.getByLabel('调整原因').fill('会议提前');
  await move.getByRole('button', { name: '调整', exact: true }).click();
  await notice(street, `截止日期已调整为${day(2)}`);
  await street.getByRole('button', { name: '催办' }).click();
  await notice(street, '1个组织两小时内催过');
  await look(street, 'urged');

  const branch = await another();
  await branch.setViewportSize({ width: 390, height: 844 });
  await signIn(branch, BRANCH_WORKER, `/affairs/task/view/${third}`);
  await expect(branch.getByText('增加补学情况').first()).toBeVisible();
  await branch.getByRole('link', { name: TITLE }).click();
  await expect(branch.getByText('督办：本周五前报')).toBeVisible();
  for (const act of [`到${day(2)}：会议提前`, '催办']) await expect(branch.getByText(act).first()).toBeVisible();
  await branch.getByRole('button', { name: '选择要引用的记录' }).click();
  const records = branch.getByRole('dialog', { name: '引用本组织的记录' });
  await records.getByRole('checkbox').first().check();
  await look(branch, 'proofs');
  await records.getByRole('button', { name: /^完成/ }).click();
  await branch.getByRole('textbox', { name: '办理情况' }).fill('冬训三次，八十六人次，缺席的已补学。');
  await look(branch, 'finish');
  await branch.getByRole('button', { name: '上报', exact: true }).click();
  await notice(branch, '已上报，等待验收');
  await look(branch, 'reported');

  // Accepted by the street, its own part has its report from below; all levels say the same.
  await go(street, `/affairs/task/detail/${third}`);
  await street.getByRole('button', { name: '上报对照' }).click();
  await expect(street.getByText('冬训三次，八十六人次')).toBeVisible();
  await look(street, 'beside');
  await street.getByRole('link', { name: '渡口第一党支部' }).first().click();
  await street.getByRole('button', { name: '验收通过' }).click();
  await notice(street, '已验收通过，没有待验收的了');
  // The page stands at the city's task since it went out.
  await expect(page).toHaveURL(new RegExp(`/affairs/task/detail/${top}`));
  await page.reload();
  await expect(page.locator('[title*="进度100%（含分解任务）"]').first()).toBeVisible();

  // Eleven days of the city's task, nine of those of the street, as chart.
  await page.getByRole('button', { name: '甘特图' }).click();
  await expect(page.getByRole('region', { name: '各组织进度' })).toBeVisible();
  await look(page, 'gantt-11');
  await go(county, `/affairs/task/detail/${second}`);
  await county.getByRole('button', { name: '甘特图' }).click();
  await look(county, 'gantt-9');

  await go(street, `/affairs/task/view/${second}`);
  await street.getByRole('link', { name: TITLE }).click();
  await street.getByRole('button', { name: '汇入下级上报的1条' }).click();
  await street.getByRole('button', { name: '上报', exact: true }).click();
  await notice(street, '已上报，等待验收');
  // It stands there already, and shows what it read before.
  await go(county, `/affairs/task/detail/${second}`);
  await county.reload();
  await county.getByRole('button', { name: /^选中本页待验收的1件/ }).click();
  await county.getByRole('button', { name: /^验收通过/ }).click();
  await notice(county, '已通过1件');
  await look(county, 'accepted');
});

const TABLE = '党员作用发挥情况统计表';

test('returned cells of a table are fixed by the branch, the county reads the sums, opens a cell and returns one', async ({
  page,
  another,
}) => {
  const branch = await another();
  await branch.setViewportSize({ width: 390, height: 844 });
  await signIn(branch, BRANCH_WORKER, '/affairs/task/list');
  await branch
    .getByRole('link', { name: new RegExp(TABLE) })
    .first()
    .click();
  await expect(branch.getByText('只有退回的2格可以改')).toBeVisible();
  await look(branch, 'mend');
  await branch.setViewportSize({ width: 1440, height: 900 });
  const own = branch.getByRole('row', { name: /参加志愿服务/ });
  for (const [label, text] of [
    ['党员—正式党员', '5'],
    ['党员—合计', '9'],
  ] as const) {
    await own.locator(`td[data-label="${label}"]`).click();
    await branch.getByRole('combobox', { name: `参加志愿服务${label}` }).fill(text);
    await branch.keyboard.press('Enter');
  }
  await branch.getByRole('button', { name: '上报', exact: true }).click();
  // The sum does not add up yet: it is said at its cell, and nothing is handed in.
  await notice(branch, /处要改/);
  const wrong = await branch
    .getByText(/合计应为(\d+)，现为9/)
    .first()
    .textContent();
  const due = /合计应为(\d+)/.exec(wrong ?? '')?.[1] ?? '';
  await own.locator('td[data-label="党员—合计"]').click();
  await branch.getByRole('combobox', { name: '参加志愿服务党员—合计' }).fill(due);
  await branch.keyboard.press('Enter');
  await branch.getByRole('button', { name: '上报', exact: true }).click();
  await notice(branch, '已上报，等待验收');

  await signIn(page, COUNTY, '/affairs/task/list?tab=given');
  await page
    .getByRole('link', { name: new RegExp(TABLE) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/affairs\/task\/detail\/\d+/);
  const id = idOf(page);
  await go(page, `/affairs/task/sum/${id}`);
  await expect(page.getByText(/应报\d+个，已报\d+个/)).toBeVisible();
  await look(page, 'sum');
  await page.getByRole('button', { name: /^参加志愿服务党员—正式党员/ }).click();
  const below = page.getByRole('dialog');
  await expect(below.getByRole('table')).toBeVisible();
  await look(page, 'sum-below');
  await page.keyboard.press('Escape');

  await go(page, `/affairs/task/detail/${id}`);
  await page.getByRole('searchbox', { name: '组织名称' }).fill('渡口第一党支部');
  await page.getByRole('link', { name: /渡口第一党支部.*已上报/ }).click();
  await page.getByRole('button', { name: /^走访慰问困难党员党员—正式党员/ }).click();
  const reason = page.getByRole('dialog', { name: /^退回/ });
  await reason.getByLabel('退回原因').fill('与台账不符');
  await reason.getByRole('button', { name: '标为退回' }).click();
  await page.getByRole('button', { name: '退回所点的1格' }).click();
  await notice(page, '已退回1格');
  await look(page, 'returned');
  await branch.reload();
  await expect(branch.getByText('与台账不符').first()).toBeVisible();
});
