import { useEffect, useState } from 'react';
import { downloadFile } from '../../files/fileCalls.ts';
import { fetchFile } from '../call/api.ts';
import './storedImage.css';

/**
 * A picture of the file store, read with the session's token. `fileKey` is the id, with `-t` for the thumbnail and `-z` for the zoom
 * size; leave `alt` empty where the words beside it mean the same.
 */
export function StoredImage({ fileKey, alt, className }: { fileKey: string; alt: string; className?: string }) {
  const [shown, setShown] = useState<{ key: string; address: string } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let address = '';
    fetchFile(downloadFile, { fileName: fileKey }, { signal: stop.signal, quiet: true })
      .then((blob) => {
        if (stop.signal.aborted) return;
        address = URL.createObjectURL(blob);
        setShown({ key: fileKey, address });
      })
      .catch(() => {
        if (!stop.signal.aborted) setShown({ key: fileKey, address: '' });
      });
    return () => {
      stop.abort();
      if (address) URL.revokeObjectURL(address);
    };
  }, [fileKey]);
  const name = className ? `stored-image ${className}` : 'stored-image';
  if (shown?.key !== fileKey) return <span className={name} aria-hidden="true" />;
  if (shown.address === '') return <span className={`${name} gone`}>图片不能显示</span>;
  return <img className={name} src={shown.address} alt={alt} />;
}
