/** The whole chart and its dates, in CSS pixels (specification, section 9). */
export const CHART_WIDTH = 988;
export const DATES_WIDTH = 672;
/** Ranges of at most so many days show the names of the days (specification, section 9). */
const WEEK_DAYS = 10;
const TITLE_LENGTH = 18;
/** A day's number needs so many pixels, a month with its year and a month alone so many. */
const LABEL_WIDTH = 24;
const YEAR_WIDTH = 76;
const MONTH_WIDTH = 30;
/** Where not even every such day has room for its number, the months alone stand. */
const SPARSE = 7;
const DAY = 86_400_000;
const BEIJING = 8 * 3_600_000;

export interface GanttTask {
  id: string;
  title: string;
  /** Seconds since 1970, or a date as text: `2026-11-20`, `2026-11-20 09:30`, ISO 8601. Texts without a zone mean Beijing. */
  startDate: number | string;
  endDate: number | string;
  /** 0 to 1. */
  progress: number;
}

/** A dot of a task, in the middle of its day; selected up to the progress. */
export interface GanttDot {
  x: number;
  selected: boolean;
}

export interface GanttRow {
  id: string;
  title: string;
  /** The title was cut. */
  cut: boolean;
  /** First and last day, `YYYY-MM-DD`; empty where the dates cannot be read. */
  from: string;
  to: string;
  /** 0 to 100. */
  percent: number;
  /** Null: the task lies outside the chart's days. Pixels from the left of the dates. */
  bar: { x: number; width: number; dots: GanttDot[] } | null;
}

export interface GanttColumn {
  day: string;
  /** What stands above the column: `11-20` in the week view, `20` else; empty where the columns are too narrow. */
  label: string;
  /** 周五, in the week view. */
  name: string;
  weekend: boolean;
}

export interface GanttLayout {
  view: 'week' | 'month';
  /** Pixels of one day. */
  dayWidth: number;
  columns: GanttColumn[];
  /** The months above the days, their names as long as there is room; empty in the week view. */
  months: { month: string; label: string; x: number; width: number }[];
  rows: GanttRow[];
}

/** Milliseconds of Beijing's wall clock, in which a day is a whole multiple of 24 hours; NaN for what is no date. */
function wallTime(value: number | string): number {
  if (typeof value === 'number' || /^\d{9,11}$/.test(value)) return Number(value) * 1000 + BEIJING;
  const text = value.trim().replace(/\//g, '-').replace(' ', 'T');
  const zoned = /T[^T]*(Z|[+-]\d{2}:?\d{2})$/.test(text);
  if (zoned) return Date.parse(text) + BEIJING;
  return Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`);
}

const dayText = (wall: number) => new Date(wall).toISOString().slice(0, 10);
const startOfDay = (wall: number) => Math.floor(wall / DAY) * DAY;
const NAMES = ['日', '一', '二', '三', '四', '五', '六'];

/** Start and end of a task: in their order, an end at midnight meaning the end of that day; null when a date cannot be read. */
function spanOf(task: GanttTask): { start: number; end: number } | null {
  const ends = [wallTime(task.startDate), wallTime(task.endDate)];
  if (ends.some(Number.isNaN)) return null;
  const [start, end] = ends.sort((a, b) => a - b) as [number, number];
  return { start, end: end % DAY === 0 ? end + DAY : end };
}

/**
 * The places of everything in the chart: one column a day, tasks clipped at the window (specification, sections 4, 5 and 9).
 * @param window first and last day shown, `YYYY-MM-DD`, in any order; by default from the first task's start to the last one's end
 */
export function layoutOf(tasks: readonly GanttTask[], window?: { from: string; to: string }): GanttLayout {
  const spans = tasks.map(spanOf);
  const { first, last } = windowOf(spans, window);
  const count = Math.round((last - first) / DAY) + 1;
  const dayWidth = DATES_WIDTH / count;
  const view = count <= WEEK_DAYS ? 'week' : 'month';
  const every = Math.ceil(LABEL_WIDTH / dayWidth);
  const columns = Array.from({ length: count }, (_, at) => {
    const day = dayText(first + at * DAY);
    const weekday = new Date(first + at * DAY).getUTCDay();
    const number = Number(day.slice(8));
    return {
      day,
      label: view === 'week' ? day.slice(5) : every <= SPARSE && at % every === 0 ? String(number) : '',
      name: view === 'week' ? `周${NAMES[weekday]}` : '',
      weekend: weekday === 0 || weekday === 6,
    };
  });
  return {
    view,
    dayWidth,
    columns,
    months: view === 'week' ? [] : monthsOf(columns, dayWidth),
    rows: tasks.map((task, at) => rowOf(task, spans[at] ?? null, first, last + DAY, dayWidth)),
  };
}

function windowOf(
  spans: readonly ({ start: number; end: number } | null)[],
  window?: { from: string; to: string },
): { first: number; last: number } {
  if (window) {
    const [first, last] = [wallTime(window.from), wallTime(window.to)].map(startOfDay).sort((a, b) => a - b);
    return { first: first as number, last: last as number };
  }
  const known = spans.filter((span) => span !== null);
  const today = startOfDay(Date.now() + BEIJING);
  if (known.length === 0) return { first: today, last: today + 6 * DAY };
  return {
    first: startOfDay(Math.min(...known.map(({ start }) => start))),
    last: startOfDay(Math.max(...known.map(({ end }) => end)) - 1),
  };
}

function monthsOf(columns: readonly GanttColumn[], dayWidth: number): GanttLayout['months'] {
  const months: GanttLayout['months'] = [];
  columns.forEach(({ day }, at) => {
    const month = day.slice(0, 7);
    const open = months.at(-1);
    if (open?.month === month) open.width += dayWidth;
    else months.push({ month, label: '', x: at * dayWidth, width: dayWidth });
  });
  for (const entry of months) {
    const name = `${Number(entry.month.slice(5))}月`;
    if (entry.width >= YEAR_WIDTH) entry.label = `${entry.month.slice(0, 4)}年${name}`;
    else if (entry.width >= MONTH_WIDTH) entry.label = name;
  }
  return months;
}

function rowOf(
  task: GanttTask,
  span: { start: number; end: number } | null,
  first: number,
  end: number,
  dayWidth: number,
): GanttRow {
  const letters = [...task.title];
  const progress = Math.min(1, Math.max(0, Number.isFinite(task.progress) ? task.progress : 0));
  const row = {
    id: task.id,
    title: letters.slice(0, TITLE_LENGTH).join(''),
    cut: letters.length > TITLE_LENGTH,
    from: span ? dayText(span.start) : '',
    to: span ? dayText(span.end - 1) : '',
    percent: Math.round(progress * 100),
    bar: null,
  };
  if (!span || span.end <= first || span.start >= end) return row;
  const from = Math.max(span.start, first);
  const to = Math.min(span.end, end);
  const pixels = (wall: number) => ((wall - first) / DAY) * dayWidth;
  return {
    ...row,
    bar: { x: pixels(from), width: pixels(to) - pixels(from), dots: dotsOf(span, progress, from, to, pixels) },
  };
}

/** A dot a day of the task. The share that is done counts over the whole task, also where its start was clipped. */
function dotsOf(
  span: { start: number; end: number },
  progress: number,
  from: number,
  to: number,
  pixels: (wall: number) => number,
): GanttDot[] {
  const firstDay = startOfDay(span.start);
  const days = Math.round((startOfDay(span.end - 1) - firstDay) / DAY) + 1;
  const done = Math.floor(progress * days + 1e-9);
  const dots: GanttDot[] = [];
  for (let at = 0; at < days; at++) {
    const low = Math.max(firstDay + at * DAY, from);
    const high = Math.min(firstDay + (at + 1) * DAY, to);
    if (low < high) dots.push({ x: pixels((low + high) / 2), selected: at < done });
  }
  return dots;
}
