import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { emit, on } from '../call/events.ts';
import { randomKey } from '../call/randomKey.ts';
import { discardUnsaved, useUnloadQuestion, useUnsaved } from '../press/unsaved.ts';
import { SessionContext } from '../session/session.ts';
import { aboutNow } from './about.ts';
import { type Kept, type KeptState, makeKeeper } from './keeper.ts';
import { showNote, showTime } from './notes.ts';
import { placeOfHash } from './place.ts';
import { shelfOfAccount } from './shelf.ts';

const WINDOW = randomKey();

const clock = (time: number) =>
  new Date(time).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });

interface KeptOptions<T> {
  /** What it is about beside the address: the row of a dialog, the sheet of a grid. null: nothing is kept, and nobody is asked. */
  of: string | null;
  /** `of` says all of it: it comes back wherever the matter is opened, not at this address alone. */
  anywhere?: boolean;
  /** What it is called where it cannot be kept and leaving asks. */
  called: string;
  /** What is typed, as JSON can hold it. */
  value: T;
  /** Something is typed that the server has not. */
  changed: boolean;
  /** Puts into the page what was typed earlier, or what stood there before that. */
  restore: (value: T) => void;
  /** What the server has where it is edited, as text; a different one tells that somebody has saved in between. Absent for what is new. */
  base?: string;
  /** The form, for the note about it. */
  box?: RefObject<Element | null>;
}

export type Keeping = ReturnType<typeof useKept>;

const all = new Set<() => void>();
const typing = new Set<object>();

/** Whether this page holds typed text that the server does not have. */
export const isTyping = (): boolean => typing.size > 0;

/** The dialog that a form stands in; whoever names no form is in the one that stands on top. */
const dialogOf = (box?: RefObject<Element | null>): Element | null =>
  box ? (box.current?.closest('dialog') ?? null) : ([...document.querySelectorAll('dialog[open]')].at(-1) ?? null);

/** A short sum of a text: whether the record is still the one that was typed over. */
function sumOf(text: string): string {
  let sum = 5381;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(at)) >>> 0;
  return sum.toString(36);
}

/** Ends keeping for everything typed on this page, since the server has it. Call it before going elsewhere after saving. */
export function clearKeptInput(): void {
  discardUnsaved();
  for (const sent of all) sent();
}

/**
 * Keeps what is typed outside of forms (grids, marks, drawn processes), as `useForm` does for forms: by account, address and `of`,
 * encrypted in this browser. It comes back by itself, with a note, unless something else was typed meanwhile. Call `sent` when the
 * server has it.
 */
export function useKept<T>({ of, anywhere, called, value, changed, restore, base: baseline, box }: KeptOptions<T>) {
  const user = useContext(SessionContext)?.user;
  const userId = user?.userId;
  const [place] = useState(() => placeOfHash(location.hash));
  const [state, setState] = useState<KeptState>('idle');
  const [savedAt, setSavedAt] = useState('');
  const { shelf, outlivesPage } = useMemo(() => shelfOfAccount(userId), [userId]);
  const keeper = useMemo(
    () =>
      of === null
        ? null
        : makeKeeper({
            name: `${userId ?? ''}:${anywhere ? '' : place}:${of}`,
            shelf,
            by: WINDOW,
            tell: (next) => {
              setState(next);
              setSavedAt(
                next === 'kept' ? new Date().toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' }) : '',
              );
            },
          }),
    [of, anywhere, userId, place, shelf],
  );
  const text = useMemo(() => (changed ? JSON.stringify(value) : null), [changed, value]);
  const base = useMemo(() => (baseline === undefined ? '' : sumOf(baseline)), [baseline]);
  const latest = useRef({ text, value, base, restore });
  latest.current = { text, value, base, restore };
  const hide = useRef<() => void>(undefined);
  const [drop] = useState(() => () => {
    hide.current?.();
    hide.current = undefined;
  });

  useEffect(() => {
    if (!keeper) return;
    let gone = false;
    const bring = (kept: Pick<Kept, 'at' | 'text'>, other: Kept['other']) => {
      const before = latest.current.value;
      keeper.take(kept);
      latest.current.restore(JSON.parse(kept.text) as T);
      show({ ...kept, base: latest.current.base, by: '', ...(other && { other }) }, 'restored', before);
    };
    const show = (kept: Kept, kind: 'restored' | 'asks', before: T) => {
      drop();
      const { other } = kept;
      hide.current = showNote({
        when: clock(kept.at),
        kind,
        outdated: kept.base !== latest.current.base,
        other: other ? clock(other.at) : '',
        dialog: dialogOf(box),
        restore: () => bring(kept, other),
        takeOther: () => other && bring(other, kept),
        discard: () => {
          drop();
          if (other) void keeper.forget(other);
          if (kind === 'asks') return void keeper.forget(kept);
          // What stood there before is put back, so that nothing is typed any more.
          const given = latest.current.value;
          latest.current.restore(before);
          emit('undoable', { text: '已放弃草稿', act: '撤销', run: () => latest.current.restore(given) });
        },
      });
    };
    // A browser that refuses storage has nothing to bring back; the page works without.
    keeper.read().then(
      (kept) => {
        if (!kept || gone) return;
        // What somebody saved or typed since is not written over without a word.
        if (latest.current.text === null && kept.base === latest.current.base) bring(kept, kept.other);
        else show(kept, 'asks', latest.current.value);
      },
      () => {},
    );
    const sent = () => {
      drop();
      void keeper.sent();
    };
    const leave = () => void keeper.flush();
    const hidden = () => document.visibilityState === 'hidden' && leave();
    all.add(sent);
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hidden);
    const off = on('signedOut', leave);
    return () => {
      gone = true;
      all.delete(sent);
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hidden);
      off();
      drop();
      leave();
    };
  }, [keeper, box, drop]);

  const latestUser = useRef(user);
  latestUser.current = user;
  useEffect(
    () => keeper?.put(text, base, text === null ? undefined : aboutNow(dialogOf(box), latestUser.current)),
    [keeper, text, base, box],
  );
  const isTyped = keeper !== null && text !== null;
  useEffect(() => {
    if (!isTyped) return;
    const key = {};
    typing.add(key);
    return () => {
      typing.delete(key);
    };
  }, [isTyped]);

  useEffect(() => (savedAt ? showTime({ at: savedAt, dialog: dialogOf(box) }) : undefined), [savedAt, box]);

  useUnsaved(state === 'lost' ? called : null);
  useUnloadQuestion(() => {
    void keeper?.flush();
    return text !== null && (state === 'waiting' || (state === 'kept' && !outlivesPage));
  });

  return {
    /** It is with the server. */
    sent: () => {
      drop();
      void keeper?.sent();
    },
  };
}

/**
 * Keeps a single text (a reason, a comment) like a form.
 * @param start the text that the server has
 * @returns the text, how to change it, and `sent`, to be called when the server has it
 */
export const useKeptText = (of: string, called: string, start = '') => useKeptState(of, called, start);

/** `useKeptText` for any single value that JSON can hold: the numbers of a small table, a choice. */
export function useKeptState<T>(
  of: string | null,
  called: string,
  start: T,
): [T, Dispatch<SetStateAction<T>>, () => void] {
  const [value, setValue] = useState(start);
  const base = JSON.stringify(start);
  const { sent } = useKept({ of, called, value, changed: JSON.stringify(value) !== base, base, restore: setValue });
  return [value, setValue, sent];
}
