import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { mediaAddress } from '#platform/fileCalls.ts';
import { call } from '#platform/web/api.ts';
import type { Watch } from '../contract.watch.ts';
import { cuesOf } from '../rules.ts';
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
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState('');
  const [rate, setRate] = useState(1);
  useEffect(() => {
    const stop = new AbortController();
    call(mediaAddress, { fileName: watch.fileId }, { quiet: true, signal: stop.signal })
      .then(({ url }) => setAddress(url))
      .catch(() => {
        if (!stop.signal.aborted) setFault('视频没有加载，请检查网络后刷新页面');
      });
    return () => stop.abort();
  }, [watch.fileId]);
  // An address of the page's own memory is no source that its policy allows: the cues are put into the player one by one.
  useEffect(() => {
    const video = player.current;
    if (!video || !watch.subtitles) return;
    const track = video.addTextTrack('subtitles', '字幕', 'zh');
    for (const { from, to, text } of cuesOf(watch.subtitles)) track.addCue(new VTTCue(from, to, text));
    track.mode = 'showing';
    return () => {
      for (const cue of Array.from(track.cues ?? [])) track.removeCue(cue);
      track.mode = 'disabled';
    };
  }, [player, watch.subtitles]);

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
          {...(address ? { src: address } : {})}
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
          onError={() => {
            if (address) setFault('视频不能播放：浏览器不支持，或地址已过期，请刷新页面');
          }}
        />
      </div>
      {fault && (
        <p className="strip bad" role="alert">
          {fault}
        </p>
      )}
      {state.isOver && (
        <p className="strip warn" role="status">
          <span>已在另一个窗口播放，这里停止计时。要在这里继续，请再按播放。</span>
        </p>
      )}
      {state.isOffline && !state.isOver && (
        <p className="strip warn" role="status">
          <span>网络不通，看过的部分还没有记上；恢复后会自动补记。</span>
        </p>
      )}
      {blocked > 0 && !state.isLearned && (
        <p className="strip" role="status">
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
