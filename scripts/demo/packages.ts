import { sql } from 'kysely';
import type { Kind } from '#life/activityPackage/rules.ts';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { receiveBytes, storeFile } from '#platform/server/files/files.ts';
import { wordOf } from './knowledge.ts';
import { placesOf } from './lessons.ts';

interface Package {
  by: 'city' | 'street';
  title: string;
  kind: Kind;
  minutes: number;
  aim: string;
  steps: readonly string[];
  prepare: string;
  speech: string;
  papers: readonly (readonly [name: string, lines: readonly string[]])[];
  uses: number;
  active?: false;
}

const p = (...lines: readonly string[]) => lines.map((line) => `<p class="rt-indent">${line}</p>`).join('');

const PACKAGES: readonly Package[] = [
  {
    by: 'city',
    title: '重温入党誓词，过好政治生日',
    kind: 'birthday',
    minutes: 90,
    aim: '让每一位党员记得入党的那一天，对照誓词说说做得怎样、今后怎样做。',
    steps: [
      '奏唱国歌，面向党旗重温入党誓词',
      '当月入党的同志讲入党故事',
      '支部书记送上政治生日贺卡',
      '党员对照誓词谈做得怎样',
      '商定下个月为群众办的一件实事',
    ],
    prepare: '准备党旗、党徽和誓词；请当月入党的同志准备三分钟的入党故事；提前写好贺卡。',
    speech: p(
      '同志们，今天我们在党旗下重温入党誓词。誓词八十个字，句句都是承诺。请全体起立。',
      '下面请本月过政治生日的同志说说，当年为什么入党，这些年做了什么。',
    ),
    papers: [
      ['主持词.docx', ['# 开场', '宣布到会人数和今天的安排。', '# 誓词', '领誓人站在党旗一侧，其他同志面向党旗。']],
      ['政治生日贺卡文字.docx', ['愿您不忘那一天的承诺，继续走在前面。']],
    ],
    uses: 26,
  },
  {
    by: 'city',
    title: '读一篇原文，议一件事',
    kind: 'study',
    minutes: 60,
    aim: '学原文、悟道理，联系本支部的一件难事商量办法。',
    steps: ['领读原文一节', '分组讨论：和我们有什么关系', '每组说一条体会', '围绕一件难事商量办法并分工'],
    prepare: '提前三天把要读的一节发给大家；支委会商定要议的一件事。',
    speech: p('今天读的这一节不长，请大家边读边想：它说的道理，在我们支部的哪件事上用得着。'),
    papers: [['讨论提纲.docx', ['# 三个问题', '这一节讲了什么道理？', '我们做得怎样？', '下一步做哪一件事？']]],
    uses: 41,
  },
  {
    by: 'street',
    title: '走进网格办实事',
    kind: 'service',
    minutes: 150,
    aim: '党员到网格报到，听居民说，当场能办的当场办。',
    steps: ['集合分组，领走访清单', '分组入户走访', '回来汇总居民诉求', '认领能办的事，定人定时限'],
    prepare: '向社区领走访清单和居民诉求登记表；每组至少一名熟悉情况的同志；高温天调整到早晚。',
    speech: '',
    papers: [['居民诉求登记表.docx', ['# 居民诉求登记表', '姓名、住址、诉求、当场答复、办理人、办结时间。']]],
    uses: 12,
  },
  {
    by: 'street',
    title: '身边的纪律课',
    kind: 'discipline',
    minutes: 75,
    aim: '用身边的事讲纪律，人人知道哪些事不能做。',
    steps: ['学习纪律处分条例有关条款', '看一个通报的案例', '每人说一条自己的提醒', '支部书记小结'],
    prepare: '纪检委员准备案例，隐去姓名和单位。',
    speech: p('纪律不是贴在墙上的，是用在每一天的。下面这个案例就发生在像我们一样的单位。'),
    papers: [],
    uses: 7,
  },
  {
    by: 'street',
    title: '观看展览（旧）',
    kind: 'red',
    minutes: 120,
    aim: '',
    steps: ['集体参观', '现场交流'],
    prepare: '',
    speech: '',
    papers: [],
    uses: 3,
    active: false,
  },
];

/** 活动包 of the demo's city and of the visitor's street, used by branches below, where there are none. */
export async function offerPackagesOnce(services: Services): Promise<void> {
  const { rows } = await sql<{ offered: boolean; account: string | null }>`
    select exists (select from activity_package) as offered,
           (select account_id from account_role where role_id = 1 order by id limit 1) as account`.execute(services.db);
  const accountId = rows[0]?.account;
  if (rows[0]?.offered || !accountId) return;
  await transact(services.db, async (tx) => {
    const places = await placesOf(tx);
    if (!places) return;
    for (const one of PACKAGES) {
      const org = places[one.by];
      const made = await sql<{ id: string }>`
        insert into activity_package (org_id, org_code, title, kind, minutes, active, aim, steps, prepare, speech, created_by, updated_by)
        values (${org.id}, ${org.code}, ${one.title}, ${one.kind}, ${one.minutes}, ${one.active ?? true}, ${one.aim},
                ${one.steps.join('\n')}, ${one.prepare}, ${one.speech}, ${org.name}, ${org.name})
        returning id`.execute(tx);
      const id = made.rows[0]?.id ?? '';
      const facts = { kind: 'activityPackage.file', rowId: id, orgCode: org.code, accountId, days: null };
      const files: string[] = [];
      for (const [name, lines] of one.papers) {
        const named = { ...facts, name, mime: 'application/octet-stream' };
        files.push(await storeFile(services, tx, named, await receiveBytes(services, [await wordOf(lines)])));
      }
      await sql`update activity_package set files = ${files}::text[] where id = ${id}`.execute(tx);
      await sql`
        insert into activity_package_use (package_id, org_id, used_on, used_by)
        select ${id}, o.id, (now() at time zone 'Asia/Shanghai')::date - (o.id % 60)::int, '支部书记'
          from organisation o where o.deleted_at is null and o.type = 46 and starts_with(o.code, ${org.code})
         order by md5(${one.title} || o.id) limit ${one.uses}`.execute(tx);
    }
  });
}
