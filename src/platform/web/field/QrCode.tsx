import { useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';
import './record.css';

interface QrCodeProps {
  /** What the code holds; nothing personal. */
  text: string;
  /** What the picture is, for who does not see it. */
  alt: string;
  caption: string;
  /** Offers the code as a PNG of this name, without ending. */
  fileName?: string;
}

/** Pixels of the file that is offered: sharp on an A4 sheet at 60 mm. */
const FILE_SIZE = 720;

/** A QR code with its caption; the library is only loaded where a code is drawn. */
export function QrCode({ text, alt, caption, fileName }: QrCodeProps) {
  const [picture, setPicture] = useState('');
  useEffect(() => {
    let gone = false;
    import('qrcode')
      .then(({ toString: draw }) => draw(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' }))
      .then((svg) => {
        if (!gone) setPicture(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
      });
    return () => {
      gone = true;
    };
  }, [text]);
  const download = async () => {
    const { toDataURL } = await import('qrcode');
    const link = document.createElement('a');
    link.href = await toDataURL(text, { width: FILE_SIZE, margin: 2, errorCorrectionLevel: 'M' });
    link.download = `${fileName}.png`;
    link.click();
  };
  return (
    <figure className="record-qr">
      {picture ? <img src={picture} alt={alt} /> : <svg aria-hidden="true" viewBox="0 0 1 1" />}
      <figcaption>
        {caption}
        {fileName && (
          <button type="button" className="word" onClick={() => void download()}>
            <Icon name="export" size={14} />
            下载
          </button>
        )}
      </figcaption>
    </figure>
  );
}
