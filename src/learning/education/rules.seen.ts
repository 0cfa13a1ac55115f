/** Seconds of a video from the first to before the second one. */
export type Span = readonly [from: number, to: number];

/** Seconds between two beats of a page that plays. */
export const BEAT_SECONDS = 15;
/** Spans that one beat may bring: more than a person jumps within fifteen seconds, a few lost ones included. */
export const MAX_SPANS = 60;

/** How many seconds of a video a play may bring in all at this age (seconds): it may run at double speed, and clocks differ a little. */
export const maxSecondsAt = (age: number): number => Math.max(0, Math.floor(2 * age) + 5);

/** The same seconds as spans in order that neither overlap nor touch; empty and turned ones are left out. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(([from, to]) => to > from).sort(([one], [other]) => one - other);
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** How many seconds spans hold that do not overlap. */
export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0);

/** What of the first is not in the second. Both as `mergeSpans` gives them. */
export function subtractSpans(spans: readonly Span[], taken: readonly Span[]): Span[] {
  let left: Span[] = [...spans];
  for (const [from, to] of taken) {
    left = left.flatMap(([start, end]): Span[] => {
      if (end <= from || start >= to) return [[start, end]];
      const parts: Span[] = [];
      if (start < from) parts.push([start, from]);
      if (end > to) parts.push([to, end]);
      return parts;
    });
  }
  return left;
}

/** The earliest so many seconds. */
export function firstOf(spans: readonly Span[], seconds: number): Span[] {
  const kept: Span[] = [];
  let room = seconds;
  for (const [from, to] of spans) {
    if (room <= 0) break;
    const end = Math.min(to, from + room);
    kept.push([from, end]);
    room -= end - from;
  }
  return kept;
}

/** What of the spans lies within a video of so many seconds. */
export const clipSpans = (spans: readonly Span[], seconds: number): Span[] =>
  spans.map(([from, to]): Span => [Math.max(0, from), Math.min(seconds, to)]).filter(([from, to]) => to > from);

/** Spans of a multirange as the database writes it: `{[0,15),[30,45)}`. */
export const spansOf = (multirange: string): Span[] =>
  [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]): Span => [Number(from), Number(to)]);

/** The multirange of spans. */
export const multirangeOf = (spans: readonly Span[]): string =>
  `{${spans.map(([from, to]) => `[${from},${to})`).join(',')}}`;

/** What a play is before one of its beats. */
export interface PlayState {
  /** Seconds since it began, by the database's clock. */
  age: number;
  /** Numbers of the beats taken in. */
  beats: readonly Span[];
  taken: readonly Span[];
}

/**
 * What a beat adds: the seconds that it names and the play has not brought yet, as far as its age allows. A number that
 * was taken in already adds nothing, whatever it names; the order of beats does not matter while the age allows all.
 * @param duration of the video, in seconds
 */
export function applyBeat(
  play: PlayState,
  beat: { number: number; spans: readonly Span[] },
  duration: number,
): { isKnown: boolean; added: Span[]; taken: Span[]; beats: Span[] } {
  const isKnown = play.beats.some(([from, to]) => beat.number >= from && beat.number < to);
  if (isKnown) return { isKnown, added: [], taken: [...play.taken], beats: [...play.beats] };
  const fresh = subtractSpans(clipSpans(mergeSpans(beat.spans), duration), play.taken);
  const added = firstOf(fresh, maxSecondsAt(play.age) - lengthOf(play.taken));
  return {
    isKnown,
    added,
    taken: mergeSpans([...play.taken, ...added]),
    beats: mergeSpans([...play.beats, [beat.number, beat.number + 1]]),
  };
}

/** Percent of a video that was seen, rounded down so that 100 is all of it. */
export const percentOf = (seen: number, duration: number): number =>
  duration > 0 ? Math.min(100, Math.floor((seen * 100) / duration)) : 0;

/** Whether the share that a video needs is reached. */
export const isLearned = (seen: number, duration: number, share: number): boolean => seen * 100 >= duration * share;

/**
 * How far somebody may jump who must see the whole: the end of what was seen from the beginning without a gap.
 * @param spans as `mergeSpans` gives them
 */
export const reachOf = (spans: readonly Span[]): number => (spans[0] && spans[0][0] <= 1 ? spans[0][1] : 0);
