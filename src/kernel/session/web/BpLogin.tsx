import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useControl } from '#platform/web/session/control.ts';
import { safeTarget, withHide } from '#platform/web/session/safeTarget.ts';
import { useSite } from '#platform/web/session/session.ts';
import { takeSsoCallback } from '#platform/web/session/ssoCallback.ts';
import { StandalonePage } from '#platform/web/shell/StandalonePage.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { AfterSignIn } from '#platform/web/signIn/AfterSignIn.tsx';
import type { Opened } from '#platform/web/signIn/opened.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { baseParams, NO_TICKET, platformAddress, readMessage, redeemBase } from './handoff.ts';

type Step =
  | { name: 'busy' | 'listening' }
  | { name: 'failed'; message: string }
  /** Signed in; the address to come back to is another site's, or none that is allowed. */
  | { name: 'leaving'; token: string; url: string }
  | { name: 'refused'; token: string };

/**
 * `/bpLogin`: the base platform hands over a sign-in, by a ticket in the address or in a message (specification, section 2).
 * The stored token is gone before this page is drawn (main.tsx).
 */
export default function BpLogin() {
  const { renew } = useControl();
  const { search } = useLocation();
  const { redirectOrigins } = useSite();
  const query = readQuery(search, ['isAutoLogin', 'backUrl', 'partyOrgId', 'orgId', 'isHide']);
  const [turn, setTurn] = useState(0);
  const [step, setStep] = useState<Step>({ name: 'busy' });
  const [opened, setOpened] = useState<Opened | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once, and again with each turn
  useEffect(() => {
    const stop = new AbortController();
    const ended = (error: unknown) => {
      if (!stop.signal.aborted)
        setStep({ name: 'failed', message: error instanceof Error ? error.message : NO_TICKET });
    };
    const callback = takeSsoCallback('base');
    // To leave for the platform again would lead back here, for ever.
    if (callback?.code === '') setStep({ name: 'failed', message: NO_TICKET });
    else if (callback)
      redeemBase({ ticket: callback.code, orgId: callback.orgId }, callback.state).then(setOpened, ended);
    else begin(stop.signal).catch(ended);
    return () => stop.abort();
  }, [turn]);

  const begin = async (signal: AbortSignal) => {
    setStep({ name: 'busy' });
    const params = await baseParams();
    if (signal.aborted) return;
    const holder = window.parent === window ? window.opener : window.parent;
    if (query.isAutoLogin === 'true' || !holder) {
      // In the place of this page, which would send the back button forward again.
      return location.replace(platformAddress(params, location.origin + location.pathname, location.hash));
    }
    setStep({ name: 'listening' });
    let busy = false;
    const hear = (message: MessageEvent) => {
      const handed = readMessage(message, params.origin, [window.parent, window.opener]);
      if (handed === undefined || busy) return;
      if (handed === null) return setStep({ name: 'failed', message: NO_TICKET });
      busy = true;
      setStep({ name: 'busy' });
      redeemBase({ ...handed, orgId: handed.orgId || (query.partyOrgId ?? '') }, params.state).then(
        (answer) => {
          if (!signal.aborted) setOpened(answer);
        },
        (error: Error) => {
          if (!signal.aborted) setStep({ name: 'failed', message: error.message });
        },
      );
    };
    window.addEventListener('message', hear, { signal });
    // The platform need not guess when this page listens.
    holder.postMessage({ type: 'bpLogin', ready: true }, params.origin);
  };

  const enter = (token: string) => {
    const { backUrl } = query;
    const hide = query.isHide !== 'false';
    const target = backUrl
      ? safeTarget(backUrl, location.origin, redirectOrigins)
      : { kind: 'own' as const, path: '/' };
    if (!target) return setStep({ name: 'refused', token });
    if (target.kind === 'listed') return setStep({ name: 'leaving', token, url: withHide(target.url, hide) });
    void renew(token, withHide(target.path, hide));
  };
  const again = () => setTurn(turn + 1);

  return (
    <StandalonePage>
      {step.name === 'busy' && <Working title="正在登录" text="正在与统一平台核对登录信息，请稍候。" />}
      {step.name === 'listening' && (
        <>
          <Working title="等待登录信息" text="正在等待统一平台传来登录信息。" />
          <div className="standalone-acts">
            <a className="button" href="#/login">
              改用账号登录
            </a>
          </div>
        </>
      )}
      {step.name === 'failed' && (
        <>
          <h1>没有登录成功</h1>
          <div className="banner bad" role="alert">
            <Icon name="warning" />
            <span>{step.message}</span>
          </div>
          <div className="standalone-acts">
            <a className="button" href="#/login">
              改用账号登录
            </a>
            <Button look="primary" onClick={again}>
              重新登录
            </Button>
          </div>
        </>
      )}
      {step.name === 'leaving' && (
        <>
          <h1>即将离开本平台</h1>
          <p>已登录。下面的地址属于另一个站点，是否前往？</p>
          <p className="banner">{new URL(step.url).origin}</p>
          <div className="standalone-acts">
            <Button onClick={() => void renew(step.token, '/')}>取消，进入本平台</Button>
            <Button look="primary" onClick={() => location.assign(step.url)}>
              前往
            </Button>
          </div>
        </>
      )}
      {step.name === 'refused' && (
        <>
          <h1>已停止跳转</h1>
          <div className="banner warn" role="alert">
            <Icon name="warning" />
            <span>要返回的地址不在允许的站点之内。已登录，可以直接进入本平台。</span>
          </div>
          <div className="standalone-acts">
            <Button look="primary" onClick={() => void renew(step.token, '/')}>
              进入本平台
            </Button>
          </div>
        </>
      )}
      <AfterSignIn
        opened={opened}
        onIn={enter}
        onGiveUp={(message) => {
          setOpened(null);
          setStep({ name: 'failed', message: message || '已取消二次验证' });
        }}
      />
    </StandalonePage>
  );
}

function Working({ title, text }: { title: string; text: string }) {
  return (
    <div role="status">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  );
}
