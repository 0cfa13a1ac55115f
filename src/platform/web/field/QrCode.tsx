import { useEffect, useState } from 'react';
import { emit } from '../call/events.ts';
import { ApiError, codeOf } from '../call/request.ts';
import { Button } from '../ui/Button.tsx';

import './qr.css';

interface QrCodeProps {
  /** What the code holds; nothing personal. */
  text: string;
  /** What the picture is, for who does not see it. */
  alt: string;
  caption: string;
  /** Offers the code as a PNG of this name, without ending. */
  fileName?: string;
  /** To be scanned from a seat, or by somebody else's phone: larger, and shown on phones too. */
  large?: boolean;
}

/** Pixels of the file that is offered: sharp on an A4 sheet at 60 mm. */
const FILE_SIZE = 720;

/** A QR code with its caption; the library is only loaded where a code is drawn. */
export function QrCode({ text, alt, caption, fileName, large = false }: QrCodeProps) {
  const [picture, setPicture] = useState('');
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` counts the tries
  useEffect(() => {
    let gone = false;
    setFailed(false);
    codeOf(import('qrcode'))
      .then(({ toString: draw }) => draw(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' }))
      .then(
        (svg) => {
          if (!gone) setPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
        },
        () => {
          if (!gone) setFailed(true);
        },
      );
    return () => {
      gone = true;
    };
  }, [text, tries]);
  const download = async () => {
    try {
      const { toDataURL } = await codeOf(import('qrcode'));
      const link = document.createElement('a');
      link.href = await toDataURL(text, { width: FILE_SIZE, margin: 2, errorCorrectionLevel: 'M' });
      link.download = `${fileName}.png`;
      link.click();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      emit('notice', { kind: 'error', text: error.message });
    }
  };
  return (
    <figure className={large ? 'record-qr large' : 'record-qr'}>
      {picture ? <img src={picture} alt={alt} /> : <svg aria-hidden="true" viewBox="0 0 1 1" />}
      <figcaption>
        {caption}
        {failed && (
          <Button look="word" onClick={() => setTries(tries + 1)}>
            没有显示，重试
          </Button>
        )}
        {fileName && (
          <Button look="word" icon="export" iconSize={14} onClick={() => void download()}>
            下载
          </Button>
        )}
      </figcaption>
    </figure>
  );
}
