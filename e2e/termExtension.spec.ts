import { expect, type Page } from '@playwright/test';
import type { TermRow } from '../src/people/org/contract.office.ts';
import { BASE_WORKER, BRANCH_WORKER } from './support/people.ts';
import { signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { PICTURE } from './support/workflow.ts';

const FOLDER = '.cache/termExtension';

async function picture(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(wide, `${name} at ${width}`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: `${FOLDER}/${name}-${width}.png` });
  }
}

test('a branch asks that its term may end late, the committee above agrees, and the new day stands everywhere', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER);
  const { rows } = (await ask(page, '/api/zzxx/office/list?searchRange=onlySelf&pageSize=1')) as { rows: TermRow[] };
  const term = rows[0];
  const ends = term?.nextElectionOn ?? '';
  const later = (years: number, day = ends.slice(4)) => `${Number(ends.slice(0, 4)) + years}${day}`;
  const name = `${term?.orgName}第${term?.number}届`;
  await go(page, `/affairs/organization/office/browse/${term?.id}`);
  await page.getByRole('button', { name: '申请延期' }).click();
  const dialog = page.getByRole('dialog', { name: `申请届期延长 ${name}` });
  const until = dialog.getByRole('textbox', { name: '延期至' });
  await until.fill(ends);
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(dialog.getByText(`应晚于现在的届满日期（${ends}）`)).toBeVisible();
  await expect(dialog.getByText('请输入延期原因')).toBeVisible();
  await expect(dialog.getByText('请上传申请延期的请示或报告')).toBeVisible();
  await until.fill(later(2));
  await expect(dialog.getByText('延期一般不超过1年')).toBeVisible();
  await picture(page, 'ask');
  await until.fill(later(1));
  await expect(dialog.getByText('延期一般不超过1年')).toHaveCount(0);
  await dialog.getByLabel('延期原因').fill('与村委会换届同步推进');
  const paper = { name: '延期请示.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
  await dialog.getByTestId('upload-input').setInputFiles(paper);
  await expect(dialog.locator('.upload-row', { hasText: '延期请示.png' })).toHaveClass(/success/);
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(page.locator('.notice', { hasText: '审批' })).toBeVisible();
  const asked = page.getByRole('region', { name: '届期延长' });
  await expect(asked).toContainText('待审批');
  await expect(asked.getByRole('button', { name: '同意' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '申请延期' })).toHaveCount(0);
  await picture(page, 'asked');

  // Taken back, nobody above decides it; asked for anew it goes on.
  await asked.getByRole('button', { name: '撤回申请' }).click();
  await picture(page, 'withdraw');
  await page
    .getByRole('dialog', { name: `撤回申请 ${name}延期` })
    .getByRole('button', { name: '撤回' })
    .click();
  await expect(asked).toContainText('已撤回');
  await picture(page, 'withdrawn');
  await page.getByRole('button', { name: '申请延期' }).click();
  await until.fill(later(1));
  await dialog.getByLabel('延期原因').fill('与村委会换届同步推进');
  await dialog.getByTestId('upload-input').setInputFiles(paper);
  await expect(dialog.locator('.upload-row', { hasText: '延期请示.png' })).toHaveClass(/success/);
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await expect(asked).toContainText('待审批');

  const superior = await another();
  await signIn(superior, BASE_WORKER, `/affairs/organization/office/browse/${term?.id}`);
  const waits = superior.getByRole('region', { name: '届期延长' });
  await picture(superior, 'decide');
  await waits.getByRole('button', { name: '同意' }).click();
  await superior.getByRole('dialog').getByRole('button', { name: '同意' }).click();
  await expect(waits).toContainText('已同意');
  await expect(superior.locator('.record-main')).toContainText(`已延期，按规定应于${ends}届满`);
  await picture(superior, 'decided');

  await go(page, `/affairs/organization/browseOrganization/${term?.orgId}?tab=office`);
  await expect(page.getByText(later(1)).first()).toBeVisible();
});
