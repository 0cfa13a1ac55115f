import type { FormValues } from '../form/useForm.ts';
import type { Difference } from './DiffDialog.tsx';

/**
 * The differences between a record when the form was opened, as somebody else saved it, and as it is in the form.
 * @param words a field's value in words
 */
export function differencesOf(
  [base, theirs, mine]: readonly [FormValues, FormValues, FormValues],
  labels: Readonly<Record<string, string>>,
  words: (field: string, value: string | boolean | undefined) => string,
): Difference[] {
  return Object.keys(base)
    .filter((name) => theirs[name] !== base[name] || mine[name] !== base[name])
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      base: words(field, base[field]),
      theirs: words(field, theirs[field]),
      mine: words(field, mine[field]),
    }));
}
