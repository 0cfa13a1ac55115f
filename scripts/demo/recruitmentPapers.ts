import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { receiveBytes, storeFile } from '#platform/server/files/files.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import { STEPS } from '#procedures/recruitment/rules/steps.ts';
import { PAPERS } from '#procedures/recruitment/server/service/wholeFile.ts';

/** A sheet as somebody would have written it: title, text, who and when. */
const SHEET = `#import "/kit.typ": *
#set page(paper: "a4", margin: (x: 28mm, top: 32mm, bottom: 28mm))
#set text(font: song, fallback: false, size: 14pt, lang: "zh", region: "cn", fill: black)
#heading-line(data.title, size: 22pt)
#v(8mm)
#{
  set par(first-line-indent: (amount: 2em, all: true), justify: true, leading: 1.2em)
  for words in data.words { par(words) }
}
#v(14mm)
#align(right)[#data.by #linebreak() #v(2mm) #data.day]
`;

interface Filed {
  id: string;
  name: string;
  orgName: string;
  orgCode: string;
  no: number;
  handledOn: string;
  /** The superior has gone through it with an earlier decision. */
  isPassed: boolean;
  returnNote: string;
}

/** What stands on a sheet, by step and kind; who signs it is the branch where nothing else is said. */
const WORDS: Readonly<Record<string, (one: Filed) => { words: string[]; by?: string }>> = {
  '1.application': ({ name }) => ({
    words: [
      '敬爱的党组织：',
      '我志愿加入中国共产党，愿意为共产主义事业奋斗终身。参加工作以来，身边的党员在防汛值守、入户走访中总是走在前面，使我对党有了更深的认识。',
      '我将认真学习党的理论，踏实做好本职工作，自觉接受党组织的教育和考察。请党组织在实践中考验我。',
    ],
    by: `申请人：${name}`,
  }),
  '2.talk': ({ name }) => ({
    words: [
      `谈话对象：${name}。谈话人介绍了党的性质、宗旨和入党的程序，了解了${name}同志的家庭、工作和思想情况。`,
      `${name}同志谈了对党的认识和申请入党的动机，表示愿意接受党组织的培养和考察。谈话人认为其入党动机端正，建议作为培养对象继续了解。`,
    ],
  }),
  '3.committee': ({ name }) => ({
    words: [
      `议题：研究确定入党积极分子。`,
      `会议听取了推荐情况，认为${name}同志入党动机端正，工作踏实，研究同意确定为入党积极分子，报上级党委备案。`,
    ],
    by: '主持人、记录人签名',
  }),
  '4.filing': ({ name, orgName }) => ({
    words: ['街道党工委：', `经推荐和支委会研究，${orgName}确定${name}同志为入党积极分子，现报请备案。`],
  }),
  '6.training': ({ name }) => ({
    words: [
      `培养联系人每半年考察一次。${name}同志按期递交思想汇报，参加支部主题党日和志愿服务，完成支部交给的任务。`,
      '支部考察意见：考察期已满一年，表现良好，同意作为发展对象人选。',
    ],
  }),
  '7.committee': ({ name }) => ({
    words: ['议题：讨论确定发展对象。', `会议汇总了各方意见，讨论同意将${name}同志列为发展对象人选，报上级党委。`],
    by: '主持人、记录人签名',
  }),
  '12.committee': ({ name }) => ({
    words: [
      `支部委员会集体审查了${name}同志的培养教育考察、政治审查和培训材料，认为材料齐全、手续完备，同意报上级党委预审。`,
    ],
  }),
  '13.prereview': ({ name }) => ({
    words: ['街道党工委：', `${name}同志的入党材料已经支委会审查合格，现报请预审。`],
  }),
  '16.talk': ({ name }) => ({
    words: [
      `受党工委委派，与${name}同志谈话，了解其对党的认识、入党动机和近期工作情况，并进行了党的纪律教育。`,
      `谈话人意见：${name}同志对党的认识正确，态度端正，具备预备党员条件，同意接收。`,
    ],
    by: '谈话人签名',
  }),
  '3.recommend': ({ name }) => ({
    words: [`经支部党员推荐，推荐${name}同志为入党积极分子人选。应到党员过半数到会，同意推荐的超过半数。`],
  }),
  '7.opinions': ({ name }) => ({
    words: [
      `支部听取了党小组、培养联系人、党员和群众对${name}同志的意见。大家认为该同志政治立场坚定，工作认真负责，群众基础好，没有不同意见。`,
    ],
  }),
  '8.report': ({ name, orgName }) => ({
    words: [
      '街道党工委：',
      `${name}同志经一年以上培养教育考察，听取各方意见并经支委会讨论，${orgName}拟将其列为发展对象，现报请审查。`,
    ],
  }),
  '10.review': ({ name }) => ({
    words: [
      `经本人谈话、查阅档案、函调和走访，${name}同志本人政治历史清楚，在重大政治斗争中表现良好；父母和主要社会关系政治历史清楚。`,
      '结论：政治审查合格。',
    ],
  }),
  '14.book': ({ name }) => ({
    words: [
      '（本页为《入党志愿书》扫描件首页）',
      `我志愿加入中国共产党，拥护党的纲领，遵守党的章程，履行党员义务。填写人：${name}。`,
    ],
    by: `本人签名：${name}`,
  }),
  '15.resolution': ({ name }) => ({
    words: [
      `支部大会逐人讨论了${name}同志的入党问题。大会认为，${name}同志对党有正确认识，入党动机端正，能够发挥模范作用，基本具备党员条件。`,
      `大会采取无记名投票方式表决，到会有表决权的党员全部赞成，同意接收${name}同志为中共预备党员，报上级党委审批。`,
    ],
  }),
  '15.ballots': ({ name }) => ({
    words: [`表决事项：接收${name}同志为中共预备党员。发出票数与收回票数相等，全部为赞成票，无反对票、弃权票和废票。`],
    by: '监票人、计票人签名',
  }),
};

const labelOf = (no: number, kind: string) => STEPS[no - 1]?.papers.find((one) => one.kind === kind)?.label ?? kind;
const dayInWords = (day: string) => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

/** The files of the street that wait for its decision, or came back from it, with the days of their steps. */
const filesOf = (services: Services) =>
  sql<Filed>`
  select f.id, m.name, o.name as "orgName", f.org_code as "orgCode", s.no, to_char(s.handled_on, 'YYYY-MM-DD') as "handledOn",
         f.step > 8 and s.no <= 13 as "isPassed", coalesce(w.return_note, '') as "returnNote"
    from development_file f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
    join development_step s on s.file_id = f.id and s.handled_on is not null and s.no <= f.step
    left join development_step w on w.file_id = f.id and w.no = f.step and w.state = 'returned'
   where f.ended_on is null and f.step in (8, 17) and f.step_state in ('submitted', 'returned', 'ready')
     and f.org_code like (select code from organisation where name = '江南街道党工委') || '%'
     and (f.step = 17 or exists (select from development_step t where t.file_id = f.id and t.no = 8 and t.handled_on is not null))
   order by f.id, s.no`.execute(services.db);

/** Whoever decides in the demonstration's street finds the papers of what was sent to it: each a sheet that can be opened and read. */
export async function handPapersOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ filled: boolean; account: string | null }>`
    select exists (select from development_paper) as filled, (select min(id) from account) as account`.execute(
    services.db,
  );
  const accountId = rows[0]?.account;
  if (rows[0]?.filled || !accountId) return;
  const steps = (await filesOf(services)).rows;
  const sheets = steps.flatMap((one) =>
    (STEPS[one.no - 1]?.papers ?? []).filter(({ required }) => required).map(({ kind }) => ({ one, kind })),
  );
  await transact(services.db, async (tx) => {
    for (const { one, kind } of sheets) {
      const label = labelOf(one.no, kind);
      const { words, by = one.orgName } = WORDS[`${one.no}.${kind}`]?.(one) ?? {
        words: [`${one.orgName}研究了${one.name}同志的情况，材料齐全，同意办理。`],
      };
      const { pdf } = await makePaper({
        template: SHEET,
        data: { title: label, words, by, day: dayInWords(one.handledOn) },
      });
      const isBack = one.returnNote !== '' && one.no === 7 && kind === 'opinions';
      const { rows: made } = await sql<{ id: string }>`
        insert into development_paper (file_id, step_no, kind, state, note, handed_by, handed_at, reviewed_by, reviewed_at)
        values (${one.id}, ${one.no}, ${kind}, ${isBack ? 'returned' : one.isPassed ? 'passed' : 'pending'},
                ${isBack ? one.returnNote : ''}, '党支部', ${one.handledOn}::date + interval '2 hours',
                ${isBack || one.isPassed ? '街道党工委' : ''}, ${isBack || one.isPassed ? sql`now()` : null})
        returning id`.execute(tx);
      const rowId = made[0]?.id ?? '';
      const facts = { kind: PAPERS, rowId, orgCode: one.orgCode, accountId, days: null };
      const named = { name: `${label} ${one.name}.pdf`, mime: 'application/pdf' };
      const id = await storeFile(services, tx, { ...facts, ...named }, await receiveBytes(services, [pdf]));
      await sql`update development_paper set files = array[${id}] where id = ${rowId}`.execute(tx);
    }
  });
}
