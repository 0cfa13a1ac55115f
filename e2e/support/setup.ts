import type { FullConfig } from '@playwright/test';
import { buildGallery } from './gallery.ts';
import startServers from './server.ts';

/** What all journeys need, made at the same time: the pages with the gallery, and the servers. */
export default async function setup(config: FullConfig): Promise<() => Promise<void>> {
  const [built, started] = await Promise.allSettled([buildGallery(), startServers(config)]);
  const stop = started.status === 'fulfilled' ? started.value : async () => {};
  const failed = [built, started].find((one) => one.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return stop;
}
