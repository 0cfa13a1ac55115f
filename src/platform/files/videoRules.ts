/** Codecs of the picture that browsers play, by the name that stands in the file. */
const PLAYED = new Set(['avc1', 'avc3', 'vp09', 'av01']);
const HEARD = new Set(['', 'mp4a', 'Opus', 'fLaC', '.mp3']);
export const WRONG_CODEC = '浏览器不能播放这种编码，请转换为H.264后上传';

/** Whether browsers play a file of these codecs; the empty sound is none. */
export const isPlayable = (picture: string, sound: string): boolean => PLAYED.has(picture) && HEARD.has(sound);

/** Whether browsers play these codecs, given as one text: picture first, then sound. */
export function isPlayableCodec(codec: string): boolean {
  const [picture = '', sound = ''] = codec.split(' ');
  return isPlayable(picture, sound);
}
