import { z } from 'zod';

/**
 * How the user is asked before an act that affects several people, stops an account or cannot be undone: once, with the number of
 * people and their names. The client asks by trying the act on the server without carrying it out (`REHEARSAL`), so the question
 * always names what would really happen, and no page has to think of it.
 */
export type Asking =
  /** The page's own dialog says what follows and for whom; where it is called from none (`asTold`), it is asked about as others are. */
  | 'page'
  | {
      /** Also where it reaches one person alone, or nobody. */
      always?: boolean;
      /** What is to be known besides: a whole sentence. */
      note?: string;
    };

/** The header of a trial run: the call is carried out, its effects are counted, and everything is undone. */
export const REHEARSAL = 'x-rehearsal';

const some = z.object({ total: z.int(), names: z.array(z.string()) });

/** Whom an act reaches: how many, and the first few of them by name. */
export const reachSchema = z.object({
  /** What it is done to, by the names of the log. */
  what: some,
  /** Who gets a notice or a to-do of their own. */
  people: some,
  /** Organisations whose workers get a to-do. */
  orgs: some,
  /** Whose account it stops. */
  stopped: some,
  /** Whom it binds without telling them. */
  bound: some,
});
export type Reach = z.output<typeof reachSchema>;

const named = ({ total, names }: Reach['people'], unit: string): string =>
  `${total.toLocaleString('en-US')}${unit}：${names.join('、')}${total > names.length ? '等' : ''}`;

/** The sentences of the question: what would be done, to how many people and to whom. @param note a last sentence */
export function reachSentences(act: string, reach: Reach, note = ''): string[] {
  const { what, people, orgs, stopped, bound } = reach;
  return [
    what.total > 0
      ? `${act}：${what.names.join('、')}${what.total > what.names.length ? `等${what.total}项` : ''}。`
      : '',
    bound.total > 0 ? `涉及${named(bound, '人')}。` : '',
    people.total > 0 ? `将通知${named(people, '人')}。` : '',
    orgs.total > 0 ? `将交${named(orgs, '个组织')}办理。` : '',
    stopped.total > 0 ? `将停用${named(stopped, '个账号')}。` : '',
    note,
  ].filter(Boolean);
}

/** Whether an act that affects so many must be asked about. */
export const isAsked = ({ always }: Exclude<Asking, 'page'>, { people, orgs, stopped, bound }: Reach): boolean =>
  always === true || stopped.total > 0 || people.total + orgs.total > 1 || bound.total > 1;
