import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Menu } from '../dialogs/Menu.tsx';
import { pathWithQuery, readQuery } from '../route/navigation.ts';
import { SessionContext } from '../session/session.ts';
import { Icon } from '../show/icons.tsx';
import { Pressable } from '../ui/Button.tsx';
import { FrameLink } from './FrameLink.tsx';
import { rememberTab } from './lastTab.ts';
import type { Standing, Tab } from './menu.ts';
import { countUse, usePins } from './pins.ts';
import './entryBar.css';

const GAP = 4;
/** Width of 更多 in pixels, in large text as well. */
const MORE = 96;

/**
 * The pages of an entry of the menu as tabs, below the header on every page of the entry: those that fit into one line, the others
 * behind 更多; the one at hand always stands in the line. On a phone all of them are there and the line scrolls.
 */
export function EntryBar({ standing: { entry, tab } }: { standing: Standing }) {
  const navigate = useNavigate();
  const session = useContext(SessionContext);
  const line = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<HTMLElement | null>(null);
  const count = useFitting(line, entry.tabs);
  const here = entry.tabs.indexOf(tab);
  useEffect(() => {
    if (!session) return;
    rememberTab(session, entry.title, tab.path);
    countUse(session, tab.path);
  }, [session, entry, tab]);
  // In view on a phone, where the line is longer than the window.
  const { search } = useLocation();
  // The organisation that is looked at goes along.
  const { orgId } = readQuery(search, ['orgId']);
  const to = (path: string) => (orgId ? withOrg(path, orgId) : path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page of the entry is another current tab
  useLayoutEffect(() => {
    const box = line.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    if (box && current) box.scrollLeft = current.offsetLeft - (box.clientWidth - current.offsetWidth) / 2;
  }, [tab.path, search, count]);

  const shown = useMemo(() => {
    const first = entry.tabs.slice(0, count);
    return here >= count ? [...first.slice(0, -1), tab] : first;
  }, [entry, count, here, tab]);
  const others = entry.tabs.filter((one) => !shown.includes(one));
  return (
    <nav className="entry-bar" aria-label={`${entry.title}的页面`}>
      <div className="entry-tabs" ref={line}>
        {entry.tabs.map((one) => (
          <FrameLink
            key={one.path}
            to={to(one.path)}
            className={shown.includes(one) ? 'entry-tab' : 'entry-tab over'}
            aria-current={one === tab ? 'page' : undefined}
          >
            {one.title}
          </FrameLink>
        ))}
        {others.length > 0 && (
          <Pressable
            className="entry-tab entry-more"
            aria-haspopup="menu"
            aria-expanded={open !== null}
            onClick={({ currentTarget }) => setOpen(open ? null : currentTarget)}
          >
            其余{others.length}页
            <Icon name="down" size={14} />
          </Pressable>
        )}
      </div>
      <PinButton tab={tab} />
      {open && (
        <Menu
          anchor={open}
          label={`${entry.title}的其余页面`}
          acts={others.map(({ title, path }) => ({ label: title, run: () => void navigate(to(path)) }))}
          onClose={() => setOpen(null)}
        />
      )}
    </nav>
  );
}

/** Puts the tab at hand into 常用, or takes it out. */
function PinButton({ tab: { path } }: { tab: Tab }) {
  const { pins, ready, toggle } = usePins();
  const pinned = pins.some((pin) => pin.path === path);
  return (
    <Pressable
      className="entry-pin"
      aria-pressed={pinned}
      aria-label="放到常用"
      title={pinned ? '从常用中去掉' : '放到常用'}
      disabled={!ready}
      onClick={() => toggle(path)}
    >
      <Icon name="star" />
    </Pressable>
  );
}

/** The address of a tab at an organisation. */
function withOrg(address: string, orgId: string): string {
  const [path = '', query] = address.split('?');
  return pathWithQuery(path, { ...Object.fromEntries(new URLSearchParams(query)), orgId });
}

/** How many of the tabs stand in the line beside 更多; all where they fit. */
function useFitting(line: React.RefObject<HTMLDivElement | null>, tabs: readonly Tab[]): number {
  const [count, setCount] = useState(tabs.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the line holds something else
  useLayoutEffect(() => {
    const box = line.current;
    if (!box) return;
    const measure = () => {
      const widths = [...box.querySelectorAll<HTMLElement>('a')].map((one) => one.offsetWidth + GAP);
      const room = box.clientWidth + GAP;
      const all = widths.reduce((sum, width) => sum + width, 0);
      // Whichever is at hand may have to stand in the last place: room for the widest of those that are left over.
      let fit = widths.length;
      let used = all;
      while (all > room && fit > 1 && used + MORE > room) {
        fit--;
        const first = widths.slice(0, fit).reduce((sum, width) => sum + width, 0);
        used = Math.max(first, first - (widths[fit - 1] ?? 0) + Math.max(...widths.slice(fit)));
      }
      setCount(fit);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    return () => watch.disconnect();
  }, [line, tabs]);
  return count;
}
