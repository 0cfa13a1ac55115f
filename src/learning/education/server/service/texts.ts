import type { Services } from '#platform/server/context.ts';
import { readStored } from '#platform/server/files/files.ts';
import { logFault } from '#platform/server/log/log.ts';
import { MOST_BYTES } from '#platform/server/text/limits.ts';
import { type DocumentText, documentText } from '#platform/server/text/read.ts';
import { keepText, unreadDocuments } from '../queries/text.ts';

/** Documents that one run reads; the rest waits for the next. */
const AT_ONCE = 20;

/** Reads the words of new files of the knowledge base, one after the other, so that they are found. */
export async function readTexts(services: Services): Promise<void> {
  for (const { id, fileId, fileName, bytesOf, size } of await unreadDocuments(services.db, AT_ONCE)) {
    let read: DocumentText = { words: '', note: '文件太大，文字没有读出来' };
    if (size <= MOST_BYTES) {
      try {
        const pieces: Uint8Array[] = [];
        for await (const piece of readStored(services, bytesOf)) pieces.push(piece as Uint8Array);
        read = await documentText(Buffer.concat(pieces), fileName);
      } catch (error) {
        // Its bytes are gone or the store is away: the others are read, this one is not asked for again until it has another file.
        logFault(`education.texts ${fileId}`, error);
        read = { words: '', note: '文件没有读出来' };
      }
    }
    // A zero has no place in a text of the database.
    await keepText(services.db, { id, fileId, note: read.note, words: read.words.replaceAll('\u0000', '') });
  }
}
