import type { Page } from '@playwright/test';

/** All that the page's origin keeps in the browser, as texts; bytes as the letters that they would be, were they no cipher. */
export const storedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const all: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of db.objectStoreNames) {
        const asking = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          asking.onsuccess = resolve;
        });
        const plain = (_name: string, value: unknown) =>
          value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? new TextDecoder().decode(value) : value;
        all.push(JSON.stringify(asking.result, plain));
      }
      db.close();
    }
    return all;
  });
