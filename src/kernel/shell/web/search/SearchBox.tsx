import { useEffect, useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { LeaveDialog } from '../frame/AccountMenu.tsx';
import { PasswordDialog } from '../frame/PasswordDialog.tsx';
import { RoleList, switchableRoles } from '../frame/RoleSwitch.tsx';
import type { FrameAct } from './entries.ts';
import type Loaded from './Palette.tsx';

// Not `lazy`: what suspends once is shown 300 ms later, even when its code has been there for long.
let Palette: typeof Loaded | null = null;

/** Fetches the palette's code; done ahead while the first page rests, so that the keys find it there. */
export async function loadPalette(): Promise<void> {
  Palette ??= (await import('./Palette.tsx')).default;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const complain = () => emit('notice', { kind: 'error', text: '搜索没有加载成功，请检查网络后重试' });

/** The search of the header: a box, on a phone a button; Ctrl+K from anywhere. Holds what its acts open. */
export function SearchBox() {
  const session = useSession();
  const [open, setOpen] = useState<'palette' | FrameAct | null>(null);
  const close = () => setOpen(null);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return;
      // Else the browser takes the keys for its own search.
      event.preventDefault();
      // What stands over the page is finished first.
      if (document.querySelector('dialog[open]:not(.palette)')) return;
      loadPalette().then(() => setOpen((now) => (now === 'palette' ? null : 'palette')), complain);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      <Pressable
        className="head-tool head-find"
        aria-label="搜索"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        title={`搜索人员、组织、功能、帮助（${isMac ? '⌘K' : 'Ctrl+K'}）`}
        onClick={() => loadPalette().then(() => setOpen('palette'), complain)}
      >
        <Icon name="search" />
        <span className="head-find-word ellipsis">搜索人员、组织、功能、帮助</span>
        <kbd className="head-find-key">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </Pressable>
      {open === 'palette' && Palette && <Palette onClose={close} onAct={setOpen} />}
      {open === 'role' && (
        <Dialog title="切换角色" icon="person" onClose={close}>
          <RoleList entries={switchableRoles(session)} onDone={close} />
        </Dialog>
      )}
      {open === 'password' && <PasswordDialog onClose={close} />}
      {open === 'leave' && <LeaveDialog onClose={close} />}
    </>
  );
}
