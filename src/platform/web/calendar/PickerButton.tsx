import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Popup } from '../dialogs/Popup.tsx';
import type { IconName } from '../show/icons.tsx';
import { IconButton } from '../ui/Button.tsx';

/** The button at the end of a field that opens a calendar or a clock, which is loaded ahead of the first press. */
export function PickerButton({
  label,
  icon,
  load,
  disabled,
  children,
}: {
  /** Of the field. */
  label: string;
  icon: IconName;
  load: () => Promise<unknown>;
  disabled?: boolean;
  children: (close: () => void) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // What does not come now says so when it is opened.
  const ahead = () => void load().catch(() => {});
  return (
    <>
      <IconButton
        icon={icon}
        label={`选择${label}`}
        ref={button}
        className="form-picker"
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setOpen(!open)}
      />
      {open && button.current && (
        <Popup
          anchor={button.current}
          align="end"
          label={label}
          className="calendar-popup"
          onClose={() => setOpen(false)}
        >
          <Suspense fallback={<p className="calendar-wait">正在打开日历…</p>}>
            {children(() => setOpen(false))}
          </Suspense>
        </Popup>
      )}
    </>
  );
}
