import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pastePermit } from '../../files/fileCalls.ts';
import { call } from '../call/api.ts';
import { codeOf } from '../call/request.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Button } from '../ui/Button.tsx';

interface Plugin {
  /** Where it is fetched. */
  url: string;
  /** The version that the site wants; empty: any. */
  version: string;
}

/**
 * The old paste plug-in for the sites that still use it: `paste` asks it for the clipboard, `banner` is shown below the editor while
 * it works, `dialog` leads to its package where it is missing or outdated.
 */
export function usePastePlugin(
  plugin: Plugin | null,
  { onHtml, onNote }: { onHtml: (html: string) => void; onNote: (text: string) => void },
): { paste: () => void; banner: ReactNode; dialog: ReactNode } {
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [lacking, setLacking] = useState<{ title: string; text: string } | null>(null);
  const stop = useRef<() => void>(() => {});
  const latest = useRef({ onHtml, onNote });
  latest.current = { onHtml, onNote };
  useEffect(() => () => stop.current(), []);

  const paste = async () => {
    if (!plugin || progress) return;
    setProgress({ done: 0, all: 0 });
    const end = () => setProgress(null);
    const fault = (text: string) => {
      end();
      latest.current.onNote(text);
    };
    try {
      // Its code comes with the first use.
      const [{ pasteByPlugin }, { permit }] = await Promise.all([
        codeOf(import('./pastePlugin.ts')),
        call(pastePermit, {}, { quiet: true }),
      ]);
      const leave = pasteByPlugin(permit, plugin.version, {
        onNote: (text) => latest.current.onNote(text),
        onProgress: (done, all) => setProgress({ done, all }),
        onHtml: (html) => {
          end();
          latest.current.onHtml(html);
        },
        onFault: fault,
        onMissing: () => {
          fault('');
          setLacking({
            title: '安装粘贴插件',
            text: '没有连接到本机的粘贴插件。请下载安装并启动，再点一次“插件粘贴”。',
          });
        },
        onOutdated: (version) => {
          fault('');
          setLacking({
            title: '更新粘贴插件',
            text: `本机插件的版本是${version || '未知'}，本站使用${plugin.version}。请下载更新，再点一次“插件粘贴”。`,
          });
        },
      });
      stop.current = () => {
        leave();
        end();
      };
    } catch (error) {
      fault((error as Error).message);
    }
  };

  const banner = progress && (
    <p className="editor-sending">
      <progress max={Math.max(1, progress.all)} value={progress.done} aria-label="插件粘贴进度" />
      <Button size="compact" onClick={() => stop.current()}>
        停止
      </Button>
    </p>
  );
  const dialog = lacking && plugin && (
    <Dialog
      title={lacking.title}
      icon="import"
      onClose={() => setLacking(null)}
      foot={
        <>
          <Button onClick={() => setLacking(null)}>关闭</Button>
          <a className="button primary" href={plugin.url} target="_blank" rel="noopener noreferrer">
            下载插件
          </a>
        </>
      }
    >
      <p>{lacking.text}</p>
      <p className="muted">不装插件也可以粘贴：在编辑器中按Ctrl+V，图片会一并上传。</p>
    </Dialog>
  );
  return { paste: () => void paste(), banner, dialog };
}
