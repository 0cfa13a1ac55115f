import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { KeptInDialog } from '../kept/KeptAt.tsx';
import { KeptNotes } from '../kept/KeptNotes.tsx';
import { Icon, type IconName } from '../show/icons.tsx';
import { IconButton } from '../ui/Button.tsx';
import './dialogs.css';

interface DialogProps {
  /** Verb and object: 删除党员 黄立新. */
  title: string;
  icon?: IconName;
  /** CSS pixels; the product knows 470, 700, 900 and 1000. */
  width?: 470 | 700 | 900 | 1000;
  /** Left out, the user cannot close it: no cross, and Esc does nothing. */
  onClose?: () => void;
  /** The acts, 取消 first and the act itself last. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Ctrl+Enter in a text of several lines does what the act of its form does. */
function submitFrom(event: KeyboardEvent<HTMLDialogElement>) {
  const { target, currentTarget } = event;
  if (!(target instanceof HTMLTextAreaElement) || !target.form || !currentTarget.contains(target.form)) return;
  event.preventDefault();
  const [act] = [...target.form.elements].filter((one) => one instanceof HTMLButtonElement && one.type === 'submit');
  if (act instanceof HTMLButtonElement) act.click();
}

/**
 * A modal dialog on the browser's own: focus is kept inside, Esc closes, and focus goes back to where it was.
 * The caller mounts it to open it and unmounts it in `onClose`.
 */
export function Dialog({ title, icon, width = 470, onClose, foot, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    if (!dialog?.open) dialog?.showModal();
    return () => {
      dialog?.close();
      // What opened it may be gone, e.g. with the row that was deleted: then the page itself.
      const to = before?.isConnected ? before : document.querySelector('main');
      if (to instanceof HTMLElement) to.focus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={box}
      className="dialog"
      style={{ width: `min(${width}px, calc(100vw - 32px))` }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A dialog that stands in this one, or a file field whose choice was given up, is told of here too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      // A form that the dialog stands in is another one: what is sent here is not sent there.
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return submitFrom(event);
        // Browsers close a dialog at the second Esc whatever `cancel` answers.
        if (event.key !== 'Escape' || onClose) return;
        event.preventDefault();
      }}
    >
      <div className="dialog-head">
        {icon && <Icon name={icon} size={18} />}
        <h2 id={titleId} className="dialog-title">
          {title}
        </h2>
        {onClose && <IconButton icon="close" label="关闭" className="dialog-close" onClick={onClose} />}
      </div>
      <div className="dialog-body">
        <KeptNotes within={box} />
        {children}
      </div>
      {foot && (
        <div className="dialog-foot">
          <KeptInDialog box={box} />
          {foot}
        </div>
      )}
    </dialog>,
    document.body,
  );
}
