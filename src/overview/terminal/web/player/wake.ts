interface Lock {
  release(): Promise<void>;
  addEventListener(type: 'release', listener: () => void): void;
}
type Waking = Navigator & { wakeLock?: { request(type: 'screen'): Promise<Lock> } };

/** Keeps the screen lit as long as the page is seen, where the browser can (https); answers what lets it sleep again. */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as Waking;
  if (!wakeLock) return () => {};
  let held: Lock | null = null;
  let ended = false;
  const take = () => {
    if (ended || held || document.visibilityState !== 'visible') return;
    wakeLock.request('screen').then(
      (lock) => {
        if (ended) {
          void lock.release();
          return;
        }
        held = lock;
        lock.addEventListener('release', () => {
          held = null;
        });
      },
      () => {},
    );
  };
  document.addEventListener('visibilitychange', take);
  take();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', take);
    if (held) void held.release();
  };
}
