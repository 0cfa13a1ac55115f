import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '#platform/web/call/api.ts';
import { randomKey } from '#platform/web/call/randomKey.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '#platform/web/session/encryptedStore.ts';
import { handIn, leavePage, type Packet, type SitQuestion, saveAnswers } from '../../contract.sit.ts';

/** How what was answered stands: on its way, saved at a time, kept in this browser while the line is down. */
export type Line = { kind: 'saving' } | { kind: 'saved'; at: number } | { kind: 'offline' } | { kind: 'fresh' };

const DEVICE = 'exam-device';
/** This window's name; a reload keeps it, another tab or device has its own. */
export function deviceName(): string {
  const kept = sessionStorage.getItem(DEVICE);
  if (kept) return kept;
  const made = randomKey();
  sessionStorage.setItem(DEVICE, made);
  return made;
}

const RETRY_MS = 4000;
const SAVE_MS = 600;
const nameOf = (attemptId: string) => `exam ${attemptId}`;

interface Sitting {
  attemptId: string;
  questions: readonly SitQuestion[];
  deadline: string;
  now: string;
}

/**
 * The answers of an attempt: each change gets a number, is kept encrypted in this browser until the server has it, and is sent
 * again until it has. `onOver`: handed in elsewhere, or in time's name; `onElsewhere`: another device has taken over.
 */
export function useSitting(start: Sitting, { onOver, onElsewhere }: { onOver: () => void; onElsewhere: () => void }) {
  const { attemptId } = start;
  const [answers, setAnswers] = useState<ReadonlyMap<number, readonly string[]>>(
    () => new Map(start.questions.map(({ seq, answer }) => [seq, answer])),
  );
  const [line, setLine] = useState<Line>({ kind: 'fresh' });
  const [deadline, setDeadline] = useState(() => Date.parse(start.deadline));
  const numbers = useRef(new Map(start.questions.map(({ seq, saved }) => [seq, saved])));
  const waiting = useRef(new Map<number, Packet>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const busy = useRef(false);
  const ended = useRef(false);
  const gone = useRef(false);
  // The server's clock counts, not this device's.
  const offset = useRef(Date.parse(start.now) - Date.now());
  const told = useRef({ onOver, onElsewhere });
  told.current = { onOver, onElsewhere };

  const keep = useCallback(() => {
    if (canEncrypt()) void writeEncrypted(nameOf(attemptId), [...waiting.current.values()]).catch(() => {});
  }, [attemptId]);

  const failed = useCallback((error: unknown): boolean => {
    if (!(error instanceof ApiError)) throw error;
    const detail = error.data as { over?: boolean; elsewhere?: boolean } | null;
    if (detail?.elsewhere) {
      ended.current = true;
      told.current.onElsewhere();
      return true;
    }
    if (detail?.over) {
      ended.current = true;
      told.current.onOver();
      return true;
    }
    return false;
  }, []);

  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (busy.current || ended.current || waiting.current.size === 0) return;
    busy.current = true;
    const packets = [...waiting.current.values()];
    setLine({ kind: 'saving' });
    try {
      const reply = await call(saveAnswers, { attemptId, device: deviceName(), answers: packets });
      for (const packet of packets) {
        const stands = waiting.current.get(packet.seq);
        if (stands && stands.number <= (reply.saved[String(packet.seq)] ?? 0)) waiting.current.delete(packet.seq);
      }
      offset.current = Date.parse(reply.now) - Date.now();
      setDeadline(Date.parse(reply.deadline));
      // What was answered meanwhile is not saved yet.
      if (waiting.current.size === 0) setLine({ kind: 'saved', at: Date.parse(reply.now) });
      keep();
    } catch (error) {
      if (!failed(error)) setLine({ kind: 'offline' });
    } finally {
      busy.current = false;
    }
    const left = [...waiting.current.values()];
    if (left.length === 0 || ended.current) return;
    if (!gone.current) timer.current = setTimeout(() => void flush(), RETRY_MS);
    // The page was left while this was on its way: once more for what was answered meanwhile, and no further.
    else if (left.some((packet) => !packets.includes(packet))) void flush();
  }, [attemptId, keep, failed]);

  const answer = useCallback(
    (seq: number, value: readonly string[]) => {
      if (ended.current) return;
      const number = (numbers.current.get(seq) ?? 0) + 1;
      numbers.current.set(seq, number);
      waiting.current.set(seq, { seq, number, answer: [...value] });
      setAnswers((now) => new Map(now).set(seq, value));
      keep();
      // Nobody reads that all is saved while this is not.
      setLine((now) => (now.kind === 'offline' ? now : { kind: 'saving' }));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), SAVE_MS);
    },
    [flush, keep],
  );

  // What an earlier page of this browser could not send any more.
  useEffect(() => {
    if (!canEncrypt()) return;
    void readEncrypted<Packet[]>(nameOf(attemptId))
      .then((kept) => {
        for (const packet of kept ?? []) {
          if (packet.number <= (numbers.current.get(packet.seq) ?? 0)) continue;
          numbers.current.set(packet.seq, packet.number);
          waiting.current.set(packet.seq, packet);
          setAnswers((now) => new Map(now).set(packet.seq, packet.answer));
        }
        return flush();
      })
      .catch(() => {});
  }, [attemptId, flush]);

  // Whoever leaves the page does not take the last answer along: it goes at once, however short ago it was given.
  useEffect(() => {
    gone.current = false;
    const send = () => void flush();
    const over = new AbortController();
    for (const kind of ['online', 'pagehide']) window.addEventListener(kind, send, { signal: over.signal });
    return () => {
      over.abort();
      gone.current = true;
      send();
    };
  }, [flush]);

  /** Hands in with what is on its way. Rejects where that is not possible now. */
  const finish = async (): Promise<void> => {
    try {
      await call(handIn, { attemptId, device: deviceName(), answers: [...waiting.current.values()] }, { quiet: true });
    } catch (error) {
      if (failed(error)) return;
      throw error;
    }
    ended.current = true;
    void removeEncrypted(nameOf(attemptId)).catch(() => {});
    told.current.onOver();
  };

  /** Tells that the page was left; answers how often. */
  const left = async (): Promise<number> => {
    try {
      const reply = await call(leavePage, { attemptId, device: deviceName() });
      if (reply.handedIn) {
        ended.current = true;
        told.current.onOver();
      }
      return reply.leaves;
    } catch (error) {
      failed(error);
      return 0;
    }
  };

  return { answers, answer, line, deadline, now: () => Date.now() + offset.current, finish, left, flush };
}
