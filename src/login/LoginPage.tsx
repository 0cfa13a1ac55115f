import { useEffect, useState } from 'react';
import { Logo } from '#platform/web/artwork/Logo.tsx';
import { takeLoginNotice } from '#platform/web/session/reLogin.ts';
import { type SignInSite, signInSite } from '#platform/web/session/site.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Foot } from './Foot.tsx';
import { LoginForm } from './LoginForm.tsx';
import { QrLogin } from './QrLogin.tsx';
import { type LoginTab, Tabs } from './Tabs.tsx';
import { useSsoCallback } from './useSsoCallback.tsx';
import { Ways } from './Ways.tsx';
import './login.css';
import './ways.css';

/** Milliseconds that a notice stays (specification 9). */
const NOTICE = 3000;

interface LoginPageProps {
  onTyping: () => void;
  onIn: (token: string) => void;
}

/** `/login`: the gorge at one side, the ways in at the other. Works without anything of the signed-in pages. */
export function LoginPage({ onTyping, onIn }: LoginPageProps) {
  const [site, setSite] = useState<SignInSite | null>(null);
  const [unreachable, setUnreachable] = useState('');
  const [notice, setNotice] = useState<{ text: string } | null>(() => {
    const text = takeLoginNotice();
    return text ? { text } : null;
  });
  const [asked, setAsked] = useState(0);
  const [tab, setTab] = useState<LoginTab>('account');
  const notify = (text: string) => setNotice({ text });
  const sso = useSsoCallback({ onNotice: notify, onIn });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts the tries
  useEffect(() => {
    let gone = false;
    signInSite().then(
      (answer) => {
        if (gone) return;
        setSite(answer);
        setUnreachable('');
        document.title = `登录 - ${answer.productName}`;
      },
      (error: Error) => {
        if (!gone) setUnreachable(error.message);
      },
    );
    return () => {
      gone = true;
    };
  }, [asked]);

  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => setNotice(null), NOTICE);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <div className="login">
      <section className="login-art" aria-label="平台名称">
        <div className="login-name">
          <Logo size={52} />
          <div>
            <h1>{site?.productName ?? (unreachable ? '智慧党建平台' : '\u00a0')}</h1>
            <p>{site?.slogan}</p>
          </div>
        </div>
      </section>
      <main className="login-side">
        <div className="login-head">
          <h2>登录</h2>
          {/* The line keeps its height while the name of the host is on its way. */}
          <p className="muted">
            {site?.hostUnit && <span>{site.hostUnit}主办，</span>}
            <span>{site ? audienceOf(site) : '\u00a0'}</span>
          </p>
        </div>
        {unreachable && (
          <div className="banner bad" role="alert">
            <Icon name="warning" />
            <span>{unreachable}</span>
            <Button look="word" onClick={() => setAsked(asked + 1)}>
              重试
            </Button>
          </div>
        )}
        {sso.busy ? (
          <p className="login-arriving" role="status">
            <i className="spinner" aria-hidden="true" />
            正在核对登录信息，请稍候
          </p>
        ) : (
          <>
            <Tabs chosen={tab} onChoose={setTab} second={site?.qrLogin === true} />
            <div className="login-panel" id="login-panel" role="tabpanel" aria-labelledby={`login-tab-${tab}`}>
              {tab === 'account' ? (
                <>
                  {sso.offer}
                  <LoginForm site={site} onTyping={onTyping} onNotice={notify} onIn={sso.afterPassword} />
                </>
              ) : (
                <QrLogin appName={site?.logoText ?? ''} onScanned={onTyping} onNotice={notify} onIn={onIn} />
              )}
            </div>
            {site && <Ways site={site} onNotice={notify} />}
          </>
        )}
        {sso.dialogs}
        {site && <Foot site={site} />}
      </main>
      <div className="login-notice" role="status">
        {notice && (
          <div className="banner warn">
            <Icon name="warning" />
            <span>
              <b>提示</b> {notice.text}
            </span>
          </div>
        )}
      </div>
    </div>
  );
}

const audienceOf = ({ kind }: SignInSite) =>
  kind === 'college' ? '仅限本校各级党组织和党员使用' : '仅限本市各级党组织和党员使用';
