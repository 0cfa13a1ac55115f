import { memo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Menu } from '#platform/web/dialogs/Menu.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { FrameLink } from '#platform/web/shell/FrameLink.tsx';
import { lastTabOf } from '#platform/web/shell/lastTab.ts';
import { sidebarOf, TODAY_ENTRY, useMenu } from '#platform/web/shell/menu.ts';
import { type Pin, usePins } from '#platform/web/shell/pins.ts';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { OutsideSites, useOutsideSites } from './OutsideSites.tsx';

/** The main menu of the role; folded it keeps the words under its icons. `here`: title of the entry that is open. */
export function Sidebar({
  folded,
  here,
  onChoose,
}: {
  folded: boolean;
  here: string | undefined;
  onChoose?: () => void;
}) {
  const session = useSession();
  const { pathname } = useLocation();
  const entries = sidebarOf(useMenu(), session);
  const { roleUrl } = session.user;
  const sites = useOutsideSites();
  const { pins } = usePins();
  return (
    <nav className={folded ? 'side folded' : 'side'} aria-label="主菜单">
      <div className="side-list">
        <Item
          title={TODAY_ENTRY}
          icon="home"
          to={roleUrl}
          active={pathname === roleUrl || here === TODAY_ENTRY}
          onChoose={onChoose}
        />
        {pins.length > 0 && (folded ? <FoldedPins pins={pins} /> : <Pins pins={pins} onChoose={onChoose} />)}
        {entries.map((entry) => (
          <Item
            key={entry.title}
            title={entry.title}
            icon={entry.icon}
            to={lastTabOf(session, entry)}
            active={pathname !== roleUrl && entry.title === here}
            onChoose={onChoose}
          />
        ))}
        <OutsideSites sites={sites} folded={folded} {...(onChoose ? { onChoose } : {})} />
      </div>
    </nav>
  );
}

/** 常用 of the wide menu. */
function Pins({ pins, onChoose }: { pins: readonly Pin[]; onChoose: (() => void) | undefined }) {
  return (
    <section className="side-pins" aria-label="常用">
      <div className="side-pins-title">常用</div>
      {pins.map(({ title, path }) => (
        <FrameLink key={path} to={path} className="side-pin" onClick={onChoose}>
          <span className="ellipsis">{title}</span>
        </FrameLink>
      ))}
    </section>
  );
}

/** 常用 of the folded menu: its tabs behind one button. */
function FoldedPins({ pins }: { pins: readonly Pin[] }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<HTMLElement | null>(null);
  return (
    <>
      <Pressable
        className="side-entry side-outside"
        aria-haspopup="menu"
        aria-expanded={open !== null}
        onClick={({ currentTarget }) => setOpen(open ? null : currentTarget)}
      >
        <Icon name="star" />
        <span>常用</span>
      </Pressable>
      {open && (
        <Menu
          anchor={open}
          label="常用"
          acts={pins.map(({ title, path, icon }) => ({ label: title, icon, run: () => void navigate(path) }))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface ItemProps {
  title: string;
  icon: IconName;
  to: string;
  active: boolean;
  onChoose: (() => void) | undefined;
}

const Item = memo(function Item({ title, icon, to, active, onChoose }: ItemProps) {
  return (
    <FrameLink to={to} className="side-entry" aria-current={active ? 'page' : undefined} onClick={onChoose}>
      <Icon name={icon} />
      <span>{title}</span>
    </FrameLink>
  );
});
