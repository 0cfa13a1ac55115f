import { useEffect, useId, useState } from 'react';
import { ChangePasswordForm } from '#kernel/safeCenter/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { notifyTabs } from '#platform/web/session/tabs.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

/**
 * Changes the own password; afterwards every session of the account is over and the login page follows.
 * Without `onClose` the change is compulsory: the window cannot be closed.
 */
export function PasswordDialog({ onClose }: { onClose?: () => void }) {
  const form = useId();
  const [sending, setSending] = useState(false);
  useEffect(() => document.getElementById(form)?.querySelector('input')?.focus(), [form]);
  return (
    <Dialog
      title={onClose ? '修改密码' : '请先修改密码'}
      icon="lock"
      width={700}
      onClose={onClose}
      foot={
        <>
          {onClose && <Button onClick={onClose}>取消</Button>}
          <Button submit form={form} look="primary" disabled={sending}>
            修改密码
          </Button>
        </>
      }
    >
      <ChangePasswordForm
        id={form}
        onSending={setSending}
        onChanged={() => {
          notifyTabs();
          emit('signedOut');
        }}
        lead={
          !onClose && (
            <p className="banner warn">
              <Icon name="warning" />
              您的密码需要修改后才能继续使用，修改成功后请重新登录。
            </p>
          )
        }
      />
    </Dialog>
  );
}
