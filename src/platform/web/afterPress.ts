/**
 * Calls at once, or, while a press of the pointer is under way that took the focus out of a field, once it is over: what moves or goes
 * under a pressed pointer loses the press. Answers whether it waits.
 */
export function afterPress(call: () => void): boolean {
  if (!document.querySelector(':active')) {
    call();
    return false;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    // The press has become a click by then.
    setTimeout(call);
  };
  for (const kind of ['mouseup', 'dragend']) window.addEventListener(kind, end, { signal: over.signal });
  return true;
}
