import { Link } from 'react-router';
import { extensionOf } from '#platform/files/fileRules.ts';
import { durationText } from '#platform/web/show/time.ts';
import { sizeWords } from '#platform/web/upload/words.ts';
import type { DocumentRow } from '../contract.document.ts';
import { KNOWLEDGE } from '../rules.knowledge.ts';
import './knowledge.css';

/** What the reader has of a document, in words. */
export const readWords = ({ readAt, seconds }: Pick<DocumentRow, 'readAt' | 'seconds'>): string =>
  readAt === null ? '未读' : seconds >= 60 ? `已读${durationText(seconds)}` : '已打开';

/** The kind of a file as people name it. */
export const kindWords = (fileName: string): string => extensionOf(fileName).toUpperCase() || '文件';

/** Documents as lines, with what the reader has of each. */
export function DocumentLines({ rows }: { rows: readonly DocumentRow[] }) {
  return (
    <ul className="card know-lines">
      {rows.map((row) => (
        <li key={row.id}>
          <Link to={KNOWLEDGE.browse(row.id, row.fileId)}>
            <span className="know-kind" aria-hidden="true">
              {kindWords(row.fileName)}
            </span>
            <span className="know-words">
              <span className="know-title">{row.title}</span>
              {row.excerpt && <span className="know-summary">文中：…{row.excerpt}…</span>}
              {row.summary && !row.excerpt && <span className="know-summary">{row.summary}</span>}
              <span className="muted small">
                {[row.folderName, row.orgName, sizeWords(row.fileSize)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="know-tags">
              {row.isRequired && <span className="tag red">必读</span>}
              {row.isFavourite && <span className="tag gold">收藏</span>}
              <span className={row.readAt === null ? 'tag' : 'tag ok'}>{readWords(row)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
