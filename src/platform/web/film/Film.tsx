import { useRef } from 'react';
import { useSession } from '../session/session.ts';
import { useFilm } from './useFilm.ts';
import './film.css';

/** So near to its beginning or its end, in seconds, a film begins anew. */
const EDGE = 5;
/** Films whose place this browser keeps for an account. */
const KEPT = 50;

type Places = Record<string, number>;
const keyOf = (accountId: string) => `film:${accountId}`;

function placesOf(accountId: string): Places {
  try {
    return JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}') as Places;
  } catch {
    return {};
  }
}

/** Keeps where a film was left, the last first; null: it was seen to its end. */
function keep(accountId: string, fileId: string, second: number | null): void {
  const { [fileId]: _before, ...others } = placesOf(accountId);
  const next = second === null ? others : { [fileId]: Math.floor(second), ...others };
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(Object.fromEntries(Object.entries(next).slice(0, KEPT))));
  } catch {
    // Without room in the browser a film begins at its beginning, no more.
  }
}

/** An uploaded video with its subtitles; it goes on where this account left it in this browser. */
export function Film({ fileId, title, subtitles }: { fileId: string; title: string; subtitles: string }) {
  const player = useRef<HTMLVideoElement>(null);
  const { userId: accountId } = useSession().user;
  const { source, fault, onError } = useFilm(player, fileId, subtitles);
  return (
    <div className="film">
      <video
        ref={player}
        {...source}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        onLoadedMetadata={({ currentTarget: at }) => {
          const second = placesOf(accountId)[fileId] ?? 0;
          if (second > EDGE && second < at.duration - EDGE) at.currentTime = second;
        }}
        onPause={({ currentTarget: at }) => keep(accountId, fileId, at.ended ? null : at.currentTime)}
        onTimeUpdate={({ currentTarget: at }) => {
          // Every few seconds, for the window that is closed while it plays.
          if (!at.paused && Math.floor(at.currentTime) % EDGE === 0) keep(accountId, fileId, at.currentTime);
        }}
        onEnded={() => keep(accountId, fileId, null)}
        onError={onError}
      />
      {fault && (
        <p className="banner bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
