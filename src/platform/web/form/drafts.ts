import { useEffect, useRef, useState } from 'react';
import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '../encryptedStore.ts';
import type { Form, FormValues } from './useForm.ts';

/** Drafts of long forms are encrypted in this browser for a day. */
const SAVE_EVERY = 2000;
const KEPT_HOURS = 24;

interface Kept {
  at: number;
  version: string;
  values: FormValues;
  /** What the page shows beside the fields: the names of people that the form holds by id. */
  beside?: unknown;
  /** Of the files that the values name by id. */
  fileNames?: Readonly<Record<string, string>>;
}

const keyOf = (name: string) => `draft:${name}`;

async function read(name: string): Promise<Kept | null> {
  const kept = await readEncrypted<Kept>(keyOf(name));
  if (!kept || Date.now() - kept.at <= KEPT_HOURS * 3_600_000) return kept;
  await removeEncrypted(keyOf(name));
  return null;
}

const never = () => false;

const clock = (time: number) =>
  new Date(time).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' });

interface DraftOptions<T> {
  /** Fields that no draft holds, however it is encrypted: keys and passwords. */
  isSecret?: (field: string) => boolean;
  /** What the page knows beside the form's values, as JSON can hold it, and how it is brought back. */
  beside?: { value: T; restore: (value: T) => void };
}

/**
 * Keeps a form's changes as a draft, at most every 2 seconds. `name` tells user and record apart; `version` is the record's:
 * a draft of an older version says so, since its fields stand over what somebody else has saved in between.
 */
export function useDraft<T = never>(
  name: string,
  version: string,
  form: Form,
  { isSecret = never, beside }: DraftOptions<T> = {},
) {
  const [found, setFound] = useState<{
    when: string;
    until: string;
    outdated: boolean;
    values: FormValues;
    beside: unknown;
    fileNames: Readonly<Record<string, string>>;
  } | null>(null);
  const [savedAt, setSavedAt] = useState('');
  const able = canEncrypt();
  // Merging with somebody's changes gives the record a new version; the draft was looked for with the first one.
  const [opened] = useState(version);

  useEffect(() => {
    if (!able) return;
    let gone = false;
    // A browser that refuses storage has no drafts; the form works without.
    read(name).then(
      (draft) => {
        if (!draft || gone) return;
        setFound({
          when: clock(draft.at),
          until: clock(draft.at + KEPT_HOURS * 3_600_000),
          outdated: draft.version !== opened,
          values: draft.values,
          beside: draft.beside,
          fileNames: draft.fileNames ?? {},
        });
      },
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [name, able, opened]);

  const kept = form.dirty.filter((field) => !isSecret(field));
  const changed = JSON.stringify(Object.fromEntries(kept.map((field) => [field, form.values[field]])));
  const { fileNames } = form;
  const latest = useRef({ changed, beside: beside?.value, asks: false });
  latest.current = { changed, beside: beside?.value, asks: found !== null };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Whoever types without a pause is kept all the same: a timer that runs is not started anew.
    if (!able || found || changed === '{}' || timer.current !== undefined) return;
    // What is said to be kept is all that stands in the form.
    setSavedAt('');
    timer.current = setTimeout(() => {
      timer.current = undefined;
      // The earlier draft came only after typing had begun: it stays until it was answered for.
      if (latest.current.asks) return;
      const written = latest.current.changed;
      const values = JSON.parse(written) as FormValues;
      const kept: Kept = {
        at: Date.now(),
        version,
        values,
        beside: latest.current.beside,
        fileNames: { ...fileNames.current },
      };
      writeEncrypted(keyOf(name), kept).then(
        () => {
          // What was typed while it was written is not kept yet.
          if (latest.current.changed !== written) return;
          setSavedAt(new Date().toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' }));
        },
        () => setSavedAt(''),
      );
    }, SAVE_EVERY);
  }, [changed, able, found, name, version, fileNames]);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form, or none
  useEffect(() => stop, [name]);

  const drop = () => {
    stop();
    setFound(null);
    setSavedAt('');
    // Nothing is lost when it stays: it expires.
    if (able) void removeEncrypted(keyOf(name)).catch(() => {});
  };
  return {
    found,
    savedAt,
    restore: () => {
      if (!found) return;
      if (found.beside !== undefined) beside?.restore(found.beside as T);
      Object.assign(form.fileNames.current, found.fileNames);
      form.set(found.values);
      setFound(null);
    },
    discard: drop,
    /** After saving: the draft has served. */
    done: drop,
  };
}

export type Draft = ReturnType<typeof useDraft>;
