import type { ReactNode } from 'react';
import { createHashRouter, type RouteObject } from 'react-router';
import type { PageRoute } from '#platform/web/module.ts';
import { webModules } from '#rooms/web.ts';
import { PageCrash } from './PageCrash.tsx';
import { Home, Root } from './Root.tsx';

/** Every widget in every state. The build of a release drops the branch, and with it the gallery's code. */
const gallery: readonly PageRoute[] =
  import.meta.env.MODE === 'production'
    ? []
    : [
        {
          path: '/__gallery/:widget?',
          title: '组件陈列',
          chrome: 'none',
          load: () => import('./GalleryPage.tsx'),
        },
      ];

const rightGroups = webModules.flatMap(({ rights = [] }) => rights);
const tabs = webModules.flatMap(({ tabs: own = [] }) => own);
const personTabs = webModules.flatMap(({ personTabs: own = [] }) => own);
const pages = [...webModules.flatMap(({ routes }) => routes), ...gallery];

/**
 * A page's code as the router takes it. The router draws nothing for code that failed to load, so that the failure
 * becomes a page that throws: the crash page takes its place within the frame.
 */
async function loaded(load: PageRoute['load']): Promise<{ element: ReactNode }> {
  try {
    const { default: Loaded } = await load();
    return { element: <Loaded /> };
  } catch (error) {
    return { element: <Unloaded error={error} /> };
  }
}

function Unloaded({ error }: { error: unknown }): never {
  throw error;
}

function routeOf(page: PageRoute): RouteObject {
  return {
    path: page.path,
    handle: page,
    errorElement: <PageCrash />,
    lazy: () => loaded(page.load),
  };
}

function make() {
  return createHashRouter([
    {
      element: <Root pages={pages} tabs={tabs} rightGroups={rightGroups} personTabs={personTabs} />,
      errorElement: <PageCrash />,
      // The first page's code is on its way while the frame waits for the session.
      hydrateFallbackElement: <div className="waiting-head" />,
      children: [
        { path: '/', element: <Home /> },
        // The login page is an entry of its own; it takes this path over.
        { path: '/login', element: null },
        ...pages.map(routeOf),
        {
          path: '*',
          errorElement: <PageCrash />,
          lazy: () => loaded(() => import('#kernel/shell/web/Astray.tsx')),
        },
      ],
    },
  ]);
}

let router: ReturnType<typeof make> | null = null;

/** The router of this window. Made when the first page opens, since it starts to load that page at once. */
export function windowRouter(): ReturnType<typeof make> {
  router ??= make();
  return router;
}
