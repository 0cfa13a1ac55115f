import { downloadFile } from '#platform/files/fileCalls.ts';
import { download } from '../call/api.ts';
import { Button } from '../ui/Button.tsx';
import { sizeWords } from './words.ts';
import './fileList.css';

interface FileListProps {
  files: readonly { id: string; name: string; size: number }[];
  /** What they are: 附件, 证明材料. */
  label?: string;
}

/** Attachments to be downloaded; nothing where there are none. */
export function FileList({ files, label = '附件' }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul className="file-list" aria-label={label}>
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <Button
            look="link"
            size="compact"
            icon="document"
            iconSize={14}
            aria-label={`下载${name}`}
            // The client has shown why it failed.
            onClick={() => download(downloadFile, { fileName: id }).catch(() => {})}
          >
            {name}
          </Button>
          <span className="muted tiny">{sizeWords(size)}</span>
        </li>
      ))}
    </ul>
  );
}
