/** What a new noun is called in each place. */
export interface Names {
  /** The ring that the room lies in: procedures. */
  ring: string;
  /** The module's room and the noun, in camelCase: dues, bill. */
  module: string;
  noun: string;
  /** dues and bill as types begin: Dues, Bill. */
  Module: string;
  Noun: string;
  /** The noun among all nouns: duesBill; its table: dues_bill. */
  kind: string;
  table: string;
  /** Chinese: 账单. */
  label: string;
  /** Its list's address. */
  path: string;
  /** The migration's number, four digits. */
  number: string;
}

const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The names of a noun in a module of a ring; `number` is that of its migration. */
export function namesOf(ring: string, module: string, noun: string, label: string, number: number): Names {
  return {
    ring,
    module,
    noun,
    Module: upper(module),
    Noun: upper(noun),
    kind: module + upper(noun),
    table: `${snake(module)}_${snake(noun)}`,
    label,
    path: `/affairs/${module}/${noun}`,
    number: String(number).padStart(4, '0'),
  };
}
