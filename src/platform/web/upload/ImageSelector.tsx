import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { myImages, ossUpload, type UploadedFile } from '../../files/fileCalls.ts';
import { FORMATS, fileFault } from '../../files/fileRules.ts';
import { markStale, useCall } from '../call/hooks.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { Icon } from '../show/icons.tsx';
import { Empty, Failed, Skeleton } from '../show/states.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import { type Crop, CropBox } from './CropBox.tsx';
import { compressPicture, readPicture } from './compress.ts';
import { StoredImage } from './StoredImage.tsx';
import { sendWhole } from './transfer.ts';
import './upload.css';

interface ImageSelectorProps {
  title: string;
  /** `avatar`: JPG or PNG below 10 MB, cut to `crop`. */
  format?: 'image' | 'avatar';
  /** Width by height to which the picture is cut, and its width in pixels. */
  crop?: { ratio: number; width: number };
  /** Asks for the words that stand for the picture where it is not seen. */
  withAlt?: boolean;
  onPick: (file: UploadedFile, alt: string) => void;
  onClose: () => void;
}

const PAGE_SIZE = 24;

/** Chooses a picture: a new one from the computer (chosen, dragged or pasted; cut where needed), or an earlier upload. */
export function ImageSelector({ title, format = 'image', crop, withAlt, onPick, onClose }: ImageSelectorProps) {
  const client = useQueryClient();
  const [tab, setTab] = useState<'new' | 'earlier'>('new');
  const [fresh, setFresh] = useState<{ file: File; picture: ImageBitmap; address: string } | null>(null);
  const [earlier, setEarlier] = useState<UploadedFile | null>(null);
  const [alt, setAlt] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const cutter = useRef<Crop | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const altId = useId();
  useEffect(() => () => freeOf(fresh), [fresh]);
  // Who closes the dialog has not chosen: what is on its way goes nowhere.
  const left = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);
  const turn = useRef(0);

  const take = async (list: readonly File[]) => {
    const [file] = list;
    if (!file || busy) return;
    const wrong = list.length > 1 ? '请选择一张图片' : fileFault(file.name, file.size, format);
    if (wrong) return setFault(wrong);
    const mine = ++turn.current;
    try {
      const picture = await readPicture(file);
      // Another one was chosen while this one was read.
      if (mine !== turn.current) return picture.close();
      setFresh({ file, picture, address: URL.createObjectURL(file) });
      setFault('');
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const confirm = async () => {
    if (tab === 'earlier') {
      if (earlier) onPick(earlier, alt.trim());
      else setFault('请选择一张图片');
      return;
    }
    if (!fresh) return setFault('请选择要上传的文件');
    setBusy(true);
    try {
      const file = crop && cutter.current ? await cutter.current.cut() : await compressPicture(fresh.file);
      const uploaded = await sendWhole(file, format, left.current.signal);
      markStale(client, ossUpload);
      if (!left.current.signal.aborted) onPick(uploaded, alt.trim());
    } catch (error) {
      if (!left.current.signal.aborted) setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const show = (next: typeof tab) => {
    setTab(next);
    setFault('');
  };

  return (
    <Dialog
      title={title}
      icon="import"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={busy} onClick={confirm}>
            {busy ? '正在上传' : '确定'}
          </Button>
        </>
      }
    >
      {/* A picture that is to be cut has its own proportion; one cut before may not have it. */}
      {!crop && (
        <div className="tabs image-tabs" role="tablist" aria-label="图片来源">
          <Pressable role="tab" className="tab" aria-selected={tab === 'new'} onClick={() => show('new')}>
            上传新图片
          </Pressable>
          <Pressable role="tab" className="tab" aria-selected={tab === 'earlier'} onClick={() => show('earlier')}>
            选择以前的图片
          </Pressable>
        </div>
      )}
      {tab === 'new' ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: dragging and pasting are a second way beside the button
        <div
          className="upload"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void take([...event.dataTransfer.files]);
          }}
          onPaste={(event) => void take([...event.clipboardData.files])}
        >
          <div className="upload-zone">
            <Button icon="import" disabled={busy} onClick={() => input.current?.click()}>
              {fresh ? '换一张' : '选择图片'}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              data-testid="image-input"
              accept={FORMATS[format].extensions.map((extension) => `.${extension}`).join(',')}
              onChange={(event) => {
                void take([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            <span className="muted small">
              {FORMATS[format].label}，不超过{FORMATS[format].limit / 1024 ** 2}M，可拖入或粘贴
            </span>
          </div>
          {fresh && (
            <div className="image-chosen">
              {crop ? (
                <CropBox
                  picture={fresh.picture}
                  name={fresh.file.name}
                  {...crop}
                  onReady={(made) => {
                    cutter.current = made;
                  }}
                />
              ) : (
                <img className="image-preview" src={fresh.address} alt="所选图片预览" />
              )}
              <p className="muted small grow">
                {fresh.file.name}，{fresh.picture.width}×{fresh.picture.height}像素
                {crop && '。拖动图片或用方向键调整位置。'}
              </p>
            </div>
          )}
        </div>
      ) : (
        <Earlier chosen={earlier?.id} onChoose={setEarlier} />
      )}
      {withAlt && (
        <div className="form-field">
          <label className="field-label" htmlFor={altId}>
            图片说明
          </label>
          <span className="field-box">
            <input id={altId} maxLength={100} value={alt} onChange={(event) => setAlt(event.target.value)} />
          </span>
          <p className="field-hint">读屏软件读出，图片不能显示时也用它代替</p>
        </div>
      )}
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
    </Dialog>
  );
}

function freeOf(fresh: { picture: ImageBitmap; address: string } | null) {
  if (!fresh) return;
  fresh.picture.close();
  URL.revokeObjectURL(fresh.address);
}

function Earlier({ chosen, onChoose }: { chosen: string | undefined; onChoose: (file: UploadedFile) => void }) {
  const [pages, setPages] = useState(1);
  const list = useCall(myImages, { pageNum: 1, pageSize: PAGE_SIZE * pages }, { quiet: true, keepPrevious: true });
  if (list.error) return <Failed error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton lines={4} />;
  if (list.data.total === 0) return <Empty title="还没有上传过图片">请先上传一张新图片。</Empty>;
  return (
    <>
      <div className="image-grid">
        {list.data.rows.map((file) => (
          <Pressable
            key={file.id}
            className="image-choice"
            aria-pressed={file.id === chosen}
            aria-label={file.name}
            onClick={() => onChoose(file)}
          >
            <StoredImage fileKey={`${file.id}-t`} alt="" />
            <span>{file.name}</span>
          </Pressable>
        ))}
      </div>
      {list.data.rows.length < list.data.total && pages < 8 && (
        <Button look="link" size="compact" onClick={() => setPages(pages + 1)}>
          更多
        </Button>
      )}
    </>
  );
}
