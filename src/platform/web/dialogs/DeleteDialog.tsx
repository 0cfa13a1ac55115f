import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../call/request.ts';
import { useKeptText } from '../kept/useKept.ts';
import { asTold } from '../press/asking.ts';
import { useUnloadQuestion } from '../press/unsaved.ts';
import { useOwnPassword } from '../session/useOwnPassword.ts';
import { Icon } from '../show/icons.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { OpinionField } from './OpinionField.tsx';
import { useStands } from './useStands.ts';

interface DeleteProps {
  /** Verb and object: 删除党员 黄立新. It is also the word on the button, without the object. */
  verb: string;
  name: string;
  /** What happens, in one sentence. */
  consequence: ReactNode;
  /** It can be brought back from the recycle bin: the reason may be left out. */
  restorable?: boolean;
  /** Also asks for the login password; `onDelete` gets it encrypted for one call. */
  withPassword?: boolean;
  /** Answers `stay` where the page goes on with something of its own instead of closing. */
  onDelete: (input: { deleteReason: string; password: string }) => Promise<unknown>;
  onClose: () => void;
}

/**
 * The deletion dialog of the specification: 470 pixels, names its object; what cannot be brought back, or stops an account, wants a reason
 * and, where asked, the password.
 */
export function DeleteDialog({ verb, name, consequence, restorable, withPassword, onDelete, onClose }: DeleteProps) {
  const [deleteReason, setReason, sent] = useKeptText(`${verb} ${name}`, '删除原因');
  const [password, setPassword] = useState('');
  useUnloadQuestion(() => password !== '');
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [shown, setShown] = useState(false);
  const [pending, setPending] = useState(false);
  const formId = useId();
  const { tell } = useStands();
  const runConfirmed = useOwnPassword();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const faultTexts: Record<string, string> = {};
    if (!restorable && !deleteReason.trim()) faultTexts.deleteReason = '请输入删除原因';
    if (withPassword && !password) faultTexts.password = '请输入登录密码';
    setFaults(faultTexts);
    const first = Object.keys(faultTexts)[0];
    if (first) {
      document.getElementById(`${formId}-${first}`)?.focus();
      return;
    }
    setPending(true);
    try {
      const reason = deleteReason.trim();
      if (withPassword) {
        if (
          (await runConfirmed(password, async (encrypt) =>
            asTold(async () => onDelete({ deleteReason: reason, password: await encrypt() })),
          )) === 'stay'
        ) {
          sent();
          return;
        }
      } else await asTold(() => onDelete({ deleteReason: reason, password: '' }));
      sent();
      onClose();
    } catch (error) {
      if (tell(error)) return;
      setPending(false);
      if (error instanceof ApiError) setFaults(error.code === 600 ? error.fields : { '': error.message });
    }
  };
  const fault = (field: string) =>
    faults[field] && (
      <p className="field-fault" id={`${formId}-${field}-fault`} role="alert">
        <Icon name="warning" size={14} />
        {faults[field]}
      </p>
    );
  return (
    <Dialog
      title={`${verb} ${name}`}
      icon="trash"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={formId} look="primary" disabled={pending}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} className="dialog-form" noValidate onSubmit={submit}>
        <p>{consequence}</p>
        <OpinionField
          id={`${formId}-deleteReason`}
          label={restorable ? '删除原因（可不填）' : '删除原因'}
          must={!restorable}
          value={deleteReason}
          fault={faults.deleteReason}
          onChange={setReason}
        />
        {withPassword && (
          <div>
            <label className="field-label" htmlFor={`${formId}-password`}>
              <span className="must">*</span>登录密码
            </label>
            <div className={faults.password ? 'field-box wrong' : 'field-box'}>
              <input
                id={`${formId}-password`}
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                placeholder="请输入登录密码"
                maxLength={64}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
                aria-required
                aria-invalid={Boolean(faults.password)}
                aria-describedby={`${formId}-password-fault`}
              />
              <IconButton
                icon={shown ? 'eye' : 'eyeOff'}
                label={shown ? '隐藏密码' : '显示密码'}
                onClick={() => setShown(!shown)}
              />
            </div>
            {fault('password')}
          </div>
        )}
        {fault('')}
      </form>
    </Dialog>
  );
}
