import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { takeSsoCallback } from '#platform/web/session/ssoCallback.ts';
import { AfterSignIn } from '#platform/web/signIn/AfterSignIn.tsx';
import type { Opened } from '#platform/web/signIn/opened.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { bindWechat, redeemSsoCallback } from './ways.ts';

interface SsoState {
  /** The code is being changed for a session. */
  busy: boolean;
  /** Asks whether the WeChat user is to be bound, where one waits for it. */
  offer: ReactNode;
  dialogs: ReactNode;
  /** Goes on after a login by password. */
  afterPassword: (token: string) => Promise<void>;
}

/** The code with which the browser came from another platform: changed for a session once, as the page opens. */
export function useSsoCallback({
  onNotice,
  onIn,
}: {
  onNotice: (message: string) => void;
  onIn: (token: string) => void;
}): SsoState {
  const [callback] = useState(() => takeSsoCallback('login'));
  const [busy, setBusy] = useState(callback !== null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [unbound, setUnbound] = useState('');
  const [offered, setOffered] = useState(false);
  const [bind, setBind] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the page begins
  useEffect(() => {
    if (!callback) return;
    redeemSsoCallback(callback).then(
      (result) => {
        if (result.kind === 'opened') return setOpened(result.opened);
        setBusy(false);
        if (result.kind === 'unbound') setUnbound(result.message);
        else onNotice(result.message);
      },
      (error: Error) => {
        setBusy(false);
        onNotice(error.message);
      },
    );
  }, []);

  const afterPassword = async (token: string) => {
    if (bind) {
      const refused = await bindWechat(token).catch((error: Error) => error.message);
      // The sign-in itself was good: it goes on, and the account's own page offers the binding again.
      if (refused) onNotice(refused);
    }
    onIn(token);
  };

  return {
    busy,
    afterPassword,
    // Never by itself: on a shared machine the WeChat user may be somebody else than who signs in next.
    offer: offered && (
      <label className="login-bind">
        <input type="checkbox" className="tick" checked={bind} onChange={(event) => setBind(event.target.checked)} />
        登录后绑定刚才扫码的微信，以后可用微信扫码登录
      </label>
    ),
    dialogs: (
      <>
        <AfterSignIn
          opened={opened}
          onIn={onIn}
          onGiveUp={(message) => {
            setOpened(null);
            setBusy(false);
            if (message) onNotice(message);
          }}
        />
        {unbound && (
          <Unbound
            message={unbound}
            onClose={() => {
              setUnbound('');
              setOffered(true);
            }}
          />
        )}
      </>
    ),
  };
}

function Unbound({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog
      title="微信登录"
      icon="chat"
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          返回登录
        </Button>
      }
    >
      <p>{message}</p>
    </Dialog>
  );
}
