import { useContext } from 'react';
import { Link } from 'react-router';
import { useBuilt } from '#platform/web/route/built.ts';
import { SessionContext, useSite } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { menuOf } from './menu.ts';
import { plannedModules } from './planned.ts';
import './frame/pages.css';

/** Stands in for a page that is not built yet: what will be there, in which module, and what can be done now. */
export default function UnderConstruction({ title = '建设中', module = '' }: { title?: string; module?: string }) {
  const session = useContext(SessionContext);
  const { supportPhone, supportHours, kind } = useSite();
  const built = useBuilt();
  const [name, holds] = plannedModules[module] ?? ['', ''];
  const open = session ? menuOf(session, kind).flatMap(({ items }) => items.filter(({ path }) => built(path))) : [];
  return (
    <section className="planned card">
      <Icon name="layers" size={32} className="planned-icon" />
      <h1>{title}</h1>
      <p className="planned-lead">{name ? `本页属于“${name}”，正在建设。` : '本页正在建设。'}</p>
      {holds && <p className="secondary">建成后可在这里办理：{holds}。</p>}
      {open.length > 0 && (
        <>
          <p className="planned-now">现在可以使用</p>
          <ul className="planned-links">
            {open.map((item) => (
              <li key={item.path}>
                <Link className="button" to={item.path}>
                  <Icon name={item.icon} />
                  {item.title}
                </Link>
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
