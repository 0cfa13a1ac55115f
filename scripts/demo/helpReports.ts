import { type HelpText, p, part, points, steps, table } from './helpParts.ts';

/** The help of 数据报表. */
export const REPORT_HELP: readonly HelpText[] = [
  {
    title: '数据报表',
    routes: ['/decisionSupport/dataReport/{page}'],
    html:
      p('要报数、要心里有数时看报表。每个报表按下级组织各一行，末行合计；数字点开就是那些人、那些事。') +
      table(
        ['想知道', '看哪个'],
        ['党员一年来怎样增减', '党员增减报表：期初、发展、转入、转出、死亡……期末，对不上的逐人列出'],
        ['有多少党组织、书记是谁', '组织清单'],
        ['党员是怎样的队伍', '统计分析：年龄、学历、党龄、性别、民族，有图'],
        ['党费收得怎样', '党费月度、年度汇总；谁没有标准看“未设党费标准”；上缴看“组织党费”'],
        ['档案哪里要改', '反馈表，身份证统计'],
        ['流动党员管得怎样', '流出党员总表、基本信息、明细，待确认流动党员'],
        ['转接有没有拖', '关系异常'],
        ['学得怎样', '培训、考试、知识库、电教片报表'],
      ),
    below: [
      {
        title: '怎样看报表、导出和打印',
        routes: [
          '/decisionSupport/countChangeReport',
          '/decisionSupport/organizationList',
          '/decisionSupport/statisic',
          '/decisionSupport/monthlyDuesSummary',
          '/decisionSupport/outGoingBase',
          '/decisionSupport/train',
        ],
        html:
          steps(
            '在“党组织”里选要看的组织；点表里的组织名，往下看一级，点上方“↑”回到上级。',
            '有期间的报表，选按年、按季或按月，再选期间。',
            '蓝色和红色的数字点开是名单；红色的要处理。灰色的0是确实没有，“—”是没有数据，两者不同。',
            '“导出”在后台做成Excel，到“导出列表”下载；“打印”直接成PDF，带填报单位、统计期间、填报日期和页码。',
          ) +
          part('数字对不上时') +
          points(
            '先看表下面的“统计口径”：算哪些人、按什么日期、依据哪一条。',
            '党员增减的合计不等于各行相加是正常的：下级之间的转接在合计里相抵。',
            '“相差”不是0，是有人没有通过发展、转接、异动等手续进出（录入、导入、删除、直接改档案），点开逐人核对。',
            '本级：直接登记在这个组织、不在任何下级的。',
          ),
      },
      {
        title: '反馈表怎么用',
        routes: ['/decisionSupport/feedbackTable', '/decisionSupport/identityCardStatistics'],
        html:
          p('数据核查以后，把“反馈表”导出或打印发给各党组织，一行一个组织，写明完整率和要改的问题。') +
          points(
            '红色数字点开到“数据质量”，可以逐人改，也可以在表格里一次改几十人。',
            '先改“严重”的：统计数字和发展、党费等程序都依据它们。',
            '名单里的身份证号是遮蔽的，导出的也是。',
          ),
      },
    ],
  },
];
