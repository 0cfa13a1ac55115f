import { readFileSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trainingOf } from '#learning/course/test/samples.ts';
import { examOf } from '#learning/exam/test/samples.ts';
import type { Endpoint } from '#platform/contract.ts';
import { ownMatterRefusal } from '#platform/oneself.ts';
import { valuesAt } from '#platform/server/http/oneself.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeEncrypter } from '../support/encrypt.ts';
import { ORGS, PASSWORD } from '../support/fixture.ts';
import { makeOwnRows } from './ownRows.ts';
import { nameOf, sampleOf } from './samples.ts';

/**
 * Nobody decides for oneself: each act that says whose matter it decides is tried by that very person, who holds every right to do
 * it for others; and each act that names people either says so, or stands below with why it decides nothing about them.
 */
let t: TestApp;
let encrypt: (password: string) => string;
beforeAll(async () => {
  t = await startTestApp({ rollBack: true });
  await makeOwnRows(t);
  encrypt = await makeEncrypter(t);
});
afterAll(() => t.close());

const contracts: Endpoint[] = callsOfModules(serverModules);
const acts = contracts.filter(({ audit, access, scope }) => audit && access !== 'public' && scope === 'org');
/** Kinds of rows behind which one person stands, or rows of a list with people. */
const PEOPLE = new Set(
  `member account accountBatch grant request record recordBatch batch bulk pair idCardChange selfEdit pointHand pointAppeal
   assessMonth assessResult assessExemption duesRelief duesBill duesPayment duesOrder serviceSignup serviceKeeper
   servicePair sbdJob sbdReport training exam examBatch hoursBatch developmentBatch collegeBatch certificate specialCertificate
   developmentFile developmentCorrection mobileOutflow mobileInflow relationTransfer officeInvitee lifeTalk variation`.split(
    /\s+/,
  ),
);
/** Kinds of rows that are of an organisation or of nobody; whoever is named beside them is named by an input. */
const THINGS = new Set(
  `annualRound archiveArticle assessPlan ballot boxInsert checkRow circlePost collegeCourse collegePromotion collegeTest colour course
   dataCentreFill dataCentreRound developmentHandover developmentPrinter duesHandup duesLine examPaper floatingOrg group
   integral keyWorkPart knowledgeDocument knowledgeFolder lifeContest lifeExemption lifeLock lifeMeeting officeMeeting
   officePart officeTask openAffair openFeedback org ownReport reportSubscription orgChange orgRecordBatch pointSet process query questionLib recycled
   relationGraduation sbdPair schoolClass serviceActivity serviceCall serviceFeedback serviceGroup serviceNeed serviceQuarter specialMaterial specialPart swiper term todo
   trinityCase trinityScore trinityUnit tvSession unit userGroup video videoUnit`.split(/\s+/),
);
const kindOf = (target: string) => target.replace('[]', '');
const namesPeople = ({ path, targets = {}, input }: Endpoint): boolean =>
  // The rows of organisations' records are of no person.
  !/^\/api\/zzxx\/(reward|access)$/.test(path) &&
  (Object.values(targets).some((kind) => PEOPLE.has(kindOf(kind))) ||
    /memberIds?"|personIds?"|accountId"|people"/.test(
      Object.keys(input.shape)
        .map((key) => `"${key}"`)
        .join(),
    ));

/** Acts that name people and decide nothing that somebody gains by, or are decided by others anyway: why. */
const NOT_DECIDED: Readonly<Record<string, RegExp>> = {
  'reads, or makes a paper, a file or a report of what stands':
    /^(查看|导出|打印|下载|预览|出具|套打|开具)|^保存自定义报表$/,
  'writes what a record says of facts; its clues and standing are told by other acts':
    /^(新增|修改|删除|批量删除)(人员|进入登记|党内职务|行政职务|个人履历|党代表|家庭成员|出国（境）|困难情况|流动记录|补充信息)$|^(人员排序|调整档案分表顺序|恢复历史信息)$/,
  'says who takes part, leads, answers or is told, and gives nothing': new RegExp(
    `^(${[
      '(新增|修改)(党小组|任务|工作会议|分组|投票|通知公告|课程|考试|联系人)',
      '编排党小组|增加承办组织|会议回执|登记会议|修改会议|登记议定事项|登记点名发言|登记整改问题|登记谈心谈话|登记列席人员',
      '志愿者(加入|移出)分组|指定志愿者组长|指定现场管理员|登记活动报名|登记参加专项活动的党员|推荐培训班学员|(新建|修改)培训班|(申请设立|修改)流动党员党组织(申请)?|列入学院名册|修改学院名册|移出学院名册',
      '指定包联干部|修改报到单工作信息|更正服务岗位|移出应急队|登记召集到场|登记流出|批量登记流出|修改流出登记|补登流出历史|登记党员报到|申请结对',
    ].join('|')})$`,
  ),
  'asks; the organisation above decides, never whoever asked nor whom it is about (above.ts)':
    /^(申请党务工作者账号|新增用户账号|申请变更身份证号|申请更正|登记党员异动|办理组织关系转出)$/,
  'is of a whole exam or result, and moves no single person’s':
    /^(删除|发布|撤回|催促|公布)考试(成绩)?$|^(公示党员考核年度结果|党员考核年度结果生效)$|^试题退回待修订$/,
  'is refused by the answer that is marked: an own paper is given to nobody (exam/service/mark.ts)':
    /^(阅卷|处理成绩复核)$/,
  'takes away or takes back, or is money that a provider or two people book and give back':
    /^(移出线下培训人员|撤销线下培训|撤回手工积分|撤回党费减免申请|撤销党员免考|批量扫码缴纳党费下单|党费订单转线下|申请冲销党费|批准冲销党费|退回党费在线付款|作废学习证明|撤销专项活动证书|撤销现场管理员|撤回(.*申请|党员报到|党员异动|发展步骤)|结束发展档案|登记党员迁出|登记流入党员离开)$/,
  'says who talks with whom':
    /^(毕业生批量转出|登记流动党员.*|(安排|取消)发展党员谈话|答复谈话安排|调整谈话时间|删去谈心谈话)$/,
  'is of accounts and rights: nobody acts upon the own (kernel/permission/test/grants, rights, requests)':
    /^(修改用户账号|授予角色|收回角色|停用账号|启用账号|让人员下线|解除登录锁定|发放临时密码|解除二次验证|(新增|修改)用户组|设置人员权限|审批党务工作者账号申请|领取初始密码)$/,
  'is held against the session by the service, which tells more than the rule could (“不能审批本人的…”)':
    /^(审核进入登记|审批身份证号变更|审核个人信息修改|审议发展步骤|审批发展步骤|审批更正|核查公示反映情况|确认流出|确认流入|修改组织关系转接|办理组织关系转接|撤销组织关系转接|撤销已完成的组织关系转接|催办组织关系转接|登记介绍信回执|登记寄回的回执|审批党员异动|撤销党员异动|申请恢复党籍)$/,
  'is of a file in 发展党员: the organisation above reviews each step, and never whoever it is about':
    /^(办理发展步骤|提交发展党员材料|本人提交发展党员材料|已知晓发展步骤|登记考察或思想汇报|重新申请入党|登记发展党员会议|(发布|结束)发展对象公示|登记发展党员表决)$/,
  'is a sheet: each kind says whether a line about oneself is refused (below)':
    /^(修正|批量修正|跳过|导入|撤销导入).*(导入行|分表|导入|党员|人员|发展党员档案|成绩|学时|学生名册|账号表)$|^撤销导入$/,
  'changes what records say of facts, of many at once, or of whom there are two of':
    /^(修改|删除)考核评议$|^(批量修改人员|撤销批量修改)$/,
  'is done for others, or tells of the own work':
    /^(发放流动党员活动证|批量打印组织关系介绍信|修改党员报到|办理结对|登记结对走访|划去结对走访|指派任务|填写贯彻落实记录)$/,
};

test('every kind of rows is known here as one person’s or as a thing', () => {
  const kinds = new Set(acts.flatMap(({ targets = {} }) => Object.values(targets).map(kindOf)));
  const open = [...kinds].filter((kind) => !kind.startsWith('noun:') && !PEOPLE.has(kind) && !THINGS.has(kind));
  expect(open).toEqual([]);
});

test('every act that names people says whose matter it decides, or stands here with why it decides nothing', () => {
  const open = acts
    .filter((act) => act.subject === undefined && namesPeople(act))
    .filter(({ audit = '' }) => !Object.values(NOT_DECIDED).some((words) => words.test(audit)));
  expect(open.map((act) => `${act.audit} ${nameOf(act)}`)).toEqual([]);
});

/** The table of a kind of rows in which a person is named, and the column that its ids are of. */
const TABLES: Readonly<Record<string, readonly [string, string]>> = {
  duesRelief: ['dues_relief', 'id'],
  pointHand: ['point_hand', 'id'],
  assessMonth: ['assess_month', 'id'],
  assessExemption: ['assess_exemption', 'id'],
  serviceSignup: ['service_signup', 'id'],
  training: ['learning_training_person', 'training_id'],
  exam: ['exam_person', 'exam_id'],
  examPerson: ['exam_person', 'id'],
  pointAppeal: ['point_appeal', 'id'],
  duesBill: ['dues_bill', 'id'],
  sbdReport: ['sbd_report', 'id'],
};

/** Rows that no sample has: each is made of the person, and named by the input. */
const MADE: Readonly<Record<string, (memberId: string) => RawBuilder<{ id: string }>>> = {
  coursePerson: (
    memberId,
  ) => sql`insert into course_person (id, course_id, member_id) select 1, min(id), ${memberId} from course
    on conflict (id) do update set member_id = excluded.member_id returning id`,
  schoolPerson: (
    memberId,
  ) => sql`insert into school_person (id, class_id, member_id) select 1, min(id), ${memberId} from school_class
    on conflict (id) do update set member_id = excluded.member_id returning id`,
  memberRecord: (memberId) => sql`insert into sub_record (kind, member_id, title, fields, created_by, updated_by)
    values ('rewar', ${memberId}, '优秀共产党员', '{"type": "1", "name": "11"}', '试', '试') returning id`,
  pair: (memberId) => sql`insert into member_pair (a_id, b_id)
    select least(id, ${memberId}::bigint), greatest(id, ${memberId}::bigint) from member
     where id <> ${memberId} and deleted_at is null
     order by id desc limit 1 on conflict (a_id, b_id) do update set state = 'open' returning id`,
  officeInvitee: (memberId) => sql`update office_invitee set person_id = ${memberId}
    where id = (select min(id) from office_invitee) returning id`,
  developmentFile: (memberId) => sql`update development_file set member_id = ${memberId}
    where id = coalesce((select id from development_file where member_id = ${memberId} and ended_on is null),
                        (select min(id) from development_file)) returning id`,
};

/** Somebody who took part in the branch's training. */
const attend = (memberId: string) =>
  sql`insert into learning_training_person (training_id, member_id, minutes)
      values (${trainingOf(ORGS.branchA11.id)}, ${memberId}, 60) on conflict do nothing`.execute(t.db);

/** Somebody of the branch who sat its exam. */
async function sitExam(memberId: string): Promise<void> {
  const exam = examOf(ORGS.branchA11.id);
  await sql`insert into exam_person (id, exam_id, member_id) values (1, ${exam}, ${memberId}) on conflict do nothing`.execute(
    t.db,
  );
  await sql`insert into exam_attempt (exam_id, person_id, number, device, deadline, total) values (${exam}, 1, 1, '试', now(), 4)
            on conflict do nothing`.execute(t.db);
}

test.each(contracts.filter(({ subject }) => subject).map((act) => [nameOf(act), act] as const))(
  'nobody does it for oneself: %s',
  async (_name, act) => {
    // What no branch does, the committee's worker tries.
    const who = act.access === 'recruit:approve' ? 'committeeWorker' : 'branchWorker';
    const { accountId, memberId: own } = t.fixture.principals[who];
    const orgId = ORGS.branchA11.id;
    for (const subject of act.subject ?? []) {
      const [path = '', kind] = subject.split(':');
      let input = {
        ...sampleOf(act, { orgId, memberId: own ?? '', password: encrypt(PASSWORD) }),
        ...('password' in act.input.shape ? { password: encrypt(PASSWORD) } : {}),
      } as Record<string, unknown>;
      if (kind === undefined) {
        const [head = '', inner] = path.split('.');
        const list = head.replace('[]', '');
        const rows = (input[list] as object[] | undefined) ?? [];
        const given = inner
          ? (rows.length > 0 ? rows : [{ poll: null, grade: null }]).map((row) => ({ ...row, [inner]: own }))
          : Array.isArray(input[list]) || /s$/.test(list)
            ? [own]
            : own;
        input = { ...input, [list]: given };
        expect(valuesAt(input, path)).toContain(own);
      } else if (MADE[kind]) {
        const { rows } = await MADE[kind](own ?? '').execute(t.db);
        expect(rows.length, `there is a ${kind}`).toBe(1);
        input = { ...input, [path]: /s$/.test(path) ? [rows[0]?.id] : rows[0]?.id };
      } else {
        if (kind.startsWith('exam')) await sitExam(own ?? '');
        if (kind === 'training') await attend(own ?? '');
        const [table, key] = TABLES[kind] ?? ['', ''];
        const { rows } = await sql<{ memberId: string }>`select member_id as "memberId" from ${sql.table(table)}
          where ${sql.ref(key)} = any(${valuesAt(input, path)}::bigint[]) limit 1`.execute(t.db);
        expect(rows.length, `the sample names a row of ${table}`).toBe(1);
        await sql`update account set member_id = null where member_id = ${rows[0]?.memberId}`.execute(t.db);
        await sql`update account set member_id = ${rows[0]?.memberId} where id = ${accountId}`.execute(t.db);
      }
      const answer = await (await t.as(who)).call(act, input as never);
      await sql`update account set member_id = ${own} where id = ${accountId}`.execute(t.db);
      expect(answer, subject).toMatchObject({ code: 400, msg: ownMatterRefusal(act.audit ?? '') });
    }
  },
);

/** Sheets whose lines one gains by, and the test of their room in which a line about oneself is refused. */
const SHEETS: Readonly<Record<string, string>> = {
  'learning/exam/server/service/scoreSheet.ts': '导入成绩',
  'learning/course/server/service/trainingSheet.ts': '导入学时',
  'procedures/recruitment/server/service/imports.ts': '导入发展党员材料',
};
test.each(Object.entries(SHEETS))('a line about oneself is refused by the sheet: %s', (path, act) => {
  const source = readFileSync(`src/${path}`, 'utf8');
  expect(source).toContain(`decides: '${act}'`);
  expect(source).toContain(
    `person.id === ctx.session.memberId) faults.push(personFault.name(ownMatterRefusal('${act}')))`,
  );
});
