import { type ReactNode, useContext, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Logo } from '#platform/web/artwork/Logo.tsx';
import { useControl } from '#platform/web/session/control.ts';
import { mustSetUpSecondFactor, SessionContext, useSite } from '#platform/web/session/session.ts';
import { getToken } from '#platform/web/session/sessionStore.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { LoginDialog } from './LoginDialog.tsx';
import './safe.css';

/** The safe centre's own frame: the site's name, who is signed in, and below the page who helps. */
export function SafeFrame({ children }: { children: ReactNode }) {
  const known = useContext(SessionContext);
  // After the own password was changed the session is over before the page is left.
  const session = getToken() === null ? null : known;
  const { logoText, city, supportPhone, supportHours, icp, police } = useSite();
  const { signOut } = useControl();
  const [asking, setAsking] = useState(false);
  return (
    <div className="safe">
      <header className="safe-head">
        <Link to="/safeCenter" className="safe-brand">
          <Logo />
          {/* The site's name stands on its own; the page's name follows it. */}
          <span>{logoText}</span>
          <i aria-hidden="true" />
          <span className="safe-centre">安全中心</span>
        </Link>
        <nav className="safe-tools" aria-label="账号">
          {session ? (
            <>
              <span className="safe-who">{session.user.userName}</span>
              <Link to="/" className="safe-tool">
                <Icon name="home" />
                <span>进入平台</span>
              </Link>
              <Pressable className="safe-tool" onClick={() => void signOut()}>
                <Icon name="exit" />
                <span>退出</span>
              </Pressable>
            </>
          ) : (
            <Pressable className="safe-tool" onClick={() => setAsking(true)}>
              <Icon name="person" />
              <span>登录</span>
            </Pressable>
          )}
        </nav>
      </header>
      <div className="safe-page">{children}</div>
      <footer className="safe-foot">
        {supportPhone && (
          <span>
            服务电话 <a href={`tel:${supportPhone}`}>{supportPhone}</a>
            {supportHours && `（${supportHours}）`}
          </span>
        )}
        {city && <span>{city}</span>}
        {icp && <span className="safe-record">{icp}</span>}
        {police && <span className="safe-record">{police}</span>}
      </footer>
      {asking && <LoginDialog target="/safeCenter" onClose={() => setAsking(false)} />}
    </div>
  );
}

/** A page of one matter: its head, what it is for, then its cards. */
export function SafePage({ lead, children }: { lead: string; children: ReactNode }) {
  return (
    <SafeFrame>
      <PageHead />
      <p className="safe-lead">{lead}</p>
      {children}
    </SafeFrame>
  );
}

const CHANGE_FIRST = {
  path: '/safeCenter/changePwd',
  title: '请先修改密码',
  text: '您的密码需要修改后才能使用其他服务。',
  act: '修改密码',
};
const ENROL_FIRST = {
  path: '/safeCenter/sessions',
  title: '请先开启二次验证',
  text: '本平台要求您的角色使用二次验证，开启后才能使用其他服务。',
  act: '开启二次验证',
};

/**
 * A page that needs a session: without one the login stands over it, and closing that leads back to the cards. While a
 * password change or a second factor is compulsory nothing else answers, so that only these are offered.
 */
export function ProtectedPage({ path, lead, children }: { path: string; lead: string; children: ReactNode }) {
  const session = useContext(SessionContext);
  const navigate = useNavigate();
  if (!session) {
    return (
      <>
        <SafePage lead={lead}>
          <section className="card state">
            <Icon name="lock" size={28} className="state-gold" />
            <h3>登录后可以使用</h3>
            <p>这项服务要先确认您是账号本人。</p>
          </section>
        </SafePage>
        <LoginDialog target={path} onClose={() => void navigate('/safeCenter', { replace: true })} />
      </>
    );
  }
  const first = session.user.ifCompelChangePwd ? CHANGE_FIRST : mustSetUpSecondFactor(session) ? ENROL_FIRST : null;
  if (first && first.path !== path) {
    return (
      <SafePage lead={lead}>
        <section className="card state">
          <Icon name="lock" size={28} className="state-gold" />
          <h3>{first.title}</h3>
          <p>{first.text}</p>
          <div className="state-acts">
            <ButtonLink look="primary" to={first.path}>
              {first.act}
            </ButtonLink>
          </div>
        </section>
      </SafePage>
    );
  }
  return <SafePage lead={lead}>{children}</SafePage>;
}
