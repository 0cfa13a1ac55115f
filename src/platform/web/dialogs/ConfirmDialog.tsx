import { type ReactNode, useState } from 'react';
import type { IconName } from '../icons.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmProps {
  title: string;
  icon?: IconName;
  /** The consequence, in one sentence. */
  children: ReactNode;
  /** What the act is called, e.g. 放弃修改. */
  act: string;
  cancel?: string;
  /** Closes the dialog when it succeeds; a failed act leaves it open. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once before an act that cannot be taken back. */
export function ConfirmDialog({ title, icon, children, act, cancel = '取消', onConfirm, onClose }: ConfirmProps) {
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // The client has shown why; the dialog stays for another try.
      setPending(false);
    }
  };
  return (
    <Dialog
      title={title}
      icon={icon}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {cancel}
          </button>
          <button type="button" className="button primary" disabled={pending} onClick={confirm}>
            {act}
          </button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
