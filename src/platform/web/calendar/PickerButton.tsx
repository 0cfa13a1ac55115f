import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Popup } from '../dialogs/Popup.tsx';
import type { IconName } from '../show/icons.tsx';
import { IconButton } from '../ui/Button.tsx';

/**
 * The button at the end of a field that opens a calendar or a clock, which is loaded ahead of the first press. A press on the field's
 * input opens it, too; the focus then stays in the field, and what is typed closes it.
 */
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
  /** @param takesFocus false: somebody may be typing in the field */
  children: (close: () => void, takesFocus: boolean) => ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  /** The control that opened it. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const close = () => setOpener(null);
  useEffect(() => {
    const input = button.current?.parentElement?.querySelector('input');
    if (!input || disabled) return;
    const onClick = () => setOpener(input);
    const onInput = () => setOpener(null);
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest('.calendar-popup')))
        setOpener((one) => (one === input ? null : one));
    };
    input.addEventListener('click', onClick);
    input.addEventListener('input', onInput);
    input.addEventListener('blur', onBlur);
    return () => {
      input.removeEventListener('click', onClick);
      input.removeEventListener('input', onInput);
      input.removeEventListener('blur', onBlur);
    };
  }, [disabled]);
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
        aria-expanded={opener !== null}
        disabled={disabled}
        onPointerEnter={ahead}
        onFocus={ahead}
        onClick={() => setOpener(opener ? null : button.current)}
      />
      {opener && (
        <Popup
          anchor={opener}
          align={opener === button.current ? 'end' : 'start'}
          label={label}
          className="calendar-popup"
          leavesFocus={opener !== button.current}
          onClose={close}
        >
          <Suspense fallback={<p className="calendar-wait">正在打开日历…</p>}>
            {children(close, opener === button.current)}
          </Suspense>
        </Popup>
      )}
    </>
  );
}
