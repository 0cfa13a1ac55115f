import { expect, type Page } from '@playwright/test';
import { STEPS } from '../src/procedures/recruitment/rules/steps.ts';
import { DAYS } from '../src/procedures/recruitment/test/days.ts';
import { graveFaults } from './support/axe.ts';
import { BASE_WORKER, BRANCH_WORKER, COUNTY, GENERAL_WORKER } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { ask, go, test } from './support/test.ts';
import { PICTURE } from './support/workflow.ts';

const APPLICANT = 'shenqingren';
const PHOTO = { name: '入党申请书.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') };
const FOLDER = '.cache/recruitment';

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
  expect.soft(await graveFaults(page), name).toEqual([]);
}

/** A call of the page's session, for the steps that the journey does not look at. */
const post = (page: Page, path: string, input: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = {
        authorization: sessionStorage.getItem('session-token') ?? '',
        'content-type': 'application/json',
      };
      return (await fetch(path ?? '', { method: 'POST', headers, body: body ?? '' })).json();
    },
    [path, JSON.stringify(input)],
  );

test('an applicant becomes a full member: the application by phone, past days of the branch, 党总支 and street, seen by the county', async ({
  page,
  another,
}) => {
  // The applicant, on a phone: the own way and nothing else.
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, APPLICANT, '/partyMember');
  await expect(page.getByRole('heading', { name: '第1步“递交入党申请书”' })).toBeVisible();
  const entries = page.getByRole('navigation', { name: '快捷入口' });
  await expect(entries.getByRole('link', { name: '我的档案' })).toBeVisible();
  for (const name of ['党费查询', '我的积分', '组织关系', '我的考核'])
    await expect(entries.getByRole('link', { name, exact: true })).toHaveCount(0);
  await picture(page, 'own-home');
  await go(page, '/affairs/recruitment/overview');
  await expect(page.getByRole('heading', { name: '第1步“递交入党申请书”' })).toBeVisible();
  await page.getByRole('button', { name: '拍照上传' }).click();
  const handing = page.getByRole('dialog', { name: '提交 入党申请书' });
  await handing.getByTestId('upload-input').setInputFiles(PHOTO);
  await expect(handing.locator('.upload-row', { hasText: PHOTO.name })).toHaveClass(/success/);
  await handing.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已提交，等待审核，可以重交')).toBeVisible();
  await picture(page, 'own');
  const file = (await ask(page, '/api/fzdy/file/listPage')).rows[0];
  expect((await ask(page, '/api/fzdy/file/listPage?pageSize=200')).total).toBe(1);

  // The branch: the paper is there; the day lies in the past.
  const branch = await another();
  await signIn(branch, BRANCH_WORKER, `/affairs/recruitment/steps/${file.id}/5`);
  await expect(branch.getByText('已交，重新上传会替换')).toBeVisible();
  await branch.getByRole('textbox', { name: '递交日期' }).fill('2023-03-05');
  await branch.getByRole('button', { name: '完成本步' }).click();
  await expect(branch.getByRole('heading', { name: /^党组织派人谈话/ })).toBeVisible();
  await expect(branch.locator('.fz-rules li').first()).toContainText('定位');
  await picture(branch, 'talk');

  // The talk and what follows, as the branch records it from its papers.
  const upload = async () =>
    (await post(branch, '/api/sys/oss/upload/base64', { base64: PICTURE, fileName: '扫描件.png' })).data.id as string;
  const people = async (no: number, role: string): Promise<string[]> =>
    (await ask(branch, `/api/fzdy/people?fileId=${file.id}&no=${no}&role=${role}`)).data
      .filter(({ can }: { can: boolean }) => can)
      .map(({ id }: { id: string }) => id);
  const summary = '经讨论同意。';
  const facts: Readonly<Record<number, object>> = {
    2: { talker: (await people(2, 'talker')).slice(0, 1), place: '党员活动室', summary },
    3: { way: 'members', summary },
    5: { contacts: (await people(5, 'contact')).slice(0, 2) },
    6: { summary },
    7: { summary },
  };
  const doStep = async (no: number, given: object = facts[no] ?? {}) => {
    const { version } = (await ask(branch, `/api/fzdy/file/${file.id}`)).data;
    const handed = [];
    for (const { kind, required } of STEPS[no - 1]?.papers ?? [])
      if (required) handed.push({ kind, files: [await upload()] });
    const done = await post(branch, '/api/fzdy/step/submit', {
      fileId: file.id,
      no,
      version,
      handledOn: DAYS[no] ?? '',
      facts: given,
      papers: handed,
    });
    expect(done.code, `${no}: ${done.msg}`).toBe(200);
  };
  for (const { no } of STEPS.slice(1, 8)) {
    if (no === 6) {
      for (const day of ['2023-12-10', '2024-06-10'])
        await post(branch, '/api/fzdy/note', { fileId: file.id, kind: 'inspection', day, content: '表现良好' });
    }
    await doStep(no);
  }

  // The street agrees at its desk; a meeting is asked for.
  const street = await another();
  await signIn(street, BASE_WORKER, `/affairs/recruitment/steps/${file.id}/4`);
  await expect(street.getByRole('heading', { name: '审批决定' })).toBeVisible();
  await street.getByRole('textbox', { name: '审批日期' }).fill('2024-07-10');
  await street.getByRole('button', { name: '同意', exact: true }).click();
  await expect(street.getByText('请填写党委会议')).toBeVisible();
  await picture(street, 'decide');
  await street.getByRole('textbox', { name: '党委会议' }).fill('党工委第21次会议');
  await street.getByRole('button', { name: '同意', exact: true }).click();
  await expect(street.getByRole('heading', { name: /^确定入党介绍人/ })).toBeVisible();

  // The person reads how it came out, and takes note; the whole file tells what happened.
  await page.goto(`${base()}/#/affairs/recruitment/overview`);
  await page.reload();
  await expect(page.getByText('发展对象', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: '已知晓' }).click();
  await expect(page.getByRole('button', { name: '已知晓' })).toHaveCount(0);
  await expect(page.getByText('党工委第21次会议')).toHaveCount(0);
  await go(street, `/affairs/recruitment/detailInfo?id=${file.id}`);
  await expect(street.getByRole('region', { name: '时间线' })).toContainText('2024-07-10');
  await picture(street, 'whole');

  // On the way to 接收: 介绍人, 政审, training, the committee, its superior.
  const introducers = (await people(9, 'introducer')).slice(0, 2);
  await doStep(9, { introducers });
  await doStep(10, { verdict: 'passed', self: '清楚', parents: '清楚', spouse: '未婚', relations: '舅舅李明，清楚' });
  await doStep(11, { days: 3, hours: 24 });
  await doStep(12, { summary });
  await doStep(13, {});
  const agree = async (no: number, decidedOn: string) => {
    const { version } = (await ask(street, `/api/fzdy/file/${file.id}`)).data;
    const said = {
      fileId: file.id,
      no,
      version,
      decision: 'agree',
      meeting: '党工委会议',
      present: 9,
      yes: 9,
      decidedOn,
    };
    const done = await post(street, '/api/fzdy/step/decide', said);
    expect(done.code, `${no}: ${done.msg}`).toBe(200);
  };
  await agree(13, '2024-09-20');
  await doStep(14, { bookNo: 'XZ20240925' });

  // The general meeting is entered on its page, with the votes of everybody due.
  await go(branch, `/affairs/recruitment/meetings/add/${file.orgId}?stage=7&fileId=${file.id}`);
  await branch.getByRole('textbox', { name: '会议日期' }).fill('2024-09-28');
  await branch.getByRole('textbox', { name: '地点' }).fill('党员活动室');
  await branch.getByRole('textbox', { name: '主持人' }).fill('陈建波');
  const due = branch.locator('.fz-voters b').first();
  await expect(due).toHaveText(/^\d+$/);
  const voters = (await due.textContent()) ?? '';
  await branch.getByRole('textbox', { name: '实到有表决权的人数' }).fill(voters);
  await branch.getByRole('textbox', { name: '赞成', exact: true }).fill(String(Number(voters) - 1));
  await branch.getByRole('button', { name: '登记会议' }).click();
  await expect(branch.getByText(/与实到\d+人不符/)).toBeVisible();
  await branch.getByRole('textbox', { name: '赞成', exact: true }).fill(voters);
  await picture(branch, 'meeting');
  await branch.getByRole('button', { name: '登记会议' }).click();
  await expect(branch.getByText('支部大会讨论接收').first()).toBeVisible();
  await doStep(15, {});
  await doStep(16, { talker: (await people(16, 'talker')).slice(0, 1), place: '党工委', summary });
  await doStep(17, {});

  // 渡口社区党总支 discusses it first; then the street decides.
  const general = await another();
  await signIn(general, GENERAL_WORKER, `/affairs/recruitment/steps/${file.id}/3`);
  await expect(general.getByRole('heading', { name: '党总支审议' })).toBeVisible();
  await general.getByRole('textbox', { name: '审议日期' }).fill('2024-10-25');
  await general.getByRole('button', { name: '同意上报' }).click();
  await expect(general.getByText('请填写审议意见')).toBeVisible();
  await general.getByRole('textbox', { name: '审议意见' }).fill('手续完备，同意接收');
  await picture(general, 'general');
  await general.getByRole('button', { name: '同意上报' }).click();
  await expect(general.getByRole('heading', { name: '党总支审议' })).toHaveCount(0);
  await go(street, `/affairs/recruitment/steps/${file.id}/3`);
  await street.reload();
  await expect(street.getByRole('heading', { name: '审批决定' })).toBeVisible();
  await street.getByRole('radio', { name: /^同意/ }).check();
  await street.getByRole('textbox', { name: '审批日期' }).fill('2024-11-10');
  await street.getByRole('textbox', { name: '党委会议' }).fill('党工委第30次会议');
  await street.getByRole('button', { name: '同意', exact: true }).click();
  await expect(street.getByText('请填写到会委员人数')).toBeVisible();
  await street.getByRole('textbox', { name: '到会委员' }).fill('9');
  await street.getByRole('textbox', { name: '赞成票' }).fill('9');
  await street.getByRole('button', { name: '同意', exact: true }).click();
  await expect(street.getByRole('heading', { name: /^再上一级党委组织部门备案/ })).toBeVisible();

  // 预备期 and 转正.
  await doStep(18, {});
  await doStep(19, { group: '第一党小组' });
  await doStep(20, { place: '党员活动室' });
  await doStep(21, { summary });
  await doStep(22, {});
  const day = DAYS[23] ?? '';
  const present = (await ask(branch, `/api/fzdy/meeting/due?orgId=${file.orgId}&day=${day}`)).data.due;
  const vote = { fileId: file.id, proposal: 'convert', yes: present };
  const where = { orgId: file.orgId, stage: 9, heldOn: day, place: '党员活动室', host: '陈建波' };
  expect((await post(branch, '/api/fzdy/meeting', { ...where, present, people: [vote] })).code).toBe(200);
  await doStep(23, { summary });
  await doStep(24, {});
  const { version } = (await ask(general, `/api/fzdy/file/${file.id}`)).data;
  const said = { fileId: file.id, no: 24, version, agree: true, on: '2025-10-15', opinion: '同意转正' };
  expect((await post(general, '/api/fzdy/step/opinion', said)).code).toBe(200);
  await agree(24, '2025-10-30');
  await doStep(25, { place: '街道党工委档案室' });

  // The county sees the whole way; the person is a full member from the end of the probation.
  const county = await another();
  await signIn(county, COUNTY, `/affairs/recruitment/detailInfo?id=${file.id}`);
  await expect(county.getByText('已转正').first()).toBeVisible();
  await picture(county, 'county');
  const member = (await ask(county, `/api/dyxx/member/get/${file.memberId}`)).data;
  expect([member.personCategory, member.admissionDate, member.conversionDate]).toEqual([1, '2024-09-28', '2025-09-28']);
});
