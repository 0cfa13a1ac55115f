import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { CODE } from '#platform/contract.ts';
import { emit } from '../call/events.ts';
import { ApiError } from '../call/request.ts';
import { isSecretName, secretsIn } from '../kept/secret.ts';
import { useKept } from '../kept/useKept.ts';
import { afterPress, isPressing } from '../press/afterPress.ts';
import { useUnsaved } from '../press/unsaved.ts';
import { reportUntakenFields } from './untaken.ts';

/** The values of a form: texts as typed, and ticks. The contract's schema turns them into numbers, days and nulls. */
export type FormValues = Readonly<Record<string, string | boolean>>;
export type Faults = Readonly<Record<string, string>>;

/** What a form holds: the values that it began with, and fields of the schema that it does not begin with (of a masked number). */
type ValuesOf<S extends z.ZodObject, V> = {
  readonly [K in keyof V]: V[K] extends boolean ? boolean : V[K];
} & { readonly [K in keyof z.input<S> as string extends K ? never : Exclude<K, keyof V>]?: string | boolean };

interface FormOptions<S extends z.ZodObject, V extends FormValues> {
  /** The contract's schema of the whole record: what the call takes. */
  schema: S;
  /** The values that the server has; the form starts from them and compares with them. */
  initial: V;
  /** Sentences by field for what fields say of each other; called with valid fields alone. */
  check?: (values: ValuesOf<S, NoInfer<V>>) => Faults;
  /** Fields that are checked although nobody changed them: all of a new record. */
  isNew: boolean;
  /**
   * What it is about beside its address: the row that a dialog stands for. What is typed is kept under it; null: a question to a
   * page, such as the span of a report, of which nothing is kept.
   */
  of?: string | null;
}

/**
 * A form's state. `Values` are what is typed, by the names of its fields; `Sent` is what its schema takes, which the values are once
 * `validate` has said yes.
 */
export interface Form<Values = FormValues, Sent = unknown> {
  box: RefObject<HTMLFormElement | null>;
  values: Values;
  base: Values;
  faults: Faults;
  dirty: readonly string[];
  isNew: boolean;
  /** Names of the files whose ids the form holds, by id: a draft keeps them, to say which of them are gone. */
  fileNames: RefObject<Record<string, string>>;
  text(name: keyof Values & string): string;
  set(patch: Partial<Values>): void;
  /** Takes a field out of the form again: it stays as the server has it. */
  drop(name: keyof Values & string): void;
  /** Judges a field that was left, with the value that it was given in the same event. */
  leave(name: keyof Values & string, value?: string | boolean): void;
  /** Holds the saving back by this sentence at a field, until it is called with an empty one: something is still on its way. */
  hold(name: keyof Values & string, sentence: string): void;
  /** Judges everything; when something is wrong, goes to the first of it and answers false. */
  validate(): boolean;
  /** Puts the server's sentences at their fields (code 600). Answers false for any other failure. */
  take(error: unknown): boolean;
  /** It is with the server: nothing of it is kept any more. `FormPage` and `FormDialog` say so themselves. */
  sent(): void;
  beside: RefObject<{ value: unknown; restore: (value: unknown) => void } | null>;
  /** Says once why saving failed: at the fields that are named, as a notice where none of them stands in the form. */
  tell(error: unknown): void;
  /** What the server has now; with `next`, what the form shows from now on. */
  rebase(server: Values, next?: Values): void;
  /** All that is typed, as the call takes it; after `validate`. */
  input(): Sent;
  /** The changed fields alone, or all of a new record: what is sent. */
  changes(): Partial<Sent>;
}

/** What a form keeps of itself. */
interface KeptForm {
  values: FormValues;
  /** What the page shows beside the fields (`useBeside`). */
  beside?: unknown;
  /** Of the files that the values name by id. */
  fileNames?: Readonly<Record<string, string>>;
}

/**
 * A form's values, faults and changes. A field is checked when it is left, at each change while it is wrong, and with all others at
 * saving. An unchanged field of an existing record is never checked, since an old fault must not stop a new correction. What is
 * typed is kept until it is sent and comes back when the form is opened again; passwords are not kept, and leaving asks.
 */
export function useForm<S extends z.ZodObject, V extends FormValues>(
  options: FormOptions<S, V>,
): Form<ValuesOf<S, V>, z.input<S>> {
  // Names and types are those of the schema and of `initial` (`Form`); from here on a field is a name with a text or a tick.
  return useFormState(options as unknown as FormOptions<z.ZodObject, FormValues>) as unknown as Form<
    ValuesOf<S, V>,
    z.input<S>
  >;
}

function useFormState({ schema, initial, check, isNew, of = '' }: FormOptions<z.ZodObject, FormValues>) {
  const [base, setBase] = useState(initial);
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<Faults>({});
  const held = useRef<Record<string, string>>({});
  const fileNames = useRef<Record<string, string>>({});
  const box = useRef<HTMLFormElement>(null);
  const dirty = useMemo(() => Object.keys(values).filter((name) => values[name] !== base[name]), [values, base]);

  const beside = useRef<{ value: unknown; restore: (value: unknown) => void } | null>(null);
  const drawnSecrets = dirty.length === 0 ? [] : secretsIn(box.current);
  const open = dirty.filter((name) => !isSecretName(name) && !drawnSecrets.includes(name));
  const keeping = useKept<KeptForm>({
    of: of === null ? null : [of, Object.keys(initial).join()].join(':'),
    called: '填写的内容',
    value: {
      values: Object.fromEntries(open.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
      ...(beside.current && { beside: beside.current.value }),
      ...(Object.keys(fileNames.current).length > 0 && { fileNames: fileNames.current }),
    },
    changed: open.length > 0,
    ...(!isNew && { base: JSON.stringify(base) }),
    box,
    restore: (kept) => {
      if (kept.beside !== undefined) beside.current?.restore(kept.beside);
      Object.assign(fileNames.current, kept.fileNames);
      // What the earlier text has not is as the server has it.
      setValues((now) => ({
        ...now,
        ...Object.fromEntries(open.map((name) => [name, base[name] ?? ''])),
        ...kept.values,
      }));
    },
  });
  const hasSecret = of !== null && dirty.length > open.length;
  useUnsaved(hasSecret ? '填写的内容' : null);

  const faultOf = (name: string, value: string | boolean | undefined): string => {
    const field = schema.shape[name] as z.ZodType | undefined;
    const result = field?.safeParse(value);
    return result?.success === false ? (result.error.issues[0]?.message ?? '内容不正确') : '';
  };
  const judged = (name: string, all: FormValues) => isNew || all[name] !== base[name];
  const faultsOf = (all: FormValues): Faults => {
    const newFaults: Record<string, string> = {};
    for (const name of Object.keys(all)) {
      const fault = judged(name, all) ? faultOf(name, all[name]) : '';
      if (fault) newFaults[name] = fault;
    }
    if (!check) return newFaults;
    return { ...check(all), ...newFaults };
  };

  const wanted = useRef(false);
  const focusFirst = () => {
    wanted.current = true;
  };
  // Once the faults are drawn, however long that takes: the first wrong field in the order of the page, not of the schema.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new set of faults is looked at once
  useEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    const field = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.scrollIntoView({ block: 'center' });
    field?.focus({ preventScroll: true });
  }, [faults]);

  /** Puts the server's sentences at their fields (code 600). Answers false for any other failure. */
  const take = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return false;
    setFaults(error.fields);
    focusFirst();
    return true;
  };

  return {
    box,
    values,
    base,
    faults,
    dirty,
    isNew,
    /** Names of the files whose ids the form holds, by id: a draft keeps them, to say which of them are gone. */
    fileNames,
    text: (name: string) => String(values[name] ?? ''),
    set: (patch: FormValues) => {
      const next = { ...values, ...patch };
      // Two changes within one event must both be kept.
      setValues((now) => ({ ...now, ...patch }));
      const wrong = Object.keys(patch).filter((name) => faults[name]);
      if (wrong.length > 0) {
        const now = faultsOf(next);
        const kept = Object.entries(faults).filter(([name]) => !wrong.includes(name) || now[name]);
        setFaults(
          Object.fromEntries(kept.map(([name, fault]) => [name, wrong.includes(name) ? (now[name] ?? '') : fault])),
        );
      }
    },
    /** Takes a field out of the form again: it stays as the server has it. */
    drop: (name: string) => {
      const { [name]: _value, ...others } = values;
      const { [name]: _fault, ...otherFaults } = faults;
      setValues(others);
      setFaults(otherFaults);
    },
    /** Judges a field that was left, with the value that it was given in the same event. */
    leave: (name: string, value = values[name]) => {
      const all = { ...values, ...(value === undefined ? {} : { [name]: value }) };
      if (!judged(name, all) || (value === '' && isNew)) return;
      const fault = faultsOf(all)[name] ?? '';
      if (fault === (faults[name] ?? '')) return;
      const { [name]: _old, ...others } = faults;
      const next = fault ? { ...others, [name]: fault } : others;
      if (!isPressing()) return setFaults(next);
      // Its line would move the button that is pressed; where that has judged the form, this is said already.
      afterPress(() => setFaults((now) => (now === faults ? next : now)));
    },
    /** Holds the saving back by this sentence at a field, until it is called with an empty one: something is still on its way. */
    hold: (name: string, sentence: string) => {
      const before = held.current[name];
      if (sentence) held.current[name] = sentence;
      else delete held.current[name];
      if (before === undefined || sentence) return;
      // What was told of it is over as well.
      setFaults((current) =>
        current[name] === before
          ? Object.fromEntries(Object.entries(current).filter(([other]) => other !== name))
          : current,
      );
    },
    /** Judges everything; when something is wrong, goes to the first of it and answers false. */
    validate: (): boolean => {
      const newFaults = { ...faultsOf(values), ...held.current };
      const untaken = reportUntakenFields(box.current);
      setFaults(newFaults);
      if (Object.keys(newFaults).length === 0 && !untaken) return true;
      focusFirst();
      return false;
    },
    take,
    /** It is with the server: nothing of it is kept any more. `FormPage` and `FormDialog` say so themselves. */
    sent: keeping.sent,
    beside,
    /** Says once why saving failed: at the fields that are named, as a notice where none of them stands in the form. */
    tell: (error: unknown): void => {
      if (!(error instanceof ApiError)) throw error;
      const isField = (name: string) => name in values || name in schema.shape;
      const isHere = Object.keys(error.fields).some((name) => isField(name) || isField(name.split('.')[0] ?? ''));
      if (isHere) take(error);
      // The prompt of an ended session has told that one.
      else if (error.code !== CODE.unauthorised && error.code !== CODE.duplicateLogon) {
        emit('notice', { kind: 'error', text: error.message });
      }
    },
    /** What the server has now; with `next`, what the form shows from now on. */
    rebase: (server: FormValues, next: FormValues = server) => {
      setBase(server);
      setValues(next);
      setFaults({});
    },
    input: () => values,
    changes: (): Record<string, string | boolean> =>
      Object.fromEntries(Object.entries(values).filter(([name]) => isNew || dirty.includes(name))),
  };
}

/**
 * Keeps what the page shows beside a form's fields together with them, e.g. the names of people whose ids the form holds. It must be
 * JSON.
 */
export function useBeside<T>(form: Pick<Form, 'beside'>, value: T, restore: (value: T) => void): void {
  form.beside.current = { value, restore: restore as (value: unknown) => void };
}
