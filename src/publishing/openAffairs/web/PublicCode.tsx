import { QrCode } from '#platform/web/field/QrCode.tsx';
import { copyText } from '#platform/web/press/copy.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

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
      <Button icon="link" onClick={() => void copyText(address, '公开页地址已复制')}>
        复制公开页地址
      </Button>
      <a className="button" href={`#${path}`} target="_blank" rel="noopener">
        <Icon name="eye" />
        打开公开页
      </a>
    </aside>
  );
}
