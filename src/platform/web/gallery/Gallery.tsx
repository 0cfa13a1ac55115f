import { type ComponentType, useEffect, useState } from 'react';
import { NavLink, useParams } from 'react-router';
import { DisplaySwitches } from '../show/DisplaySwitches.tsx';
import { Empty, Failed } from '../show/states.tsx';
import type { GalleryEntry } from './entries.ts';
import './gallery.css';

/** Every widget in every state, one page a widget; for developers and the browser tests, not part of a release. */
export function Gallery({ entries }: { entries: readonly GalleryEntry[] }) {
  const { widget } = useParams();
  const entry = entries.find(({ id }) => id === widget);
  return (
    <div className="gallery">
      <aside className="gallery-side">
        <h1>组件陈列</h1>
        <nav aria-label="组件">
          {entries.map(({ id, title }) => (
            <NavLink key={id} to={`/__gallery/${id}`}>
              {title}
            </NavLink>
          ))}
        </nav>
        <DisplaySwitches />
      </aside>
      <div className="gallery-stage">
        {entry ? (
          <Shown key={entry.id} entry={entry} />
        ) : (
          <Empty title={widget ? '没有这个组件' : '请选择组件'}>左侧列出全部组件，每个组件一页。</Empty>
        )}
      </div>
    </div>
  );
}

function Shown({ entry }: { entry: GalleryEntry }) {
  const [Page, setPage] = useState<ComponentType | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    let gone = false;
    entry.load().then(
      (loaded) => {
        if (!gone) setPage(() => loaded.default);
      },
      (reason: Error) => {
        if (!gone) setError(reason);
      },
    );
    return () => {
      gone = true;
    };
  }, [entry]);
  return (
    <>
      <h2 className="section-title">{entry.title}</h2>
      {error && <Failed error={error} onRetry={() => location.reload()} />}
      {Page ? <Page /> : !error && <p aria-busy="true">正在加载…</p>}
    </>
  );
}
