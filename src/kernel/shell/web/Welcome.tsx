import { ADMINISTRATORS } from '#kernel/session/rules.ts';
import { may, useSession, useSite } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { firstStepsOf, purposeOf } from './firstSteps.ts';
import './welcome.css';

/** `/welcome`: greets whoever signs in for the first time, and says what to do first in this role. */
export default function Welcome() {
  const session = useSession();
  const { productName, supportPhone } = useSite();
  const { user } = session;
  const steps = firstStepsOf(user).filter(({ keys }) => keys === undefined || may(session, keys, 'any'));
  return (
    <section className="welcome card">
      <header className="welcome-head">
        <div className="ridge-art welcome-ridge" aria-hidden="true" />
        <h1>
          {ADMINISTRATORS.has(user.roleId) ? user.userName : `${user.userName}同志`}，欢迎使用{productName}
        </h1>
        <p>{purposeOf(user)}</p>
        <p className="muted">
          <Icon name="organisation" /> {user.workOrg.name}
        </p>
      </header>
      <h2 className="section-title">先做这些</h2>
      <ol className="welcome-steps">
        {steps.map(({ title, why, icon, path }, index) => (
          <li key={path}>
            <span className="welcome-number">{index + 1}</span>
            <Icon name={icon} size={24} />
            <span className="welcome-step">
              <b>{title}</b>
              <span className="secondary">{why}</span>
            </span>
            <ButtonLink to={path} aria-label={`现在办理：${title}`}>
              现在办理
            </ButtonLink>
          </li>
        ))}
      </ol>
      <footer className="welcome-foot">
        <p className="muted small">
          以后也可以再办，需要时从左侧菜单或右上角进入。
          {supportPhone && `遇到问题请致电 ${supportPhone}。`}
        </p>
        <ButtonLink look="primary" to="/">
          进入首页
        </ButtonLink>
      </footer>
    </section>
  );
}
