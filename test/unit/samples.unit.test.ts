import { expect, test } from 'vitest';
import { serverModules } from '#rooms/server.ts';
import type { RoomSamples } from '../http/sampleIds.ts';
import { nameOf } from '../http/samples.ts';

const rooms = import.meta.glob<RoomSamples>('../../src/*/*/test/samples.ts', { eager: true });

test('the samples of a room are of its own calls', () => {
  const astray = Object.entries(rooms).flatMap(([file, { samples = {} }]) => {
    const room = serverModules.find(({ name }) => file.includes(`/${name}/test/`));
    const own = new Set(room?.routes.map(({ endpoint }) => nameOf(endpoint)));
    return Object.keys(samples).flatMap((call) => (own.has(call) ? [] : [`${file}: ${call}`]));
  });
  expect(astray).toEqual([]);
});
