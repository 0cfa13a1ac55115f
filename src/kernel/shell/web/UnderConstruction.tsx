import { useContext } from 'react';
import { Link } from 'react-router';
import { SessionContext, useSite } from '#platform/web/session/session.ts';
import { lastTabOf } from '#platform/web/shell/lastTab.ts';
import { sidebarOf, useMenu } from '#platform/web/shell/menu.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import './frame/pages.css';

/** `/under-construction`, to which outside sites may lead: says that there is nothing yet, and what can be done now. */
export default function UnderConstruction() {
  const session = useContext(SessionContext);
  const { supportPhone, supportHours } = useSite();
  const menu = useMenu();
  const open = session ? sidebarOf(menu, session).map((entry) => ({ ...entry, path: lastTabOf(session, entry) })) : [];
  return (
    <section className="planned card">
      <Icon name="layers" size={32} className="planned-icon" />
      <h1>建设中</h1>
      <p className="planned-lead">本页正在建设。</p>
      {open.length > 0 && (
        <>
          <p className="planned-now">现在可以使用</p>
          <ul className="planned-links">
            {open.map((item) => (
              <li key={item.path}>
                <ButtonLink icon={item.icon} to={item.path}>
                  {item.title}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="muted small planned-help">
        <Link to="/">返回首页</Link>
        {supportPhone && (
          <span>
            急需办理请致电 {supportPhone}
            {supportHours && `（${supportHours}）`}
          </span>
        )}
      </p>
    </section>
  );
}
