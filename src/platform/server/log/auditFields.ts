import { DESTROYED } from '../secrecy/cryptoErase.ts';

/** How a field of an audit row is shown: its Chinese label, and its values' names where they are codes. */
export interface AuditField {
  label: string;
  values?: Readonly<Record<string, string>>;
  yesNo?: boolean;
}

const known = new Map<string, Readonly<Record<string, AuditField>>>();

/** Registers the words for the fields of a target type in the log. A module calls it once in `announce`. */
export function describeFields(type: string, fields: Readonly<Record<string, AuditField>>): void {
  known.set(type, { ...known.get(type), ...fields });
}

/** A change in words. A field without registered words keeps its own name. */
export function changeInWords(type: string | null, name: string, [before, after]: [unknown, unknown]) {
  const field = known.get(type ?? '')?.[name];
  const word = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    if (value === DESTROYED) return DESTROYED;
    if (field?.yesNo) return value === true || value === 'true' ? '是' : '否';
    return field?.values?.[String(value)] ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
  return { field: field?.label ?? name, before: word(before), after: word(after) };
}
