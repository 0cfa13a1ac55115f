import { callsOf } from '#platform/noun/calls.ts';
import { deviceContract } from './contract.device.ts';
import { doorsContract } from './contract.doors.ts';
import { shareContract } from './contract.share.ts';
import { bigEventCalls } from './nouns/bigEvent.ts';
import { bookCalls } from './nouns/book.ts';
import { deviceCalls } from './nouns/device.ts';
import { honorCalls } from './nouns/honor.ts';
import { mediaCalls } from './nouns/media.ts';
import { publicityCalls, sortPublicity } from './nouns/publicity.ts';
import { studyCalls } from './nouns/study.ts';
import { welcomeCalls } from './nouns/welcome.ts';

export const terminalContract = [
  ...deviceContract,
  ...shareContract,
  ...doorsContract,
  ...[deviceCalls, welcomeCalls, publicityCalls, honorCalls, bigEventCalls, mediaCalls, studyCalls, bookCalls].flatMap(
    callsOf,
  ),
  sortPublicity,
] as const;
