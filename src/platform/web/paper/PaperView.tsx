import { type ReactNode, useRef } from 'react';
import { downloadFile } from '../../files/fileCalls.ts';
import type { PaperFile } from '../../papers/paper.ts';
import { download } from '../call/api.ts';
import { emit } from '../call/events.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { hasViewer, PdfFrame } from './PdfFrame.tsx';
import './paper.css';

/**
 * The PDF as it will be printed, with printing and download. Characters that the font lacks are named before. `children` are further
 * acts.
 */
export function PaperView({ paper, children }: { paper: PaperFile; children?: ReactNode }) {
  const { fileId, name, pages, missing } = paper;
  const frame = useRef<HTMLIFrameElement>(null);
  const print = () => {
    try {
      frame.current?.contentWindow?.focus();
      frame.current?.contentWindow?.print();
    } catch {
      emit('notice', { kind: 'warning', text: '这个浏览器不能从页面里打印，请下载后打印' });
    }
  };
  return (
    <section className="paper-view" aria-label={name}>
      {missing.length > 0 && (
        <div className="banner warn" role="alert">
          <Icon name="warning" />
          <span>
            打印字库中没有“{missing.join('”“')}”{missing.length > 1 && `这${missing.length}个字`}
            ，纸上是方框，打印后请手写补上。
          </span>
        </div>
      )}
      <div className="paper-acts">
        {hasViewer() && (
          <Button look="primary" icon="print" onClick={print}>
            打印
          </Button>
        )}
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => void download(downloadFile, { fileName: fileId }).catch(() => {})}
        >
          下载PDF
        </Button>
        {children}
        <span className="muted small">共{pages}页</span>
      </div>
      <PdfFrame key={fileId} fileId={fileId} title={name} className="paper-frame" frame={frame} />
    </section>
  );
}
