import { useEffect, useState } from 'react';
import { downloadFile, mediaAddress } from '#platform/files/fileCalls.ts';
import { call, download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { readDocx } from '#platform/web/editor/docx.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { MediaPicture } from '#platform/web/paper/MediaPicture.tsx';
import { PdfFrame } from '#platform/web/paper/PdfFrame.tsx';
import { Empty, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { readTable } from '../contract.document.ts';
import { SHEET_COLUMNS, SHEET_ROWS, type Showing, showingOf } from '../rules.knowledge.ts';

interface PaperProps extends Told {
  documentId: string;
  fileId: string;
  fileName: string;
  title: string;
  maySave: boolean;
}

interface Told {
  /** Told of each page of a PDF that was read, and of how many. */
  onRead(page: number, of: number): void;
  /** The page of a PDF to begin with. */
  from: number;
  /** The file as PDF where the page cannot show it as it is, or why there is none. */
  shownId: string | null;
  shownNote: string;
}

/** A file as it is read in the page; what the page cannot show is offered for saving, with the reason. */
export function DocumentPaper({
  documentId,
  fileId,
  fileName,
  title,
  maySave,
  onRead,
  from,
  shownId,
  shownNote,
}: PaperProps) {
  const showing = showingOf(fileName);
  if (showing === 'sheet')
    return <SheetPaper documentId={documentId} fileId={fileId} title={title} maySave={maySave} />;
  if (showing === 'image')
    return (
      <MediaPicture fileId={fileId} alt={title} className="know-picture" lost="没有读到这张图片，请刷新页面再看。" />
    );
  if (showing === 'pdf' || shownId !== null)
    return <PdfFrame fileId={shownId ?? fileId} title={title} className="know-pdf" onRead={onRead} from={from} />;
  if (showing === 'word' || showing === 'text') {
    return <FetchedPaper fileId={fileId} fileName={fileName} showing={showing} maySave={maySave} />;
  }
  return <Unshown why={shownNote || '这种格式不能在页面里看'} fileId={fileId} maySave={maySave} />;
}

function Unshown({ why, fileId, maySave }: { why: string; fileId: string; maySave: boolean }) {
  if (!maySave) return <Empty title={why}>这个文件夹不提供下载，请联系发布的组织换成PDF。</Empty>;
  return (
    <Empty
      title={why}
      act={
        <Button
          look="primary"
          // The client has shown why it failed.
          onClick={() => void download(downloadFile, { fileName: fileId }).catch(() => {})}
        >
          下载后打开
        </Button>
      }
    >
      下载后用本机的软件打开。
    </Empty>
  );
}

/** A sheet as a table; what is beyond its bounds is said. */
function SheetPaper({ documentId, fileId, title, maySave }: Omit<PaperProps, keyof Told | 'fileName'>) {
  const tableQuery = useCall(readTable, { id: documentId, fileId }, { quiet: true });
  if (!tableQuery.data)
    return tableQuery.error ? (
      <Unshown why={tableQuery.error.message} fileId={fileId} maySave={maySave} />
    ) : (
      <Skeleton lines={12} />
    );
  const { rows, isCut } = tableQuery.data;
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const letters = Array.from(
    { length: columns },
    (_, at) => `${at > 25 ? 'A' : ''}${String.fromCharCode(65 + (at % 26))}`,
  );
  return (
    <>
      {isCut && (
        <p className="banner" role="note">
          表格较大，这里显示前{SHEET_ROWS}行、前{SHEET_COLUMNS}列{maySave && '，全部内容请下载后看'}。
        </p>
      )}
      <div className="know-sheet">
        <table aria-label={title}>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file that does not change
              <tr key={at}>
                <th scope="row">{at + 1}</th>
                {letters.map((letter, column) => (
                  <td key={letter}>{row[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface Text {
  text: string;
  html: string;
  addresses: Record<string, string>;
}

/** Text of a file in one of the encodings that offices here save in. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** The bytes of a file as the page reads it, which is no download: a folder may allow the one and not the other. */
async function fetchShown(fileId: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await call(mediaAddress, { fileName: fileId }, { signal, quiet: true });
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error('文件没有读出来，请刷新页面再看');
  return response.blob();
}

async function readText(blob: Blob, fileName: string, showing: Showing): Promise<Text> {
  if (showing === 'text') return { text: decoded(await blob.arrayBuffer()), html: '', addresses: {} };
  const word = await readDocx(new File([blob], fileName));
  const addresses: Record<string, string> = {};
  // Pictures of a document are shown from this machine: each gets a key of the form that stored ones have.
  const keys = word.pictures.map((picture, at) => {
    if (!picture) return null;
    const key = at.toString(16).padStart(32, '0');
    addresses[key] = URL.createObjectURL(picture);
    return key;
  });
  return { text: '', html: word.html(keys), addresses };
}

function FetchedPaper({
  fileId,
  fileName,
  showing,
  maySave,
}: Omit<PaperProps, keyof Told | 'title' | 'documentId'> & { showing: Showing }) {
  const [read, setRead] = useState<Text | string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let shown: Text | null = null;
    const forget = (of: Text | null) => {
      for (const address of Object.values(of?.addresses ?? {})) URL.revokeObjectURL(address);
    };
    fetchShown(fileId, stop.signal)
      .then((blob) => readText(blob, fileName, showing))
      .then((text) => {
        if (stop.signal.aborted) return forget(text);
        shown = text;
        setRead(text);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setRead(error instanceof Error ? error.message : '文件没有读出来');
      });
    return () => {
      stop.abort();
      forget(shown);
    };
  }, [fileId, fileName, showing]);
  if (read === null) return <Skeleton lines={12} />;
  if (typeof read === 'string') return <Unshown why={read} fileId={fileId} maySave={maySave} />;
  return read.html ? (
    <RichText html={read.html} addresses={read.addresses} />
  ) : (
    <pre className="know-text">{read.text}</pre>
  );
}
