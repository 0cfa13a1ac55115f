// Runs before the first paint, so a dark or large page never flashes light or small.
// Writes what displayMode.ts has stored as attributes of <html>; that module owns the meaning.
try {
  const stored = JSON.parse(localStorage.getItem('display-mode') || '{}');
  for (const name of ['theme', 'size', 'contrast', 'density']) {
    if (typeof stored[name] === 'string') document.documentElement.dataset[name] = stored[name];
  }
} catch {
  // Storage refused or damaged: the page opens in its ordinary look.
}
