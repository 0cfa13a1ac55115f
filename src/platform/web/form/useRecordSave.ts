import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, InputOf, ReplyOf } from '#platform/contract.ts';
import { call } from '../call/api.ts';
import { emit } from '../call/events.ts';
import { keyOf } from '../call/hooks.ts';
import { ApiError, isConflict } from '../call/request.ts';
import type { Form, FormValues } from './useForm.ts';

type Versioned = { id: string; version: number };

interface RecordSave<E extends Endpoint, R extends Versioned, Sent> {
  /** The record that is edited; null while adding. */
  record: R | null;
  form: Form<FormValues, Sent>;
  valuesOf: (record: R) => FormValues;
  /** The call that answers the record, and its input for an id. */
  get: E;
  input: (id: string) => InputOf<E>;
  /** Where that call answers more than the record: finds it there. */
  pick?: (reply: ReplyOf<E>, id: string) => R | undefined;
  /** Writes changed fields, as typed, with a version. Call quietly, since faults are shown here. */
  update: (input: Partial<Sent> & Versioned) => Promise<unknown>;
  onSaved: (id: string) => void;
}

/**
 * Saves the changes of a record that has a version. If somebody else saved first, `conflict` is their record; `merge` takes it over,
 * keeps the named fields of the form and saves those.
 */
export function useRecordSave<E extends Endpoint, Sent, R extends Versioned = ReplyOf<E> & Versioned>(
  of: RecordSave<E, R, Sent>,
) {
  const { record, form, valuesOf, get } = of;
  const client = useQueryClient();
  const [version, setVersion] = useState(record?.version ?? 0);
  const [conflict, setConflict] = useState<R | null>(null);

  const send = async (id: string, changes: Partial<Sent>, against: number) => {
    try {
      await of.update({ ...changes, id, version: against });
      of.onSaved(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isConflict(error)) {
        const input = of.input(id);
        const query = { queryKey: keyOf(get, input), queryFn: () => call(get, input), staleTime: 0 };
        const reply = await client.fetchQuery(query);
        const theirs = of.pick ? of.pick(reply as ReplyOf<E>, id) : (reply as unknown as R);
        if (!theirs) emit('notice', { kind: 'error', text: '这条记录已被删除，没有保存' });
        setConflict(theirs ?? null);
        return;
      }
      throw error;
    }
  };
  const merge = async (keep: ReadonlySet<string>) => {
    if (!conflict) return;
    const theirs = valuesOf(conflict);
    const mine = Object.fromEntries(Object.entries(form.values).filter(([name]) => keep.has(name)));
    form.rebase(theirs, { ...theirs, ...mine });
    setVersion(conflict.version);
    setConflict(null);
    if (Object.keys(mine).length === 0) {
      emit('notice', { kind: 'info', text: '已采用对方保存的内容' });
      return;
    }
    await send(conflict.id, mine as Partial<Sent>, conflict.version).catch(form.tell);
  };
  return {
    version,
    conflict,
    save: (id: string) => send(id, form.changes(), version),
    merge,
    leaveConflict: () => setConflict(null),
  };
}
