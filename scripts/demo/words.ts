import type { ClientBase } from 'pg';
import { comparableWord } from '#platform/text/textWords.ts';

const FORBIDDEN = [
  '包过',
  '代写思想汇报',
  '代考',
  '内部名额',
  '保过',
  '原始股',
  '稳赚不赔',
  '高额返利',
  '刷单',
  '裸贷',
  '代办党员关系',
  '有偿删帖',
  '办证刻章',
  '免费领取现金',
  '日赚千元',
  '传销',
  '赌球',
  '私彩',
  '套现',
];
const REMINDED: readonly (readonly [string, string])[] = [
  ['最先进', '用事实和数据说明'],
  ['史无前例', '用事实和数据说明'],
  ['第一名', '写明由谁评定'],
  ['国家级', '写明批准文号'],
  ['零投诉', '核对投诉台账'],
  ['全覆盖', '核对覆盖范围和数据'],
  ['百分之百', '核对数据'],
  ['所有群众', '核对范围'],
  ['贫困户', '脱贫后一般称脱贫户、监测户'],
  ['残废', '应称残疾人'],
  ['弱智', '应称智力障碍'],
  ['农民工', '按文件用进城务工人员或农民工，前后一致'],
  ['领导亲自', '一般不写亲自'],
  ['重要讲话', '只用于规定的场合'],
  ['圆满成功', '先写做成了什么'],
  ['高度重视', '先写做了什么'],
  ['家庭住址', '不要公开个人住址'],
  ['个人账户', '不要公开个人账户'],
];
const PROPER: readonly (readonly [string, string])[] = [
  ['党支部生活会', '组织生活会'],
  ['支部党员会', '支部党员大会'],
  ['预备期党员', '预备党员'],
  ['正式党员转正', '预备党员转正'],
  ['入党积极份子', '入党积极分子'],
  ['发展对像', '发展对象'],
  ['党务公作者', '党务工作者'],
  ['民主评议会', '民主评议党员'],
  ['党费缴费', '交纳党费'],
  ['三会一课程', '三会一课'],
  ['主题党日日', '主题党日'],
  ['不忘初心、牢计使命', '不忘初心、牢记使命'],
  ['两个维互', '两个维护'],
  ['四个意思', '四个意识'],
  ['四个自性', '四个自信'],
  ['党组织关系转移', '党员组织关系转接'],
  ['流动党员证明', '流动党员活动证'],
  ['双报道', '双报到'],
  ['党群服务站点中心', '党群服务中心'],
  ['社区党委会', '社区党委'],
  ['党工委员会', '党工委'],
  ['先封岗', '先锋岗'],
  ['战斗保垒', '战斗堡垒'],
];

/** 词库 of the demo: sixty words that writers of a party organisation stumble over. */
export async function writeWords(client: ClientBase): Promise<void> {
  const rows = [
    ...FORBIDDEN.map((word) => [1, word, '', '虚假宣传或违法信息'] as const),
    ...REMINDED.map(([word, note]) => [2, word, '', note] as const),
    ...PROPER.map(([word, proper]) => [3, word, proper, ''] as const),
  ];
  await client.query(
    `insert into text_word (kind, word, folded, proper, note, updated_by, updated_at)
     select kind, word, folded, proper, note, '系统管理员', now() - interval '40 days'
       from unnest($1::smallint[], $2::text[], $3::text[], $4::text[], $5::text[]) as one (kind, word, proper, note, folded)
     on conflict do nothing`,
    [
      rows.map(([kind]) => kind),
      rows.map(([, word]) => word),
      rows.map(([, , proper]) => proper),
      rows.map(([, , , note]) => note),
      rows.map(([, word]) => comparableWord(word)),
    ],
  );
}
