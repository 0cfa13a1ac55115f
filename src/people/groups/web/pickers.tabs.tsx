import { Link, useLocation } from 'react-router';
import { bringIntoView } from '#platform/web/press/openTab.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import './content.css';

const TABS = [
  ['分类管理', '/contentManager/classification', 'label:read'],
  ['标签管理', '/contentManager/label', 'label:read'],
  ['标签筛选', '/contentManager/label/filter', 'label:read'],
  ['数据质量', '/contentManager/dataQuality', 'member:read'],
  ['数据核查', '/dataManage/dataCheck', 'check:read'],
  ['分组管理', '/contentManager/group', 'group:read'],
  ['词库', '/contentManager/words', 'text:words'],
  ['帮助文档管理', '/contentManager/help', 'help:write'],
] as const;

/** The pages of 内容管理 beside each other, as far as the role may open them. */
export function ContentTabs() {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <nav className="tabs content-tabs" aria-label="内容管理">
      {TABS.filter(([, , right]) => may(session, right)).map(([title, path]) => (
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
