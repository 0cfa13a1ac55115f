/** Whether the pointer is pressed now. Nothing under it may move or disappear meanwhile, or the press is lost. */
export const isPressing = () => document.querySelector(':active') !== null;

/** Calls once the press that is under way is over, and has become a click. */
export function afterPress(call: () => void): void {
  const over = new AbortController();
  const end = () => {
    over.abort();
    setTimeout(call);
  };
  for (const kind of ['mouseup', 'dragend']) window.addEventListener(kind, end, { signal: over.signal });
}
