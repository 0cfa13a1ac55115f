import type { Endpoint } from '#platform/contract.ts';
import { nounSample } from './nouns.ts';
import type { RoomSamples, SampleIds, Samples } from './sampleIds.ts';

const rooms = Object.values(import.meta.glob<RoomSamples>('../../src/*/*/test/samples.ts', { eager: true }));

/** The inputs from which the access matrix and the fuzzer start; a call without one must accept the empty input. */
const samples: Samples = Object.assign({}, ...rooms.map((room) => room.samples));

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export const PLACED: Readonly<Record<string, (orgId: string) => string>> = Object.assign(
  {},
  ...rooms.map((room) => room.placed),
);

/** Kinds that workers alone see wherever they stand. */
export const OF_WORKERS: ReadonlySet<string> = new Set(rooms.flatMap(({ ofWorkers = [] }) => ofWorkers));

/** Drafts are of the organisation that makes them alone. */
export const REACHES_DOWN: ReadonlySet<string> = new Set(rooms.flatMap(({ reachesDown = [] }) => reachesDown));
export const OF_ITS_MAKER: ReadonlySet<string> = new Set(rooms.flatMap(({ ofItsMaker = [] }) => ofItsMaker));

export const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;

/** A good input of a call; an empty one where it needs none. */
export const sampleOf = (endpoint: Endpoint, ids: SampleIds) =>
  samples[nameOf(endpoint)]?.(ids) ?? nounSample(endpoint, ids) ?? {};
