import type { Services } from '#platform/server/context.ts';
import { isCellMissing } from '#platform/server/convert/cell.ts';
import { isOffice, officePdf, officeProgram } from '#platform/server/convert/officePdf.ts';
import { Refusal } from '#platform/server/errors.ts';
import { storeFile } from '#platform/server/files/files.ts';
import { logFault } from '#platform/server/log/log.ts';
import { listVersionsToLayOut, saveLayout } from '../queries/text.ts';
import { DOCUMENT_FILES } from './common.ts';

/** Files that one run lays out; the rest waits for the next. */
const AT_ONCE = 10;
/** After so long no further one is begun: other work that recurs waits for its turn. */
const LONG_MS = 60_000;

/** Lays office files of the knowledge base out as PDF, where LibreOffice is installed, so that they are read in the page. */
export async function convertLayouts(services: Services): Promise<void> {
  if (officeProgram(services) === null) return;
  const begun = Date.now();
  for (const { documentId, number, orgCode, accountId, name, bytesOf, size } of await listVersionsToLayOut(
    services.db,
    AT_ONCE,
  )) {
    if (Date.now() - begun > LONG_MS) return;
    let made: Awaited<ReturnType<typeof officePdf>>;
    try {
      made = await officePdf(services, { bytesOf, name, size });
    } catch (error) {
      // As many run and wait already as may: it is taken up again.
      if (error instanceof Refusal && error.status === 429) return;
      logFault(`education.layouts ${documentId}`, error);
      made = '文件没有转换成功';
    }
    await services.db.transaction().execute(async (tx) => {
      const shownId =
        typeof made === 'string'
          ? null
          : await storeFile(
              services,
              tx,
              {
                kind: DOCUMENT_FILES,
                rowId: documentId,
                orgCode,
                accountId,
                name: `${name.replace(/\.[^.]*$/, '')}.pdf`,
                mime: 'application/pdf',
                days: null,
              },
              made,
            );
      await saveLayout(tx, documentId, number, { shownId, note: typeof made === 'string' ? made : '' });
    });
  }
}

/** What the page says of a version that is not laid out; empty where there is nothing to say. */
export function layoutNote(services: Services, name: string, note: string | null): string {
  if (note !== null) return note;
  if (!isOffice(name)) return '';
  if (isCellMissing(services, services.config.soffice))
    return '服务器没有隔离程序（bubblewrap），文档转换已停用，请下载后查看';
  return officeProgram(services) === null ? '' : '正在转换成可以在页面里看的格式，请过一两分钟再打开';
}
