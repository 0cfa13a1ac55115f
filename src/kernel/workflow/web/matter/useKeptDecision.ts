import { useState } from 'react';
import { useKept } from '#platform/web/kept/useKept.ts';
import type { Decision } from '../../contract.ts';

/** A decision that is being written. */
export interface Writing {
  decision: Decision | null;
  opinion: string;
  returnTo: string;
  straightBack: boolean;
}
const EMPTY: Writing = { decision: null, opinion: '', returnTo: '', straightBack: true };

/**
 * What is being written about a task, kept wherever its matter is opened: going to the next one and back loses nothing.
 * @param taskId null: there is nothing to decide
 */
export function useKeptDecision(taskId: string | null) {
  const [writing, setWriting] = useState(EMPTY);
  const [about, setAbout] = useState(taskId);
  const isHere = about === taskId;
  // The next matter begins empty; what was written about the last one is kept under its own name.
  if (!isHere) {
    setAbout(taskId);
    setWriting(EMPTY);
  }
  const { sent } = useKept({
    of: taskId === null ? null : `approval:${taskId}`,
    anywhere: true,
    called: '审批意见',
    value: writing,
    changed: isHere && writing !== EMPTY && JSON.stringify(writing) !== JSON.stringify(EMPTY),
    restore: setWriting,
  });
  return {
    writing,
    set: (change: Partial<Writing>) => setWriting({ ...writing, ...change }),
    /** It is decided. */
    sent,
  };
}
