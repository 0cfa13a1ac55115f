/** A field in a text: its name in braces, {姓名}. */
const FIELD = /\{([^{}<>\s]{1,20})\}/g;

const escaped = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** The names of the fields in a text, each once, in order. */
export const fieldsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(FIELD)].map(([, name]) => name ?? '')),
];

/** A text with the values of its fields; a field that has none stays as it is written. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(FIELD, (whole, name: string) => values[name] ?? whole);

/** `fillText` for cleaned HTML: values are escaped. */
export const fillHtml = (html: string, values: Readonly<Record<string, string>>): string =>
  html.replace(FIELD, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : escaped(value);
  });
