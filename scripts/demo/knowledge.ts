import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { receiveBytes, storeFile } from '#platform/server/files/files.ts';
import { zip } from '#platform/server/spreadsheet/zip.ts';
import { type DemoDocument, KNOWLEDGE_FOLDERS } from './knowledgeTexts.ts';
import { placesOf } from './lessons.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const paragraph = (line: string) => {
  const isHeading = line.startsWith('# ');
  const style = isHeading ? '<w:pPr><w:pStyle w:val="Heading2"/></w:pPr>' : '<w:pPr><w:ind w:firstLine="420"/></w:pPr>';
  return `<w:p>${style}<w:r><w:t>${isHeading ? line.slice(2) : line}</w:t></w:r></w:p>`;
};

/** A Word document of these paragraphs. */
export async function wordOf(lines: readonly string[]): Promise<Buffer> {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="d" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${lines.map(paragraph).join('')}</w:body></w:document>`,
  };
  const pieces: Buffer[] = [];
  const entries = Object.entries(parts).map(([name, xml]) => ({ name, content: [HEAD + xml] }));
  for await (const piece of zip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function fileOf({ title, isWord, text }: DemoDocument) {
  return isWord
    ? {
        name: `${title}.docx`,
        mime: 'application/octet-stream',
        bytes: await wordOf(text),
      }
    : { name: `${title}.txt`, mime: 'text/plain; charset=utf-8', bytes: Buffer.from(text.join('\n')) };
}

/** Folders with documents for a demo city that has none, read by some of its people. */
export async function fillKnowledgeOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ filled: boolean; account: string | null }>`
    select exists (select from knowledge_folder) as filled,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  if (rows[0]?.filled || !accountId) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    // The city's second folder stands within its first and has its rights.
    let first: { id: string; by: string } | null = null;
    for (const [place, folder] of KNOWLEDGE_FOLDERS.entries()) {
      const org = places[folder.by];
      const above: string | null = first?.by === folder.by ? first.id : null;
      const made: { rows: { id: string }[] } = await sql<{ id: string }>`
        insert into knowledge_folder (org_id, org_code, name, intro, may_save, parent_id, inherits, sort, created_by, updated_by)
        values (${org.id}, ${org.code}, ${folder.name}, ${folder.intro}, ${folder.maySave}, ${above}, ${above !== null}, ${place + 1}, ${org.name}, ${org.name})
        returning id`.execute(tx);
      first ??= { id: made.rows[0]?.id ?? '', by: folder.by };
      for (const [at, document] of folder.documents.entries()) {
        const { bytes, ...named } = await fileOf(document);
        const facts = { kind: 'education.document', rowId: null, orgCode: org.code, accountId, days: null };
        const fileId = await storeFile(services, tx, { ...facts, ...named }, await receiveBytes(services, [bytes]));
        const days = 30 - place * 6 - at;
        const { rows: written } = await sql<{ id: string }>`
          insert into knowledge_document (org_id, org_code, folder_id, title, summary, labels, is_required, file_id, state,
                                          published_at, created_by, updated_by)
          values (${org.id}, ${org.code}, ${made.rows[0]?.id ?? ''}, ${document.title}, ${document.summary},
                  ${document.labels}::text[], ${document.isRequired ?? false}, ${fileId}, 1,
                  now() - ${days}::int * interval '1 day', ${org.name}, ${org.name})
          returning id`.execute(tx);
        const id = written[0]?.id ?? '';
        await sql`update stored_file set row_id = ${id} where id = ${fileId}`.execute(tx);
        await sql`insert into knowledge_version (document_id, number, file_id, created_at, created_by)
                  values (${id}, 1, ${fileId}, now() - ${days}::int * interval '1 day', ${org.name})`.execute(tx);
      }
    }
    // Some of those below have read; who and how long follows from the numbers, so that every demo is alike.
    await sql`
      insert into knowledge_reading (document_id, account_id, seconds, read_at, is_favourite)
      select d.id, g.account_id, 40 + g.h % 600, now() - (g.h % 12) * interval '1 day' - interval '2 hours', g.h % 7 = 0
        from knowledge_document d
        cross join lateral (
          select r.account_id, ('x' || substr(md5(d.id || ':' || r.account_id), 1, 6))::bit(24)::int as h
            from (select distinct r.account_id from account_role r
                    join organisation o on o.id = r.org_id and starts_with(o.code, d.org_code)) as r
           order by 2 limit 60) as g
       where g.h % 3 > 0`.execute(tx);
  });
}
