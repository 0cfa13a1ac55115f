import './player.css';
import { Unpaired } from './net.ts';
import { waitForPairing } from './pairing.ts';
import { play } from './play.ts';
import { keepAwake } from './wake.ts';

/** The televisions' page: paired once, it plays by itself until somebody takes it out of use. */
async function start(main: HTMLElement): Promise<void> {
  let why = '';
  for (;;) {
    try {
      await play(main);
    } catch (error) {
      if (!(error instanceof Unpaired)) throw error;
      why = error.message.indexOf('停用') >= 0 ? error.message : '';
    }
    await waitForPairing(main, why);
  }
}

const main = document.getElementById('player');
if (main) void start(main);
keepAwake();
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/player/sw.js').catch(() => {});
