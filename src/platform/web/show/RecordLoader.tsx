import { type ReactNode, useEffect } from 'react';
import { Failed, NoRight, Skeleton } from './states.tsx';

interface Reading<T> {
  data: T | undefined;
  error: Error | null;
  isFetching: boolean;
  isFetchedAfterMount: boolean;
  refetch: () => Promise<unknown>;
}

/** Drawn in place of an answer that is not there: grey lines, or the failure with what helps. */
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
 * Draws a record, or that it is loading, failed, not found, or not for this role.
 * @param fresh draws only an answer that was read since this page opened, and reads again where an older one would be used; needed
 *   for forms and for acts that name a version
 * @param refused a sentence where the record may be read but not used for this act; empty: go on
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
