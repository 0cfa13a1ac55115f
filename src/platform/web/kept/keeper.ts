/** Where something was typed, for the list of drafts. */
export interface KeptAbout {
  /** The title of the page. */
  title: string;
  /** The title of the dialog; empty where it was typed on the page itself. */
  dialog: string;
  /** The pages above it. */
  crumbs: readonly string[];
  /** The address that opens it, without `#`. */
  path: string;
  /** In which role: `key` tells roles apart, `name` is for reading. */
  role: { key: string; name: string };
}

/** What stands on the shelf under a name. */
export interface Kept {
  /** Milliseconds. */
  at: number;
  /** The window that wrote it. */
  by: string;
  /** What was typed, as JSON. */
  text: string;
  /** What the server had where it was typed: a different one tells that somebody has saved in between. */
  base: string;
  /** Absent where an earlier version of the product kept it. */
  about?: KeptAbout;
  /** What another window typed into the same form and this one has written over. */
  other?: Pick<Kept, 'at' | 'text' | 'base'>;
}

/** Where what is typed lies until it is sent. */
export interface Shelf {
  read: (name: string) => Promise<Kept | null>;
  write: (name: string, kept: Kept) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** The names that begin so, of all that stands there. */
  names: (beginning: string) => Promise<readonly string[]>;
}

/** `waiting`: typed and not on the shelf yet. `lost`: too much, or the browser refuses. */
export type KeptState = 'idle' | 'waiting' | 'kept' | 'lost';

/** Milliseconds from a key to the shelf. */
const WAIT = 300;
/** Characters of what one form may keep. */
const LIMIT = 1_000_000;

export type Keeper = ReturnType<typeof makeKeeper>;

/** What is being written under a name, by whichever form of this window: who comes back at once waits for who has just left. */
const writing = new Map<string, Promise<void>>();

/**
 * Keeps what is typed into one form or grid, some moments after each change and at once when the page is left. With two windows of
 * the same form the last one wins, and the text of the other is kept beside it.
 */
export function makeKeeper({
  name,
  shelf,
  by,
  tell = () => {},
  wait = WAIT,
  limit = LIMIT,
}: {
  /** Account, place and matter. */
  name: string;
  shelf: Shelf;
  /** This window. */
  by: string;
  tell?: (state: KeptState) => void;
  wait?: number;
  limit?: number;
}) {
  let typed: { text: string; base: string; about?: KeptAbout } | null = null;
  /** What lies on the shelf from here. */
  let written: string | null = null;
  /** What has been sent: it is not kept again before it changes. */
  let sent: string | null = null;
  /** When that was written which this window has taken over from an earlier one. */
  let taken = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isMine = (there: Kept) => there.by === by || there.at === taken;
  const clear = async () => {
    written = null;
    const there = await shelf.read(name);
    if (!there || !isMine(there)) return;
    if (there.other) await shelf.write(name, { ...there.other, ...(there.about && { about: there.about }), by: '' });
    else await shelf.remove(name);
  };
  const save = async () => {
    const now = typed;
    if (now === null || now.text === sent) {
      if (written !== null || taken !== 0) await clear();
      return tell('idle');
    }
    if (now.text === written) return tell('kept');
    if (now.text.length > limit) return tell('lost');
    const there = await shelf.read(name);
    const theirs = there && !isMine(there) ? { at: there.at, text: there.text, base: there.base } : there?.other;
    const other = theirs?.text === now.text ? undefined : theirs;
    await shelf.write(name, { at: Date.now(), by, ...now, ...(other && { other }) });
    written = now.text;
    if (typed === now) tell('kept');
  };
  /** One after the other; a browser that refuses storage keeps nothing, and says so. */
  const after = (step: () => Promise<void>) => {
    const before = writing.get(name) ?? Promise.resolve();
    const now = before.then(step).catch(() => tell('lost'));
    writing.set(name, now);
    void now.then(() => writing.get(name) === now && writing.delete(name));
    return now;
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    if (timer === undefined) return writing.get(name) ?? Promise.resolve();
    stop();
    return after(save);
  };

  return {
    /** What lies there from an earlier visit or another window. */
    read: async () => {
      await writing.get(name);
      return shelf.read(name);
    },
    /** What stands in the form now; null where it has nothing that the server has not. */
    put: (text: string | null, base: string, about?: KeptAbout) => {
      if (text === (typed?.text ?? null)) return;
      typed = text === null ? null : { text, base, ...(about && { about }) };
      if (text !== sent) sent = null;
      tell('waiting');
      // Whoever types without a pause is kept all the same: a timer that runs is not started anew.
      timer ??= setTimeout(() => void flush(), wait);
    },
    /** Writes at once what has not been written. */
    flush,
    /** What was found has come into the form: it is this window's from now on. */
    take: (kept: Pick<Kept, 'at'>) => {
      taken = kept.at;
    },
    /** It is with the server: what is typed until now is not kept any more. */
    sent: () => {
      stop();
      sent = typed?.text ?? null;
      tell('idle');
      return after(clear);
    },
    /** What lay there since then is not wanted; what is typed here stays. */
    forget: (kept: Pick<Kept, 'at'>) =>
      after(async () => {
        const there = await shelf.read(name);
        if (there?.other?.at === kept.at) {
          const { other: _other, ...rest } = there;
          await shelf.write(name, rest);
        } else if (there?.at === kept.at) {
          written = null;
          if (there.other)
            await shelf.write(name, { ...there.other, ...(there.about && { about: there.about }), by: '' });
          else await shelf.remove(name);
        }
      }),
  };
}
