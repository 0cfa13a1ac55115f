import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchBytes, upload } from '#kernel/files/test/factory.ts';
import {
  beatReading,
  createDocument,
  getDocument,
  listDocuments,
  manageDocuments,
  markFavourite,
  publishDocuments,
  readDocument,
  readTable,
  removeDocument,
  updateDocument,
  withdrawDocuments,
} from '#learning/education/contract.document.ts';
import { createFolder, listFolders, removeFolder, updateFolder } from '#learning/education/contract.folder.ts';
import { readTexts } from '#learning/education/server/service/texts.ts';
import { searchAll } from '#overview/search/contract.ts';
import { workbook } from '#people/member/test/factory.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import { zip } from '#platform/server/spreadsheet/zip.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { knowledge } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let twin: Caller;
let member: Caller;
let { folder, file, draft, published } = {} as ReturnType<typeof knowledge>;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, twin, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('twinWorker'),
    t.as('member'),
  ] as const);
  ({ folder, file, draft, published } = knowledge(t));
});
afterAll(() => t.close());

const readBy = async (who: Caller, id: string) => (await who.call(readDocument, { id })).code;

describe('from the draft to those for whom it is', () => {
  test('nobody reads a draft; once published whoever stands below does, and nobody elsewhere', async () => {
    const id = await draft(committee, await folder(committee));
    expect(await readBy(member, id)).toBe(404);
    await committee.call(publishDocuments, { ids: [id] });
    expect(await readBy(member, id)).toBe(200);
    expect(await readBy(twin, id)).toBe(404);
    expect((await committee.call(publishDocuments, { ids: [id] })).msg).toBe('所选文档都已发布');
  });

  test('a folder for the whole platform is read by everybody, and its files with it; taken down, by nobody', async () => {
    const id = await published(committee, await folder(committee, { audience: 'all' }));
    const { fileId } = (await twin.call(readDocument, { id })).data;
    const address = `/api/common/download?fileName=${fileId}`;
    expect((await fetchBytes(t, twin, address)).status).toBe(200);
    await committee.call(withdrawDocuments, { ids: [id], reason: '有更新' });
    expect(await readBy(twin, id)).toBe(404);
    expect((await fetchBytes(t, twin, address)).text).toContain('404');
  });

  test('a branch does not change what its committee offers', async () => {
    const folderId = await folder(committee);
    const id = await published(committee, folderId);
    expect((await branch.call(getDocument, { id })).code).toBe(404);
    expect((await branch.call(withdrawDocuments, { ids: [id], reason: '试' })).code).toBe(404);
    expect(
      (await branch.call(createDocument, { folderId, title: '试', fileId: await file(branch, '试') } as never)).code,
    ).toBe(404);
    expect((await branch.call(manageDocuments, {})).rows.map((row: { id: string }) => row.id)).not.toContain(id);
  });

  test('what was published is taken down, not deleted; a draft goes to the bin, and a folder only when it is empty', async () => {
    const folderId = await folder(committee);
    const id = await draft(committee, folderId);
    const gone = { deleteReason: '重复' };
    expect((await committee.call(removeFolder, { id: folderId, ...gone })).msg).toContain('文件夹里还有文档');
    const other = await published(committee, folderId);
    expect((await committee.call(removeDocument, { id: other, ...gone })).msg).toBe('发布过的文档不能删除，可以下架');
    expect((await committee.call(removeDocument, { id, ...gone })).code).toBe(200);
    const empty = await folder(committee);
    expect((await committee.call(removeFolder, { id: empty, ...gone })).code).toBe(200);
  });
});

describe('versions', () => {
  test('another file of a published document says what changed; the older one stays readable', async () => {
    const id = await published(committee, await folder(committee));
    const { data: before } = await committee.call(getDocument, { id });
    const form = {
      id,
      version: before.version,
      folderId: before.folderId,
      title: before.title,
      fileId: await file(committee, '第二版'),
    };
    expect((await committee.call(updateDocument, form as never)).data.fields).toEqual({
      note: '换了文件，请写明这次改了什么',
    });
    expect((await committee.call(updateDocument, { ...form, note: '改了第三条' } as never)).code).toBe(200);
    const { versions } = (await member.call(readDocument, { id })).data;
    expect(versions.map(({ number, note }: { number: number; note: string }) => [number, note])).toEqual([
      [2, '改了第三条'],
      [1, ''],
    ]);
    for (const { fileId } of versions) {
      expect((await fetchBytes(t, member, `/api/common/download?fileName=${fileId}`)).status).toBe(200);
    }
    expect((await committee.call(updateDocument, { ...form, note: '再改' } as never)).code).toBe(400);
  });

  test('a folder changed meanwhile is not overwritten', async () => {
    const id = await folder(committee);
    const change = { id, name: '改名的文件夹', version: 1 };
    expect((await committee.call(updateFolder, change as never)).code).toBe(200);
    expect((await committee.call(updateFolder, { ...change, name: '又改' } as never)).code).toBe(400);
  });
});

describe('reading', () => {
  test('seconds are no more than have gone by, whatever the page says, and are kept by account', async () => {
    const id = await published(committee, await folder(committee));
    expect((await member.call(beatReading, { id, seconds: 0 })).data.seconds).toBe(0);
    for (let time = 0; time < 5; time++) await member.call(beatReading, { id, seconds: 30 });
    const soon = (await member.call(beatReading, { id, seconds: 30 })).data.seconds;
    const { rows } = await sql<{ age: number }>`
      select extract(epoch from clock_timestamp() - published_at)::float8 as age from knowledge_document where id = ${id}`.execute(
      t.db,
    );
    expect(soon).toBeLessThanOrEqual(rows[0]?.age ?? 0);
    await sql`update knowledge_reading set beat_at = clock_timestamp() - interval '1 hour' where document_id = ${id}`.execute(
      t.db,
    );
    expect((await member.call(beatReading, { id, seconds: 15 })).data.seconds).toBe(soon + 15);
    expect((await committee.call(readDocument, { id })).data.seconds).toBe(0);
    expect((await member.call(beatReading, { id, seconds: 31 })).code).toBe(600);
  });

  test('required first unread, read last, marked: each in its list, and the folder counts what is unread', async () => {
    const folderId = await folder(committee);
    const must = await published(committee, folderId, { isRequired: true });
    const other = await published(committee, folderId, { summary: '独一无二的提要' });
    const lists = async (view: string) =>
      (await member.call(listDocuments, { view, folderId } as never)).rows.map((row: { id: string }) => row.id);
    const unread = async () =>
      (await member.call(listFolders, {})).data.find((row: { id: string }) => row.id === folderId)?.unread;
    expect(await lists('required')).toEqual([must]);
    expect(await unread()).toBe(1);
    await member.call(beatReading, { id: must, seconds: 0 });
    expect(await unread()).toBe(0);
    expect(await lists('recent')).toEqual([must]);
    expect((await member.call(markFavourite, { id: other, isFavourite: true })).code).toBe(200);
    expect(await lists('favourite')).toEqual([other]);
    await member.call(markFavourite, { id: other, isFavourite: false });
    expect(await lists('favourite')).toEqual([]);
    expect(
      (await member.call(listDocuments, { keyWords: '独一无二' })).rows.map((row: { id: string }) => row.id),
    ).toEqual([other]);
    expect((await twin.call(markFavourite, { id: other, isFavourite: true })).code).toBe(404);
  });
});

test('the search over everything finds a document by its words, for those for whom it is', async () => {
  const id = await published(committee, await folder(committee), { title: '梅雨季节堤防巡查表' });
  const found = async (who: Caller) => {
    const answer = await who.call(searchAll, { words: '堤防巡查' });
    return answer.data
      .flatMap(({ hits }: { hits: { kind: string; id: string }[] }) => hits)
      .map((hit: { id: string }) => hit.id);
  };
  expect(await found(member)).toEqual([id]);
  expect(await found(twin)).toEqual([]);
});

describe('folders within folders', () => {
  test('rights follow the folder above; a reader meets the way down to what is for him; none stands within itself', async () => {
    const top = await folder(committee);
    const middle = await folder(committee, { parentId: top, inherits: true });
    const deep = await folder(committee, { parentId: middle, inherits: true });
    const apart = await folder(committee, { parentId: middle, audience: 'below' });
    const id = await published(committee, deep);
    const inside = await published(committee, apart);
    expect(await readBy(twin, id)).toBe(404);
    const listed = async (who: Caller) =>
      new Map((await who.call(listFolders, {})).data.map((one: { id: string }) => [one.id, one]));
    expect([...(await listed(member)).keys()]).toEqual(expect.arrayContaining([top, middle, deep, apart]));
    const change = { id: top, name: '放开的文件夹', audience: 'all', maySave: false, version: 1 };
    expect((await committee.call(updateFolder, change as never)).code).toBe(200);
    expect(await readBy(twin, id)).toBe(200);
    expect((await twin.call(readDocument, { id })).data.maySave).toBe(false);
    expect(await readBy(twin, inside)).toBe(404);
    expect((await listed(twin)).has(apart)).toBe(false);
    expect((await listed(twin)).get(deep)).toMatchObject({ parentId: middle, audience: 'all', documents: 1 });
    const rows = (await member.call(listDocuments, { folderId: top } as never)).rows;
    expect(new Set(rows.map((one: { id: string }) => one.id))).toEqual(new Set([id, inside]));
    const round = await committee.call(updateFolder, { ...change, version: 2, parentId: deep } as never);
    expect(round.data.fields.parentId).toBe('不能放进它自己的下级文件夹');
    const fourth = await folder(committee, { parentId: deep });
    const fifth = await folder(committee, { parentId: fourth });
    const sixth = await committee.call(createFolder, { name: '太深', parentId: fifth } as never);
    expect(sixth.data.fields.parentId).toBe('文件夹最多5层');
    expect((await committee.call(removeFolder, { id: fourth, deleteReason: '试' })).msg).toContain(
      '文件夹里还有文件夹',
    );
    expect((await branch.call(createFolder, { name: '插进来', parentId: top } as never)).code).toBe(404);
  });
});

describe('what documents say', () => {
  const send = async (name: string, bytes: Buffer) => {
    const answer = await upload(t, committee, name, bytes);
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id as string;
  };
  const wordOf = async (text: string) => {
    const body = text.split('').map((sign) => `<w:r><w:t>${sign}</w:t></w:r>`);
    const xml = `<w:document xmlns:w="x"><w:body><w:p>${body.join('')}</w:p></w:body></w:document>`;
    const pieces: Buffer[] = [];
    for await (const piece of zip([
      { name: '[Content_Types].xml', content: ['<Types/>'] },
      { name: 'word/document.xml', content: [xml] },
    ]))
      pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const found = async (who: Caller, keyWords: string) => (await who.call(listDocuments, { keyWords })).rows;

  test('is found in Word, PDF, sheets and texts, by those for whom it is, with a piece around it', async () => {
    const folderId = await folder(committee);
    const paper = await makePaper({ template: '#set text(font: "Noto Serif SC")\n入党誓词写在这份文件里', data: null });
    const ids = [
      await published(committee, folderId, { fileId: await send('甲.docx', await wordOf('堡垒户的故事在这一段')) }),
      await published(committee, folderId, { fileId: await send('乙.pdf', Buffer.from(paper.pdf)) }),
      await published(committee, folderId, {
        fileId: await send(
          '丙.xlsx',
          Buffer.from(
            await workbook([
              ['网格', '责任人'],
              ['第九网格', '田网员'],
            ]),
          ),
        ),
      }),
      await published(committee, folderId, { fileId: await send('丁.txt', Buffer.from('流动红旗\n评比办法')) }),
    ];
    expect(await found(member, '堡垒户的故事')).toEqual([]);
    await readTexts(t.services);
    for (const [at, words] of ['堡垒户的故事', '入党誓词', '田网员', '红旗评比'].entries()) {
      const rows = await found(member, words);
      expect(
        rows.map((one: { id: string }) => one.id),
        words,
      ).toEqual([ids[at]]);
    }
    expect((await found(member, '堡垒户的故事'))[0].excerpt).toContain('堡垒户的故事在这一段');
    expect(await found(twin, '堡垒户的故事')).toEqual([]);
    const hits = (await member.call(searchAll, { words: '田网员' })).data.flatMap(
      ({ hits: list }: { hits: { id: string }[] }) => list,
    );
    expect(hits.map((one: { id: string }) => one.id)).toContain(ids[2]);
    const { fileId } = (await member.call(readDocument, { id: ids[2] ?? '' })).data;
    const sheet = await member.call(readTable, { id: ids[2] ?? '', fileId });
    expect(sheet.data).toEqual({
      rows: [
        ['网格', '责任人'],
        ['第九网格', '田网员'],
      ],
      isCut: false,
    });
    expect((await twin.call(readTable, { id: ids[2] ?? '', fileId })).code).toBe(404);
    expect((await member.call(readTable, { id: ids[0] ?? '', fileId })).code).toBe(404);
  });

  test('a broken file says why and is not read again; a newer file is', async () => {
    const id = await published(committee, await folder(committee), {
      fileId: await send(
        '坏.pdf',
        Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R /Encrypt 5 0 R >>\n%%EOF'),
      ),
    });
    await readTexts(t.services);
    const note = async () =>
      (
        await sql<{
          note: string;
          words: string;
        }>`select note, words from knowledge_text where document_id = ${id}`.execute(t.db)
      ).rows[0];
    expect(await note()).toMatchObject({ words: '', note: '文件有密码，不能查找其中的文字' });
    const { data: row } = await committee.call(getDocument, { id });
    const form = { id, version: row.version, folderId: row.folderId, title: row.title, note: '换成好的' };
    const fileId = await send('好.txt', Buffer.from('换好以后的内容'));
    expect((await committee.call(updateDocument, { ...form, fileId } as never)).code).toBe(200);
    expect(await found(member, '换好以后')).toEqual([]);
    await readTexts(t.services);
    expect((await found(member, '换好以后')).map((one: { id: string }) => one.id)).toEqual([id]);
  });
});
