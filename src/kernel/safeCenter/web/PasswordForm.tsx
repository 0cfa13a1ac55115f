import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '#platform/web/call/request.ts';
import { PasswordField } from '#platform/web/form/PasswordField.tsx';
import { useUnsaved } from '#platform/web/press/unsaved.ts';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { useSite } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { isAllowedLength, POLICY_HINTS, passwordFault, passwordStrength, SAME_PASSWORD } from '../rules.ts';
import './password.css';

const STRENGTHS = { 1: '弱', 2: '中', 3: '强' } as const;
/** The page knows the login name and id card only as masks: whether the password holds them is the server's to say. */
const HIDDEN_NAMES = { isLogin: () => false, idCard: null, name: '' };

const FIELDS = ['oldPassword', 'password', 'repeat'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

interface PasswordFormProps {
  /** By which a button outside the form submits it. */
  id: string;
  /** Whether the old password is asked for as well. */
  asksOld: boolean;
  /** Writes the encrypted passwords; the form shows what it throws, at its field where it names one. */
  save: (encrypted: { oldPassword: string; password: string }) => Promise<void>;
  onSending: (sending: boolean) => void;
  /** Above the fields. */
  lead?: ReactNode;
  /** Below the fields. */
  children?: ReactNode;
}

/** A new password twice, judged by the site's policy, with its strength; the one form wherever a password is set. */
export function PasswordForm({ id, asksOld, save, onSending, lead, children }: PasswordFormProps) {
  const { passwordPolicy } = useSite();
  const [values, setValues] = useState<Values>({ oldPassword: '', password: '', repeat: '' });
  const [faults, setFaults] = useState<Partial<Values>>({});
  const [failure, setFailure] = useState('');
  const [isSent, setSent] = useState(false);
  useUnsaved(!isSent && FIELDS.some((name) => values[name] !== '') ? '填写的密码' : null);

  const set = (name: keyof Values, value: string) => {
    setValues({ ...values, [name]: value });
    setFaults({ ...faults, [name]: undefined });
    setFailure('');
  };

  const faultsNow = (): Partial<Values> => {
    const found: Partial<Values> = {};
    if (asksOld && !values.oldPassword) found.oldPassword = '请输入原密码';
    const fault = values.password ? passwordFault(values.password, HIDDEN_NAMES, passwordPolicy) : '请输入新密码';
    if (fault) found.password = fault;
    else if (asksOld && values.password === values.oldPassword) found.password = SAME_PASSWORD;
    if (!values.repeat) found.repeat = '请再次输入新密码';
    else if (values.repeat !== values.password) found.repeat = '两次输入的密码不一致';
    return found;
  };

  const show = (found: Partial<Values>, form: HTMLFormElement) => {
    setFaults(found);
    const first = FIELDS.find((name) => found[name]);
    if (first) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (show(faultsNow(), form)) return;
    onSending(true);
    // Whoever is led elsewhere once it is changed has nothing to lose.
    setSent(true);
    try {
      const [oldPassword, password] = await Promise.all([
        asksOld ? encryptSecret(values.oldPassword) : '',
        encryptSecret(values.password),
      ]);
      await save({ oldPassword, password });
    } catch (error) {
      const { oldPassword, password }: Readonly<Record<string, string>> = error instanceof ApiError ? error.fields : {};
      if (!show({ oldPassword, password }, form)) {
        setFailure(error instanceof Error ? error.message : '密码没有修改');
      }
      onSending(false);
      setSent(false);
    }
  };

  const field = (name: keyof Values, label: string, placeholder: string, hint?: string) => (
    <PasswordField
      name={name}
      label={label}
      placeholder={placeholder}
      complete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      hint={hint}
      value={values[name]}
      fault={faults[name]}
      onChange={(value) => set(name, value)}
    />
  );
  const fits = isAllowedLength(values.password, passwordPolicy);
  const strength = fits ? passwordStrength(values.password) : 1;
  return (
    <form id={id} className="password-form" onSubmit={submit} noValidate>
      {lead}
      {failure && (
        <p className="banner bad" role="alert">
          <Icon name="close" />
          {failure}
        </p>
      )}
      {asksOld && field('oldPassword', '原密码', '请输入原密码')}
      {field('password', '新密码', '请输入新密码', POLICY_HINTS[passwordPolicy])}
      <p className="password-strength" data-level={values.password ? strength : undefined} role="status">
        密码强度
        <i />
        <i />
        <i />
        {!values.password ? '待输入' : fits ? STRENGTHS[strength] : '长度不合格'}
      </p>
      {field('repeat', '确认新密码', '请再次输入新密码')}
      {children}
    </form>
  );
}
