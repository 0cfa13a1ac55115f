import { useQueryClient } from '@tanstack/react-query';
import { memo, useContext, useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router';
import { HelpButton } from '#kernel/help/web/pickers.tsx';
import { frontEndConfig, getInfo, logout, ROLE } from '#kernel/session/contract.ts';
import { chromeOf } from '#kernel/shell/web/chrome.ts';
import { Frame } from '#kernel/shell/web/frame/Frame.tsx';
import { NoRightPage } from '#kernel/shell/web/frame/NoRightPage.tsx';
import { PageMark } from '#kernel/shell/web/frame/PageMark.tsx';
import { PasswordDialog } from '#kernel/shell/web/frame/PasswordDialog.tsx';
import { SessionEndedDialog } from '#kernel/shell/web/frame/SessionEndedDialog.tsx';
import { saveRoleLinks } from '#kernel/shell/web/roleLinks.ts';
import type { RightGroup } from '#platform/acts/rights.ts';
import { emit } from '#platform/web/call/events.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { requestJson } from '#platform/web/call/request.ts';
import { Conditions } from '#platform/web/choose/conditions.ts';
import { AskDialog } from '#platform/web/dialogs/AskDialog.tsx';
import { IntranetDialog } from '#platform/web/dialogs/IntranetDialog.tsx';
import { LeaveGuard } from '#platform/web/dialogs/LeaveGuard.tsx';
import { KeptNotes } from '#platform/web/kept/KeptNotes.tsx';
import { clearListMemory, clearOtherModules, rememberPlace } from '#platform/web/list/listMemory.ts';
import type { PageRoute, PersonTab } from '#platform/web/module.ts';
import { discardUnsaved } from '#platform/web/press/unsaved.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { PagesContext, PersonTabsContext, RightGroupsContext } from '#platform/web/route/manifests.ts';
import { loginPath, opensWithoutLogin, pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { ControlContext, type SessionControl } from '#platform/web/session/control.ts';
import {
  may,
  mustSetUpSecondFactor,
  SessionContext,
  SiteContext,
  useSession,
  useSite,
} from '#platform/web/session/session.ts';
import { getToken, setToken } from '#platform/web/session/sessionStore.ts';
import { hasPage } from '#platform/web/session/siteKind.ts';
import { notifyTabs } from '#platform/web/session/tabs.ts';
import { MenuContext, type MenuTab } from '#platform/web/shell/menu.ts';
import { OfflineBanner } from '#platform/web/shell/OfflineBanner.tsx';
import { usePage } from '#platform/web/shell/PageHead.tsx';
import { PageHelp } from '#platform/web/shell/pageHelp.ts';
import { UndoBar } from '#platform/web/shell/UndoBar.tsx';
import { useRouteTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { fetchAhead } from './fetchAhead.ts';

/** Milliseconds that the server gets to hear of a sign-out: nobody leaves a machine that is still signed in. */
const PATIENCE = 3000;

// Loaded where somebody chooses people.
const PeopleConditions = lazyPart(async () => ({
  default: (await import('#people/member/web/pickers.tsx')).PeopleConditions,
}));

/** Above every page: the guard, the session and its start over in another role, and what stands over all pages. */
export function Root({
  pages,
  tabs,
  rightGroups,
  personTabs,
}: {
  pages: readonly PageRoute[];
  tabs: readonly MenuTab[];
  rightGroups: readonly RightGroup[];
  personTabs: readonly PersonTab[];
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [generation, setGeneration] = useState(0);
  const [renewing, setRenewing] = useState(false);
  const [intranet, setIntranet] = useState<string | null>(null);

  useEffect(() => {
    clearOtherModules(pathname);
    rememberPlace(pathname, search);
  }, [pathname, search]);

  const control = useMemo<SessionControl>(
    () => ({
      renew: async (token, path, intranetUrl) => {
        setToken(token);
        discardUnsaved();
        // The old page goes first, so that it does not ask with the new right.
        setRenewing(true);
        client.clear();
        clearListMemory();
        await navigate(path);
        setGeneration((number) => number + 1);
        setRenewing(false);
        setIntranet(intranetUrl ?? null);
      },
      signOut: async () => {
        // The session is over on this side also when the server cannot be reached, or does not answer.
        const loggedOut = requestJson('GET', logout.path, undefined, getToken() ?? undefined).catch(() => {});
        await Promise.race([loggedOut, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
        notifyTabs();
        emit('signedOut');
      },
    }),
    [client, navigate],
  );

  return (
    <PagesContext value={pages}>
      <MenuContext value={tabs}>
        <RightGroupsContext value={rightGroups}>
          <PersonTabsContext value={personTabs}>
            <ControlContext value={control}>
              <Progress />
              <LeaveGuard />
              {renewing ? <Waiting /> : <Guard key={generation} />}
              {intranet && <IntranetDialog url={intranet} onStay={() => setIntranet(null)} />}
              <SessionEndedDialog />
            </ControlContext>
          </PersonTabsContext>
        </RightGroupsContext>
      </MenuContext>
    </PagesContext>
  );
}

/** The line at the top while a page's code is on its way. It stands alone: the page below is not drawn again for it. */
function Progress() {
  return useNavigation().state === 'loading' && <div className="route-progress" aria-hidden="true" />;
}

/** Lets only signed-in users in, but for the pages that open without a session (specification, section 2). */
function Guard() {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const signedIn = getToken() !== null;
  const site = useCall(frontEndConfig, {}, { staleTime: Number.POSITIVE_INFINITY, quiet: true });
  const info = useCall(getInfo, {}, { enabled: signedIn, staleTime: Number.POSITIVE_INFINITY, quiet: true });
  const out = !signedIn && !opensWithoutLogin(path);
  useEffect(() => {
    if (!out) return;
    location.hash = loginPath(path);
    emit('signedOut');
  }, [out, path]);

  const hint = info.data?.isHintChangePasswordInfo;
  useEffect(() => {
    if (hint) emit('notice', { kind: 'info', text: hint });
  }, [hint]);

  const session = info.data;
  useEffect(() => (session ? fetchAhead(session) : undefined), [session]);
  useEffect(() => {
    if (session) saveRoleLinks(session, location.origin, sessionStorage);
  }, [session]);

  if (out) return null;
  const failed = site.error ?? info.error;
  if (failed) return <StartFailed error={failed} onRetry={() => void Promise.all([site.refetch(), info.refetch()])} />;
  if (!site.data || (signedIn && !info.data)) return <Waiting />;
  const inSafeCentre = /^\/(login|safeCenter)/.test(pathname);
  return (
    <SiteContext value={site.data}>
      <SessionContext value={info.data ?? null}>
        {info.data && mustSetUpSecondFactor(info.data) && !inSafeCentre ? (
          <Navigate to="/safeCenter/sessions" replace />
        ) : (
          <Conditions value={PeopleConditions}>
            <Page />
          </Conditions>
        )}
        {info.data?.user.ifCompelChangePwd && !inSafeCentre && <PasswordDialog />}
        <UndoBar />
        <AskDialog />
      </SessionContext>
    </SiteContext>
  );
}

// Once an address has asked for pages without the frame, the window keeps to it: it stands inside another system's page.
let hideChrome = false;

// The router says twice a visit that something changed; the frame is drawn again only when it does.
const KeptFrame = memo(Frame);
const OUTLET = (
  <>
    <KeptNotes within={null} />
    <Outlet />
  </>
);

/** The page in as much of the frame as it shows. */
function Page() {
  const { pathname, search } = useLocation();
  const page = usePage();
  const session = useContext(SessionContext);
  useRouteTitle(page?.title, pathname);
  const { kind } = useSite();
  const wantedIsHide = readQuery(search, ['isHide']).isHide;
  if (wantedIsHide !== undefined) hideChrome = wantedIsHide === 'true';
  const own = chromeOf(pathname, page?.chrome, session?.user ?? null);
  const chrome = hideChrome ? 'none' : own;
  const allowed = !page?.permission || (session !== null && may(session, page.permission, 'any'));
  if (!hasPage(kind, pathname)) return <Navigate to={pathWithQuery('/web404', { from: pathname + search })} replace />;
  const content = allowed ? OUTLET : <NoRightPage title={page?.title ?? ''} />;
  if (chrome === 'none') {
    // Pages that are made for the frame keep its margins where the chrome is hidden from outside.
    return (
      <main className={own === 'none' ? 'bare' : 'bare padded'}>
        {own !== 'none' && <OfflineBanner />}
        {content}
        {session && !opensWithoutLogin(pathname) && <PageMark />}
      </main>
    );
  }
  return (
    <PageHelp value={session === null ? null : HelpButton}>
      <OfflineBanner />
      <KeptFrame chrome={chrome} folded={page?.folded ?? false}>
        {content}
      </KeptFrame>
    </PageHelp>
  );
}

// Once: whoever goes back to `/` has been greeted.
let greeted = '';

/** `/`: the landing page of the role; at the first sign-in the page that greets. */
export function Home() {
  const { user, externalStaff } = useSession();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === 'idle';
  const greet = user.loginCount === 1 && !externalStaff && greeted !== user.userId;
  const landing = user.roleId === ROLE.administrator ? '/partyCommittee' : user.roleUrl;
  const to = greet ? '/welcome' : externalStaff ? '/other' : landing;
  // Whenever nothing is on its way, not once: asked for again meanwhile, the address is the same and the way there is cut off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it leads changes with the greeting alone, which is under way then
  useEffect(() => {
    if (!isIdle) return;
    if (greet) greeted = user.userId;
    void navigate(to, { replace: true });
  }, [isIdle]);
  return null;
}

/** The bare frame while the session is asked for. */
function Waiting() {
  return (
    <div className="waiting" role="status">
      <div className="waiting-head" />
      <span className="visually-hidden">正在进入平台</span>
    </div>
  );
}

/** The session could not be read: why, and another try. */
function StartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <section className="state" role="alert">
      <Icon name="refresh" size={28} className="state-bad" />
      <h3>{error.message}</h3>
      <p>没有取得登录信息，请检查网络后重试。</p>
      <div className="state-acts">
        <Button look="primary" onClick={onRetry}>
          重试
        </Button>
        <Button onClick={() => emit('signedOut')}>重新登录</Button>
      </div>
    </section>
  );
}
