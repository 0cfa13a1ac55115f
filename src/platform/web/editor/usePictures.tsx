import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FORMATS } from '../../files/fileRules.ts';
import { ApiError } from '../call/request.ts';
import { Button } from '../ui/Button.tsx';
import { compressPicture } from '../upload/compress.ts';
import { sendWhole, uploadFile } from '../upload/transfer.ts';

/**
 * Where a picture or video of a paste or document stands; the states of the old plug-in (specification 5) that a browser
 * can be in. `stopped` and `failed` wait for being continued, `lost` cannot be.
 */
type State = 'waiting' | 'posting' | 'stopped' | 'failed' | 'lost' | 'complete';

interface Item {
  file: File | null;
  state: State;
  /** Why it does not come, in the words of the plug-in's codes (specification 8). */
  error: string;
  key: string | null;
}

const kindOf = (file: File) => (file.type.startsWith('video/') ? 'video' : 'image');

/** What cannot come, however often it is tried. */
class Lost extends Error {}

/**
 * Sends a picture, made smaller where it is large, in one request, and a video piece after piece; answers its key.
 * @param onShare hears how much of a video has arrived, 0 to 1
 */
async function send(file: File | null, signal: AbortSignal, onShare: (share: number) => void): Promise<string> {
  if (!file) throw new Lost('不能读取本地文件');
  const format = kindOf(file);
  const { limit } = FORMATS[format];
  const small =
    format === 'image'
      ? await compressPicture(file).catch((error: Error) => {
          throw new Lost(error.message);
        })
      : file;
  if (small.size > limit) throw new Lost(`文件大小超过限制，最大${limit / 1024 ** 2}M`);
  if (format === 'image') return (await sendWhole(small, format, signal)).id;
  const onSent = (bytes: number) => onShare(bytes / small.size);
  return (await uploadFile(small, { format, signal, onSent })).id;
}

/** Codes 0 to 2, 6 and 10; the others speak of the plug-in's own program. What another try may fix is `failed`. */
function faultOf(error: unknown): Pick<Item, 'state' | 'error'> {
  if (error instanceof Lost) return { state: 'lost', error: error.message };
  if (error instanceof ApiError) {
    if (error.status === 0) return { state: 'failed', error: '连接服务器错误' };
    if (error.status === 429 || error.status >= 500) return { state: 'failed', error: '发送数据错误' };
    return { state: 'lost', error: error.message };
  }
  return { state: 'failed', error: '接收数据错误' };
}

/**
 * Uploads the pictures and videos of a paste, drop or document one after another and shows the progress. `sendAll` answers their
 * keys when each has arrived, null for those that the user gave up. `banner` is shown below the editor.
 */
export function usePictures(): {
  sendAll: (files: readonly (Blob | null)[]) => Promise<(string | null)[]>;
  note: string;
  setNote: (text: string) => void;
  banner: ReactNode;
} {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [note, setNote] = useState('');
  const [asks, setAsks] = useState<((again: boolean) => void) | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort('gone'), []);

  /** Sends what waits; ends when all was tried or the user stopped it. */
  const run = async (list: Item[]) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const put = (at: number, patch: Partial<Item>) => {
      list[at] = { ...(list[at] as Item), ...patch };
      setItems([...list]);
    };
    for (const [at, { file, state }] of list.entries()) {
      if (state === 'complete' || state === 'lost') continue;
      if (signal.aborted) {
        put(at, { state: 'stopped', error: '' });
        continue;
      }
      const words = `正在上传第${at + 1}个，共${list.length}个`;
      setNote(words);
      put(at, { state: 'posting', error: '' });
      try {
        const key = await send(file, signal, (share) => setNote(`${words}，已完成${Math.floor(share * 100)}%`));
        put(at, { state: 'complete', key });
      } catch (error) {
        if (signal.aborted) put(at, { state: 'stopped', error: '' });
        else put(at, faultOf(error));
      }
    }
  };

  const sendList = async (files: readonly (Blob | null)[]) => {
    const list = files.map((blob, at): Item => ({ file: fileOf(blob, at), state: 'waiting', error: '', key: null }));
    for (;;) {
      await run(list);
      if (stop.current.signal.reason === 'gone') return list.map(({ key }) => key);
      const open = list.filter(({ state }) => state === 'stopped' || state === 'failed');
      if (open.length === 0) break;
      const why = [...new Set(open.map(({ error }) => error || '已停止'))].join('、');
      setNote(`${open.length}个等待继续：${why}`);
      const again = await new Promise<boolean>((resolve) => setAsks(() => resolve));
      setAsks(null);
      if (!again) break;
    }
    setItems([]);
    const lost = list.filter(({ key }) => key === null);
    const why = [...new Set(lost.map(({ error }) => error).filter(Boolean))].join('、');
    setNote(lost.length > 0 ? `已完成，${lost.length}个没有传上${why && `（${why}）`}，请单独插入` : '上传完成');
    return list.map(({ key }) => key);
  };

  // What is pasted meanwhile waits: one question at a time.
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const sendAll = (files: readonly (Blob | null)[]) => {
    const mine = turn.current.then(() => sendList(files));
    turn.current = mine.catch(() => {});
    return mine;
  };

  const done = items.filter(({ state }) => state === 'complete').length;
  const banner = items.length > 0 && (
    <p className="editor-sending">
      <progress max={items.length} value={done} aria-label="图片上传进度" />
      {asks ? (
        <>
          <Button size="compact" onClick={() => asks(true)}>
            继续
          </Button>
          <Button look="link" size="compact" onClick={() => asks(false)}>
            略过没有传上的
          </Button>
        </>
      ) : (
        <Button size="compact" onClick={() => stop.current.abort('stopped')}>
          停止
        </Button>
      )}
    </p>
  );
  return { sendAll, note, setNote, banner };
}

function fileOf(blob: Blob | null, at: number): File | null {
  if (!blob || blob instanceof File) return blob;
  return new File([blob], `图片${at + 1}.${blob.type.split('/')[1] ?? 'png'}`, { type: blob.type });
}
