import { memo, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession, useSite } from '#platform/web/session/session.ts';
import { FrameLink } from '#platform/web/shell/FrameLink.tsx';
import { MenuContext } from '#platform/web/shell/menu.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { entryAt, type MenuItem, menuOf } from '../menu.ts';
import { OutsideSites, useOutsideSites } from './OutsideSites.tsx';

/** The main menu of the role; folded it keeps a short word under each icon. */
export function Sidebar({ folded, onChoose }: { folded: boolean; onChoose?: () => void }) {
  const session = useSession();
  const { pathname } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  const { kind } = useSite();
  const entries = useContext(MenuContext);
  const menu = useMemo(() => menuOf(entries, session, kind), [entries, session, kind]);
  const { roleUrl } = session.user;
  const here = pathname === roleUrl ? undefined : entryAt(menu, pathname);
  const home = useMemo<MenuItem>(
    () => ({ title: '今日', short: '今日', icon: 'home', path: roleUrl, keys: '' }),
    [roleUrl],
  );
  const sites = useOutsideSites();
  const hidden = useHiddenEntries(list, `${menu.length} ${sites.length} ${folded}`);
  const entry = (item: MenuItem, active: boolean) => (
    <Entry key={item.path} item={item} active={active} folded={folded} onChoose={onChoose} />
  );
  return (
    <nav className={folded ? 'side folded' : 'side'} aria-label="主菜单">
      <div className={hidden > 0 ? 'side-list more' : 'side-list'} ref={list}>
        {entry(home, pathname === roleUrl)}
        {menu.map((group) => (
          <div key={group.title} className="side-group">
            {!folded && <div className="side-title">{group.title}</div>}
            {group.items.map((item) => entry(item, item === here))}
          </div>
        ))}
        <OutsideSites sites={sites} folded={folded} onChoose={onChoose} />
      </div>
      {hidden > 0 && (
        <Pressable
          className="side-more"
          tabIndex={-1}
          onClick={() => list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'smooth' })}
        >
          <Icon name="down" size={14} />
          {folded ? `还有${hidden}` : `还有${hidden}项`}
        </Pressable>
      )}
    </nav>
  );
}

interface EntryProps {
  item: MenuItem;
  active: boolean;
  folded: boolean;
  onChoose?: (() => void) | undefined;
}

const Entry = memo(function Entry({ item, active, folded, onChoose }: EntryProps) {
  return (
    <FrameLink
      to={item.path}
      className="side-entry"
      aria-current={active ? 'page' : undefined}
      title={folded ? item.title : undefined}
      onClick={onChoose}
    >
      <Icon name={item.icon} />
      <span>{folded ? item.short : item.title}</span>
    </FrameLink>
  );
});

/** How many entries lie below the visible part of the list. `shape` changes with what the list holds. */
function useHiddenEntries(list: React.RefObject<HTMLDivElement | null>, shape: string): number {
  const [hidden, setHidden] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the list holds something else.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const count = () => {
      const bottom = box.getBoundingClientRect().bottom;
      const entries = [...box.querySelectorAll('.side-entry')];
      setHidden(entries.filter((entry) => entry.getBoundingClientRect().bottom > bottom + 8).length);
    };
    // It also reports once at the beginning, when the layout is done anyway.
    const watch = new ResizeObserver(count);
    watch.observe(box);
    box.addEventListener('scroll', count, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener('scroll', count);
    };
  }, [list, shape]);
  return hidden;
}
