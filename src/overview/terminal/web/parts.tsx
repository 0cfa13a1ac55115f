import { Link, useLocation } from 'react-router';
import { bringIntoView } from '#platform/web/press/openTab.ts';
import { STATES, type State } from '../rules.ts';
import { DOORS, PAGES, SHARE } from './paths.ts';
import './box.css';

/** Whether a screen shows it, as a tag. */
export const StateMark = ({ state }: { state: State }) => (
  <span className={state === 'published' ? 'tag ok' : 'tag'}>{STATES[state]}</span>
);

const TABS = [
  ['宣传大厅', PAGES.publicity.list],
  ['欢迎词', PAGES.welcome.list],
  ['荣誉墙', PAGES.honor.list],
  ['大事记', PAGES.event.list],
  ['媒体资源', PAGES.media.list],
  ['教育资源', PAGES.study.list],
  ['图书', PAGES.book.list],
  ['投票', DOORS.votes],
  ['组织生活', DOORS.life],
  ['共享', SHARE.list],
  ['盒子管理', PAGES.device.list],
] as const;

/** The contents of the screens beside each other. */
export function BoxTabs() {
  const { pathname } = useLocation();
  return (
    <nav className="tabs box-tabs" aria-label="智慧终端">
      {TABS.map(([title, path]) => (
        <Link
          key={path}
          to={path}
          className="tab"
          aria-current={path === pathname ? 'page' : undefined}
          ref={path === pathname ? bringIntoView : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
