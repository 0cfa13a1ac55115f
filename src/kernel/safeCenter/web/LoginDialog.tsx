import { useEffect, useRef, useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useControl } from '#platform/web/session/control.ts';
import { type SignInSite, signInSite } from '#platform/web/session/site.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { LoginForm } from '../../../login/LoginForm.tsx';

/**
 * The login over the safe centre, with all the steps of the login page; afterwards `target` opens. Mounted to open it:
 * closing forgets what was typed and what was said.
 */
export function LoginDialog({ target, onClose }: { target: string; onClose: () => void }) {
  const { renew } = useControl();
  const [site, setSite] = useState<SignInSite | null>(null);
  const [notice, setNotice] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog gives the focus to its cross, which comes first.
    const fields = [...(box.current?.querySelectorAll('input') ?? [])];
    fields.find(({ value }) => value === '')?.focus();
  }, []);
  useEffect(() => {
    let gone = false;
    signInSite().then(
      (known) => gone || setSite(known),
      (error: Error) => gone || setNotice(error.message),
    );
    return () => {
      gone = true;
    };
  }, []);
  return (
    <Dialog title="登录" icon="person" width={470} onClose={onClose}>
      {notice && (
        <p className="banner warn" role="alert">
          <Icon name="warning" />
          {notice}
        </p>
      )}
      <div ref={box} className="safe-login">
        <LoginForm
          site={site}
          onTyping={() => setNotice('')}
          onNotice={setNotice}
          onIn={(token) => {
            onClose();
            void renew(token, target);
          }}
        />
      </div>
    </Dialog>
  );
}
