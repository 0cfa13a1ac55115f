import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CFB } from '@e965/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import { beatReading, readDocument } from '#learning/education/contract.document.ts';
import { convertLayouts } from '#learning/education/server/service/layouts.ts';
import { downloadFile, mediaAddress } from '#platform/files/fileCalls.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { cell } from '../../../../test/support/cell.ts';
import { knowledge } from './factory.ts';

let t: TestApp;
let committee: Caller;
let twin: Caller;
let member: Caller;
let { folder, published } = {} as ReturnType<typeof knowledge>;

beforeAll(async () => {
  t = await startTestApp();
  [committee, twin, member] = await Promise.all([t.as('committeeWorker'), t.as('twinWorker'), t.as('member')] as const);
  ({ folder, published } = knowledge(t));
});
afterAll(() => t.close());

test('pages are kept once each by account and version, the last one in view besides; another version begins anew', async () => {
  const id = await published(committee, await folder(committee));
  const beat = (pages: object, who = member) => who.call(beatReading, { id, seconds: 0, pages } as never);
  const kept = async () => (await member.call(readDocument, { id })).data.pages;
  expect(await kept()).toEqual({ version: 0, read: 0, count: 0, last: 0 });
  expect((await beat({ version: 1, count: 12, read: [1, 2, 3] })).data.pagesRead).toBe(3);
  expect((await beat({ version: 1, count: 12, read: [9, 2] })).data.pagesRead).toBe(4);
  expect((await member.call(beatReading, { id, seconds: 0 })).data.pagesRead).toBe(4);
  expect(await kept()).toEqual({ version: 1, read: 4, count: 12, last: 2 });
  expect((await committee.call(readDocument, { id })).data.pages.version).toBe(0);
  for (const wrong of [
    { version: 1, count: 12, read: [13] },
    { version: 1, count: 12, read: [0] },
    { version: 1, count: 12, read: [] },
    { version: 1, count: 10_001, read: [1] },
  ])
    expect((await beat(wrong)).code).toBe(600);
  expect(await beat({ version: 2, count: 12, read: [1] })).toMatchObject({ code: 600, msg: '没有这个版本' });
  expect((await kept()).read).toBe(4);
  await sql`insert into knowledge_version (document_id, number, file_id, note)
            select document_id, 2, file_id, '换了文件' from knowledge_version where document_id = ${id}`.execute(t.db);
  expect((await beat({ version: 2, count: 5, read: [4] })).data.pagesRead).toBe(1);
  expect(await kept()).toEqual({ version: 2, read: 1, count: 5, last: 4 });
});

test('a folder without downloads: its documents are read in the page and saved by those who work on them alone', async () => {
  const id = await published(committee, await folder(committee, { maySave: false }));
  const { fileId } = (await member.call(readDocument, { id })).data;
  const path = downloadFile.path.replace('{fileName}', fileId);
  const get = (who: Caller) => fetchBytes(t, who, `${path}?fileName=${fileId}`);
  expect((await get(committee)).text).toContain('内容');
  expect((await get(member)).text).toContain('这份文件只能在页面里查看，不能下载');
  expect((await get(twin)).text).not.toContain('内容');
  const { url } = (await member.call(mediaAddress, { fileName: fileId })).data;
  expect((await fetchBytes(t, member, url)).text).toContain('内容');
});

describe('office files', () => {
  const folderOfTools = mkdtempSync(join(tmpdir(), 'party-tools-'));
  chmodSync(folderOfTools, 0o755);
  afterAll(() => {
    t.services.config.soffice = 'off';
    rmSync(folderOfTools, { recursive: true, force: true });
  });
  /** What stands in for LibreOffice: lays out what it is given, fails on what says that it is broken. */
  const stand = () => {
    const path = join(folderOfTools, 'soffice');
    writeFileSync(
      path,
      `#!/bin/sh
out=; source=
while [ $# -gt 0 ]; do case "$1" in --outdir) out="$2"; shift;; esac; source="$1"; shift; done
! grep -q broken "$source" || exit 1
printf '%%PDF-1.4 made of %s' "$(basename "$source")" > "$out/document.pdf"
`,
    );
    chmodSync(path, 0o755);
    t.services.config.soffice = path;
  };
  /** Slides of old PowerPoint, or what has another stream in their place. */
  const slides = async (name: string, text: string, stream = 'PowerPoint Document') => {
    const file = CFB.utils.cfb_new();
    CFB.utils.cfb_add(file, `/${stream}`, Buffer.from(text));
    const answer = await upload(t, committee, name, CFB.write(file, { type: 'buffer' }));
    expect(answer.code, answer.text).toBe(200);
    return published(committee, await folder(committee), { fileId: answer.data.id });
  };
  const version = async (id: string) => (await member.call(readDocument, { id })).data.versions[0];

  test.runIf(cell)(
    'are laid out as PDF where LibreOffice is installed, each once; one that fails says why; without it they stay downloads',
    async () => {
      const id = await slides('课件.ppt', 'good');
      const other = await slides('表格.ppt', 'good', 'Workbook');
      const bad = await slides('损坏.ppt', 'broken');
      await convertLayouts(t.services);
      expect(await version(id)).toMatchObject({ shownId: null, shownNote: '' });
      stand();
      expect((await version(id)).shownNote).toContain('正在转换');
      await convertLayouts(t.services);
      const { shownId } = await version(id);
      const { url } = (await member.call(mediaAddress, { fileName: shownId })).data;
      expect((await fetchBytes(t, member, url)).text).toBe('%PDF-1.4 made of document.ppt');
      expect((await twin.call(mediaAddress, { fileName: shownId })).code).toBe(404);
      expect(await version(bad)).toMatchObject({ shownId: null, shownNote: '文件没有转换成功，可能已损坏或有密码' });
      expect((await version(other)).shownNote).toContain('文件内容不是 PPT，而是 XLS，没有转换');
      await convertLayouts(t.services);
      expect((await version(id)).shownId).toBe(shownId);
    },
  );

  test('where nothing locks LibreOffice in, nothing is laid out and the page says so', async () => {
    stand();
    t.services.config.bwrap = 'off';
    const id = await slides('另一份.ppt', 'good');
    await convertLayouts(t.services);
    expect(await version(id)).toMatchObject({ shownId: null });
    expect((await version(id)).shownNote).toContain('文档转换已停用');
    t.services.config.bwrap = 'bwrap';
  });
});
