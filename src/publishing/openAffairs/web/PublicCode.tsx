import { QrCode } from '#platform/web/field/QrCode.tsx';
import { copyText } from '#platform/web/press/copy.ts';
import { Icon } from '#platform/web/show/icons.tsx';

/** The code of a page that is read without signing in, with its address. */
export function PublicCode({
  path,
  alt,
  caption,
  fileName,
}: {
  path: string;
  alt: string;
  caption: string;
  fileName: string;
}) {
  const address = `${location.origin}/#${path}`;
  return (
    <aside className="open-code" aria-label={alt}>
      <QrCode large text={address} alt={alt} caption={caption} fileName={fileName} />
      <button type="button" className="button" onClick={() => void copyText(address, '公开页地址已复制')}>
        <Icon name="link" />
        复制公开页地址
      </button>
      <a className="button" href={`#${path}`} target="_blank" rel="noopener">
        <Icon name="eye" />
        打开公开页
      </a>
    </aside>
  );
}
