import type { ReactNode } from 'react';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';

/** What a card needs to know of the call behind it. */
export interface Answer<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/**
 * A card of the home page over one call: grey lines at the height of the rows to come, the rows, or why there are none
 * with another try. The other cards go on working.
 */
export function Part<T>({
  title,
  extra,
  answer,
  skeleton,
  className,
  children,
}: {
  title: string;
  /** At the right of the head: as-of text or one link. */
  extra?: ReactNode;
  answer: Answer<T>;
  /** Lines while waiting. */
  skeleton: number;
  className: string;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = answer;
  return (
    <section className={`card home-card ${className}`} aria-label={title} aria-busy={data === undefined && !error}>
      <div className="card-head">
        <h2>{title}</h2>
        {extra}
      </div>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <PartFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <PartSkeleton lines={skeleton} />
      )}
    </section>
  );
}

/** In place of a part: its cause, and another try. Not red: the one red act of the page is in the to-dos. */
export function PartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="home-failed" role="alert">
      <p>
        <Icon name="warning" />
        没有取到数据：{error.message}
      </p>
      <Button size="compact" onClick={onRetry}>
        重试
      </Button>
    </div>
  );
}

/** Grey lines where rows will stand. */
export function PartSkeleton({ lines }: { lines: number }) {
  return (
    <div className="home-skeleton">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines are all alike
        <span key={line} className="skeleton-line" style={{ width: `${45 + ((line * 17) % 45)}%` }} />
      ))}
    </div>
  );
}
