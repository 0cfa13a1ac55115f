import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { on, type WebEvents } from '../call/events.ts';
import { Icon, type IconName } from '../show/icons.tsx';

type Notice = WebEvents['notice'] & { id: number };

/** Milliseconds that a notice stays (specification, section 9). */
const STAY = 3000;
const icons: Record<Notice['kind'], IconName> = { success: 'check', info: 'help', warning: 'warning', error: 'close' };
let lastId = 0;

/** Shows the sentences of the `notice` event, each for three seconds; the same sentence only once. */
export function Notices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  useEffect(
    () =>
      on('notice', (notice) => {
        // What has no words is not to be told: the user was asked and went no further.
        if (notice.text === '') return;
        const id = ++lastId;
        setNotices((shown) => [...shown.filter(({ text }) => text !== notice.text), { ...notice, id }]);
        setTimeout(() => setNotices((shown) => shown.filter((other) => other.id !== id)), STAY);
      }),
    [],
  );
  // A dialog stands in the browser's top layer and would cover the notices; what enters it last lies above.
  const box = useRef<HTMLDivElement>(null);
  const newest = notices.at(-1)?.id;
  useLayoutEffect(() => {
    // Browsers before 2023 have no popovers: there the notices lie below a dialog.
    if (newest === undefined || !box.current?.showPopover) return;
    if (box.current.matches(':popover-open')) box.current.hidePopover();
    box.current.showPopover();
  }, [newest]);
  return (
    <div className="notices" role="status" aria-live="polite" popover="manual" ref={box}>
      {notices.map(({ id, kind, text }) => (
        <div key={id} className={`notice ${kind}`}>
          <Icon name={icons[kind]} size={18} />
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
