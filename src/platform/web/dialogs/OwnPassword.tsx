import { type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import { ApiError } from '../request.ts';
import { sealPassword } from '../seal.ts';
import { Dialog } from './Dialog.tsx';
import { useStands } from './useStands.ts';

/** A sealed password is good for five minutes (seal.ts); a little less, since the call takes its time. */
const SEALED_GOOD = 240_000;
/** No answer, or that of a proxy: the server may have carried it out. An own 500 took everything back. */
const isUnknown = ({ status }: ApiError) => status === 0 || status > 500;

/** Asks for the own login password before an act that gives rights or a password; the effect stands above it. */
export function OwnPassword({
  title,
  icon,
  act,
  width,
  disabled,
  box,
  children,
  onConfirm,
  onFault,
  onClose,
}: {
  title: string;
  icon: IconName;
  act: string;
  width?: 470 | 700;
  disabled?: boolean;
  /** The form's box of the fields that stand above, so that their first fault is focused. */
  box?: Ref<HTMLFormElement>;
  children: ReactNode;
  /** Gets a sealed password for one call; asked again for a second one. */
  onConfirm: (seal: () => Promise<string>) => Promise<unknown>;
  /** Takes faults of fields that stand on the page behind; the dialog has closed. */
  onFault?: (error: ApiError) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [failure, setFailure] = useState('');
  const [pending, setPending] = useState(false);
  const { tell } = useStands();
  // Sent again as they were, the same input is known to the server as the call whose answer was lost.
  const unanswered = useRef<{ password: string; at: number; sealed: readonly string[] } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    setFault(password ? '' : '请输入登录密码');
    if (!password) {
      document.getElementById(id)?.focus();
      return;
    }
    setPending(true);
    const earlier = unanswered.current;
    unanswered.current = null;
    const again = earlier?.password === password && Date.now() - earlier.at < SEALED_GOOD ? earlier : null;
    const sealed: string[] = [];
    const seal = async () => {
      const text = again?.sealed[sealed.length] ?? (await sealPassword(password));
      sealed.push(text);
      return text;
    };
    try {
      await onConfirm(seal);
      setPending(false);
    } catch (error) {
      setPending(false);
      if (!(error instanceof ApiError)) throw error;
      if (isUnknown(error)) unanswered.current = { password, at: again?.at ?? Date.now(), sealed };
      if (tell(error)) return;
      if (error.fields.password) {
        setFault(error.fields.password);
        document.getElementById(id)?.focus();
      } else if (Object.keys(error.fields).length > 0 && onFault) {
        onClose();
        // The closing dialog gives the focus back first; only then can the wrong field take it.
        setTimeout(() => onFault(error));
      } else setFailure(error.message);
    }
  };
  return (
    <Dialog
      title={title}
      icon={icon}
      width={width}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" form={`${id}-form`} className="button primary" disabled={pending || disabled}>
            {pending ? '正在提交' : act}
          </button>
        </>
      }
    >
      <form ref={box} id={`${id}-form`} className="dialog-form" noValidate onSubmit={submit}>
        {children}
        <div>
          <label className="field-label" htmlFor={id}>
            <span className="must">*</span>本人登录密码
          </label>
          <span className={fault ? 'field-box wrong' : 'field-box'}>
            <input
              id={id}
              type="password"
              autoComplete="current-password"
              placeholder="确认是您本人操作"
              maxLength={64}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              required
              aria-invalid={fault !== ''}
              aria-describedby={`${id}-fault`}
            />
          </span>
          {(fault || failure) && (
            <p id={`${id}-fault`} className="field-fault" role="alert">
              <Icon name="warning" size={14} />
              {fault || failure}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
