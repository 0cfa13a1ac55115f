import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { cancelUpload, type UploadedFile, unfinishedUploads } from '../../files/fileCalls.ts';
import { cleanName, FORMATS, type FormatName } from '../../files/fileRules.ts';
import { useAct, useCall } from '../call/hooks.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { UploadQueue } from './queue.ts';
import { UploadRow } from './UploadRow.tsx';
import './upload.css';

interface UploaderProps {
  format?: FormatName;
  /** How many files; by default one. */
  count?: number;
  /** Bytes, where less is allowed than by the format. */
  limit?: number;
  /** What the files are, for screen readers. */
  label: string;
  /** Files that the row has already. */
  kept?: readonly UploadedFile[];
  /** The files that are there, whenever one comes or goes. */
  onFiles: (files: readonly UploadedFile[]) => void;
  /** Whether files are still on their way, whenever that changes. */
  onWaiting?: (waiting: boolean) => void;
  /** Beside the format's own hint. */
  hint?: ReactNode;
  /** Ties a field's label and fault to the button that opens the file chooser. */
  control?: {
    id?: string;
    'aria-invalid'?: boolean;
    'aria-describedby'?: string;
  };
}

/**
 * Uploads files in chunks: chosen, dragged in or pasted, one after another, with pause, retry and progress. An upload that a closed
 * page left unfinished is offered again; the user chooses the same file once more.
 */
export function Uploader({
  format = 'standard',
  count = 1,
  limit,
  label,
  kept,
  onFiles,
  onWaiting,
  hint,
  control,
}: UploaderProps) {
  const [queue] = useState(() => new UploadQueue({ format, count, limit }, kept));
  const records = useSyncExternalStore(queue.subscribe, queue.records);
  const [fault, setFault] = useState('');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Of the file that the chooser was opened for; it says nothing of one that is dropped or pasted.
  const expected = useRef<string | undefined>(undefined);
  const hintId = useId();
  useEffect(() => () => queue.close(), [queue]);

  const done = records.flatMap(({ file }) => file ?? []);
  const doneIds = done.map(({ id }) => id).join(',');
  const reportedIds = useRef(doneIds);
  useEffect(() => {
    if (reportedIds.current === doneIds) return;
    reportedIds.current = doneIds;
    onFiles(done);
  });

  const take = (list: readonly File[], md5?: string) => setFault(queue.add(list, md5));
  const choose = (md5?: string) => {
    expected.current = md5;
    input.current?.click();
  };
  const busy = records.some(({ status }) => status === 'uploading' || status === 'ready');
  useLeaveWarning(busy);
  const waiting = records.some(({ status }) => status !== 'success' && status !== 'exception');
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once at each change, whatever function is given
  useEffect(() => {
    onWaiting?.(waiting);
    return () => onWaiting?.(false);
  }, [waiting]);
  const full = records.filter(({ status }) => status !== 'exception').length >= count;
  const { label: kinds, limit: own } = FORMATS[format];
  const most = sizeLimit(Math.min(limit ?? own, own));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging and pasting are a second way beside the button
    <div
      className={over ? 'upload over' : 'upload'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        take(files);
      }}
    >
      <div className="upload-zone">
        <Button
          {...control}
          icon="import"
          aria-label={`${label}：选择文件`}
          aria-describedby={[control?.['aria-describedby'], hintId].filter(Boolean).join(' ')}
          disabled={full}
          onClick={() => choose()}
        >
          选择文件
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          data-testid="upload-input"
          multiple={count > 1}
          accept={FORMATS[format].extensions.map((extension) => `.${extension}`).join(',')}
          onChange={(event) => {
            take([...(event.target.files ?? [])], expected.current);
            event.target.value = '';
          }}
        />
        <span id={hintId} className="muted small">
          {full ? `已达上限，最多${count}个` : `${kinds}，单个不超过${most}，可拖入或粘贴`}
          {hint && <>。{hint}</>}
        </span>
      </div>
      {fault && (
        <p className="field-fault" role="alert">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      )}
      {!full && <Unfinished format={format} names={records.map(({ name }) => name)} onResume={choose} />}
      {records.length > 0 && (
        <ul className="upload-list" aria-label={label}>
          {records.map((record) => (
            <UploadRow key={record.uid} record={record} queue={queue} />
          ))}
        </ul>
      )}
    </div>
  );
}

const sizeLimit = (bytes: number) =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3}G` : `${Math.floor(bytes / 1024 ** 2)}M`;

/** Leaving the page while files are under way is asked about; what has arrived is not lost. */
function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [busy]);
}

/** What an earlier page left: name and percentage, to go on with or to give up. */
function Unfinished({
  format,
  names,
  onResume,
}: {
  format: FormatName;
  names: readonly string[];
  onResume: (md5: string) => void;
}) {
  const list = useCall(unfinishedUploads, {}, { quiet: true });
  const giveUp = useAct(cancelUpload);
  const open = list.data?.rows.filter((row) => {
    return row.format === format && !names.some((name) => cleanName(name) === row.fileName);
  });
  return open?.map((row) => (
    <div key={row.appId} className="banner warn">
      <Icon name="clock" />
      <span className="grow">
        “{row.fileName}”上次传了{row.percentage}%，选择同一个文件可接着传
      </span>
      <Button look="word" onClick={() => onResume(row.fileMd5)}>
        继续上传
      </Button>
      <Button look="word" onClick={() => giveUp.mutate({ appId: row.appId })}>
        放弃
      </Button>
    </div>
  ));
}
