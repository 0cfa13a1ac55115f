import type { ReactNode } from 'react';
import { Bones, Failed, NoRight } from './states.tsx';

interface Reading<T> {
  data: T | undefined;
  error: Error | null;
  isFetchedAfterMount: boolean;
  refetch: () => Promise<unknown>;
}

/**
 * A record on its way, failed, gone, or not this role's; then what is shown of it.
 * @param fresh waits for an answer asked for by this page: a form must not begin with an older one
 * @param refused the sentence where the record is there but not for this act; empty: go on
 */
export function RecordLoader<T>({
  query,
  fresh = false,
  lines = 10,
  refused,
  children,
}: {
  query: Reading<T>;
  fresh?: boolean;
  /** Grey lines while it is awaited. */
  lines?: number;
  refused?: (record: T) => string;
  children: (record: T) => ReactNode;
}) {
  const { data, error } = query;
  if (error && data === undefined) return <Failed error={error} onRetry={() => void query.refetch()} />;
  if (data === undefined || (fresh && !query.isFetchedAfterMount)) return <Bones lines={lines} />;
  const sentence = refused?.(data);
  return sentence ? <NoRight title={sentence} /> : children(data);
}
