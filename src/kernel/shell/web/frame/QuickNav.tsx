import { memo } from 'react';
import { useLocation } from 'react-router';
import { TODOS_PATH, unreadCount } from '#kernel/message/contract.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { FrameLink } from '#platform/web/shell/FrameLink.tsx';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { useDraftCount } from '../useDraftCount.ts';

/** Milliseconds between two looks at the count of messages (specification, section 4). */
const POLL = 120_000;

function useUnread() {
  const { data } = useCall(unreadCount, {}, { quiet: true, refetchInterval: () => POLL });
  return data;
}

function Badge({ count, of }: { count: number | undefined; of: string }) {
  if (!count) return null;
  return (
    <b className="badge quick-badge">
      {count > 99 ? '99+' : count}
      <span className="visually-hidden">{of}</span>
    </b>
  );
}

/** The strip at the right edge: own page, messages with their number, messaging where the site has it, help, back to top. */
export const QuickNav = memo(function QuickNav({ onTop }: { onTop: () => void }) {
  const { user } = useSession();
  const { instantMessagingUrl } = useSite();
  const unread = useUnread();
  const drafts = useDraftCount(user.userId);
  return (
    <aside className="quick" aria-label="快捷导航">
      <FrameLink className="quick-entry" to="/partyMember" title="个人党务">
        <Icon name="person" />
        个人
      </FrameLink>
      <FrameLink className="quick-entry" to="/news" title="消息提醒">
        <Icon name="bell" />
        消息
        <Badge count={unread?.notices} of="条未处理" />
      </FrameLink>
      <FrameLink className="quick-entry" to="/recent" title="草稿和最近">
        <Icon name="clock" />
        最近
        <Badge count={drafts} of="份草稿" />
      </FrameLink>
      {instantMessagingUrl && (
        <a
          className="quick-entry"
          href={instantMessagingUrl}
          target="_blank"
          rel="noopener noreferrer"
          title="即时通讯"
        >
          <Icon name="chat" />
          通讯
        </a>
      )}
      {user.roleId !== ROLE.member && (
        <FrameLink className="quick-entry" to="/help" title="帮助文档">
          <Icon name="help" />
          帮助
        </FrameLink>
      )}
      <Pressable className="quick-entry quick-top" title="回到顶部" onClick={onTop}>
        <Icon name="top" />
        顶部
      </Pressable>
    </aside>
  );
});

/** The bar at the lower edge of a phone. */
export function BottomBar() {
  const { user } = useSession();
  const { pathname } = useLocation();
  const unread = useUnread();
  const entry = (title: string, icon: IconName, to: string, active: boolean, count?: number) => (
    <FrameLink className="bottom-entry" to={to} aria-current={active ? 'page' : undefined}>
      <Icon name={icon} size={24} />
      {title}
      <Badge count={count} of="件未处理" />
    </FrameLink>
  );
  return (
    <nav className="bottom" aria-label="底部导航">
      {entry('今日', 'home', user.roleUrl, pathname === user.roleUrl)}
      {entry('办事', 'clipboard', TODOS_PATH, pathname === TODOS_PATH, unread?.todos)}
      {entry('学习', 'book', '/partyMember/learning', /^\/(education|partyMember\/learning)/.test(pathname))}
      {entry('消息', 'bell', '/news', pathname === '/news', unread?.notices)}
      {entry('我的', 'person', '/partyMember', pathname === '/partyMember' && user.roleUrl !== '/partyMember')}
    </nav>
  );
}
