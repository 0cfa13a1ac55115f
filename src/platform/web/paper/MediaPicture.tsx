import { mediaAddress } from '../../files/fileCalls.ts';
import { useCall } from '../call/hooks.ts';

interface PictureProps {
  fileId: string;
  alt: string;
  className?: string;
  /** What is said where it cannot be read. */
  lost: string;
}

/** A stored picture as it is read on its page, by an address that is good for an hour: no download. */
export function MediaPicture({ fileId, alt, className, lost }: PictureProps) {
  const address = useCall(mediaAddress, { fileName: fileId }, { quiet: true });
  if (address.data) return <img className={className} src={address.data.url} alt={alt} draggable={false} />;
  return <p className="muted small">{address.error ? lost : '正在打开…'}</p>;
}
