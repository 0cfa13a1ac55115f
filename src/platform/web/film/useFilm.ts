import { type RefObject, useEffect, useState } from 'react';
import { mediaAddress } from '../../files/fileCalls.ts';
import { cuesOf } from '../../files/subtitles.ts';
import { call } from '../call/api.ts';

/**
 * What a player of an uploaded video needs: an address that is valid for some hours and can be read in pieces, and the subtitles. An
 * empty `address` is still loading; `fault` is why it failed.
 */
export function useFilm(player: RefObject<HTMLVideoElement | null>, fileId: string, subtitles: string) {
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    call(mediaAddress, { fileName: fileId }, { quiet: true, signal: stop.signal })
      .then(({ url }) => setAddress(url))
      .catch(() => {
        if (!stop.signal.aborted) setFault('视频没有加载，请检查网络后刷新页面');
      });
    return () => stop.abort();
  }, [fileId]);
  // An address of the page's own memory is no source that its policy allows: the cues are put into the player one by one.
  useEffect(() => {
    const video = player.current;
    if (!video || !subtitles) return;
    const track = video.addTextTrack('subtitles', '字幕', 'zh');
    for (const { from, to, text } of cuesOf(subtitles)) track.addCue(new VTTCue(from, to, text));
    track.mode = 'showing';
    return () => {
      for (const cue of Array.from(track.cues ?? [])) track.removeCue(cue);
      track.mode = 'disabled';
    };
  }, [player, subtitles]);
  const onError = () => {
    if (address) setFault('视频不能播放：浏览器不支持，或地址已过期，请刷新页面');
  };
  return { source: address ? { src: address } : {}, fault, onError };
}
