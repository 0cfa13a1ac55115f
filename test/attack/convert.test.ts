import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeFault } from '#platform/server/convert/inspect/inspect.ts';
import { runTool, withTemporaryFolder } from '#platform/server/convert/tool.ts';
import '#platform/server/files/sharp.ts';
import { documentText } from '#platform/server/text/read.ts';
import { toolHere } from '../support/cell.ts';
import {
  archive,
  blip,
  field,
  linkedTable,
  office,
  openDocument,
  picture,
  relation,
  relations,
  section,
  word,
  words,
} from './office.ts';

const CANARY = 'BANXIANGBAOMI';
let server: Server;
let asked: string[] = [];
let at = '';
const stored = mkdtempSync(join(tmpdir(), 'party-stored-'));
writeFileSync(join(stored, 'file.txt'), CANARY);
chmodSync(stored, 0o755);
const storedAt = `file://${stored}/file.txt`;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(CANARY);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  at = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  rmSync(stored, { recursive: true, force: true });
  await new Promise((resolve) => server.close(resolve));
});

/** What has reached out, by the name under which it is kept; each names its own path at the listener. */
async function attacks(): Promise<Record<string, Buffer | string>> {
  const rels = 'word/_rels/document.xml.rels';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99"><image xlink:href="${at}/svg" width="9" height="9"/></svg>`;
  return {
    'odt.odt': await archive(openDocument('text', picture(`${at}/odt`) + section(`${at}/section`) + section(storedAt))),
    'ods.pptx': await archive(openDocument('spreadsheet', linkedTable(`${at}/ods`) + linkedTable(storedAt))),
    'picture.docx': await archive(word(blip('r:link="rId9"'), { [rels]: relations(relation('image', `${at}/blip`)) })),
    'hyper.docx': await archive(
      word(blip('r:link="rId9"'), { [rels]: relations(relation('hyperlink', `${at}/hyper`)) }),
    ),
    'field.docx': await archive(
      word(
        field(` INCLUDETEXT "${at}/text"`) +
          field(` INCLUDEPICTURE "${at}/pic" \\d`) +
          field(` INCLUDETEXT "${stored}/file.txt"`),
      ),
    ),
    'template.docx': await archive(
      word(words('a'), {
        'word/settings.xml': `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:attachedTemplate r:id="rId9"/></w:settings>`,
        'word/_rels/settings.xml.rels': relations(relation('attachedTemplate', `${at}/template`)),
      }),
    ),
    'svg.docx': await archive(
      word(blip('r:embed="rId9"'), {
        [rels]: relations(relation('image', 'media/image1.png', '')),
        'word/media/image1.png': svg,
      }),
    ),
    'sheet.xlsx': await archive(
      office('xlsx', '<workbook/>', {
        'xl/worksheets/sheet1.xml': `<worksheet><f>_xlfn.WEBSERVICE("${at}/xlsx")</f></worksheet>`,
      }),
    ),
    'rtf.doc': `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "${at}/rtf" \\\\d}{\\fldrslt a}}{\\field{\\*\\fldinst INCLUDETEXT "${stored}/file.txt"}{\\fldrslt a}}}`,
    'svg.pptx': svg,
    'html.xls': `<html><img src="${at}/html"><iframe src="${storedAt}"></iframe><link rel="stylesheet" href="${at}/css"></html>`,
    'list.docx': `#EXTM3U\n#EXTINF:1,\n${at}/m3u8\n`,
  };
}

test('PEER-13 each that reaches out is refused before any program opens it', async () => {
  asked = [];
  for (const [name, bytes] of Object.entries(await attacks()))
    expect(await officeFault(Buffer.from(bytes), name.replace('.odt', '.docx')), name).not.toBe('');
  expect(asked).toEqual([]);
});

const soffice = toolHere('soffice');
describe.runIf(soffice)('LibreOffice, where it is installed', () => {
  test('PEER-13 even what is not refused asks no address and reads no other file: each is laid out in the cell', async () => {
    asked = [];
    const given = await attacks();
    await withTemporaryFolder(async (folder) => {
      for (const [name, bytes] of Object.entries(given)) await writeFile(join(folder, name), bytes);
      const words = [
        '--headless',
        `-env:UserInstallation=file://${folder}/profile`,
        '--convert-to',
        'pdf',
        '--outdir',
        folder,
      ];
      const sources = Object.keys(given).map((name) => join(folder, name));
      if (soffice) await runTool(soffice, [...words, ...sources], { folder, seconds: 240, memory: 4096 });
      let made = 0;
      for (const name of new Set(Object.keys(given).map((one) => one.replace(/\.\w+$/, '.pdf')))) {
        const pdf = await readFile(join(folder, name)).catch(() => null);
        if (!pdf) continue;
        made++;
        expect((await documentText(pdf, name)).words, name).not.toContain(CANARY);
      }
      expect(made).toBeGreaterThan(3);
    });
    expect(asked).toEqual([]);
  });
});

const ffmpeg = toolHere('ffmpeg');
describe.runIf(ffmpeg)('ffmpeg, where it is installed', () => {
  test('PEER-13 a list of films asks no address and names no other file, with every protocol allowed', async () => {
    asked = [];
    await withTemporaryFolder(async (folder) => {
      const lists = {
        'net.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${at}/m3u8.ts\n#EXT-X-ENDLIST\n`,
        'file.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${storedAt}\n#EXT-X-ENDLIST\n`,
        'list.txt': `ffconcat version 1.0\nfile ${stored}/file.txt\n`,
      };
      for (const [name, text] of Object.entries(lists)) {
        await writeFile(join(folder, name), text);
        const open = [
          '-protocol_whitelist',
          'file,http,tcp,hls,concat',
          '-i',
          join(folder, name),
          '-f',
          'data',
          '-map',
          '0',
          join(folder, 'out'),
        ];
        if (ffmpeg) await runTool(ffmpeg, ['-y', '-nostdin', ...open], { folder, seconds: 60, memory: 4096 });
        expect((await readFile(join(folder, 'out')).catch(() => Buffer.alloc(0))).includes(CANARY)).toBe(false);
      }
    });
    expect(asked).toEqual([]);
  });
});

test('pictures are read as JPEG, PNG, WebP and GIF alone: SVG and what else the library knows has no reader', async () => {
  asked = [];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="${at}/svg" width="9" height="9"/></svg>`;
  const tiff = Buffer.from('49492a0008000000', 'hex');
  for (const bytes of [Buffer.from(svg), tiff, Buffer.from('%PDF-1.4'), Buffer.from('P3 1 1 1 0 0 0')])
    await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported/);
  const drawn = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } });
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const)
    expect((await sharp(await drawn.clone().toFormat(format).toBuffer()).metadata()).format).toBe(format);
  expect(asked).toEqual([]);
});
