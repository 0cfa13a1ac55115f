import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { disableFactor, factorState, renewRecoveryCodes } from '#kernel/session/contract.sessions.ts';
import { getInfo } from '#kernel/session/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { keyOf, useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { PasswordField } from '#platform/web/form/PasswordField.tsx';
import { encryptSecret } from '#platform/web/session/encryptSecret.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { EnrolDialog } from './EnrolDialog.tsx';
import { sentenceOf } from './Failure.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** What holds while it is compulsory and not set up: its state cannot be asked for yet. */
const FORCED = { enrolled: false, since: null, codesLeft: 0, required: true };

/** The own second factor: its state and what can be done with it. `forced`: nothing else answers before it is set up. */
export function SecondFactor({ forced }: { forced: boolean }) {
  const client = useQueryClient();
  const query = useCall(factorState, {}, { quiet: true, enabled: !forced });
  const renew = useAct(renewRecoveryCodes, { quiet: true });
  const disable = useAct(disableFactor, { quiet: true });
  const [open, setOpen] = useState<'enrol' | 'renew' | 'disable' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // What the session says of the factor decides which pages open.
  const changed = () => void client.invalidateQueries({ queryKey: keyOf(getInfo) });

  const state = forced ? FORCED : query.data;
  if (!state) {
    return query.error ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : <Skeleton lines={2} />;
  }
  const { enrolled, since, codesLeft, required } = state;
  return (
    <div className="safe-factor">
      {enrolled ? (
        <p className="banner ok">
          <Icon name="check" />
          二次验证已开启，自{dateTime(since)}起登录时还要输入动态口令。
        </p>
      ) : (
        <p className={required ? 'banner warn' : 'banner'}>
          <Icon name={required ? 'warning' : 'shield'} />
          {required
            ? '本平台要求您的角色使用二次验证，开启后才能继续使用其他功能。'
            : '二次验证没有开启。开启后，即使密码被他人知道，没有您的手机也不能登录。'}
        </p>
      )}
      {enrolled && (
        <p className={codesLeft < 3 ? 'safe-few' : 'secondary'}>
          还有{codesLeft}个恢复码可用{codesLeft < 3 && '，建议换一组新的'}；手机不在身边时，可用恢复码代替动态口令登录。
        </p>
      )}
      <div className="safe-acts">
        {enrolled ? (
          <>
            <Button onClick={() => setOpen('renew')}>更换恢复码</Button>
            {required ? (
              <span className="muted small">本平台要求您的角色使用二次验证，不能停用。</span>
            ) : (
              <Button danger onClick={() => setOpen('disable')}>
                停用二次验证
              </Button>
            )}
          </>
        ) : (
          <Button look="primary" onClick={() => setOpen('enrol')}>
            开启二次验证
          </Button>
        )}
      </div>
      {open === 'enrol' && (
        <EnrolDialog
          onCodes={(given) => {
            setOpen(null);
            setCodes(given);
            changed();
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'renew' && (
        <PasswordPrompt
          title="更换恢复码"
          icon="refresh"
          act="更换恢复码"
          text="换一组新的恢复码，原来的全部作废。"
          onClose={() => setOpen(null)}
          onConfirm={async (password) => setCodes((await renew.mutateAsync({ password })).recoveryCodes)}
        />
      )}
      {open === 'disable' && (
        <PasswordPrompt
          title="停用二次验证"
          icon="warning"
          act="停用"
          text="停用后只凭密码就能登录，恢复码全部作废。"
          onClose={() => setOpen(null)}
          onConfirm={async (password) => {
            await disable.mutateAsync({ password });
            emit('notice', { kind: 'success', text: '二次验证已停用' });
            changed();
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}

interface PromptProps {
  title: string;
  icon: IconName;
  act: string;
  /** The consequence, in one sentence. */
  text: string;
  onConfirm: (encrypted: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the own password before an act on the second factor. */
function PasswordPrompt({ title, icon, act, text, onConfirm, onClose }: PromptProps) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState('');
  const [sending, setSending] = useState(false);
  useEffect(() => document.getElementById(form)?.querySelector('input')?.focus(), [form]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name="password"]');
    if (!password) {
      setFault('请输入登录密码');
      return field?.focus();
    }
    setSending(true);
    try {
      await onConfirm(await encryptSecret(password));
      onClose();
    } catch (error) {
      setFault((error instanceof ApiError && error.fields.password) || sentenceOf(error));
      setSending(false);
      field?.focus();
    }
  };
  return (
    <Dialog
      title={title}
      icon={icon}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={form} look="primary" disabled={sending}>
            {act}
          </Button>
        </>
      }
    >
      <form id={form} className="dialog-form" onSubmit={submit} noValidate>
        <p>{text}</p>
        <PasswordField
          name="password"
          label="登录密码"
          placeholder="请输入登录密码"
          complete="current-password"
          value={password}
          fault={fault || undefined}
          onChange={(value) => {
            setPassword(value);
            setFault('');
          }}
        />
      </form>
    </Dialog>
  );
}
