import { useEffect, useRef, useState } from 'react';
import type { SignInSite } from '#platform/web/session/site.ts';
import { DisplaySwitches } from '#platform/web/show/DisplaySwitches.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { QrPicture } from './QrPicture.tsx';

/** Who helps, where to report, filing numbers and the codes of the app; each only where the site names it. */
export function Foot({ site }: { site: SignInSite }) {
  return (
    <footer className="login-foot">
      <div className="login-help">
        <div className="grow">
          {site.supportPhone && (
            <p className="login-phone">
              服务电话 <a href={`tel:${site.supportPhone}`}>{site.supportPhone}</a>
            </p>
          )}
          {site.supportHours && <p>{site.supportHours}</p>}
          <div className="login-links">
            {site.reportLink && (
              <a href={site.reportLink.url} target="_blank" rel="noopener noreferrer">
                {site.reportLink.text}
              </a>
            )}
            <a href="#/verify">文件核验</a>
            {site.appPackage && <a href="#/download">应用下载</a>}
            <Display />
          </div>
        </div>
        <Code
          picture={site.appQr}
          address={site.appPackage ? `${location.origin}/#/download` : undefined}
          title="手机应用"
        />
        <Code picture={site.officialQr} title="公众号" />
      </div>
      <p className="login-records">
        <span>{site.icp}</span>
        <span>{site.police}</span>
      </p>
    </footer>
  );
}

/** A panel of the page's own: the oldest browser knows no `popover`, and would show it all the time. */
function Display() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return;
    const over = new AbortController();
    const press = ({ target }: Event) => {
      const isOwn = [button, panel].some(({ current }) => target instanceof Node && current?.contains(target));
      if (!isOwn) setOpen(false);
    };
    const type = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOpen(false);
    };
    document.addEventListener('pointerdown', press, { signal: over.signal });
    document.addEventListener('keydown', type, { signal: over.signal });
    return () => over.abort();
  }, [open]);
  return (
    <>
      <Button
        ref={button}
        look="word"
        aria-expanded={open}
        aria-controls="display-panel"
        onClick={() => setOpen(!open)}
      >
        无障碍与大字
      </Button>
      <span ref={panel} id="display-panel" className="login-display" hidden={!open}>
        <DisplaySwitches />
      </span>
    </>
  );
}

/** A picture that the site has set; for the application without one, the address where its package is fetched. */
function Code({ picture, address, title }: { picture: string | null; address?: string; title: string }) {
  if (!picture && !address) return null;
  return (
    <figure className="login-code">
      {picture ? (
        <img src={picture} width={60} height={60} alt={`${title}二维码`} />
      ) : (
        <QrPicture text={address ?? ''} size={60} title={`${title}二维码`} />
      )}
      <figcaption>{title}</figcaption>
    </figure>
  );
}
