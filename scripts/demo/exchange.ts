import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import { makeSealKey, type Vault } from '#platform/server/secrecy/crypto.ts';
import { addDays } from '#platform/time/days.ts';
import type { LetterMessage } from '#procedures/transfer/rules/exchange.ts';
import { bodyPlace } from '#procedures/transfer/server/service/exchangeOut.ts';
import { encryptedLinePlace } from '#procedures/transfer/server/service/wholeIn.ts';

const STREET = '江南街道党工委';
const COLLEGE = '峡州职业技术学院党委';
const PARTNER = '沮阳市职教中心委员会';
const BY = '周敏';

/** The partner's key; whoever tries the exchange by hand enters that of `npm run counterparts` instead. */
const PARTNER_KEY = makeSealKey(createHash('sha256').update(PARTNER).digest()).publicHex;

interface Committee {
  id: string;
  code: string;
  name: string;
}

/** A number of an area that was never assigned, and that the roll of the demo does not use. */
function cardOf(birthDate: string, sequence: number): string {
  const first17 = `420595${birthDate.replaceAll('-', '')}${sequence}`;
  return first17 + checkCharacter(first17);
}

/**
 * What passes between the demo and the world outside: a partner of the exchange, not switched on, with letters that came and one
 * that went; an organisation that comes in by one document, one that is to leave by one; a sheet of graduates with its outcomes.
 */
export async function writeExchange(client: ClientBase, vault: Vault, today: string): Promise<void> {
  const named = async (name: string) =>
    (
      await client.query<Committee>(
        'select id::text as id, code, name from organisation where name = $1 order by code limit 1',
        [name],
      )
    ).rows[0];
  const street = await named(STREET);
  const college = await named(COLLEGE);
  if (!street || !college) return;
  await writeLetters(client, vault, street, today);
  await writeWholeIn(client, vault, street, today);
  await writeWholeOut(client, street, today);
  await writeGraduates(client, college, today);
}

async function writeLetters(client: ClientBase, vault: Vault, street: Committee, today: string): Promise<void> {
  const partner = await client.query<{ id: string }>(
    `insert into relation_partner (name, org_id, org_code, base_url, public_key, updated_by)
     values ($1, $2, $3, 'https://dj.juyang.example', $4, '系统管理员') returning id`,
    [PARTNER, street.id, street.code, PARTNER_KEY],
  );
  const partnerId = partner.rows[0]?.id;
  const year = today.slice(0, 4);
  const letterIn = (serial: string, name: string, birthDate: string, sequence: number, ago: number): LetterMessage => ({
    number: `沮职转〔${year}〕第${serial}号`,
    kind: 'inProvince',
    from: PARTNER,
    fromBranch: '教学第二党支部',
    to: `中共${street.name}`,
    toBranch: '渡口第一党支部',
    issuedOn: addDays(today, -ago),
    validUntil: addDays(today, 29 - ago),
    paidTo: today.slice(0, 7),
    address: '沮阳市学院路1号',
    phone: '0700-6551204',
    person: {
      name,
      number: cardOf(birthDate, sequence),
      nation: '01',
      personCategory: 1,
      admissionDate: '2012-06-28',
      conversionDate: '2013-06-28',
      phonenumber: null,
    },
  });
  const add = async (
    letter: LetterMessage,
    direction: string,
    state: string,
    note: string,
    transfer: string | null,
  ) => {
    const body = JSON.stringify(letter);
    const { rows } = await client.query<{ id: string }>(
      `insert into relation_message (partner_id, org_id, org_code, direction, kind, transfer_id, body_hash, state, note, created_at, done_at)
       values ($1, $2, $3, $4, 'letter', $5, $6, $7, $8, $9::timestamptz, case when $7 = 'done' then $9::timestamptz + interval '1 day' end)
       returning id::text as id`,
      [
        partnerId,
        street.id,
        street.code,
        direction,
        transfer,
        direction === 'in' ? createHash('sha256').update(`letter\n${body}`).digest() : null,
        state,
        note,
        `${letter.issuedOn}T10:20:00+08:00`,
      ],
    );
    const id = rows[0]?.id ?? '';
    await client.query('update relation_message set body_enc = $2 where id = $1', [
      id,
      vault.encrypt(bodyPlace(id), body),
    ]);
    return id;
  };
  await add(letterIn('0026', '贺文涛', '1979-04-18', 131, 16), 'in', 'done', '已退回：本人仍在原单位，没有调动', null);
  const waiting = letterIn('0031', '方晓岚', '1988-09-02', 142, 3);
  const waitingId = await add(waiting, 'in', 'waiting', '', null);
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
     values (3, $1, $2, '组织关系', $3, $4, '接收', '/affairs/relation/exchange', $5, $6)`,
    [
      street.id,
      street.code,
      `${waiting.person.name}的组织关系转入（${PARTNER}来信）`,
      `介绍信${waiting.number}，有效期至${waiting.validUntil}`,
      waiting.validUntil,
      `relationExchange:${waitingId}`,
    ],
  );
  // One of the street's own letters to this committee: it has arrived there and waits for its receipt.
  const { rows } = await client.query<{
    id: string;
    prefix: string;
    year: number;
    serial: number;
    issuedOn: string;
    validUntil: string;
    paidTo: string | null;
    name: string;
    from: string;
    to: string;
    branch: string;
    birthDate: string | null;
  }>(
    `select t.id::text as id, l.prefix, l.year, l.serial, l.issued_on::text as "issuedOn", l.valid_until::text as "validUntil",
            l.paid_to as "paidTo", m.name, o.name as "from", l.to_name as "to", t.outside_branch as branch, m.birth_date::text as "birthDate"
       from relation_transfer t join relation_letter l on l.transfer_id = t.id join member m on m.id = t.member_id
       join organisation o on o.id = t.from_org_id
      where t.status = 2 and t.outside_name = $1 and l.org_id = $2 order by t.id limit 1`,
    [PARTNER, street.id],
  );
  const [sent] = rows;
  if (!sent) return;
  await add(
    {
      ...letterIn('', sent.name, sent.birthDate ?? '1980-01-01', 100, 0),
      number: `${sent.prefix}〔${sent.year}〕第${String(sent.serial).padStart(4, '0')}号`,
      from: street.name,
      fromBranch: sent.from,
      to: sent.to,
      toBranch: sent.branch,
      issuedOn: sent.issuedOn,
      validUntil: sent.validUntil,
      paidTo: sent.paidTo,
    },
    'out',
    'sent',
    '',
    sent.id,
  );
}

/** A document by which an organisation comes in, with its roll as it was read: four to be taken in, one line wrong. */
async function writeWholeIn(client: ClientBase, vault: Vault, street: Committee, today: string): Promise<void> {
  const from = '沮阳市国资委委员会';
  const { rows } = await client.query<{ id: string }>(
    `insert into relation_graduation (org_id, org_code, kind, file_name, document_no, moved_org_id, outside_name, reason, graduated_on, created_by)
     values ($1, $2, 'wholeIn', $3, $4, $1, $5, '企业改制，隶属关系划入街道', $6, $7) returning id::text as id`,
    [street.id, street.code, `${from}整建制转入`, `国资党发〔${today.slice(0, 4)}〕8号`, from, addDays(today, -6), BY],
  );
  const id = rows[0]?.id ?? '';
  const people = [
    ['秦立群', '1971-03-15', 151, '划转第一党支部'],
    ['苏梅', '1976-11-20', 162, '划转第一党支部'],
    ['龚正平', '1983-07-08', 153, '划转第一党支部'],
    ['柳青', '1990-01-26', 164, '划转第二党支部'],
  ] as const;
  for (const [at, [name, birthDate, sequence, branch]] of people.entries()) {
    const rowNo = at + 2;
    const said = {
      name,
      number: cardOf(birthDate, sequence),
      nation: '01',
      personCategory: 1,
      admissionDate: '2010-07-01',
      conversionDate: '2011-07-01',
      phonenumber: null,
      isAnother: false,
    };
    await client.query(
      `insert into relation_graduate (graduation_id, row_no, name, outside_name, outside_branch, state, said_enc)
       values ($1, $2, $3, $4, $5, 'due', $6)`,
      [id, rowNo, name, from, branch, vault.encrypt(encryptedLinePlace(id, String(rowNo)), JSON.stringify(said))],
    );
  }
  await client.query(
    `insert into relation_graduate (graduation_id, row_no, name, outside_name, outside_branch, state, note)
     values ($1, 6, '余建国', $2, '划转第二党支部', 'bad', '正式党员请填写转正日期')`,
    [id, from],
  );
}

/** A small branch that is to leave by one document: everybody of it stands on the roll. */
async function writeWholeOut(client: ClientBase, street: Committee, today: string): Promise<void> {
  await client.query(
    `with moved as (
       select o.id, o.name from organisation o join member m on m.org_id = o.id
        where o.code > $2 and o.code < $2 || ':' and o.type = 46 and m.membership_status = 1 and m.person_category in (1, 2)
          and m.deleted_at is null
        group by o.id, o.name having count(*) between 4 and 30 and not bool_or(m.is_floating) order by count(*), o.id limit 1
     ), sheet as (
       insert into relation_graduation (org_id, org_code, kind, file_name, document_no, moved_org_id, reason, graduated_on, created_by)
       select $1, $2, 'wholeOrg', moved.name || '整建制转出', $3, moved.id, '隶属关系变动，整建制转出', $4, $5 from moved
       returning id, moved_org_id)
     insert into relation_graduate (graduation_id, row_no, name, member_id, outside_name, outside_branch, state)
     select sheet.id, row_number() over (order by m.sort, m.id), m.name, m.id, '云岭市高新区工委', '软件园第一党支部', 'due'
       from sheet join member m on m.org_id = sheet.moved_org_id
      where m.membership_status = 1 and m.person_category in (1, 2) and m.deleted_at is null`,
    [street.id, street.code, `峡临江组〔${today.slice(0, 4)}〕12号`, addDays(today, -2), BY],
  );
}

/** A sheet of graduates as it lies there before it is handed in: some due, one without a place, one line that names nobody. */
async function writeGraduates(client: ClientBase, college: Committee, today: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into relation_graduation (org_id, org_code, file_name, reason, graduated_on, created_by)
     values ($1, $2, '毕业生去向表.xlsx', '毕业离校，组织关系转至就业（升学）单位', $3, $4) returning id::text as id`,
    [college.id, college.code, addDays(today, -40), BY],
  );
  await client.query(
    `insert into relation_graduate (graduation_id, row_no, name, member_id, outside_name, outside_branch, state, note, keep_until)
     select $1, n + 1, m.name, m.id, case when n = 5 then '' else (array['云岭市高新区工委', '沮阳市职教中心委员会', '省人才服务中心党委'])[1 + n % 3] end,
            case when n = 5 then '' else '第一党支部' end, case n when 5 then 'unplaced' when 6 then 'refused' else 'due' end,
            case n when 6 then '党费交清：未缴：上月；先在“党费管理”登记缴纳' else '' end, case n when 5 then ($3::date + interval '2 years')::date end
       from (select m.*, row_number() over (order by m.birth_date desc, m.id) as n from member m
              where m.org_code > $2 and m.org_code < $2 || ':' and m.membership_status = 1 and m.person_category in (1, 2) and not m.is_floating
                and m.deleted_at is null and m.birth_date is not null
                and not exists (select from relation_transfer t where t.member_id = m.id) order by m.birth_date desc, m.id limit 6) m`,
    [rows[0]?.id, college.code, addDays(today, -40)],
  );
  await client.query(
    `insert into relation_graduate (graduation_id, row_no, name, outside_name, state, note)
     values ($1, 8, '胡一鸣', '云岭市高新区工委', 'bad', '管理范围内没有这名党籍状态正常的党员')`,
    [rows[0]?.id],
  );
}
