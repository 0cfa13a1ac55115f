import { expect, type Page } from '@playwright/test';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import { sampleLetter, startInstallation } from '../test/support/counterparts/installation.ts';
import { lookAs } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, MEMBER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, askBy, go, test } from './support/test.ts';

const ROOT = '/affairs/relation';
const SHEETS = `${ROOT}/graduateSheets`;
const PARTNER = '沮阳市职教中心委员会';
const STREET = '江南街道党工委';
const BRANCH = '渡口第一党支部';
/** What is sent waits for the next round of the exchange, every ten seconds. */
const ROUND = { timeout: 60_000, intervals: [1000] };
/** An id card of an area that was never assigned, another one a run: the server may have been used before. */
const cardOf = (first14: string) => {
  const first17 = first14 + String(Math.floor(Math.random() * 1000)).padStart(3, '0');
  return first17 + checkCharacter(first17);
};

/** Another name a run, too. */
const CAME = `来信${Array.from({ length: 3 }, () => '春夏秋冬东南西北山水云石'.charAt(Math.floor(Math.random() * 12))).join('')}`;

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const look = lookAs('outside');
const notice = (page: Page, text: string) => expect(page.locator('.notice', { hasText: text }).first()).toBeVisible();

/** Chooses an organisation by its name in the tree of a form's field. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('button', { name: field }).click();
  const popup = page.getByRole('dialog', { name: field });
  await popup.getByRole('searchbox', { name: '名称、拼音首字母' }).fill(name);
  await popup
    .getByRole('treeitem', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByRole('button', { name: field })).toContainText(name);
}

/** Somebody of the street whom nothing keeps from leaving. */
async function free(page: Page): Promise<string> {
  const { rows } = (await ask(page, '/api/orgMeber/org/datalistPage?pageSize=60&personCategory=1')) as {
    rows: { id: string }[];
  };
  // The first ones hold the posts, the worker is among them: nobody decides on themselves.
  for (const { id } of rows.slice(8)) {
    const { code, data } = await askBy(page, '/api/zzgx/transfer/check', {
      memberIds: [id],
      kind: 'inProvince',
      outsideName: PARTNER,
      outsideBranch: '',
    });
    const [one] = data?.people ?? [];
    const own = data?.hops.some(
      ({ orgName, role, decides }: Record<string, unknown>) => orgName === STREET && role === 'send' && decides,
    );
    if (code === 200 && own && data.fault === '' && one.blocked === '') return id;
  }
  throw new Error('nobody can leave');
}

test('系统间转接: a letter goes out, the receipt comes back, and somebody comes in by a letter from there', async ({
  page,
  another,
}) => {
  const there = await startInstallation(() => base(), false);
  try {
    // The administrator enters where the partner is and its key, and switches it on.
    const admin = await another();
    await signIn(admin, ADMIN, `${ROOT}/exchange`);
    await admin.getByRole('region', { name: '对接单位' }).getByRole('button', { name: '修改' }).click();
    const partner = admin.getByRole('dialog');
    await partner.getByLabel('对方地址').fill('对方');
    await partner.getByRole('button', { name: '保存', exact: true }).click();
    await expect(partner.getByText('地址应以https://开头，不带参数')).toBeVisible();
    await partner.getByLabel('对方地址').fill(there.origin);
    await partner.getByLabel('对方公钥').fill(there.publicKey);
    await partner.getByLabel('启用').check();
    await partner.getByRole('button', { name: '保存', exact: true }).click();
    await expect(partner).toHaveCount(0);
    await expect(admin.getByText('已启用')).toBeVisible();
    await look(admin, 'partners');

    await signIn(page, BASE_WORKER, ROOT);
    await go(page, `${ROOT}/transferOut?memberId=${await free(page)}`);
    await page.getByLabel('转接类型').selectOption({ label: '省内' });
    await page.getByLabel('接收党委全称').fill(PARTNER);
    await page.getByLabel('转接原因').fill('调到职教中心任教');
    await page.getByRole('button', { name: '提交审批' }).click();
    await notice(page, '已报上级党委审批');
    await page.getByRole('link', { name: '编辑介绍信' }).click();
    await page.getByLabel('已与党员本人和党费收据核对').check();
    await page.getByRole('button', { name: '同意并开具' }).click();
    await notice(page, '已开具');
    await expect.poll(() => there.taken.filter(({ kind }) => kind === 'letter').length, ROUND).toBe(1);
    const letter = there.taken.find(({ kind }) => kind === 'letter');
    await there.send(there.sign('receipt', there.receiptOf(letter?.message ?? '')));
    await there.send(
      there.sign(
        'letter',
        sampleLetter(
          { number: `沮职转〔2026〕第${Date.now()}号`, to: '中共江南街道党工委' },
          { name: CAME, number: cardOf('42059419850612') },
        ),
      ),
    );

    await page.setViewportSize(PHONE);
    await expect(async () => {
      await go(page, ROOT);
      await go(page, `${ROOT}/exchange`);
      await expect(page.getByText('编入对方第一党支部').first()).toBeVisible({ timeout: 5000 });
    }).toPass(ROUND);
    await look(page, 'exchange');
    const row = page.getByRole('row').filter({ hasText: CAME });
    await row.getByRole('button', { name: '接收' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '接收并编入支部' }).click();
    await expect(page.getByRole('dialog').getByText('请选择编入的党支部')).toBeVisible();
    await choose(page, '编入的党支部', BRANCH);
    await look(page, 'take');
    await page.getByRole('dialog').getByRole('button', { name: '接收并编入支部' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row.getByText('已办结')).toBeVisible();
    await row.getByRole('link', { name: CAME }).click();
    await expect(page.getByText('已完成').first()).toBeVisible();
    await expect.poll(() => there.taken.filter(({ kind }) => kind === 'receipt').length, ROUND).toBe(1);

    const wrong = await another();
    await signIn(wrong, MEMBER, `${ROOT}/exchange`);
    await expect(wrong.getByRole('heading', { name: '当前角色不能查看系统间转接' })).toBeVisible();
  } finally {
    await there.close();
  }
});

test('整建制: an organisation comes in by one document and its roll, on the phone; one leaves by a document, receipt once', async ({
  page,
  another,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, BASE_WORKER, `${ROOT}/transferIn`);
  await page.getByRole('link', { name: '按名册办理' }).click();
  await expect(page.getByRole('heading', { name: '成批转接' })).toBeVisible();
  await page.getByRole('button', { name: '整建制转入' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('文号').fill('国资党发〔2026〕9号');
  await dialog.getByRole('textbox', { name: '文件日期' }).fill('2026-03-02');
  await dialog.getByLabel('原上级党委全称').fill('沮阳市国资委委员会');
  await dialog.getByRole('button', { name: '读取名册' }).click();
  await expect(dialog.getByText('请选择名册')).toBeVisible();
  const csv = [
    '姓名,身份证号,所在党支部,人员类别,入党日期,转正日期,民族',
    `钟划入,${cardOf('42059419710315')},新划入党支部,正式党员,2010-07-01,2011-07-01,汉族`,
    `梅划入,${cardOf('42059419761120')},新划入党支部,正式党员,2010-07-01,2011-07-01,汉族`,
    '错划入,420594199001011239,新划入党支部,正式党员,2010-07-01,2011-07-01,汉族',
  ].join('\n');
  await dialog
    .getByLabel('填好的整建制转入名册')
    .setInputFiles({ name: '名册.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csv}`) });
  await look(page, 'whole-in');
  await page.setViewportSize(PHONE);
  await dialog.getByRole('button', { name: '读取名册' }).click();
  await expect(page.getByRole('button', { name: '接收2人' })).toBeVisible();
  await look(page, 'roll');
  await page.getByRole('button', { name: '接收2人' }).click();
  await expect(page.getByRole('button', { name: '撤销2人' })).toBeVisible({ timeout: 60_000 });
  await look(page, 'roll-in');

  // A branch leaves: its roll is listed by the document, handed in, decided with a letter each, ended by one receipt.
  await go(page, SHEETS);
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: '整建制转出' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '列出名册' }).click();
  await expect(page.getByRole('dialog').getByText('请选择转出的党组织')).toBeVisible();
  await choose(page, '转出的党组织', '实验小学党支部');
  await dialog.getByLabel('文号').fill('峡临江组〔2026〕21号');
  await dialog.getByRole('textbox', { name: '文件日期' }).fill('2026-03-02');
  await dialog.getByLabel('接收党委全称').fill('云岭市高新区工委');
  await look(page, 'whole-out');
  await dialog.getByRole('button', { name: '列出名册' }).click();
  await page.getByRole('button', { name: /^提交审批\d+人$/ }).click();
  await page.getByRole('button', { name: /^审批并开介绍信\d+人$/ }).click({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: /^打印介绍信\d+份$/ })).toBeVisible({ timeout: 60_000 });
  await look(page, 'roll-out');
  await page.getByRole('button', { name: /^登记回执\d+人$/ }).click();
  await dialog
    .getByRole('textbox', { name: '收到日期' })
    .fill(new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' }));
  await dialog.getByLabel('编入的党支部').fill('软件园第一党支部');
  await dialog.getByTestId('upload-input').setInputFiles({
    name: '回执.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await expect(dialog.getByRole('button', { name: '去掉' })).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await dialog.getByRole('button', { name: '登记', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^撤销\d+人$/ })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('已完成', { exact: true }).first()).toBeVisible();
  await look(page, 'roll-gone');

  const branch = await another();
  await signIn(branch, BRANCH_WORKER, ROOT);
  expect((await ask(branch, '/api/zzgx/graduate')).rows ?? []).toEqual([]);
});
