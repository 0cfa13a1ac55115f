import { expect } from 'vitest';
import { upload } from '#kernel/files/test/factory.ts';
import { createDocument, publishDocuments } from '#learning/education/contract.document.ts';
import { createFolder } from '#learning/education/contract.folder.ts';
import { createVideo, publishVideos } from '#learning/education/contract.ts';
import { createUnit } from '#learning/education/contract.unit.ts';
import type { Caller, TestApp } from '../../../../test/support/app.ts';

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

function track(kind: 'vide' | 'soun', codec: string): Buffer {
  const handler = Buffer.alloc(24);
  handler.write(kind, 8, 'latin1');
  const samples = Buffer.alloc(24);
  samples.writeUInt32BE(1, 4);
  samples.writeUInt32BE(16, 8);
  samples.write(codec, 12, 'latin1');
  return box('trak', box('mdia', box('hdlr', handler), box('minf', box('stbl', box('stsd', samples)))));
}

/** An MP4 that has an index and nothing to show; its index behind its content, as cameras write it, where `late`. */
export function mp4({ seconds = 120, picture = 'avc1', sound = 'mp4a', late = false, seed = 0 } = {}): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(Math.round(seconds * 1000), 16);
  const tracks = [...(picture ? [track('vide', picture)] : []), ...(sound ? [track('soun', sound)] : [])];
  const start = box('ftyp', Buffer.from('isom\0\0\x02\0isommp42', 'latin1'));
  const content = box('mdat', Buffer.alloc(2000, seed));
  const index = box('moov', box('mvhd', header), ...tracks);
  return Buffer.concat(late ? [start, content, index] : [start, index, content]);
}

/** What units and videos take, for one app. */
export function education(t: TestApp) {
  let made = 0;
  async function unit(who: Caller, given: object = {}): Promise<string> {
    made += 1;
    const answer = await who.call(createUnit, { name: `学习单元${made}`, ...given } as never);
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id;
  }
  async function file(who: Caller, of: Parameters<typeof mp4>[0] = {}): Promise<string> {
    const answer = await upload(t, who, '第一讲.mp4', mp4(of), 'video');
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id;
  }
  const form = (unitId: string, fileId: string, given: object = {}) => ({ unitId, fileId, title: '第一讲', ...given });
  async function video(who: Caller, given: object = {}, of: Parameters<typeof mp4>[0] = {}): Promise<string> {
    const { unitId = await unit(who), ...rest } = given as { unitId?: string };
    const answer = await who.call(createVideo, form(unitId, await file(who, of), rest) as never);
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id;
  }
  async function published(who: Caller, given: object = {}, of: Parameters<typeof mp4>[0] = {}): Promise<string> {
    const id = await video(who, given, of);
    const answer = await who.call(publishVideos, { ids: [id] });
    expect(answer.code, answer.text).toBe(200);
    return id;
  }
  return { unit, file, form, video, published };
}

/** What folders and documents of the knowledge base take, for one app. */
export function knowledge(t: TestApp) {
  let made = 0;
  async function folder(who: Caller, given: object = {}): Promise<string> {
    made += 1;
    const answer = await who.call(createFolder, { name: `文件夹${made}`, ...given } as never);
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id;
  }
  async function file(who: Caller, text: string): Promise<string> {
    const answer = await upload(t, who, '材料.txt', Buffer.from(text));
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id;
  }
  async function draft(who: Caller, folderId: string, given: object = {}): Promise<string> {
    made += 1;
    const form = { folderId, title: `文档${made}`, fileId: await file(who, `内容${made}`), ...given };
    const answer = await who.call(createDocument, form as never);
    expect(answer.code, answer.text).toBe(200);
    return answer.data.id;
  }
  async function published(who: Caller, folderId: string, given: object = {}): Promise<string> {
    const id = await draft(who, folderId, given);
    expect((await who.call(publishDocuments, { ids: [id] })).code).toBe(200);
    return id;
  }
  return { folder, file, draft, published };
}
