import { describe, expect, test } from 'vitest';
import {
  applyBeat,
  clipSpans,
  firstOf,
  isLearned,
  lengthOf,
  maxSecondsAt,
  mergeSpans,
  multirangeOf,
  percentOf,
  reachOf,
  type Span,
  spansOf,
  subtractSpans,
} from '#learning/education/rules.seen.ts';
import { chapterFault, chaptersOf, secondOf, videoTimeText } from '#learning/education/rules.ts';
import { Tracker } from '#learning/education/web/tracker.ts';
import { cuesOf, subtitleFault } from '#platform/files/subtitles.ts';
import { isPlayable } from '#platform/files/videoRules.ts';
import { readMp4 } from '#platform/server/files/mp4.ts';
import { mp4 } from './factory.ts';

describe('spans of seconds', () => {
  test('what overlaps or touches is one span; empty and turned ones are none', () => {
    expect(
      mergeSpans([
        [30, 40],
        [0, 10],
        [10, 20],
        [5, 5],
        [50, 45],
        [35, 38],
      ]),
    ).toEqual([
      [0, 20],
      [30, 40],
    ]);
  });
  test('the rest without what is taken, at both ends and in the middle', () => {
    expect(
      subtractSpans(
        [[0, 60]],
        [
          [0, 10],
          [20, 30],
          [50, 60],
        ],
      ),
    ).toEqual([
      [10, 20],
      [30, 50],
    ]);
    expect(subtractSpans([[10, 20]], [[20, 30]])).toEqual([[10, 20]]);
    expect(subtractSpans([[10, 20]], [[0, 30]])).toEqual([]);
  });
  test('the first so many seconds', () => {
    expect(
      firstOf(
        [
          [0, 10],
          [20, 40],
        ],
        15,
      ),
    ).toEqual([
      [0, 10],
      [20, 25],
    ]);
    expect(firstOf([[0, 10]], 0)).toEqual([]);
    expect(firstOf([[0, 10]], -3)).toEqual([]);
    expect(
      clipSpans(
        [
          [-5, 3],
          [8, 20],
          [30, 40],
        ],
        10,
      ),
    ).toEqual([
      [0, 3],
      [8, 10],
    ]);
  });
  test('to the database and back', () => {
    const spans: Span[] = [
      [0, 15],
      [30, 45],
    ];
    expect(multirangeOf(spans)).toBe('{[0,15),[30,45)}');
    expect(spansOf('{[0,15),[30,45)}')).toEqual(spans);
    expect(spansOf('{}')).toEqual([]);
  });
  test('how far somebody may jump: to the first gap', () => {
    expect(
      reachOf([
        [0, 30],
        [40, 50],
      ]),
    ).toBe(30);
    expect(reachOf([[1, 30]])).toBe(30);
    expect(reachOf([[2, 30]])).toBe(0);
    expect(reachOf([])).toBe(0);
  });
});

describe('a beat', () => {
  const play = (given: object = {}) => ({ age: 15, beats: [], taken: [], ...given });
  test('a play brings at most twice its age and five seconds', () => {
    expect([maxSecondsAt(0), maxSecondsAt(15), maxSecondsAt(14.9), maxSecondsAt(-9)]).toEqual([5, 35, 34, 0]);
    const taken = applyBeat(play(), { number: 0, spans: [[0, 1000]] }, 1000);
    expect(lengthOf(taken.added)).toBe(35);
    const next = applyBeat(play({ taken: taken.taken, beats: taken.beats }), { number: 1, spans: [[35, 90]] }, 1000);
    expect(next.added).toEqual([]);
    const exact = applyBeat(play(), { number: 0, spans: [[0, 35]] }, 1000);
    expect(exact.added).toEqual([[0, 35]]);
  });
  test('a number that was taken adds nothing, whatever it names', () => {
    const first = applyBeat(play(), { number: 3, spans: [[0, 10]] }, 100);
    const again = applyBeat(play(first), { number: 3, spans: [[10, 20]] }, 100);
    expect(again).toMatchObject({ isKnown: true, added: [], taken: first.taken, beats: first.beats });
  });
  test('the order of beats changes nothing', () => {
    const beats = [0, 1, 2].map((number) => ({ number, spans: [[number * 10, number * 10 + 10]] as Span[] }));
    const outcome = (order: readonly number[]) => {
      let state: { taken: readonly Span[]; beats: readonly Span[] } = { taken: [], beats: [] };
      for (const at of order) state = applyBeat({ age: 30, ...state }, beats[at] ?? { number: 9, spans: [] }, 100);
      return { taken: state.taken, beats: state.beats };
    };
    expect(outcome([2, 0, 1])).toEqual(outcome([0, 1, 2]));
    expect(outcome([1, 1, 2, 0, 2])).toEqual(outcome([0, 1, 2]));
  });
  test('nothing beyond the end of the video', () => {
    expect(applyBeat(play(), { number: 0, spans: [[15, 60]] }, 20).added).toEqual([[15, 20]]);
  });
  test('learned from the share on, 100 percent only where all was seen', () => {
    expect([isLearned(89, 100, 90), isLearned(90, 100, 90)]).toEqual([false, true]);
    expect([percentOf(199, 200), percentOf(200, 200), percentOf(3, 0)]).toEqual([99, 100, 0]);
  });
});

describe('what the player tells', () => {
  test('whole seconds, told until they have arrived, one number a beat', () => {
    const tracker = new Tracker();
    tracker.begin(0);
    tracker.reach(7.8);
    const first = tracker.beat();
    expect(first).toEqual({ number: 0, spans: [[0, 7]] });
    tracker.reach(12.2);
    // The first one was lost: the second holds both.
    const second = tracker.beat();
    expect(second).toEqual({ number: 1, spans: [[0, 12]] });
    tracker.arrived(second.spans);
    expect(tracker.beat().spans).toEqual([]);
  });
  test('a jump leaves out what lies between; where a stop was, nothing is lost', () => {
    const tracker = new Tracker();
    tracker.begin(0);
    tracker.reach(5.6);
    tracker.beat();
    tracker.reach(9);
    tracker.begin(40.2);
    tracker.reach(44);
    expect(tracker.pending).toEqual([
      [0, 9],
      [40, 44],
    ]);
  });
});

describe('what people write', () => {
  test('seconds as a clock, and back', () => {
    expect([videoTimeText(0), videoTimeText(330), videoTimeText(3905)]).toEqual(['00:00', '05:30', '1:05:05']);
    expect(['00:00', '5:30', '1:05:05', '90:00', '05：30'].map(secondOf)).toEqual([0, 330, 3905, 5400, 330]);
    expect(['5', '5:60', '1:60:00', '标题', ''].map(secondOf)).toEqual([null, null, null, null, null]);
  });
  test('chapters a line each, in the order of their time, within the video', () => {
    expect(chaptersOf('00:00 开场\n\n05:30 第二 部分').chapters).toEqual([
      { at: 0, title: '开场' },
      { at: 330, title: '第二 部分' },
    ]);
    expect(chaptersOf('00:00 开场\n没有时间').fault).toBe('第2行应为“分:秒 标题”，如 05:30 第二部分');
    expect(chaptersOf('05:30 后\n05:30 同').fault).toContain('按时间排列');
    expect(chapterFault([{ at: 59, title: '尾' }], 60)).toBe('');
    expect(chapterFault([{ at: 60, title: '尾' }], 60)).toContain('01:00');
  });
  test('subtitles are WebVTT', () => {
    expect(subtitleFault('')).toBe('');
    expect(subtitleFault('WEBVTT\n\n00:05.000 --> 00:09.000\n同志们')).toBe('');
    expect(subtitleFault(`WEBVTT\n\n00:05.000 --> 00:09.000\n${'长'.repeat(600)}`)).toBe(
      '第4行的一条字幕太长，一条最多500个字',
    );
    expect(subtitleFault(`WEBVTT\n\n${'00:05.000 --> 00:09.000\n同志们\n\n'.repeat(200)}`)).toBe('');
    expect(subtitleFault('\uFEFFWEBVTT 中文\n\n1\n01:00:05.000 --> 01:00:09.000 align:start\n同志们')).toBe('');
    expect(subtitleFault('1\n00:05.000 --> 00:09.000')).toContain('WEBVTT');
    expect(subtitleFault('WEBVTT\n\n同志们')).toContain('没有时间');
    expect(subtitleFault('WEBVTT\n\n00:00:05,000 --> 00:00:09,000\n同志们')).toContain('第3行');
  });
});

test('the words of subtitles with their seconds, without tags', () => {
  expect(
    cuesOf('WEBVTT\r\n\r\nNOTE 说明\r\n\r\n1\r\n00:05.500 --> 01:00:09.000 align:start\r\n<b>同志</b>们\r\n好'),
  ).toEqual([{ from: 5.5, to: 3609, text: '同志们\n好' }]);
});

describe('an MP4', () => {
  const read = (bytes: Buffer) => readMp4(async (from, length) => bytes.subarray(from, from + length), bytes.length);
  test('its length and codecs, wherever its index lies', async () => {
    expect(await read(mp4({ seconds: 61.9 }))).toEqual({ seconds: 61, picture: 'avc1', sound: 'mp4a' });
    expect(await read(mp4({ late: true, sound: '' }))).toEqual({ seconds: 120, picture: 'avc1', sound: '' });
  });
  test('without a picture, without an index, cut off', async () => {
    expect(await read(mp4({ picture: '' }))).toBeNull();
    expect(await read(Buffer.from('not a film at all'))).toBeNull();
    const whole = mp4({ late: true });
    expect(await read(whole.subarray(0, whole.length - 40))).toBeNull();
  });
  test('what browsers play', () => {
    expect([isPlayable('avc1', 'mp4a'), isPlayable('avc1', ''), isPlayable('vp09', 'Opus')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([isPlayable('hvc1', 'mp4a'), isPlayable('mp4v', 'mp4a'), isPlayable('avc1', 'ac-3')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
