import { sql } from 'kysely';
import { ORG_TYPES } from '#people/org/contract.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { within } from '#platform/server/database/scope.ts';
import { childLength, indexByPlace, type Question, type Report } from '../../kit.ts';

/** 党总支. */
const GENERAL = 40;
/** Members from which on a 党总支 or 党委 is to be set up (支部工作条例 article 5), and from which on a 基层党委. */
const [SOME, MANY] = [50, 100];

interface Full {
  id: string;
  code: string;
  name: string;
  type: number;
  parent: string;
  people: number;
}

/** Branches of more than fifty members, and branches and general branches of more than a hundred, in tree order. */
async function fullOf({ db, scope }: Question): Promise<Full[]> {
  const { rows } = await sql<Full>`
    with own as (
      select org_code as code, count(*)::int as n from member
       where deleted_at is null and person_category in (1, 2) and membership_status = 1 and ${within(scope)} group by 1
    ), sized as (
      select o.id, o.code, o.name, o.type, coalesce(above.name, '') as parent,
             (select coalesce(sum(own.n), 0)::int from own where own.code >= o.code and own.code < o.code || ':') as people
        from organisation o left join organisation above on above.id = o.parent_id
       where o.deleted_at is null and o.type = ${GENERAL}::smallint and ${within(scope, 'o.code')}
      union all
      select o.id, o.code, o.name, o.type, coalesce(above.name, ''), own.n
        from own join organisation o on o.code = own.code and o.deleted_at is null and o.type = any(${[...BRANCH_TYPES]}::smallint[])
        left join organisation above on above.id = o.parent_id)
    select * from sized where people > case type when ${GENERAL}::smallint then ${MANY}::int else ${SOME}::int end order by code`.execute(
    db,
  );
  return rows;
}

const PARTS = {
  full: ({ people }: Full) => people > MANY,
  general: ({ type, people }: Full) => type === GENERAL && people > MANY,
  branch: ({ type, people }: Full) => type !== GENERAL && people > MANY,
  some: ({ type, people }: Full) => type !== GENERAL && people > SOME,
} as const;
type Part = keyof typeof PARTS;

/** The other 百: 党总支 and 党支部 that are larger than their kind. */
export const overFull: Report = {
  key: 'over100Organizations',
  words: [
    '党员是党籍正常的正式党员和预备党员；党总支的党员含所属党支部的。',
    '正式党员50人以上、100人以下的，设立党的总支部；100人以上的，设立党的基层委员会（《中国共产党支部工作条例（试行）》第五条）。',
  ],
  columns: [
    { key: 'full', title: '超过100名党员', unit: 'orgs', listed: true, isLate: true },
    { key: 'general', title: '其中：党总支', unit: 'orgs', listed: true },
    { key: 'branch', title: '其中：党支部', unit: 'orgs', listed: true },
    { key: 'some', title: '超过50名党员的党支部', unit: 'orgs', listed: true, isLate: true },
  ],
  async count(question) {
    const at = Map.groupBy(await fullOf(question), ({ code }) => code.slice(0, childLength(question)));
    const parts = Object.keys(PARTS) as Part[];
    return indexByPlace(
      [...at].map(([place, rows]) => ({
        place,
        ...Object.fromEntries(parts.map((part) => [part, rows.filter(PARTS[part]).length])),
      })),
    );
  },
  list: {
    unit: 'orgs',
    first: 'full',
    columns: [
      { key: 'name', title: '党组织', width: 260 },
      { key: 'type', title: '组织类别', width: 120 },
      { key: 'parent', title: '上级党组织', width: 220 },
      { key: 'people', title: '党员人数', width: 90, kind: 'whole' },
    ],
    async page(question, column, limit, offset) {
      const found = (await fullOf(question)).filter(PARTS[column as Part] ?? PARTS.full);
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit).map((row) => ({
          id: row.id,
          href: `/affairs/organization/browseOrganization/${row.id}`,
          cells: [row.name, ORG_TYPES[row.type as keyof typeof ORG_TYPES] ?? '', row.parent, String(row.people)],
        })),
      };
    },
  },
};
