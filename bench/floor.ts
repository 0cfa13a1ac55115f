import { createHash } from 'node:crypto';
import http from 'node:http';
import pg from 'pg';

/**
 * The floor: a bare Node server that answers the same questions with the best SQL we know, on the
 * same database, reading the session by its token's hash as the product does, in one prepared
 * statement a question. Lists carry the fields of the product's rows; names of codes and ages are
 * made in process, as the product makes them. It checks nothing, knows no rights, counts no attempt
 * and is told organisations by their code. What the product takes beyond it is the price of its layers.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
pg.types.setTypeParser(1082, (value) => value);

type Row = Record<string, unknown>;
interface Question {
  name: string;
  text: string;
  values: unknown[];
  /** What is sent of the rows; the rows themselves where absent. */
  answer?: (rows: Row[]) => object;
}

const names = new Map<string, string>();
for (const row of (await pool.query('select dictionary_code, value, name from dict_item')).rows) {
  names.set(`${row.dictionary_code} ${row.value}`, row.name);
}
const today: string = (await pool.query("select (now() at time zone 'Asia/Shanghai')::date as day")).rows[0].day;
const CATEGORIES = ['', '正式党员', '预备党员', '发展对象', '入党积极分子', '入党申请人'];

/** Full years between two days written `YYYY-MM-DD`. */
const years = (from: unknown) =>
  typeof from === 'string'
    ? Number(today.slice(0, 4)) - Number(from.slice(0, 4)) - (today.slice(5) < from.slice(5) ? 1 : 0)
    : null;

const PERSON = `m.id, m.name, m.id_card_mask, m.gender, m.nation, m.birth_date, m.education, m.occupation, m.person_category,
  m.membership_status, m.org_id, (select o.name from organisation o where o.id = m.org_id) as org_name, m.org_code, m.phone_mask, m.admission_date, m.conversion_date,
  m.completeness, m.is_floating, m.sort, m.version`;
/** Values behind a select are not seen by the planner, so that the prepared plan is kept (src/platform/server/database/prepared.ts). */
const RANGE = 'm.deleted_at is null and m.org_code >= (select $1::text) and m.org_code < (select $2::text)';
const DELTAS = 'member_counter_delta where org_code >= (select $1::text) and org_code < (select $2::text)';
const ORDER = 'm.org_code, m.sort, m.id';
const TOTAL = `(select coalesce(sum(n), 0) from member_counter where org_code = $1 and fact = 'category')
  + (select coalesce(sum(n), 0) from ${DELTAS} and fact = 'category')`;

const person = (m: Row) => ({
  id: m.id,
  name: m.name,
  idCardNo: m.id_card_mask,
  gender: m.gender,
  genderName: m.gender === 1 ? '男' : '女',
  nationName: names.get(`0005 ${m.nation}`),
  age: years(m.birth_date),
  education: m.education,
  educationName: names.get(`0006 ${m.education}`) ?? '',
  occupationName: names.get(`0008 ${m.occupation}`) ?? '',
  membershipStatusName: m.membership_status === 1 ? '正常' : '停止党籍',
  personCategory: m.person_category,
  personCategoryName: CATEGORIES[m.person_category as number],
  orgId: m.org_id,
  orgName: m.org_name,
  orgCode: m.org_code,
  phonenumber: m.phone_mask,
  admissionDate: m.admission_date,
  partyAge: years(m.conversion_date),
  completeness: m.completeness,
  isFloating: m.is_floating,
  sort: m.sort,
  version: m.version,
  can: { edit: true, remove: true },
});
const people = (rows: Row[]) => ({ rows: rows.map(person), total: rows[0]?.total ?? 0 });
const range = (query: URLSearchParams) => {
  const code = query.get('code') ?? '0001';
  return [code, `${code}:`];
};

const questions: Record<string, (query: URLSearchParams) => Question> = {
  '/list': (query) => ({
    name: 'list',
    text: `select (${TOTAL})::int as total, ${PERSON} from member m
      where ${RANGE} order by ${ORDER} limit 20`,
    values: range(query),
    answer: people,
  }),
  '/category': (query) => ({
    name: 'category',
    text: `select ((select coalesce(sum(n), 0) from member_counter where org_code = $1 and fact = 'category' and value = $3::text)
        + (select coalesce(sum(n), 0) from ${DELTAS} and fact = 'category' and value = $3::text))::int as total,
      ${PERSON} from member m
      where ${RANGE} and m.person_category = (select $3::smallint) order by ${ORDER} limit 20`,
    values: [...range(query), query.get('category')],
    answer: people,
  }),
  '/deep': (query) => ({
    name: 'deep',
    text: `select (${TOTAL})::int as total, ${PERSON} from
      (select id from member m where ${RANGE} order by ${ORDER} limit 20 offset (select $3::int)) k
      join member m using (id) order by ${ORDER}`,
    values: [...range(query), Number(query.get('offset'))],
    answer: people,
  }),
  '/search': (query) => ({
    name: 'search',
    text: `with hit as materialized (select m.id from member m where ${RANGE} and m.name_grams @> array[$3::text] limit 1001)
      select (select count(*) from hit)::int as total, ${PERSON} from hit join member m using (id)
      order by ${ORDER} limit 20`,
    values: [...range(query), query.get('name')],
    answer: people,
  }),
  '/member': (query) => ({
    name: 'member',
    text: `select ${PERSON}, m.degree, m.native_place, m.residence, m.work_unit, m.position, m.party_post, m.applied_on,
        m.join_type, m.joined_branch_on, m.is_lost_contact, m.is_migrant_worker, m.remark, m.created_at, m.created_by,
        m.updated_at, m.updated_by, a.id as user_id, a.name as user_name,
        (select string_agg(r.name, '、') from account_role g join role r on r.id = g.role_id
          where g.account_id = a.id and g.revoked_at is null) as role_names,
        (select json_agg(json_build_object('id', above.id::text, 'name', above.name) order by above.code) from organisation above
          where above.code = any (array(select left(m.org_code, n * 4) from generate_series(1, length(m.org_code) / 4) n))) as path
      from member m left join account a on a.member_id = m.id
      where m.id = $1 and m.deleted_at is null`,
    values: [query.get('id')],
    answer: ([row]) => ({ data: row && { ...row, ...person(row) } }),
  }),
  '/tree': (query) => ({
    name: 'tree',
    text: `with pending as materialized (
        select left(d.org_code, length(p.code) + 4) as child, sum(d.n) as n
          from organisation p join member_counter_delta d
            on d.org_code > p.code and d.org_code < p.code || ':' and d.fact = 'category' and d.value in ('1', '2')
         where p.id = $1 group by 1)
      select o.id, o.code, o.name, o.parent_id, o.type, o.child_count,
        ((select coalesce(sum(n), 0) from member_counter c where c.org_code = o.code and c.fact = 'category' and c.value in ('1', '2'))
         + coalesce((select n from pending where child = o.code), 0))::int as members
      from organisation o where o.parent_id = $1 and o.deleted_at is null order by o.sort, o.id limit 200`,
    values: [query.get('id')],
  }),
  '/figures': (query) => ({
    name: 'figures',
    text: `select fact, value, sum(n)::int as n from (
        select fact, value, n from member_counter where org_code = $1
        union all select fact, value, n from ${DELTAS}) x group by fact, value`,
    values: range(query),
  }),
};

const server = http.createServer(async (request, response) => {
  try {
    const url = new URL(request.url ?? '/', 'http://floor');
    const hash = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest();
    const session = await pool.query({
      name: 'session',
      text: 'select account_id, grant_id from session where token_hash = $1 and expires_at > now()',
      values: [hash],
    });
    const ask = questions[url.pathname];
    if (session.rows.length === 0 || !ask) return response.writeHead(401).end('{"code":401}');
    const { answer, ...statement } = ask(url.searchParams);
    const { rows } = await pool.query(statement);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 200, msg: '', ...(answer?.(rows) ?? { data: rows }) }));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' && address ? address.port : ''}\n`);
});
