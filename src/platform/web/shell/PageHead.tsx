import { type ReactNode, useContext, useMemo } from 'react';
import { Link, useLocation, useMatches } from 'react-router';
import { KeptAt } from '../kept/KeptAt.tsx';
import { placeOf } from '../list/listMemory.ts';
import type { PageRoute } from '../module.ts';
import { breadcrumbTo } from '../route/breadcrumb.ts';
import { PagesContext } from '../route/manifests.ts';
import { pageAt } from '../route/pageAt.ts';
import { may, SessionContext, SiteContext } from '../session/session.ts';
import { titleForKind } from '../session/siteKind.ts';
import { hasBar, useMenu, useStanding } from './menu.ts';
import { PageHelp } from './pageHelp.ts';
import { useVisit } from './visits.ts';

const useKind = () => useContext(SiteContext)?.kind ?? 'city';

/** The manifest entry of the page that is open; undefined on pages that no module announces. */
export function usePage(): PageRoute | undefined {
  const kind = useKind();
  const page = useMatches().at(-1)?.handle as PageRoute | undefined;
  return useMemo(
    () =>
      page && {
        ...page,
        title: titleForKind(kind, page.title),
        crumbs: page.crumbs?.map(([title, path]) => [titleForKind(kind, title), path] as const),
      },
    [page, kind],
  );
}

/** 当前位置: its entry and tab of the menu, the pages above it as links with their filters kept (names alone where the session may not go), then the page itself. */
export function Breadcrumb({ title }: { title?: string | undefined }) {
  const kind = useKind();
  const page = usePage();
  const session = useContext(SessionContext);
  const pages = useContext(PagesContext);
  const menu = useMenu();
  const { pathname, search } = useLocation();
  useVisit(page && (title ?? page.title));
  const opens = (path: string) => {
    const key = pageAt(pages, path.split('?')[0] ?? '')?.permission;
    return !key || (session !== null && may(session, key, 'any'));
  };
  return (
    <nav className="crumb" aria-label="当前位置">
      <span>当前位置：</span>
      {page &&
        breadcrumbTo(page, kind, menu, pathname + search, title ?? page.title).map(({ title: name, path }) => (
          <span key={name} className="crumb-step">
            {path && opens(path) ? <Link to={placeOf(path)}>{name}</Link> : <span>{name}</span>}
            <span aria-hidden="true">&gt;</span>
          </span>
        ))}
      <span aria-current="page">{title ?? page?.title}</span>
      <KeptAt />
    </nav>
  );
}

/** On narrow screens the acts scroll sideways, and browsers leave half-hidden what they focus. */
const bringIntoView = ({ target }: { target: Element }) =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * The line above a record's card: 当前位置, help, then `children`, e.g. the way to the next record.
 * @param title the record's name; by default the page's title
 */
export function RecordTop({ title, children }: { title?: string | undefined; children?: ReactNode }) {
  return (
    <div className="record-top">
      <Breadcrumb title={title} />
      <div className="record-help">
        <OwnHelp />
      </div>
      {children}
    </div>
  );
}

/** The buttons of the help that belongs to the page; nothing where it has none. */
export function OwnHelp() {
  const page = usePage();
  const Help = useContext(PageHelp);
  return Help && page ? <Help path={page.path} /> : null;
}

/**
 * The head of a page: serif title, 当前位置 on its baseline, acts (`children`) at the right with the primary one last. On a phone
 * the tab at hand says where one is; a head that would only repeat it leaves its line to the page.
 */
export function PageHead({ title, children }: { title?: string; children?: ReactNode }) {
  const page = usePage();
  const Help = useContext(PageHelp);
  const standing = useStanding(page);
  const words = title ?? page?.title;
  return (
    <header className={standing && hasBar(standing) && standing.tab.title === words ? 'page-head as-tab' : 'page-head'}>
      <h1>{words}</h1>
      <Breadcrumb title={title} />
      {(children || Help) && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only brings into view what the keyboard reaches
        <div className="page-acts" onFocus={bringIntoView}>
          <OwnHelp />
          {children}
        </div>
      )}
    </header>
  );
}
