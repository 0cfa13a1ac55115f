/** Something that was chosen, as the list of the chosen shows it. */
export interface Choice {
  id: string;
  name: string;
  /** Where it belongs, e.g. the person's branch. */
  note: string;
}

/** What a panel of the dialog knows of the choice; it is one for all panels and pages. */
export interface Picks {
  multiple: boolean;
  /** So many may be chosen. */
  max: number;
  has: (id: string) => boolean;
  /** Takes in or puts out; of a single choice the new one takes the place of the old one. */
  toggle: (choice: Choice) => void;
  /** Takes in what is not there yet, as far as there is room. */
  add: (choices: readonly Choice[]) => void;
  remove: (ids: readonly string[]) => void;
}

/** The choices, each id once; the first one of an id is kept (specification, section 5). */
export function uniqueChoices(choices: readonly Choice[]): Choice[] {
  const seen = new Set<string>();
  return choices.filter(({ id }) => !seen.has(id) && seen.add(id));
}
