import { downloadFile } from '#platform/fileCalls.ts';
import type { RecordFile } from '#platform/records.ts';
import { download } from '../api.ts';
import { Icon } from '../icons.tsx';
import { sizeWords } from '../upload/words.ts';

/** The attachments of a row, to be downloaded; nothing where there are none. */
export function RecordFiles({ files }: { files: readonly RecordFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="record-files" aria-label="附件">
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <button
            type="button"
            className="button link compact"
            aria-label={`下载${name}`}
            // The client has shown why it failed.
            onClick={() => download(downloadFile, { fileName: id }).catch(() => {})}
          >
            <Icon name="document" size={14} />
            {name}
          </button>
          <span className="muted tiny">{sizeWords(size)}</span>
        </li>
      ))}
    </ul>
  );
}
