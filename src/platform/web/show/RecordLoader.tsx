import { type ReactNode, useEffect } from 'react';
import { Failed, NoRight, Skeleton } from './states.tsx';

interface Reading<T> {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  isFetchedAfterMount: boolean;
  refetch: () => Promise<unknown>;
}

/** What stands in the place of an answer that is not there: grey lines, or why it did not come and what helps. */
export function Waiting({
  query,
  lines = 10,
}: {
  query: Pick<Reading<unknown>, 'data' | 'error' | 'refetch'>;
  /** Grey lines while it is awaited. */
  lines?: number;
}) {
  const { data, error, refetch } = query;
  return error && !data ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton lines={lines} />;
}

/**
 * A record on its way, failed, gone, or not this role's; then what is shown of it.
 * @param fresh waits for an answer asked for by this page, and asks where an older one, not stale yet, would be used again: neither a form
 * nor an act that names a version may begin with that
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
  lines?: number;
  refused?: (record: T) => string;
  children: (record: T) => ReactNode;
}) {
  const { data, refetch } = query;
  // What is read of the query here redraws the page when it changes: only what is needed is.
  const isOlder = fresh && data !== undefined && !query.isFetchedAfterMount;
  // Read moments before by another page, it is asked for by nobody: waiting alone would last for ever.
  const isUnasked = isOlder && !query.isFetching;
  useEffect(() => {
    if (isUnasked) void refetch();
  }, [isUnasked, refetch]);
  if (data === undefined || isOlder) return <Waiting query={query} lines={lines} />;
  const sentence = refused?.(data);
  return sentence ? <NoRight title={sentence} /> : children(data);
}
