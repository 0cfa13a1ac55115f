import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Chrome } from '#platform/web/module.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { EntryBar } from '#platform/web/shell/EntryBar.tsx';
import { hasBar, useStanding } from '#platform/web/shell/menu.ts';
import { usePage } from '#platform/web/shell/PageHead.tsx';
import { useDisplayMode } from '#platform/web/show/displayMode.ts';
import { Pressable } from '#platform/web/ui/Button.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { JobNews } from './JobNews.tsx';
import { PageMark } from './PageMark.tsx';
import { BottomBar, QuickNav } from './QuickNav.tsx';
import { Sidebar } from './Sidebar.tsx';
import './frame.css';
import './head.css';
import './side.css';

/** The frame around a page: header, sidebar, page with footer, quick nav; on a narrow screen a drawer and a bottom bar. */
export function Frame({
  chrome,
  folded,
  children,
}: {
  chrome: Exclude<Chrome, 'none'>;
  folded: boolean;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const session = useSession();
  const standing = useStanding(usePage());
  const barred = standing !== undefined && hasBar(standing);
  const { size } = useDisplayMode();
  const narrow = useNarrow();
  const [drawer, setDrawer] = useState(false);
  const openDrawer = useCallback(() => setDrawer(true), []);
  const toTop = useCallback(() => main.current?.scrollTo({ top: 0, behavior: 'smooth' }), []);
  const sidebar = chrome === 'full';
  // Pages of the menu fold it alike, so that nothing jumps from one to the other.
  const mini = (folded || standing !== undefined) && size !== 'large';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top, with the drawer shut.
  useEffect(() => {
    main.current?.scrollTo(0, 0);
    setDrawer(false);
  }, [pathname]);

  const kind = ['frame', sidebar ? '' : 'no-side', mini ? 'mini' : '', folded ? 'work' : '', barred ? 'barred' : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={kind}>
      <Pressable className="skip" onClick={() => main.current?.focus()}>
        跳到正文
      </Pressable>
      {may(session, 'job:read') && <JobNews />}
      <Header onMenu={narrow ? openDrawer : null} />
      {sidebar && !narrow && <Sidebar folded={mini} here={standing?.entry.title} />}
      {narrow && drawer && <Drawer here={standing?.entry.title} onClose={() => setDrawer(false)} />}
      {barred && <EntryBar key={standing.entry.title} standing={standing} />}
      <main ref={main} className="main" tabIndex={-1}>
        <div className="page">{children}</div>
        <Footer />
      </main>
      <PageMark />
      {narrow ? <BottomBar /> : <QuickNav onTop={toTop} />}
    </div>
  );
}

/** The sidebar over the page of a narrow screen. */
function Drawer({ here, onClose }: { here: string | undefined; onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the drawer closes it; the keyboard has Esc.
    <dialog
      ref={box}
      className="drawer"
      aria-label="主菜单"
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <Sidebar folded={false} here={here} onChoose={onClose} />
    </dialog>
  );
}

const NARROW = '(max-width: 900px)';

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const change = () => setNarrow(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return narrow;
}
