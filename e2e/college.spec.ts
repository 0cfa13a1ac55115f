import { expect, type Page } from '@playwright/test';
import { webModules } from '../src/rooms/web.ts';
import { enter } from './support/college.ts';
import { axe, fits } from './support/look.ts';
import { BRANCH_WORKER, COLLEGE, STUDENT } from './support/people.ts';
import { base } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';

const NAME = '二年级读书课';

test('a college opens a course for a grade, a student learns it by phone, the figures follow', async ({
  page,
  another,
}) => {
  await enter(page, COLLEGE, '/education/courseManage');
  await page.getByRole('link', { name: '新增课程' }).click();
  await expect(page.getByRole('heading', { name: '新增课程', level: 1 })).toBeVisible();
  await page.getByLabel('课程名称').fill(NAME);
  await page.getByRole('group', { name: '人员类别' }).getByLabel('学生').check();
  await page.getByRole('group', { name: '年级' }).getByLabel('二年级').check();
  await page.getByRole('button', { name: '添加一章' }).click();
  await page.getByLabel('第1章类型').selectOption({ label: '集中学习' });
  await page.getByLabel('第1章名称').fill('读书分享会');
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('学生（二年级）')).toBeVisible();
  await page.getByRole('button', { name: '发布课程' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await expect(page.locator('.notice', { hasText: /已发布，列入\d+人/ })).toBeVisible();

  const student = await another({ viewport: { width: 390, height: 844 } });
  await enter(student, STUDENT, '/education/learning');
  await expect(student.getByLabel('我在学院')).toContainText('二年级');
  await student.getByRole('link', { name: NAME }).click();
  await expect(student.getByText('由组织者登记到课').first()).toBeVisible();

  const me = await ask(student, '/api/getInfo');
  const name: string = me.data.user.userName;
  await page.getByPlaceholder('姓名').fill(name);
  await page.keyboard.press('Enter');
  const learners = page.getByRole('table', { name: '学员' });
  await expect(learners.getByRole('row')).toHaveCount(2);
  await learners.getByRole('checkbox', { name: `选择${name}` }).check();
  await page.getByRole('button', { name: '登记到课：读书分享会' }).click();
  await expect(page.locator('.notice', { hasText: '已登记1人' })).toBeVisible();
  await student.reload();
  await expect(student.getByText('已学完', { exact: true })).toBeVisible();
  await go(page, '/education/statisticalLearning?by=course');
  await expect(page.getByRole('row').filter({ hasText: NAME })).toContainText('0%');
});

test('students go up a grade as previewed, and come back', async ({ page }) => {
  await enter(page, COLLEGE, '/studentManage/promotion');
  await expect(page.getByText('还没有写入')).toBeVisible();
  await page.getByRole('button', { name: '办理升级' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '升级' }).click();
  await expect(page.locator('.notice', { hasText: /已升级\d+人，\d+人成为往届/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /学年已经升过级/ })).toBeVisible();
  await go(page, '/studentManage?tab=past');
  await expect(page.getByRole('link', { name: '转出' }).first()).toBeVisible();
  await go(page, '/studentManage/promotion');
  await page.getByRole('button', { name: '撤回' }).click();
  await page.getByLabel('撤回原因').fill('学年还没有开始');
  await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await expect(page.locator('.notice', { hasText: /已恢复\d+人/ })).toBeVisible();
  await expect(page.getByText('还没有写入')).toBeVisible();
});

test('a sheet of a published test is read by name', async ({ page }) => {
  await enter(page, COLLEGE, '/education/testCenterSxzy');
  await page.getByRole('link', { name: '党的基本知识期中测试' }).click();
  await page.getByRole('table', { name: '考生' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /的答卷$/ })).toBeVisible();
  await expect(page.getByText('作答', { exact: true }).first()).toBeVisible();
});

/** What the addresses need that name a record. */
async function addresses(page: Page): Promise<string[]> {
  const courses = await ask(page, '/api/sxzy/course/listPage?pageSize=1&state=1');
  const tests = await ask(page, '/api/sxzy/test/listPage?pageSize=5&phase=2');
  const students = await ask(page, '/api/sxzy/student/listPage?pageSize=1');
  const activities = await ask(page, '/api/zxhd/activity/listPage?pageSize=1&state=published');
  const activity = activities.rows[0].id;
  const materials = await ask(page, `/api/zxhd/material/listPage?pageSize=1&activityId=${activity}`);
  const test = tests.rows[0].id;
  const people = await ask(page, `/api/sxzy/test/people?pageSize=1&record=3&id=${test}`);
  const query: Readonly<Record<string, string>> = {
    '/education/courseDetail': `?id=${courses.rows[0].id}`,
    '/education/examinationDetails': `?id=${test}`,
    '/education/testDetail': `?id=${test}&person=${people.rows[0].id}`,
    '/specialActivity/specialActivityView': `?id=${activity}`,
    '/specialActivity/attachmentView': `?id=${activity}`,
    '/specialActivity/attachmentFilesView': `?id=${materials.rows[0].id}`,
  };
  return (
    webModules
      .filter(({ name }) => name === 'college' || name === 'specialActivity')
      .flatMap(({ routes }) => routes)
      // Whoever hands in is somebody else (special.spec.ts).
      .filter(({ path }) => path !== '/specialActivity/addAttachment')
      .map(({ path }) => path.replace('/view/:id', `/view/${students.rows[0].id}`) + (query[path] ?? ''))
      .filter((path) => !path.includes(':'))
  );
}

test('every page of the college stands at 1440 and at 390 pixels', async ({ page }) => {
  await enter(page, COLLEGE, '/studentManage');
  for (const path of await addresses(page)) {
    await go(page, path);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const where = `${path} at ${width}`;
      await expect(page.locator('h1').first(), where).toBeVisible();
      await expect(page.locator('[aria-busy=true], .loading.shown, .plain-wait'), where).toHaveCount(0);
      await fits(page, where);
      await axe(page, where);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
});

test('in a city, and without the right, the pages are not there', async ({ page, another }) => {
  await page.goto(`${base()}/#/login?redirect=${encodeURIComponent('/studentManage')}`);
  await page.getByPlaceholder('请输入身份证号或账号').fill(BRANCH_WORKER);
  await page.getByPlaceholder('请输入密码').fill('Party2026');
  await page.keyboard.press('Enter');
  await expect(page.locator('main.main, main.bare').first()).toBeVisible();
  await expect(page.getByRole('link', { name: '学生管理' })).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  const student = await another();
  await enter(student, STUDENT, '/studentManage');
  await expect(student.getByRole('table')).toHaveCount(0);
});
