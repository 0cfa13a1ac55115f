import { type ReactNode, useState } from 'react';
import type { IconName } from '../icons.tsx';
import { ApiError } from '../request.ts';
import { Dialog } from './Dialog.tsx';
import { useStands } from './useStands.ts';

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
  const [fault, setFault] = useState('');
  const { tell } = useStands();
  const confirm = async () => {
    setPending(true);
    setFault('');
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      // The dialog stays for another try.
      setPending(false);
      if (error instanceof ApiError && !error.noticed && !tell(error)) setFault(error.message);
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
      {fault && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </Dialog>
  );
}
