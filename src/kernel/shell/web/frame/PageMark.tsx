import { useEffect, useRef } from 'react';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { useDisplayMode } from '#platform/web/show/displayMode.ts';
import { dateTime } from '#platform/web/show/time.ts';
import './pageMark.css';

/** CSS pixels of one tile, as far as the words fit in it. */
const TILE = { width: 240, height: 150, gap: 60 };
const TILT = -Math.PI / 10;
/** How strongly the ink shows, by the look. */
const STRENGTH = { light: 0.055, dark: 0.075 } as const;

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
  const { theme } = useDisplayMode();
  // An administrator has a name to sign in with and no id card.
  const lastFour = /\d{3}[\dX]$/i.exec(user.idCardNo)?.[0];
  const mark = [user.userName, lastFour, dateTime(new Date().toISOString()).slice(0, 10)].filter(Boolean).join(' ');
  useEffect(() => {
    if (box.current) draw(box.current, mark, STRENGTH[theme]);
  }, [mark, theme]);
  return <div ref={box} className="page-mark" popover="manual" aria-hidden="true" data-mark={mark} />;
}

/** One picture repeated: hundreds of turned texts would be drawn anew with every change of the page below them. */
function draw(box: HTMLElement, words: string, strength: number): void {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { color, fontFamily } = getComputedStyle(box);
  const font = `15px ${fontFamily}`;
  pen.font = font;
  const width = Math.ceil(Math.max(TILE.width, pen.measureText(words).width + TILE.gap));
  canvas.width = width * devicePixelRatio;
  canvas.height = TILE.height * devicePixelRatio;
  pen.scale(devicePixelRatio, devicePixelRatio);
  // Another size of the canvas has made the pen forget it.
  pen.font = font;
  pen.fillStyle = color;
  pen.globalAlpha = strength;
  pen.textAlign = 'center';
  pen.translate(width / 2, TILE.height / 2);
  pen.rotate(TILT);
  pen.fillText(words, 0, 0);
  box.style.backgroundImage = `url(${canvas.toDataURL()})`;
  box.style.backgroundSize = `${width}px ${TILE.height}px`;
}
