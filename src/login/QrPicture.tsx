import { useEffect, useState } from 'react';

interface QrPictureProps {
  text: string;
  /** CSS pixels. */
  size: number;
  /** What the picture is to whoever cannot see it. */
  title: string;
}

/** A QR code of a text, drawn here; the drawing library is loaded only where there is one to show. */
export function QrPicture({ text, size, title }: QrPictureProps) {
  const [drawn, setDrawn] = useState<{ text: string; source: string } | null>(null);
  useEffect(() => {
    let gone = false;
    void import('qrcode').then(async (library) => {
      const source = await library.toDataURL(text, {
        margin: 0,
        width: size * 2,
        color: { dark: '#3d2a22', light: '#ffffff' },
      });
      if (!gone) setDrawn({ text, source });
    });
    return () => {
      gone = true;
    };
  }, [text, size]);
  if (drawn?.text !== text) return <span className="qr-wait" style={{ width: size, height: size }} />;
  return <img className="qr-picture" src={drawn.source} width={size} height={size} alt={title} />;
}
