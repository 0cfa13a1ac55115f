import { useId, useState } from 'react';
import { clearSession } from '#platform/web/session/sessionStore.ts';
import { notifyTabs } from '#platform/web/session/tabs.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Changed } from './Changed.tsx';
import { ChangePasswordForm } from './pickers.tsx';
import { ProtectedPage, SafePage } from './SafeFrame.tsx';

const LEAD = '修改成功后，所有已登录的设备都要用新密码重新登录。';

/** `/safeCenter/changePwd`: the own password by the old one. */
export default function ChangePassword() {
  const id = useId();
  const [sending, setSending] = useState(false);
  const [changed, setChanged] = useState(false);
  if (changed) {
    return (
      <SafePage lead={LEAD}>
        <section className="card safe-card">
          <Changed />
        </section>
      </SafePage>
    );
  }
  return (
    <ProtectedPage path="/safeCenter/changePwd" lead={LEAD}>
      <section className="card safe-card">
        <ChangePasswordForm
          id={id}
          onSending={setSending}
          onChanged={() => {
            // The server has ended the session; the page's own half follows.
            notifyTabs();
            clearSession();
            setChanged(true);
          }}
        >
          <div className="safe-acts">
            <Button submit look="primary" disabled={sending}>
              修改密码
            </Button>
          </div>
        </ChangePasswordForm>
      </section>
    </ProtectedPage>
  );
}
