import { type RawBuilder, sql } from 'kysely';
import type { Source } from '#life/tasks/rules.form.ts';

const figures = new Map<Source, RawBuilder<unknown>>();

/**
 * Lets a module above fill in a column of forms; told in its `announce`.
 * @param figure a value, as text, of an organisation `o` with all below it
 */
export const announceFigure = (source: Source, figure: RawBuilder<unknown>) => {
  figures.set(source, figure);
};

/** What modules above fill in, as further columns of a query over an organisation `o`. */
export const furtherFigures = () =>
  sql.join(
    [...figures].map(([source, figure]) => sql`, ${figure} as ${sql.id(source)}`),
    sql` `,
  );
