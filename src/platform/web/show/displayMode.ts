import { useSyncExternalStore } from 'react';

/** How the page looks; remembered in this browser, holds nothing personal. */
export interface DisplayMode {
  theme: 'light' | 'dark';
  size: 'normal' | 'large';
  contrast: 'normal' | 'high';
  density: 'normal' | 'compact';
}

const KEY = 'display-mode';
const choices: { [Name in keyof DisplayMode]: readonly DisplayMode[Name][] } = {
  theme: ['light', 'dark'],
  size: ['normal', 'large'],
  contrast: ['normal', 'high'],
  density: ['normal', 'compact'],
};

const listeners = new Set<() => void>();
let mode = read();

// public/mode.js has put what was stored on <html> before the first paint.
function read(): DisplayMode {
  const { dataset } = document.documentElement;
  const pick = <Name extends keyof DisplayMode>(name: Name): DisplayMode[Name] =>
    choices[name].find((choice) => choice === dataset[name]) ?? (choices[name][0] as DisplayMode[Name]);
  return { theme: pick('theme'), size: pick('size'), contrast: pick('contrast'), density: pick('density') };
}

/** Changes the look at once, without a remount, and remembers it. */
export function setDisplayMode(change: Partial<DisplayMode>): void {
  mode = { ...mode, ...change };
  Object.assign(document.documentElement.dataset, mode);
  try {
    localStorage.setItem(KEY, JSON.stringify(mode));
  } catch {
    // The look holds for this visit.
  }
  for (const listener of listeners) listener();
}

/** The look, followed by React. */
export function useDisplayMode(): DisplayMode {
  return useSyncExternalStore(subscribe, () => mode);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
