import {
  keepPreviousData,
  type QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Endpoint, InputOf, ReplyOf } from '#platform/contract.ts';
import { type CallOptions, call } from './api.ts';
import { editionOf, noteAct } from './editions.ts';
import { emit } from './events.ts';
import { randomKey } from './randomKey.ts';
import { isUnanswered } from './request.ts';

/** The cache's key of a call; without an input, the beginning of the keys of all its calls. */
export function keyOf(endpoint: Endpoint, input?: Record<string, unknown>): readonly unknown[] {
  const name = `${endpoint.method} ${endpoint.path}`;
  return input === undefined ? [name] : [name, input];
}

interface ReadOptions<E extends Endpoint> {
  /** False: wait, e.g. for an id that is not known yet. */
  enabled?: boolean;
  /** The page shows a failure itself: no notice. */
  quiet?: boolean;
  /** Show the rows of the last input until those of the new one are there. */
  keepPrevious?: boolean;
  /** Milliseconds during which an answer is used again without a call; by default 30 s. */
  staleTime?: number;
  /** Ask again after so many milliseconds; false: not. */
  refetchInterval?: (latest: ReplyOf<E> | undefined) => number | false;
}

/**
 * Reads by an endpoint of the contract. Answers TanStack Query's result: the reply as `data`, an `ApiError` as `error`.
 * @param input null: there is nothing to read yet (no id); no call is made
 */
export function useCall<E extends Endpoint>(endpoint: E, input: InputOf<E> | null, options: ReadOptions<E> = {}) {
  const { enabled, quiet, keepPrevious, staleTime, refetchInterval } = options;
  const text = JSON.stringify(input);
  // An open page keeps its answer until the next one is there; a page that opens after an act is not drawn from the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input is told by its text
  const edition = useMemo(() => (input === null ? 0 : editionOf(endpoint, input)), [endpoint, text]);
  return useQuery<ReplyOf<E>, Error, ReplyOf<E>>({
    queryKey:
      input === null ? [...keyOf(endpoint), null] : [...keyOf(endpoint, input), ...(edition > 0 ? [edition] : [])],
    queryFn: input === null ? skipToken : ({ signal }) => call(endpoint, input, { signal, quiet }),
    enabled,
    placeholderData: keepPrevious ? keepPreviousData : undefined,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(refetchInterval ? { refetchInterval: (query) => refetchInterval(query.state.data) } : {}),
  });
}

/**
 * Writes by an endpoint of the contract. After success the answers of `endpoint.stale()` are read again; of
 * the records that the input names, pages that open from then on wait for them. If it is not known what
 * became of a call (no answer, or a proxy's), the same input sent again keeps its idempotency key, so that it is carried out once.
 * The same holds while the first call is running, e.g. for a second Enter.
 */
export function useAct<E extends Endpoint>(endpoint: E, options: Pick<CallOptions, 'quiet'> = {}) {
  const client = useQueryClient();
  const unanswered = useRef<{ input: string; key: string } | null>(null);
  const underWay = useRef<{ input: string; reply: Promise<ReplyOf<E>> } | null>(null);
  const send = async (input: InputOf<E>, text: string) => {
    const key = unanswered.current?.input === text ? unanswered.current.key : randomKey();
    unanswered.current = null;
    try {
      return await call(endpoint, input, { ...options, idempotencyKey: key });
    } catch (error) {
      if (isUnanswered(error)) unanswered.current = { input: text, key };
      throw error;
    } finally {
      if (underWay.current?.input === text) underWay.current = null;
    }
  };
  return useMutation<ReplyOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => {
      const text = JSON.stringify(input);
      if (underWay.current?.input !== text) underWay.current = { input: text, reply: send(input, text) };
      return underWay.current.reply;
    },
    onSuccess: (reply, input) => {
      noteAct(endpoint, input);
      markStale(client, endpoint);
      if (typeof reply === 'object' && reply !== null && 'jobId' in reply) emit('jobStarted');
    },
  });
}

/** Reads again the answers that a write made stale, where a page shows them. Needed only for writes outside `useAct`, e.g. uploads. */
export function markStale(client: QueryClient, endpoint: Endpoint): void {
  if (endpoint.makesAllStale) return void client.invalidateQueries();
  for (const stale of endpoint.stale?.() ?? []) void client.invalidateQueries({ queryKey: keyOf(stale) });
}
