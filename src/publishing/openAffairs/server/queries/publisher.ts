import { type RawBuilder, sql } from 'kysely';

/** A dissolved organisation by its name and that of whoever keeps what it published: 原乙支部（现由甲支部承接）. */
export const inPlaceOf = (former: RawBuilder<string>, keeper: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`'原' || ${former} || '（现由' || ${keeper} || '承接）'`;

/** Joins the dissolved organisation of an affair `a` that its keeper `o` took over, as `former`. */
export const PUBLISHER = sql`left join organisation former on former.id = a.former_org_id`;

/** In whose name an affair stands. */
export const publisherName = sql<string>`
  case when former.id is null then o.name else ${inPlaceOf(sql`former.name`, sql`o.name`)} end`;
