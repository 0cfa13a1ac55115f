import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../call/request.ts';
import type { Faults } from '../form/useForm.ts';
import { useKept } from '../kept/useKept.ts';
import { asTold } from '../press/asking.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { OpinionField } from './OpinionField.tsx';
import { useStands } from './useStands.ts';

/** Fields beside the reason, by the names that the call's input has for them. */
interface Further<T> {
  start: T;
  /** @param faults the server's sentences by field; each goes as soon as its field is given another value */
  draw: (values: T, set: (patch: Partial<T>) => void, faults: Faults) => ReactNode;
}

interface ReasonProps<T> {
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
  /** Fields above the text; what is given there is kept with it. */
  further?: Further<T>;
  /** What follows from the act. Fields stand in `further`, where they are kept. */
  children?: ReactNode;
  /** Rejects with the server's sentence; the dialog stays open and shows it. */
  onDone: (reason: string, values: T) => Promise<unknown>;
  onClose: () => void;
}

/** The fault of the text itself, among those of the other fields. */
const REASON = '';

/** An act with a reason: 470 pixels, the consequence in one sentence, the text, 取消 and the act. */
export function ReasonDialog<T extends object = Record<never, never>>({
  title,
  act,
  label,
  free,
  max = 200,
  further,
  children,
  onDone,
  onClose,
}: ReasonProps<T>) {
  const id = useId();
  const start = further?.start ?? ({} as T);
  const [reason, setReason] = useState('');
  const [values, setValues] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  const [pending, setPending] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const { tell } = useStands();
  // A text alone is kept as such; with fields beside it, all together.
  const { sent } = useKept<string | { reason: string; values: T }>({
    of: `${title} ${act}`,
    called: label,
    value: further ? { reason, values } : reason,
    changed: reason !== '' || JSON.stringify(values) !== JSON.stringify(start),
    base: '""',
    box,
    restore: (kept) => {
      setReason(typeof kept === 'string' ? kept : kept.reason);
      if (typeof kept !== 'string') setValues({ ...start, ...kept.values });
    },
  });
  const clear = (names: readonly string[]) =>
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (!free && !reason.trim()) {
      setFaults({ [REASON]: `请输入${label}` });
      document.getElementById(id)?.focus();
      return;
    }
    setPending(true);
    try {
      await asTold(() => onDone(reason.trim(), values));
      sent();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (tell(error)) return;
      setPending(false);
      const fields = Object.entries(error.fields).filter(([name]) => name in start);
      const [other] = Object.entries(error.fields).flatMap(([name, fault]) => (name in start ? [] : [fault]));
      const text = other ?? (fields.length === 0 ? error.message : undefined);
      setFaults({ ...Object.fromEntries(fields), ...(text !== undefined && { [REASON]: text }) });
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
      <form id={`${id}-form`} ref={box} className="dialog-form" noValidate onSubmit={submit}>
        {children && <div>{children}</div>}
        {further?.draw(
          values,
          (patch) => {
            setValues((now) => ({ ...now, ...patch }));
            clear(Object.keys(patch));
          },
          faults,
        )}
        <OpinionField
          id={id}
          label={label}
          must={!free}
          rows={3}
          max={max}
          value={reason}
          fault={faults[REASON]}
          onChange={(text) => {
            setReason(text);
            clear([REASON]);
          }}
        />
      </form>
    </Dialog>
  );
}
