import { emit } from '../call/events.ts';

/** Copies a text to the clipboard and shows the sentence `said`; answers whether it worked. Works without TLS, and inside a dialog. */
export async function copyText(text: string, message: string): Promise<boolean> {
  const copied = navigator.clipboard ? await write(text) : copySelected(text);
  emit(
    'notice',
    copied ? { kind: 'success', text: message } : { kind: 'error', text: '没有复制成功，请选中后按 Ctrl+C' },
  );
  return copied;
}

const write = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

/** The old way, for pages that came without TLS. Under an open dialog nothing can be selected but in it. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
