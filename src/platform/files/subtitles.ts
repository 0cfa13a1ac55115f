import { z } from 'zod';

/** The longest subtitles, in characters. */
export const MAX_SUBTITLES = 200_000;
/** The longest words of one cue, its tags included, in characters: some twelve lines, where two are read. */
export const MAX_CUE = 500;
const CUE = /^(\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3} +--> +(\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3}/;

/** Why a text is no WebVTT that browsers show; empty where it is, and for an empty text. */
export function subtitleFault(text: string): string {
  const written = text.replace(/^\uFEFF/, '').trim();
  if (written === '') return '';
  if (written.length > MAX_SUBTITLES) return '字幕太长';
  const lines = written.split(/\r?\n/);
  if (!/^WEBVTT(\s|$)/.test(lines[0] ?? '')) return '字幕应为WebVTT格式，第一行是 WEBVTT';
  const timed = lines.flatMap((line, index) =>
    line.includes('-->') ? [{ line: line.trim(), number: index + 1 }] : [],
  );
  if (timed.length === 0) return '字幕里没有时间，如 00:05.000 --> 00:09.000';
  const wrong = timed.find(({ line }) => !CUE.test(line));
  if (wrong) return `第${wrong.number}行的时间应为 00:05.000 --> 00:09.000`;
  let length = 0;
  for (const [index, line] of lines.entries()) {
    length = line.trim() === '' ? 0 : length + line.length;
    if (length > MAX_CUE) return `第${index + 1}行的一条字幕太长，一条最多${MAX_CUE}个字`;
  }
  return '';
}

/** Words shown below the picture between two points in time, in seconds. */
export interface Cue {
  from: number;
  to: number;
  text: string;
}

/** The cues of a WebVTT text that `subtitleFault` has nothing against; tags within them are left out. */
export function cuesOf(written: string): Cue[] {
  const second = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return written
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => line.includes('-->'));
      const times = /^\s*([\d:.]+) +--> +([\d:.]+)/.exec(lines[at] ?? '');
      if (!times) return [];
      const text = lines
        .slice(at + 1)
        .join('\n')
        .replace(/<[^<>]*>/g, '');
      return [{ from: second(times[1] ?? ''), to: second(times[2] ?? ''), text }];
    });
}

/** Subtitles as a form sends them: WebVTT, or nothing. */
export const subtitlesText = z
  .string()
  .max(MAX_SUBTITLES, '字幕太长')
  .superRefine((written, check) => {
    const fault = subtitleFault(written);
    if (fault) check.addIssue({ code: 'custom', message: fault });
  })
  .default('');
