import { useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { markStale } from '#platform/web/call/hooks.ts';
import { randomKey } from '#platform/web/call/randomKey.ts';
import { isUnanswered } from '#platform/web/call/request.ts';
import { type KeptKind, useKeptCalls } from '#platform/web/call/useKeptCalls.ts';
import { markAttendance } from '../contract.ts';

type Mark = InputOf<typeof markAttendance>;
/** A mark that the server has not answered: its key makes sure that it is counted once however often it is sent. */
interface Kept {
  key: string;
  mark: Mark;
  name: string;
}

const KIND: KeptKind<typeof markAttendance, Kept> = {
  endpoint: markAttendance,
  inputOf: ({ mark }) => mark,
  waits: () => true,
  refused: ({ name }, error) => {
    emit('notice', { kind: 'error', text: `${name}没有登记：${error.message}` });
    return null;
  },
  sent: (n) => `断网时登记的${n}人已发送`,
};

/**
 * The organiser's list without a network: what is marked is kept encrypted in this browser, the last word of each person, and sent
 * in its order once the line is back. `kept`: what waits, by person.
 */
export function useKeptMarks(meetingId: string, accountId: string) {
  const client = useQueryClient();
  const { kept, list, write: keep } = useKeptCalls(`life marks ${accountId} ${meetingId}`, KIND);
  const write = (next: readonly Kept[]) => void keep(next).catch(() => {});

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
