import { z } from 'zod';
import { PATHS } from './paths.ts';

/** What another module proposes for a new meeting; whoever holds it changes what it likes. */
export interface MeetingStart {
  title: string;
  note: string;
  topics: readonly string[];
  /** How long it lasts, in minutes. */
  minutes: number;
}

/** Begins at nine, as the form does. */
const FROM = 9 * 60;
const LAST = 23 * 60 + 45;

const start = z.object({
  title: z.string().max(60),
  note: z.string().max(500),
  topics: z.array(z.string().max(100)).max(20),
  endTime: z.string().regex(/^\d{2}:\d{2}$/),
});

/** The form of a new 主题党日 of an organisation with what is proposed filled in, for `navigate(to, { state })`. */
export function prefillThemeDay(orgId: string, of: MeetingStart) {
  // Quarters of an hour, as the form offers them.
  const end = Math.min(LAST, FROM + Math.ceil(of.minutes / 15) * 15);
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    to: PATHS.add(orgId, { type: 4 }),
    state: {
      meeting: {
        title: of.title.slice(0, 60),
        note: of.note.slice(0, 500),
        topics: of.topics.slice(0, 20).map((one) => one.slice(0, 100)),
        endTime: `${two(Math.floor(end / 60))}:${two(end % 60)}`,
      },
    },
  };
}

/** What was proposed, as the state of the page holds it; null: nothing. */
export const startOf = (state: unknown) =>
  start.safeParse((state as { meeting?: unknown } | null)?.meeting).data ?? null;
