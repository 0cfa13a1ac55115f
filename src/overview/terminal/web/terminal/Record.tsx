import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { type TerminalItem, terminalFile } from '../../contract.device.ts';

const RichText = lazyPart(async () => ({ default: (await import('#platform/web/editor/RichText.tsx')).RichText }));
const PdfPages = lazyPart(() => import('#platform/web/pdf/PdfPages.tsx'));

/** Where this terminal reads a file; `-t` and `-z` behind its id are its sizes. */
export const addressOf = (fileName: string): string => `${terminalFile.path}?fileName=${fileName}`;

const PDF = 'application/pdf';

/** One thing that is shown, as large as the screen allows. */
export function Record({ item, onPlaying }: { item: TerminalItem; onPlaying: () => void }) {
  const addresses = useMemo(
    () => Object.fromEntries(fileIdsIn(item.html).map((id) => [id, addressOf(id)])),
    [item.html],
  );
  return (
    <article className="terminal-record">
      <h2>{item.title}</h2>
      {(item.note || item.day) && <p className="terminal-note">{[item.day, item.note].filter(Boolean).join('　')}</p>}
      {item.text && <p className="terminal-text">{item.text}</p>}
      {item.html && (
        <Suspense>
          <RichText html={item.html} addresses={addresses} />
        </Suspense>
      )}
      {item.files.map((file) => (
        <Shown key={file.id} file={file} address={addressOf(file.id)} title={item.title} onPlaying={onPlaying} />
      ))}
    </article>
  );
}

interface ShownProps {
  file: TerminalItem['files'][number];
  address: string;
  title: string;
  onPlaying: () => void;
}

function Shown({ file, address, title, onPlaying }: ShownProps): ReactNode {
  const [failed, setFailed] = useState(false);
  if (failed) return <p className="terminal-note">{file.name}暂时不能显示。</p>;
  const fail = () => setFailed(true);
  if (file.fileType.startsWith('image/')) return <img src={address} alt={title} onError={fail} />;
  if (file.fileType.startsWith('video/') || file.fileType.startsWith('audio/'))
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploaded films have none of their own
      <video
        src={address}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        onTimeUpdate={onPlaying}
        onError={fail}
      />
    );
  if (file.fileType === PDF)
    return (
      <Suspense>
        <PdfPages url={address} title={file.name} className="terminal-pdf" onFail={fail} />
      </Suspense>
    );
  return <p className="terminal-note">附件：{file.name}，请向工作人员索取。</p>;
}
