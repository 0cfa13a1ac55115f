import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useFilm } from '#platform/web/film/useFilm.ts';
import type { Watch } from '../contract.watch.ts';
import { Choices } from './parts.tsx';
import { MAX_RATE, type PlayState } from './usePlay.ts';

const RATES = [0.75, 1, 1.25, 1.5, MAX_RATE];
const JUMP = 5;

interface PlayerProps {
  watch: Watch;
  player: RefObject<HTMLVideoElement | null>;
  state: PlayState;
  /** How often a jump was refused. */
  blocked: number;
  onJump: (second: number) => void;
  onNote: () => void;
}

/** The video with its subtitles, its speed, and keys: 空格, ←→, ↑↓, < >, F, N. */
export function Player({ watch, player, state, blocked, onJump, onNote }: PlayerProps) {
  const { source, fault, onError } = useFilm(player, watch.fileId, watch.subtitles);
  const [rate, setRate] = useState(1);
  const speed = (next: number) => {
    setRate(next);
    if (player.current) player.current.playbackRate = next;
  };
  const onKey = (event: KeyboardEvent) => {
    const video = player.current;
    if (!video || event.ctrlKey || event.altKey || event.metaKey) return;
    const louder = (by: number) => {
      video.volume = Math.max(0, Math.min(1, video.volume + by));
    };
    const faster = (by: number) => speed(RATES[Math.max(0, Math.min(RATES.length - 1, RATES.indexOf(rate) + by))] ?? 1);
    const full = () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen());
    const acts = new Map<string, () => void>([
      [' ', () => void (video.paused ? video.play().catch(() => {}) : video.pause())],
      ['arrowleft', () => onJump(video.currentTime - JUMP)],
      ['arrowright', () => onJump(video.currentTime + JUMP)],
      ['arrowup', () => louder(0.1)],
      ['arrowdown', () => louder(-0.1)],
      ['>', () => faster(1)],
      ['<', () => faster(-1)],
      ['f', () => void full().catch(() => {})],
      ['n', onNote],
    ]);
    const act = acts.get(event.key.toLowerCase());
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <section className="card edu-player" aria-label="播放">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the player work wherever in it the focus is */}
      <div className="edu-screen" onKeyDown={onKey}>
        <video
          ref={player}
          {...source}
          controls
          playsInline
          preload="metadata"
          controlsList="nodownload"
          aria-label={watch.title}
          onLoadedMetadata={({ currentTarget }) => {
            // A new address is fetched when the old one has run out: the player goes on where it was.
            if (currentTarget.currentTime < 1 && watch.position > 3 && watch.position < watch.seconds - 3) {
              currentTarget.currentTime = watch.position;
            }
            currentTarget.playbackRate = rate;
          }}
          onError={onError}
        />
      </div>
      {fault && (
        <p className="banner bad" role="alert">
          {fault}
        </p>
      )}
      {state.isOver && (
        <p className="banner warn" role="status">
          <span>已在另一个窗口播放，这里停止计时。要在这里继续，请再按播放。</span>
        </p>
      )}
      {state.isOffline && !state.isOver && (
        <p className="banner warn" role="status">
          <span>网络不通，看过的部分还没有记上；恢复后会自动补记。</span>
        </p>
      )}
      {blocked > 0 && !state.isLearned && (
        <p className="banner" role="status">
          <span>计学时的视频不能跳过没看的部分，已回到看到的地方。</span>
        </p>
      )}
      <div className="edu-player-bar">
        <Choices
          label="速度"
          options={RATES.map((value) => ({ value: String(value), label: `${value}倍` }))}
          value={String(rate)}
          onPick={(value) => speed(Number(value))}
        />
        <span className="muted tiny edu-keys">空格 播放/暂停　←→ 5秒　&lt; &gt; 速度　F 全屏　N 记笔记</span>
      </div>
    </section>
  );
}
