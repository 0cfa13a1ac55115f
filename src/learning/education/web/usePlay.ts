import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { beatPlay, startPlay, type Watch } from '../contract.watch.ts';
import { BEAT_SECONDS, mergeSpans, reachOf, type Span } from '../rules.seen.ts';
import { Tracker } from './tracker.ts';

/** The fastest that a video runs. */
export const MAX_RATE = 2;
/** Between two reports of the player a second goes by at most; whatever is longer is a jump. */
const STEP = 1.5;

export interface PlayState {
  seen: readonly Span[];
  percent: number;
  isLearned: boolean;
  /** Another window plays; this one counts nothing. */
  isOver: boolean;
  /** The last beat did not arrive. */
  isOffline: boolean;
}

/**
 * Tells the server which seconds a player has gone through: a beat each 15 seconds, one when it pauses, one when the page
 * is left. Where hours count nothing is skipped that was not seen, and the player stops while the page is hidden.
 */
export function usePlay(player: RefObject<HTMLVideoElement | null>, watch: Watch) {
  const [state, setState] = useState<PlayState>({
    seen: watch.seen,
    percent: watch.percent,
    isLearned: watch.isLearned,
    isOver: false,
    isOffline: false,
  });
  const [blocked, setBlocked] = useState(0);
  const latest = useRef(state);
  latest.current = state;
  const tracker = useRef(new Tracker());
  const play = useRef<Promise<string> | null>(null);
  const last = useRef<number | null>(null);
  const { id, countsHours } = watch;

  /** Where nothing further was seen: as far as somebody may jump. */
  const reach = useCallback(
    () => Math.max(reachOf(mergeSpans([...latest.current.seen, ...tracker.current.pending])), watch.position),
    [watch.position],
  );

  const tell = useCallback(async () => {
    const video = player.current;
    const opened = play.current;
    if (!video || !opened || latest.current.isOver) return;
    const position = Math.floor(video.currentTime);
    const { number, spans } = tracker.current.beat();
    if (spans.length === 0) return;
    try {
      const playId = await opened;
      const answer = await call(
        beatPlay,
        { playId, number, spans: spans.map(([from, to]): [number, number] => [from, to]), position },
        { quiet: true },
      );
      tracker.current.arrived(spans);
      setState({
        seen: answer.seen,
        percent: answer.percent,
        isLearned: answer.isLearned,
        isOver: answer.isOver,
        isOffline: false,
      });
      if (answer.isOver) video.pause();
    } catch {
      setState((now) => ({ ...now, isOffline: true }));
    }
  }, [player]);

  const begin = useCallback(() => {
    if (play.current !== null && !latest.current.isOver) return;
    tracker.current = new Tracker();
    // The player reports its time a little after it has begun.
    last.current = player.current?.currentTime ?? 0;
    tracker.current.begin(last.current);
    setState((now) => ({ ...now, isOver: false }));
    play.current = call(startPlay, { id }, { quiet: true }).then(({ playId }) => playId);
    play.current.catch(() => {
      play.current = null;
      player.current?.pause();
      setState((now) => ({ ...now, isOffline: true }));
    });
  }, [id, player]);

  useEffect(() => {
    const video = player.current;
    if (!video) return;
    const onPlay = () => begin();
    const onTime = () => {
      const now = video.currentTime;
      const before = last.current;
      last.current = now;
      if (video.seeking || video.paused) return;
      if (before === null || now < before || now - before > STEP * Math.max(1, video.playbackRate)) {
        tracker.current.begin(now);
      } else tracker.current.reach(now);
    };
    const onSeeking = () => {
      if (countsHours && video.currentTime > reach() + 0.3) {
        video.currentTime = reach();
        setBlocked((times) => times + 1);
      }
    };
    const onSeeked = () => {
      last.current = video.currentTime;
      tracker.current.begin(video.currentTime);
    };
    const onRate = () => {
      if (video.playbackRate > MAX_RATE) video.playbackRate = MAX_RATE;
    };
    const onEnd = () => {
      tracker.current.reach(Math.ceil(video.duration));
      void tell();
    };
    const onPause = () => void tell();
    const onHidden = () => {
      if (document.visibilityState !== 'hidden') return;
      if (countsHours) video.pause();
      void tell();
    };
    const listeners: readonly (readonly [string, () => void])[] = [
      ['play', onPlay],
      ['timeupdate', onTime],
      ['seeking', onSeeking],
      ['seeked', onSeeked],
      ['ratechange', onRate],
      ['ended', onEnd],
      ['pause', onPause],
    ];
    for (const [name, listener] of listeners) video.addEventListener(name, listener);
    document.addEventListener('visibilitychange', onHidden);
    const clock = setInterval(() => void tell(), BEAT_SECONDS * 1000);
    return () => {
      for (const [name, listener] of listeners) video.removeEventListener(name, listener);
      document.removeEventListener('visibilitychange', onHidden);
      clearInterval(clock);
      void tell();
    };
  }, [player, begin, tell, reach, countsHours]);

  return { state, blocked, reach };
}
