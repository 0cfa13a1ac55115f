import { expect, type Page } from '@playwright/test';
import { checkCharacter } from '../src/people/member/rules/idCard.ts';
import { XLSX_MIME, xlsx } from '../src/platform/server/spreadsheet/write.ts';
import { breakLine, holdAnswers, reconnect } from './support/line.ts';
import { lookAs } from './support/look.ts';
import { ADMIN, BASE_WORKER, BRANCH_WORKER, GENERAL_WORKER, VOLUNTEER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { type Another, ask, go, test } from './support/test.ts';

test.use({ keepsWindow: true });

const LIST = '/popedom/user/account';
const REQUESTS = '/popedom/user/request';
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const notice = (page: Page, text: string | RegExp) => page.locator('.notice', { hasText: text });

/** Somebody else, signed in at a path. */
async function elsewhere(another: Another, who: string, path: string, width = 1440): Promise<Page> {
  const page = await another({ viewport: { width, height: width < 600 ? 844 : 900 } });
  await signIn(page, who, path);
  return page;
}

/** Picks the only person that the search finds. */
async function pick(page: Page, words: string, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: /人员/ }).fill(words);
  await page.getByRole('list', { name: '查找结果' }).getByRole('button', { name }).first().click();
}

test('an account is made, its first password shown once, a role given and taken back with what it changes', async ({
  page,
}) => {
  await signIn(page, ADMIN, `${LIST}/edit/add`);
  await page.getByRole('button', { name: '没有人员档案，手工填写' }).click();
  await page.locator('input[name=name]').fill('邹试用');
  await page.locator('select[name=roleId]').selectOption({ label: '党务工作者' });
  await page.getByRole('button', { name: '保存', exact: true }).click();
  // Nothing is asked while a field is wrong; the first one has the focus.
  await expect(page.locator('input[name=idCardNo]')).toBeFocused();
  await expect(page.getByText('请输入身份证号')).toBeVisible();
  await page.locator('input[name=idCardNo]').fill('420599198803040015');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const confirm = dialog(page, '新增账号 邹试用');
  await expect(confirm.getByText('保存后的变化')).toBeVisible();
  await expect(confirm.getByText(/及下级共\d+个组织/)).toBeVisible();
  await confirm.getByLabel('本人登录密码').fill('Party2026');
  await confirm.getByRole('button', { name: '新增并发放密码' }).click();
  // The check digit is wrong: the dialog gives way to the field.
  await expect(page.getByText(/身份证号第18位应为/)).toBeVisible();
  const right = (await page.getByText(/身份证号第18位应为/).textContent())?.slice(-1) ?? '';
  await page.locator('input[name=idCardNo]').fill(`42059919880304001${right}`);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await confirm.getByLabel('本人登录密码').fill('Party2026');
  await confirm.getByRole('button', { name: '新增并发放密码' }).click();
  const first = dialog(page, '邹试用的临时密码');
  await expect(first.getByLabel('临时密码')).toHaveText(/^[A-Za-z]{8}\d{4}$/);
  await page.keyboard.press('Escape');
  await expect(first).toBeVisible();
  await first.getByRole('button', { name: '我已记下' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('邹试用');
  await expect(page.getByText('待改密码')).toBeVisible();
  await expect(page.getByText('新增用户账号')).toBeVisible();

  await page.getByRole('button', { name: '收回中共峡州市委员会的党务工作者' }).click();
  const revoke = dialog(page, '收回角色 邹试用');
  await expect(revoke.getByText('失去')).toBeVisible();
  await revoke.getByRole('button', { name: '收回' }).click();
  await expect(revoke.getByText('请输入收回原因')).toBeVisible();
  await revoke.getByLabel('收回原因').fill('试用结束');
  await revoke.getByRole('button', { name: '收回' }).click();
  await expect(notice(page, '已收回邹试用的党务工作者角色')).toBeVisible();
  await expect(page.getByText('没有角色的账号不能登录。')).toBeVisible();
  await expect(page.getByText('原因：试用结束')).toBeVisible();
});

test('an account that is stopped ends its session, and works again when it is started', async ({ page, another }) => {
  // Somebody whom few journeys need: a fault here must not take their account from all that follow.
  const volunteer = await elsewhere(another, VOLUNTEER, '/partyMember');
  await signIn(page, ADMIN, LIST);
  await page.getByRole('searchbox', { name: '姓名、完整身份证号' }).fill('邓雨薇');
  await page.keyboard.press('Enter');
  await expect(page.locator('.list-table tbody tr')).toHaveCount(1);
  expect(page.url()).not.toContain('q=');
  await page.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '停用 邓雨薇' }).click();
  const stop = dialog(page, '停用账号 邓雨薇');
  await expect(stop.getByText(/处登录，将立即失效/)).toBeVisible();
  await stop.getByLabel('停用原因').fill('核对身份');
  await stop.getByRole('button', { name: '停用' }).click();
  await expect(notice(page, '邓雨薇的账号已停用')).toBeVisible();
  // Not by a button: the dialog may lie over it already, since other parts of the page ask by themselves.
  await volunteer.evaluate(() => {
    location.hash = '#/help';
  });
  await expect(volunteer.getByRole('dialog', { name: /登录已过期/ })).toBeVisible();
  await page.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '启用账号' }).click();
  await dialog(page, '启用账号 邓雨薇').getByRole('button', { name: '启用' }).click();
  await expect(notice(page, '邓雨薇的账号已启用')).toBeVisible();
});

test('a branch asks, the general branch above is told and approves on a phone, the branch fetches the first password', async ({
  page,
  another,
}) => {
  await signIn(page, BRANCH_WORKER, `${REQUESTS}/add`);
  await pick(page, '李', '李');
  await expect(page.getByText('提交后由渡口社区党总支审批')).toBeVisible();
  await page.getByLabel('申请理由').fill('支部换届，拟任组织委员');
  await page.getByRole('button', { name: '提交申请', exact: true }).click();
  await expect(notice(page, '由渡口社区党总支审批')).toBeVisible();
  const name = ((await page.locator('.record-name h1').textContent()) ?? '').replace('待审批', '');
  await expect(page.getByRole('button', { name: '撤回申请' })).toBeVisible();
  await page.getByRole('button', { name: '催办' }).click();
  await expect(notice(page, /^已催办渡口社区党总支，通知\d+人$/)).toBeVisible();
  await page.getByRole('button', { name: '催办' }).click();
  await expect(page.getByText(/已经催办过，2小时内只能催一次，\d\d:\d\d以后可以再催/)).toBeVisible();

  const phone = await elsewhere(another, GENERAL_WORKER, '/today', 390);
  await phone.goto(phone.url().replace(/#.*/, `#${REQUESTS}`));
  await phone.getByRole('link', { name: '审批' }).first().click();
  await expect(phone.getByRole('heading', { name: '批准后的变化' })).toBeVisible();
  await phone.getByRole('button', { name: '提交审批' }).click();
  await expect(phone.getByText('请选择批准或退回')).toBeVisible();
  await phone.getByLabel('批准', { exact: true }).check();
  await phone.getByRole('button', { name: '提交审批' }).click();
  const approve = dialog(phone, `批准申请 ${name}`);
  await approve.getByLabel('本人登录密码').fill('Wrong2026');
  await approve.getByRole('button', { name: '批准' }).click();
  await expect(approve.getByText(/还可以再试/)).toBeVisible();
  await approve.getByLabel('本人登录密码').fill('Party2026');
  await approve.getByRole('button', { name: '批准' }).click();
  await expect(phone.getByText('已批准', { exact: true })).toBeVisible();
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  await page.reload();
  await page.getByRole('button', { name: '领取初始密码' }).click();
  const fetch = dialog(page, `领取初始密码 ${name}`);
  await fetch.getByLabel('本人登录密码').fill('Party2026');
  await fetch.getByRole('button', { name: '领取' }).click();
  await expect(dialog(page, `${name}的临时密码`).getByLabel('临时密码')).toHaveText(/^[A-Za-z]{8}\d{4}$/);
});

test('a request and a group of people outlive the tab with the names of whom they are about', async ({
  page,
  context,
}) => {
  await signIn(page, BRANCH_WORKER, `${REQUESTS}/add`);
  await pick(page, '李', '李');
  const name = (await page.locator('.person-picked b').textContent()) ?? '';
  await page.getByLabel('申请理由').fill('支部换届，拟任宣传委员');
  await expect(page.locator('.form-foot')).toContainText('已存草稿');
  const again = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await signIn(again, BRANCH_WORKER, `${REQUESTS}/add`);
  await expect(again.locator('.person-picked b')).toHaveText(name);
  await expect(again.getByLabel('申请理由')).toHaveValue('支部换届，拟任宣传委员');

  await again.goto(`${base()}/#/contentManager/group/edit/add`);
  await again.getByRole('button', { name: '选择人员' }).click();
  const box = dialog(again, '选择人员');
  await box.locator('tbody tr').first().click();
  await box.getByRole('button', { name: '确定' }).click();
  const chosen = again.getByRole('list', { name: '已选人员' });
  const words = (await chosen.textContent()) ?? '';
  await expect(again.locator('.form-foot')).toContainText('已存草稿');
  const third = await context.newPage();
  await again.close({ runBeforeUnload: false });
  await signIn(third, BRANCH_WORKER, '/contentManager/group/edit/add');
  await expect(third.getByRole('list', { name: '已选人员' })).toHaveText(words);
});

test('a group gives its rights after its effect was shown; a type is offered where accounts are made', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/popedom/user/group/edit');
  await page.locator('input[name=name]').fill('字典维护组');
  await page.getByRole('searchbox', { name: '添加成员' }).fill('陈建波');
  await page
    .getByRole('list', { name: '查找结果' })
    .getByRole('button', { name: /陈建波/ })
    .click();
  await page.getByRole('searchbox', { name: '查找权限' }).fill('维护字典');
  await page.getByLabel('维护字典', { exact: false }).last().check();
  const effect = page.locator('#form-effect');
  await expect(effect).toContainText('陈建波');
  await expect(effect).toContainText('维护字典');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const save = dialog(page, '新增用户组 字典维护组');
  await save.getByLabel('本人登录密码').fill('Party2026');
  await save.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: /字典维护组/ })).toContainText('1人');

  await go(page, '/popedom/user/type');
  await page.getByRole('button', { name: '新增类型' }).click();
  const type = dialog(page, '新增用户类型');
  await type.getByRole('button', { name: '保存' }).click();
  await expect(type.getByText('请输入名称')).toBeVisible();
  await type.getByLabel('编码').fill('zzwy');
  await type.getByLabel('名称').fill('组织委员');
  await type.getByLabel('基本角色').selectOption({ label: '党务工作者' });
  await type.getByLabel('维护字典').check();
  await type.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: /组织委员/ })).toContainText('维护字典');

  await go(page, `${LIST}/edit/add`);
  await page.locator('select[name=userTypeId]').selectOption({ label: '组织委员' });
  await page.getByRole('button', { name: /采用“党务工作者”/ }).click();
  await expect(page.locator('select[name=roleId]')).toHaveValue('3');
  await expect(page.getByLabel('维护字典')).toBeChecked();
});

test('on a slow line a type keeps its rights, and Enter takes who was typed, not who stood there before', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/popedom/user/type');
  await page.getByRole('button', { name: '新增类型' }).click();
  const made = dialog(page, '新增用户类型');
  await made.getByLabel('编码').fill('xcwy');
  await made.getByLabel('名称').fill('宣传委员');
  await made.getByLabel('基本角色').selectOption({ label: '党务工作者' });
  await made.getByLabel('维护字典').check();
  await made.getByRole('button', { name: '保存' }).click();
  const row = page.getByRole('row', { name: /宣传委员/ });
  await expect(row).toContainText('维护字典');

  const release = await holdAnswers(page, '/api/sys/right/give');
  await page.reload();
  await row.getByRole('button', { name: '编辑' }).click();
  const box = dialog(page, '编辑用户类型 宣传委员');
  await expect(box.getByText('正在加载')).toBeAttached();
  await expect(box.getByRole('button', { name: '保存' })).toHaveCount(0);
  await release();
  await box.getByLabel('说明').fill('负责宣传');
  await box.getByRole('button', { name: '保存' }).click();
  await expect(row).toContainText('负责宣传');
  await expect(row).toContainText('维护字典');

  await go(page, `${REQUESTS}/add`);
  const field = page.getByRole('searchbox', { name: /人员/ });
  const hits = page.getByRole('list', { name: '查找结果' });
  await field.fill(BRANCH_WORKER);
  await expect(hits.getByRole('button')).toHaveText([/陈建波/]);
  const letGo = await holdAnswers(page, '/api/sys/user/candidates');
  await field.fill(BASE_WORKER);
  await field.press('Enter');
  await expect(field).toHaveValue(BASE_WORKER);
  await letGo();
  await expect(page.locator('.person-picked')).toContainText('周敏');
});

test.describe('the line breaks', () => {
  test.use({ faults: [/Failed to load resource/] });

  test('what was written although its answer was lost is not written twice, nor refused, when it is sent again', async ({
    page,
  }) => {
    const name = `失联组${Date.now() % 100_000}`;
    await signIn(page, ADMIN, '/popedom/user/group/edit');
    await page.locator('input[name=name]').fill(name);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    const confirm = dialog(page, `新增用户组 ${name}`);
    await confirm.getByLabel('本人登录密码').fill('Party2026');
    const path = (url: URL) => url.pathname === '/api/sys/userGroup';
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await confirm.getByRole('button', { name: '保存' }).click();
    await expect(confirm.getByText('后端接口连接异常')).toBeVisible();
    await page.unroute(path);
    await confirm.getByRole('button', { name: '保存' }).click();
    await expect(notice(page, '保存成功，成员下一次操作即生效')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(1);
  });

  test('what was typed stays where an answer that was there is read again in vain', async ({ page }) => {
    await signIn(page, ADMIN, LIST);
    await page.getByRole('searchbox', { name: '姓名、完整身份证号' }).fill('周敏');
    await page.keyboard.press('Enter');
    await expect(page.locator('.list-table tbody tr')).toHaveCount(1);
    await page.getByRole('link', { name: '周敏' }).click();
    await page.getByRole('link', { name: '编辑' }).click();
    const gender = page.locator('select[name=gender]');
    const before = await gender.inputValue();
    await gender.selectOption(before === '1' ? '2' : '1');
    const id = page.url().split('/').at(-1);
    const restore = await breakLine(page, `/api/sys/user/get/${id}`);
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/sys/user/get/'));
    await reconnect(page);
    await asked;
    await restore();
    await expect(gender).toHaveValue(before === '1' ? '2' : '1');
    await expect(page.getByRole('button', { name: '保存', exact: true })).toBeEnabled();
  });
});

const cardOf = (serial: number) => {
  const first = `420599199103${String(serial).padStart(2, '0')}00${serial % 10}`;
  return first + checkCharacter(first);
};

test('a sheet opens accounts after the own password, its slips are printed, and it is taken back', async ({ page }) => {
  await signIn(page, ADMIN, LIST);
  await page.getByRole('link', { name: '按表办理' }).click();
  const { rows } = await ask(page, '/api/zzxx/org/listPage?pageSize=1');
  const line = (name: string, serial: number, act: string) => [name, cardOf(serial), act, rows[0].name];
  const lines = [line('表甲', 11, '开通'), line('表乙', 12, '开通'), line('表丙', 13, '撤掉')];
  const parts: Buffer[] = [];
  const columns = ['姓名', '身份证号', '办理', '党组织名称'].map((head) => ({ head, width: 16 }));
  for await (const part of xlsx('账号', columns, lines)) parts.push(part);
  await page.setInputFiles('input[type="file"]', {
    name: '账号.xlsx',
    mimeType: XLSX_MIME,
    buffer: Buffer.concat(parts),
  });
  const result = page.getByRole('region', { name: '校验结果' });
  await expect(result.getByRole('status')).toContainText('可写入2条账号');
  await expect(page.getByRole('region', { name: '待修正的行' })).toContainText('“撤掉”不在选项里');
  await page.getByRole('button', { name: '写入2条' }).click();
  const asked = dialog(page, '写入2条账号');
  await asked.getByLabel('本人登录密码').fill('Party2026');
  await asked.getByRole('button', { name: '写入', exact: true }).click();
  await expect(result.getByRole('status')).toContainText('已写入2条');
  const slips = page.getByRole('region', { name: '初始密码' });
  await expect(slips).toContainText('有2个新账号还没有密码');
  await lookAs('accounts')(page, 'sheet');
  await slips.getByRole('button', { name: '打印2张密码条' }).click();
  const printing = dialog(page, '打印2张初始密码条');
  await printing.getByLabel('本人登录密码').fill('Party2026');
  const started = page.waitForEvent('download');
  await printing.getByRole('button', { name: '打印', exact: true }).click();
  expect((await started).suggestedFilename()).toBe('初始密码条.pdf');
  // What was printed is not printed anew by one press.
  await expect(slips.getByRole('button', { name: '重印2张' })).toBeVisible();
  await expect(slips.getByRole('button', { name: /^打印/ })).toHaveCount(0);
  await page.getByRole('button', { name: '撤销导入' }).click();
  const back = dialog(page, '撤销导入 账号.xlsx');
  await back.getByLabel('本人登录密码').fill('Party2026');
  await back.getByRole('button', { name: '撤销导入' }).click();
  await expect(page.getByRole('heading', { name: '这次导入已撤销' })).toBeVisible();
});

test('a worker above signs somebody out, who signs in again; the own row offers nothing', async ({ page, another }) => {
  const below = await elsewhere(another, GENERAL_WORKER, '/today');
  await signIn(page, BASE_WORKER, '/popedom/user/online');
  const row = page.locator('.list-table tbody tr', { hasText: '夏成' });
  await expect(
    page.locator('.list-table tbody tr', { hasText: '周敏' }).getByRole('button', { name: '下线' }),
  ).toHaveCount(0);
  await lookAs('accounts')(page, 'online');
  await row.getByRole('button', { name: '下线' }).click();
  const asked = dialog(page, '让夏成下线');
  await asked.getByRole('button', { name: '下线' }).click();
  await expect(asked.getByText('请输入下线原因')).toBeVisible();
  await asked.getByLabel('下线原因').fill('公用电脑忘记退出');
  await asked.getByRole('button', { name: '下线' }).click();
  await expect(notice(page, '夏成已下线')).toBeVisible();
  await expect(row).toHaveCount(0);
  await below.evaluate(() => {
    location.hash = '#/help';
  });
  await expect(below.getByRole('dialog', { name: /登录已过期/ })).toBeVisible();
});
