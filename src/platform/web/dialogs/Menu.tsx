import { type KeyboardEvent, useState } from 'react';
import { Icon, type IconName } from '../show/icons.tsx';
import { Button, Pressable } from '../ui/Button.tsx';
import { Popup } from './Popup.tsx';

export interface MenuAct {
  label: string;
  icon?: IconName;
  /** A key shown at the right; the page listens for it. */
  hotkey?: string;
  /** Set apart by a line and written in the colour of danger. */
  danger?: boolean;
  /** Why whoever looks cannot do it: the item says so and does nothing. */
  refused?: string | null;
  run: () => void;
}

/** A menu of acts at its button; arrow keys, Home and End move, Enter runs. */
export function Menu({
  anchor,
  label,
  acts,
  onClose,
}: {
  anchor: HTMLElement;
  label: string;
  acts: readonly MenuAct[];
  onClose: () => void;
}) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) {
      if (event.key === 'Tab') onClose();
      return;
    }
    event.preventDefault();
    items[(to + items.length) % items.length]?.focus();
  };
  return (
    <Popup anchor={anchor} align="end" label={label} role="menu" className="menu" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the items inside, the menu is the popup around */}
      <div onKeyDown={move}>
        {acts.map((act) => (
          <Pressable
            key={act.label}
            role="menuitem"
            className={act.danger ? 'menu-item danger' : 'menu-item'}
            {...(act.refused ? { 'aria-disabled': true, title: act.refused } : {})}
            onClick={() => {
              if (act.refused) return;
              onClose();
              act.run();
            }}
          >
            {act.icon && <Icon name={act.icon} />}
            <span>
              {act.label}
              {act.refused && <small className="menu-refused">{act.refused}</small>}
            </span>
            {act.hotkey && <kbd className="key">{act.hotkey}</kbd>}
          </Pressable>
        ))}
      </div>
    </Popup>
  );
}

/**
 * 更多 in the head of a page: the acts beyond the three that stand there, in a menu; nothing where there is none.
 * @param label what they are done with, for whoever hears the page
 */
export function MoreActs({ label, acts }: { label: string; acts: readonly MenuAct[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (acts.length === 0) return null;
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
      >
        更多
        <Icon name="down" size={14} />
      </Button>
      {anchor && <Menu anchor={anchor} label={`${label}的操作`} acts={acts} onClose={() => setAnchor(null)} />}
    </>
  );
}
