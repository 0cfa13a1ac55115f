import { type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { roleKeyOf } from '#platform/web/kept/about.ts';
import { type Draft, draftsOf, dropDraft } from '#platform/web/kept/drafts.ts';
import { onShelf } from '#platform/web/kept/shelf.ts';
import { PagesContext } from '#platform/web/route/manifests.ts';
import { pageAt } from '#platform/web/route/pageAt.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { type Visit, visitsOf } from '#platform/web/shell/visits.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Skeleton } from '#platform/web/show/states.tsx';
import { timeAgo } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import './recent.css';

const agoOf = (at: number) => timeAgo(new Date(at).toISOString());

/** `/recent`: what the account has typed and not sent, and the pages and records that it looked at last; both of this browser. */
export default function Recent() {
  return (
    <>
      <PageHead />
      <div className="recent">
        <Drafts />
        <Visits />
      </div>
    </>
  );
}

function Part({ id, title, note, children }: { id: string; title: string; note: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        <span className="muted small">{note}</span>
      </header>
      {children}
    </section>
  );
}

function Drafts() {
  const { user } = useSession();
  const pages = useContext(PagesContext);
  const [drafts, setDrafts] = useState<readonly Draft[] | null>(null);
  const [openDraft, setOpenDraft] = useState<Draft | null>(null);
  const read = useCallback(
    // A browser that refuses storage has kept nothing.
    () => draftsOf(user.userId).then(setDrafts, () => setDrafts([])),
    [user.userId],
  );
  useEffect(() => {
    void read();
    // What the page before has just put away comes in a moment later.
    return onShelf(() => void read());
  }, [read]);

  const titleOf = ({ about, path }: Draft) =>
    about?.dialog || about?.title || (pageAt(pages, path.split('?')[0] ?? '')?.title ?? '未提交的内容');
  return (
    <Part id="recent-drafts" title={drafts?.length ? `草稿 ${drafts.length}` : '草稿'} note="保存在本机，两周后清除">
      {drafts === null && <Skeleton lines={4} />}
      {drafts?.length === 0 && <Empty title="没有草稿">填写到一半离开的表单会列在这里。</Empty>}
      {drafts !== null && drafts.length > 0 && (
        <ul className="recent-list">
          {drafts.map((draft) => {
            const { about } = draft;
            const isOther = about !== undefined && about.role.key !== '' && about.role.key !== roleKeyOf(user);
            const places = [...(about?.crumbs ?? []), ...(about?.dialog ? [about.title] : [])];
            return (
              <li key={draft.name}>
                <div className="grow">
                  <p className="recent-title">{titleOf(draft)}</p>
                  {draft.peek && <p className="recent-peek">“{draft.peek}”</p>}
                  <p className="recent-facts">
                    {places.length > 0 && <span>{places.join(' > ')}</span>}
                    <span>{agoOf(draft.at)}</span>
                    {isOther && <span>以{about.role.name}身份填写，切换角色后继续</span>}
                    {!isOther && about?.dialog && <span>在“{about.dialog}”中填写，打开本页后再点它</span>}
                  </p>
                </div>
                <div className="recent-acts">
                  {!isOther && draft.path !== '' && (
                    <ButtonLink size="compact" to={draft.path}>
                      继续填写
                    </ButtonLink>
                  )}
                  <Button look="plain" size="compact" onClick={() => setOpenDraft(draft)}>
                    放弃
                  </Button>
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {openDraft && (
        <ConfirmDialog
          title="放弃草稿"
          icon="warning"
          act="放弃"
          cancel="保留"
          onConfirm={async () => {
            await dropDraft(user.userId, openDraft);
            await read();
          }}
          onClose={() => setOpenDraft(null)}
        >
          “{titleOf(openDraft)}”中{agoOf(openDraft.at)}填写的内容将清除，不能恢复。
        </ConfirmDialog>
      )}
    </Part>
  );
}

function Visits() {
  const session = useSession();
  const pages = useContext(PagesContext);
  const [visits, setVisits] = useState<readonly Visit[] | null>(null);
  useEffect(() => {
    let isGone = false;
    visitsOf(session).then((visits) => {
      if (!isGone) setVisits(visits.filter(({ place }) => place !== '/recent'));
    });
    return () => {
      isGone = true;
    };
  }, [session]);
  return (
    <Part id="recent-visits" title="最近" note="本角色在本机看过的页面和档案">
      {visits === null && <Skeleton lines={4} />}
      {visits?.length === 0 && <Empty title="还没有看过什么">打开过的页面和档案会列在这里。</Empty>}
      {visits !== null && visits.length > 0 && (
        <ol className="recent-list">
          {visits.map(({ path, place, title, at }) => {
            const page = pageAt(pages, path.split('?')[0] ?? '')?.title ?? '';
            return (
              <li key={place}>
                <Link className="recent-visit" to={path}>
                  <Icon name={page === title ? 'document' : 'bookmark'} />
                  <span className="ellipsis">{title}</span>
                  {page !== title && <span className="muted small">{page}</span>}
                </Link>
                <span className="muted small">{agoOf(at)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </Part>
  );
}
