import { useEffect, useRef } from 'react';
import { useSession, useSite } from '#platform/web/session.ts';
import { dateTime } from '#platform/web/time.ts';
import './pageMark.css';

/** Enough for a very wide screen; what does not fit is cut off. */
const PLACES = Array.from({ length: 240 }, (_, place) => place);

/**
 * Who looks at the page and when, faintly over it, so that a photo of the screen says whose it was. It takes no press, is not
 * read out, is no text of the page, and is left out of prints and of the look with high contrast. A site may do without.
 */
export function PageMark() {
  const { pageMark } = useSite();
  return pageMark && <Mark />;
}

function Mark() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Modal dialogs lie above all else: the mark goes above whichever was opened last. Old browsers mark the page alone.
    const rise = () => {
      const mark = box.current;
      if (!mark?.isConnected || !('showPopover' in mark)) return;
      if (mark.matches(':popover-open')) mark.hidePopover();
      mark.showPopover();
    };
    rise();
    const watch = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) rise();
    });
    watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] });
    document.addEventListener('fullscreenchange', rise);
    return () => {
      watch.disconnect();
      document.removeEventListener('fullscreenchange', rise);
    };
  }, []);
  const { user } = useSession();
  // An administrator has a name to sign in with and no id card.
  const lastFour = /\d{3}[\dX]$/i.exec(user.idCardNo)?.[0];
  const mark = [user.userName, lastFour, dateTime(new Date().toISOString()).slice(0, 10)].filter(Boolean).join(' ');
  return (
    <div ref={box} className="page-mark" popover="manual" aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} data-mark={mark} />
      ))}
    </div>
  );
}
