import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { FormName } from '#procedures/recruitment/rules/forms.ts';
import type { FormText } from '#procedures/recruitment/rules/formTexts.ts';

export interface VersionRecord extends FormText {
  form: FormName;
  number: number;
  isBuiltIn: boolean;
  remark: string;
  createdBy: string;
  createdAt: Date;
}

const COLUMNS = sql`form, number, title, subtitle, addressee, body, signs, note, built_in as "isBuiltIn", remark,
  created_by as "createdBy", created_at as "createdAt"`;

/** The newest version of each form that was ever edited. */
export async function newest(db: Db): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select distinct on (form) ${COLUMNS} from development_template order by form, number desc`.execute(db);
  return rows;
}

/** The newest version of one form; undefined: it is as it comes with the product. */
export async function current(db: Db, form: FormName): Promise<VersionRecord | undefined> {
  const { rows } = await sql<VersionRecord>`
    select ${COLUMNS} from development_template where form = ${form} order by number desc limit 1`.execute(db);
  return rows[0];
}

/** The versions of one form, the newest first. */
export async function versions(db: Db, form: FormName): Promise<VersionRecord[]> {
  const { rows } = await sql<VersionRecord>`
    select ${COLUMNS} from development_template where form = ${form} order by number desc`.execute(db);
  return rows;
}

/** Writes a version; false: there is one of this number already. */
export async function insertVersion(
  db: Db,
  {
    form,
    number,
    title,
    subtitle,
    addressee,
    body,
    signs,
    note,
    isBuiltIn,
    remark,
  }: Omit<VersionRecord, 'createdBy' | 'createdAt'>,
  by: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into development_template (form, number, title, subtitle, addressee, body, signs, note, built_in, remark, created_by)
    values (${form}, ${number}, ${title}, ${subtitle}, ${addressee}, ${body}, ${signs}, ${note}, ${isBuiltIn}, ${remark}, ${by})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}
