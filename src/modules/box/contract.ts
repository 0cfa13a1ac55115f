import { callsOf } from '#platform/noun/calls.ts';
import { deviceContract } from './contract.device.ts';
import { bigEventCalls } from './nouns/bigEvent.ts';
import { deviceCalls } from './nouns/device.ts';
import { honorCalls } from './nouns/honor.ts';
import { mediaCalls } from './nouns/media.ts';
import { publicityCalls, sortPublicity } from './nouns/publicity.ts';
import { welcomeCalls } from './nouns/welcome.ts';

export const boxContract = [
  ...deviceContract,
  ...[deviceCalls, welcomeCalls, publicityCalls, honorCalls, bigEventCalls, mediaCalls].flatMap(callsOf),
  sortPublicity,
] as const;
