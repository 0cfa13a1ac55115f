import { expect } from '@playwright/test';
import { wordDocument } from './support/docx.ts';
import { type PluginPlan, playPlugin } from './support/pastePlugin.ts';
import { ADMIN } from './support/people.ts';
import { base, signIn } from './support/signIn.ts';
import { setSite } from './support/site.ts';
import { test } from './support/test.ts';

test.use({ keepsWindow: true });

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PIXEL = PNG.toString('hex');

/** The clipboard of a word processor, written by us: headings, nested list, table, five pictures that only the RTF holds. */
const list = (level: number, mark: string, text: string, name = 'l0') =>
  `<p class=MsoListParagraph style='margin-left:${level * 18}pt;mso-list:${name} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
const HTML = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{mso-style-parent:""}</style></head><body lang=ZH-CN>
<p class=MsoNormal align=center style='text-align:center'><b><span style='font-size:18.0pt;color:#C00000;mso-bidi-font-size:11.0pt'>会议纪要</span></b></p>
<p class=MsoNormal style='text-indent:21.0pt;mso-char-indent-count:2.0'>会议讨论了下列事项。<script>window.ran = true</script></p>
${list(1, '1.', '学习')}${list(2, 'a.', '读文件')}${list(2, 'b.', '谈体会')}${list(1, '2.', '表决')}${list(1, '·', '带材料', 'l1')}
<table class=MsoNormalTable border=1 style='mso-table-layout-alt:fixed;width:1200px'><tr><td colspan=2 style='mso-border-alt:solid'><p class=MsoNormal>人员</p></td></tr><tr><td>甲</td><td>乙</td></tr></table>
${[1, 2, 3, 4, 5].map((n) => `<p class=MsoNormal><img width=1600 src="file:///C:/clip_image00${n}.png" onerror="window.ran = true"></p>`).join('')}
</body></html>`;
const RTF = `{\\rtf1\\ansi ${[1, 2, 3, 4, 5]
  .map(
    () =>
      `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn a}{\\sv b}}}\\picscalex100\\picw26\\pich26\\picwgoal24000\\pngblip\\bliptag-12{\\*\\blipuid 00aabbccddeeff}${PIXEL}}}{\\nonshppict{\\pict\\wmetafile8 0100ffee}}`,
  )
  .join('')}}`;

test('a paste from Word keeps list, table and pictures, uploads five, and is cleaned', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/help/edit');
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  let uploads = 0;
  page.on('response', (response) => {
    if (response.url().includes('/api/sys/oss/upload') && response.ok()) uploads++;
  });
  await text.evaluate(
    (element, [html, rtf]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html ?? '');
      clipboardData.setData('text/rtf', rtf ?? '');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [HTML, RTF],
  );
  await expect(text.getByRole('img')).toHaveCount(5);
  await expect(page.getByRole('status').filter({ hasText: '上传完成' })).toBeVisible();
  expect(uploads).toBe(5);
  await expect(text.locator('ol > li')).toHaveCount(4);
  await expect(text.locator('ol > li ol > li')).toHaveText(['读文件', '谈体会']);
  await expect(text.locator('ul > li')).toHaveText(['带材料']);
  await expect(text.locator('td, th')).toHaveText(['人员', '甲', '乙']);
  await expect(text.locator('p.rt-center span.rt-red')).toHaveText('会议纪要');
  await expect(text.locator('p.rt-indent')).toHaveText('会议讨论了下列事项。');

  await page.getByRole('textbox', { name: '标题' }).fill('会议纪要样式');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.help-line', { hasText: '会议纪要样式' })).toBeVisible();
  await page.goto(`${base()}/#/help`);
  await page
    .getByRole('navigation', { name: '帮助目录' })
    .getByRole('link', { name: '会议纪要样式', exact: true })
    .click();
  const shown = page.locator('.rich-text');
  await expect(shown.locator('img')).toHaveCount(5);
  for (const image of await shown.locator('img').all()) {
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
    expect(await image.evaluate((one) => one.clientWidth)).toBeLessThanOrEqual(800);
  }
  const html = await shown.innerHTML();
  expect(html).not.toMatch(/mso-|style=|onerror|<script/i);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test('a Word document is taken in with heading, list, table and pictures', async ({ page }) => {
  await signIn(page, ADMIN, '/contentManager/help/edit');
  const text = page.getByRole('textbox', { name: '内容' });
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '导入Word文档' }).click();
    await (await chooser).setFiles({ name, mimeType: DOCX, buffer });
  };
  const said = page.locator('.editor-foot').getByRole('status');
  await choose('旧.doc', PNG);
  await expect(said).toHaveText('请选择 .docx 文档；旧的 .doc 请先另存为 .docx');
  await choose('坏.docx', PNG);
  await expect(said).toHaveText('不能读取本地文件，它可能不是Word文档或已损坏');
  await choose('通知.docx', wordDocument(PNG, 2));
  await expect(text.getByRole('img')).toHaveCount(2);
  await expect(said).toHaveText('上传完成');
  await expect(text.getByRole('img', { name: '会场2' })).toHaveCount(1);
  await expect(text.locator('p.rt-center strong')).toHaveText('关于开展主题党日的通知');
  await expect(text.locator('h2')).toHaveText('一、时间地点');
  await expect(text.locator('p.rt-indent')).toHaveText('请全体党员按时参加。');
  await expect(text.locator('p.rt-indent u')).toHaveText('全体党员');
  await expect(text.locator('ol > li ol > li')).toHaveText(['读文件']);
  await expect(text.locator('td, th')).toHaveText(['分工', '主持', '书记']);
  await expect(text.locator('p.rt-right')).toHaveText('城东社区党支部');
  // What the form would send is of the profile already.
  await page.getByRole('textbox', { name: '标题' }).fill('主题党日通知样式');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.help-line', { hasText: '主题党日通知样式' })).toBeVisible();
});

test('a form is not sent without a picture that is still on its way, and says so until it has come', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/contentManager/help/edit');
  await page.getByRole('textbox', { name: '标题' }).fill('带照片的说明');
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  await page.keyboard.type('见照片');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/sys\/oss\/upload/, async (route) => {
    await held;
    await route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '图片', exact: true }).click();
  await (await chooser).setFiles({ name: '会场.png', mimeType: 'image/png', buffer: PNG });
  await page.getByRole('button', { name: '保存' }).click();
  const fault = page.locator('.field-fault');
  await expect(fault).toHaveText('图片或文档还没有传完，传完或停止后再保存');
  release();
  await expect(text.getByRole('img')).toHaveCount(1);
  await expect(fault).toHaveCount(0);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.locator('.help-line', { hasText: '带照片的说明' })).toBeVisible();
});

test('Tab comes to the tools once, arrows go along them, and in the whole window the keyboard stays in the editor', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/contentManager/help/edit');
  const text = page.getByRole('textbox', { name: '内容' });
  const tools = page.getByRole('toolbar', { name: '编辑工具' });
  await text.click();
  await page.keyboard.type('甲');
  await page.keyboard.press('Alt+F10');
  await expect(tools.getByRole('button', { name: '撤销' })).toBeFocused();
  for (const name of ['段落', '字号', '颜色']) {
    await page.keyboard.press('ArrowRight');
    await expect(tools.getByRole('combobox', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tools.getByRole('combobox', { name: '颜色' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(tools.getByRole('button', { name: '退出全屏' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tools.getByRole('button', { name: '退出全屏' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();
  // Esc closes what is uppermost, one after the other.
  await tools.getByRole('button', { name: '链接' }).click();
  await expect(page.getByRole('dialog', { name: '链接' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '链接' })).toHaveCount(0);
  await expect(tools.getByRole('button', { name: '退出全屏' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tools.getByRole('button', { name: '全屏', exact: true })).toBeVisible();
});

test('what is dropped comes where it is let go; a document is read, and of other files it is said where they belong', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/contentManager/help/edit');
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  await page.keyboard.type('第一段');
  await page.keyboard.press('Enter');
  await page.keyboard.type('第二段');
  /** Lets a file go at the end of the first line; answers whether the browser was kept from opening it. */
  const drop = (name: string, type: string, bytes: Buffer) =>
    text.evaluate(
      (element, { name, type, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], name, { type }));
        const line = element.querySelector('p')?.getBoundingClientRect();
        const place = { clientX: (line?.right ?? 0) - 4, clientY: (line?.top ?? 0) + (line?.height ?? 0) / 2 };
        return !element.dispatchEvent(
          new DragEvent('drop', { dataTransfer, ...place, bubbles: true, cancelable: true }),
        );
      },
      { name, type, base64: bytes.toString('base64') },
    );
  const said = page.locator('.editor-foot').getByRole('status');
  expect(await drop('名册.pdf', 'application/pdf', Buffer.from('%PDF-1.7'))).toBe(true);
  await expect(said).toHaveText('这里只能放入图片、MP4视频和Word文档，其他文件请作为附件上传');
  expect(await drop('会场.png', 'image/png', PNG)).toBe(true);
  await expect(text.locator('p').first().getByRole('img')).toHaveCount(1);
  expect(await drop('通知.docx', DOCX, wordDocument(PNG, 0))).toBe(true);
  await expect(text.locator('h2')).toHaveText('一、时间地点');
  await expect(text.locator('p').last()).toHaveText('第二段');
});

test('the editor comes half a second after its page, 400 pixels high, with indents, sizes, tables and videos of any length', async ({
  page,
}) => {
  await signIn(page, ADMIN, '/contentManager/help');
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const name of ['editor-waiting', 'editor'])
        if (document.querySelector(`.${name}`)) seen[name] ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: '新增文档' }).click();
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen);
  expect((seen.editor ?? 0) - (seen['editor-waiting'] ?? Number.NaN)).toBeGreaterThanOrEqual(499);
  expect((await page.locator('.editor').boundingBox())?.height).toBe(400);

  const tools = page.getByRole('toolbar', { name: '编辑工具' });
  await page.keyboard.type('定于下周一召开党员大会');
  await tools.getByRole('button', { name: '首行缩进' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await tools.getByRole('combobox', { name: '字号' }).selectOption('20');
  await expect(text.locator('p.rt-indent > span.rt-size-20')).toHaveText('定于下周一召开党员大会');
  await expect(page.locator('.editor-foot')).toContainText('11字');
  await text.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await tools.getByRole('button', { name: '插入表格' }).click();
  await tools.getByRole('button', { name: '右侧加列' }).click();
  await expect(text.locator('tr')).toHaveCount(3);
  await expect(text.locator('th, td')).toHaveCount(12);
  await page.keyboard.type('议程');

  await text.press('ControlOrMeta+End');
  let pieces = 0;
  page.on('response', (response) => {
    if (response.url().includes('mergeVideo.action') && response.ok()) pieces++;
  });
  const film = Buffer.alloc(21 * 1024 ** 2);
  film.write('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 'latin1');
  const chooser = page.waitForEvent('filechooser');
  await tools.getByRole('button', { name: '视频' }).click();
  await (await chooser).setFiles({ name: '党课.mp4', mimeType: 'video/mp4', buffer: film });
  await expect(page.locator('.editor-foot').getByRole('status')).toHaveText('上传完成');
  await expect(text.locator('video')).toHaveCount(1);
  expect(pieces).toBe(21);
  await page.screenshot({ path: '.cache/screens/editor-tools.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '.cache/screens/editor-tools-phone.png' });
  await page.setViewportSize({ width: 1440, height: 900 });

  await text.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<p><img src="file:///C:/clip.png"></p>'.repeat(301));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.locator('.editor-foot').getByRole('status')).toHaveText('Word图片数量超出限制，一次最多300张');
  await expect(text.getByRole('img')).toHaveCount(0);

  await page.getByRole('textbox', { name: '标题' }).fill('党员大会通知样式');
  await page.keyboard.press('Control+s');
  await page.locator('.help-line', { hasText: '党员大会通知样式' }).waitFor();
  await page.goto(`${base()}/#/help`);
  await page
    .getByRole('navigation', { name: '帮助目录' })
    .getByRole('link', { name: '党员大会通知样式', exact: true })
    .click();
  const shown = page.locator('.rich-text');
  await expect(shown.locator('p.rt-indent > span.rt-size-20')).toHaveText('定于下周一召开党员大会');
  await expect(shown.locator('th').first()).toHaveText('议程');
  await expect(shown.locator('video')).toHaveCount(1);
});

test('the old paste plug-in: only where the site has switched it on, with its texts, and cleaned like any paste', async ({
  page,
}) => {
  const plan: PluginPlan = { version: '2.4.5', picture: PNG };
  await playPlugin(page, () => plan);
  await signIn(page, ADMIN, '/contentManager/help/edit');
  await expect(page.getByRole('button', { name: '导入Word文档' })).toBeVisible();
  await expect(page.getByRole('button', { name: '用本机插件粘贴' })).toHaveCount(0);
  await setSite(page, new URL(base()).host, {
    pastePlugin: { url: 'https://dj.example.cn/paste.exe', version: '2.4.5' },
  });
  try {
    await page.reload();
    const text = page.getByRole('textbox', { name: '内容' });
    const said = page.locator('.editor-foot').getByRole('status');
    const button = page.getByRole('button', { name: '用本机插件粘贴' });
    await button.click();
    await expect(said).toHaveText('粘贴完成');
    await expect(text).toContainText('工作要点');
    await expect(text.getByRole('img')).toHaveCount(1);
    const image = text.getByRole('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);

    plan.instead = { name: 'imgs_out_limit', imgCount: 412, imgLimit: 300 };
    await button.click();
    await expect(said).toHaveText('Word图片数量超出限制，一次最多300张，文档中有412张');
    plan.instead = { name: 'Parser_PostError', value: '7' };
    await button.click();
    await expect(said).toHaveText('公司未授权');
    plan.version = '1.0.0';
    await button.click();
    const dialog = page.getByRole('dialog', { name: '更新粘贴插件' });
    await expect(dialog).toContainText('本机插件的版本是1.0.0，本站使用2.4.5');
    await expect(dialog.getByRole('link', { name: '下载插件' })).toHaveAttribute(
      'href',
      'https://dj.example.cn/paste.exe',
    );
    await page.keyboard.press('Escape');
  } finally {
    await setSite(page, new URL(base()).host, {});
  }
});

test('what was typed and not saved is there again after the page was lost', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await signIn(page, ADMIN, '/contentManager/help/edit');
  const text = page.getByRole('textbox', { name: '内容' });
  await text.click();
  await page.keyboard.type('换届选举分三步');
  await page.getByRole('button', { name: '加粗' }).click();
  await page.keyboard.type('，缺一不可');
  await expect(page.locator('.form-foot')).toContainText('已存草稿');
  await page.reload();
  await expect(text).toHaveText('换届选举分三步，缺一不可');
  await expect(text.locator('strong')).toHaveText('，缺一不可');
  await page.getByRole('textbox', { name: '标题' }).fill('换届怎么办');
  await page.keyboard.press('Control+s');
  await expect(page.locator('.help-line', { hasText: '换届怎么办' })).toBeVisible();
});

test.describe('the connection is cut on purpose', () => {
  test.use({ faults: [/Failed to load resource|ERR_(FAILED|INTERNET_DISCONNECTED)/] });

  test('pictures that do not come wait to be continued, are stopped, or left out', async ({ page }) => {
    await signIn(page, ADMIN, '/contentManager/help/edit');
    const text = page.getByRole('textbox', { name: '内容' });
    await expect(text).toBeVisible();
    let cut = true;
    let hold = false;
    await page.route(/\/api\/sys\/oss\/upload/, async (route) => {
      if (hold) return;
      if (cut) await route.abort();
      else await route.continue();
    });
    const choose = async () => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: '导入Word文档' }).click();
      await (await chooser).setFiles({ name: '通知.docx', mimeType: DOCX, buffer: wordDocument(PNG, 3) });
    };
    const said = page.locator('.editor-foot').getByRole('status');
    await choose();
    await expect(said).toHaveText('3个等待继续：连接服务器错误');
    cut = false;
    hold = true;
    await page.getByRole('button', { name: '继续', exact: true }).click();
    await expect(said).toHaveText('正在上传第1个，共3个');
    await page.getByRole('button', { name: '停止', exact: true }).click();
    await expect(said).toHaveText('3个等待继续：已停止');
    hold = false;
    await page.getByRole('button', { name: '继续', exact: true }).click();
    await expect(text.getByRole('img')).toHaveCount(3);
    await expect(said).toHaveText('上传完成');
    await expect(page.locator('.editor-sending')).toHaveCount(0);

    cut = true;
    await choose();
    await page.getByRole('button', { name: '略过没有传上的' }).click();
    await expect(said).toHaveText('已完成，3个没有传上（连接服务器错误），请单独插入');
    await expect(text.locator('h2')).toHaveCount(2);
    await expect(text.getByRole('img')).toHaveCount(3);
  });
});
