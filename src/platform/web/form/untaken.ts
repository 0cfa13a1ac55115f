import { type FormEvent, useEffect, useRef, useState } from 'react';

/**
 * Text that was typed to find something but not chosen. It must not get lost silently: a form calls `reportUntakenFields` before it saves,
 * and the field then shows `fault`.
 */
export function useUntaken(typed: string) {
  const ref = useRef<HTMLInputElement>(null);
  const [shownFault, setShownFault] = useState('');
  const words = typed.trim();
  const sentence = words && `“${words}”还没有选中，请从查找结果中选择，或清空`;
  // At every drawing: the field may be another one than before.
  useEffect(() => ref.current?.setCustomValidity(sentence));
  const onInvalid = (event: FormEvent) => {
    event.preventDefault();
    setShownFault(sentence);
  };
  return { field: { ref, onInvalid }, fault: shownFault === sentence ? shownFault : '' };
}

/** Shows at each field of a form the text that was typed to find something but not chosen; answers whether there is any. */
export function reportUntakenFields(form: HTMLFormElement | null): boolean {
  const open = [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.customError,
  );
  for (const field of open) field.checkValidity();
  return open.length > 0;
}
