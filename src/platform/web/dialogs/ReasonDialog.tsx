import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../call/request.ts';
import { useKeptText } from '../kept/useKept.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { OpinionField } from './OpinionField.tsx';
import { useStands } from './useStands.ts';

interface ReasonProps {
  /** Verb and object: 撤回 购置投影仪. */
  title: string;
  /** What the act is called on its button. */
  act: string;
  /** What the text is called: 撤回原因. */
  label: string;
  /** The text may be left out. */
  free?: boolean;
  /** Most characters; 200 where absent. */
  max?: number;
  children: ReactNode;
  /** Rejects with the server's sentence; the dialog stays open and shows it. */
  onDone: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** An act with a reason: 470 pixels, the consequence in one sentence, the text, 取消 and the act. */
export function ReasonDialog({ title, act, label, free, max = 200, children, onDone, onClose }: ReasonProps) {
  const id = useId();
  const [reason, setReason, sent] = useKeptText(`${title} ${act}`, label);
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const { tell } = useStands();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!free && !reason.trim()) {
      setFault(`请输入${label}`);
      document.getElementById(id)?.focus();
      return;
    }
    setPending(true);
    try {
      await onDone(reason.trim());
      sent();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (tell(error)) return;
      setPending(false);
      setFault(Object.values(error.fields)[0] ?? error.message);
    }
  };
  return (
    <Dialog
      title={title}
      icon="warning"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={`${id}-form`} look="primary" disabled={pending}>
            {act}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className="dialog-form" noValidate onSubmit={submit}>
        <div>{children}</div>
        <OpinionField
          id={id}
          label={label}
          must={!free}
          rows={3}
          max={max}
          value={reason}
          fault={fault}
          onChange={(text) => {
            setReason(text);
            setFault('');
          }}
        />
      </form>
    </Dialog>
  );
}
