import { downloadFile } from '../../files/fileCalls.ts';
import { isImage } from '../../files/fileRules.ts';
import { download } from '../call/api.ts';
import { Icon } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import type { UploadQueue, UploadRecord } from './queue.ts';
import { StoredImage } from './StoredImage.tsx';
import { sizeWords, timeWords } from './words.ts';

/** One file of the list: what it is, how far it is, and what can be done with it. */
export function UploadRow({ record, queue }: { record: UploadRecord; queue: UploadQueue }) {
  const { uid, name, status, percentage, size, file } = record;
  const isStopped = status === 'paused' || status === 'exception';
  return (
    <li className={`upload-row ${status}`}>
      {file && isImage(record.ext) ? (
        <StoredImage className="upload-thumb" fileKey={`${file.id}-t`} alt="" />
      ) : (
        <Icon name="document" size={18} />
      )}
      <span className="upload-name" title={name}>
        {file ? (
          <Button look="word" onClick={() => download(downloadFile, { fileName: file.id }).catch(() => {})}>
            {name}
          </Button>
        ) : (
          name
        )}
      </span>
      <span className="upload-acts">
        {(status === 'uploading' || status === 'ready') && (
          <Button look="link" size="compact" aria-label={`暂停 ${name}`} onClick={() => queue.pause(uid)}>
            暂停
          </Button>
        )}
        {isStopped && (
          <Button look="link" size="compact" aria-label={`继续 ${name}`} onClick={() => queue.resume(uid)}>
            {status === 'paused' ? '继续' : '重试'}
          </Button>
        )}
        <Button look="link" size="compact" aria-label={`去掉 ${name}`} onClick={() => queue.remove(uid)}>
          去掉
        </Button>
      </span>
      {status !== 'success' && (
        <progress className="upload-bar" max={100} value={percentage} aria-label={`${name} 上传进度`} />
      )}
      <span className="upload-note muted small" role={isStopped ? 'alert' : undefined}>
        {noteOf(record)}
        {status === 'success' && sizeWords(size)}
      </span>
    </li>
  );
}

function noteOf({ status, percentage, size, speed, secondsLeft, message }: UploadRecord): string {
  if (status === 'ready') return `等待上传，${sizeWords(size)}`;
  if (status === 'uploading') {
    if (percentage === 99) return '正在合并与检查';
    const rate = speed === null ? '' : `，每秒${sizeWords(Math.round(speed))}`;
    const left = secondsLeft === null ? '' : `，剩余${timeWords(secondsLeft)}`;
    return `${percentage}%，共${sizeWords(size)}${rate}${left}`;
  }
  if (status === 'paused') return `${message}，已传${percentage}%`;
  return status === 'exception' ? message : '';
}
