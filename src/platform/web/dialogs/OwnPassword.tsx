import { type FormEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { ApiError } from '../call/request.ts';
import { asTold } from '../press/asking.ts';
import { useUnloadQuestion } from '../press/unsaved.ts';
import { useOwnPassword } from '../session/useOwnPassword.ts';
import { Icon, type IconName } from '../show/icons.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { useStands } from './useStands.ts';

/** Asks for the user's own login password before an act that gives rights or a password; the effect is written above the field. */
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
  /** Gets an encrypted password for one call; asked again for a second one. */
  onConfirm: (encrypt: () => Promise<string>) => Promise<unknown>;
  /** Takes faults of fields that stand on the page behind; the dialog has closed. */
  onFault?: (error: ApiError) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [password, setPassword] = useState('');
  useUnloadQuestion(() => password !== '');
  const [fault, setFault] = useState('');
  const [failure, setFailure] = useState('');
  const [pending, setPending] = useState(false);
  const { tell } = useStands();
  const runConfirmed = useOwnPassword();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure('');
    setFault(password ? '' : '请输入登录密码');
    if (!password) {
      document.getElementById(id)?.focus();
      return;
    }
    setPending(true);
    try {
      await asTold(() => runConfirmed(password, onConfirm));
      setPending(false);
    } catch (error) {
      setPending(false);
      if (!(error instanceof ApiError)) throw error;
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
          <Button onClick={onClose}>取消</Button>
          <Button submit form={`${id}-form`} look="primary" disabled={pending || disabled}>
            {pending ? '正在提交' : act}
          </Button>
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
