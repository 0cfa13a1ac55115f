import { type ReactNode, useRef, useState } from 'react';
import { Popup } from '#platform/web/dialogs/Popup.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';

/** A control of the header with a panel below it. `children` gets a function that closes the panel. */
export function HeaderMenu(props: {
  label: ReactNode;
  /** What the control is called; also its tooltip. */
  name: string;
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const { label, name, className, children } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Pressable
        ref={button}
        className={className ? `head-tool ${className}` : 'head-tool'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={name}
        title={name}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Pressable>
      {open && button.current && (
        <Popup anchor={button.current} align="end" label={name} className="head-panel" onClose={close}>
          {children(close)}
        </Popup>
      )}
    </>
  );
}
