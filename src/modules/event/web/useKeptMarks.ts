import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { InputOf } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';
import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '#platform/web/encryptedStore.ts';
import { emit } from '#platform/web/events.ts';
import { markStale } from '#platform/web/hooks.ts';
import { randomKey } from '#platform/web/randomKey.ts';
import { ApiError, isUnanswered } from '#platform/web/request.ts';
import { markAttendance } from '../contract.ts';

type Mark = InputOf<typeof markAttendance>;
/** A mark that the server has not answered: its key makes sure that it is counted once however often it is sent. */
interface Kept {
  key: string;
  mark: Mark;
  name: string;
}

const RETRY_MS = 8000;
const nameOf = (accountId: string, meetingId: string) => `life marks ${accountId} ${meetingId}`;

/**
 * The organiser's list without a network: what is marked is kept encrypted in this browser, the last word of each person, and sent
 * in its order once the line is back. `kept`: what waits, by person.
 */
export function useKeptMarks(meetingId: string, accountId: string) {
  const client = useQueryClient();
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const list = useRef<readonly Kept[]>([]);
  const busy = useRef(false);
  const name = nameOf(accountId, meetingId);

  const write = useCallback(
    (next: readonly Kept[]) => {
      list.current = next;
      setKept(next);
      if (canEncrypt()) void (next.length > 0 ? writeEncrypted(name, next) : removeEncrypted(name)).catch(() => {});
    },
    [name],
  );

  const send = useCallback(async () => {
    if (busy.current || list.current.length === 0) return;
    busy.current = true;
    let sent = 0;
    try {
      for (let next = list.current[0]; next; next = list.current[0]) {
        try {
          await call(markAttendance, next.mark, { quiet: true, idempotencyKey: next.key });
          sent += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (isUnanswered(error)) break;
          emit('notice', { kind: 'error', text: `${next.name}没有登记：${error.message}` });
        }
        // Somebody who was marked again meanwhile waits with the later word.
        const { key } = next;
        write(list.current.filter((one) => one.key !== key));
      }
    } finally {
      busy.current = false;
    }
    if (sent === 0) return;
    markStale(client, markAttendance);
    emit('notice', { kind: 'success', text: `断网时登记的${sent}人已发送` });
  }, [client, write]);

  useEffect(() => {
    let here = true;
    if (canEncrypt())
      void readEncrypted<readonly Kept[]>(name)
        .then((found) => {
          if (!here || !found || list.current.length > 0) return;
          list.current = found;
          setKept(found);
          void send();
        })
        .catch(() => {});
    return () => {
      here = false;
    };
  }, [name, send]);

  useEffect(() => {
    if (kept.length === 0) return;
    const again = () => void send();
    addEventListener('online', again);
    const timer = setInterval(again, RETRY_MS);
    return () => {
      removeEventListener('online', again);
      clearInterval(timer);
    };
  }, [kept, send]);

  /** Writes a mark down; false: there is no network, and it is kept. @throws ApiError where the server refuses it */
  const mark = async (one: Mark, person: string): Promise<boolean> => {
    const key = randomKey();
    const others = list.current.filter(({ mark: { memberId } }) => memberId !== one.memberId);
    try {
      await call(markAttendance, one, { quiet: true, idempotencyKey: key });
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      write([...others, { key, mark: one, name: person }]);
      return false;
    }
    if (others.length < list.current.length) write(others);
    markStale(client, markAttendance);
    return true;
  };
  return { kept, mark };
}
