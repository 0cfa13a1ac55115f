import type { KeyboardEvent } from 'react';

/** Ctrl+Enter submits the form from wherever the focus is in it. */
export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
