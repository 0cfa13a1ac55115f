import { type HelpText, p, points, steps } from './helpParts.ts';

/** The help of 数据大屏. */
export const SCREEN_HELP: readonly HelpText[] = [
  {
    title: '数据大屏',
    routes: ['/bigScreen', '/bigScreen/show/org', '/bigScreen/show/branch', '/bigScreen/show/member'],
    html:
      p('数据大屏在会议室、党群服务中心的大屏幕上展示党建情况。数字和各业务页面是同一个来源，大屏不另行统计。') +
      steps(
        '在列表里找到要打开的大屏。“党建全景”直接打开，其余先选街道、支部或党员。',
        '在对话框里输入名称、拼音或首字母，点“查询”，再点“打开”。大屏在新窗口里打开。',
        '在新窗口里按 F11 全屏，投到大屏幕上。',
      ) +
      points(
        '只能选本组织和下级的街道、支部、党员。没有查看某项业务的权限，大屏上那一块写“没有查看权限”。',
        '姓名只显示姓，不显示证件号；问责、处分不上屏。',
        '大屏每30到60秒更新一次。左上角写着数据截至几点；变红表示服务器暂时没有应答，显示的是最后一次的数据。',
        '点地图上的区县或下级组织的格子，打开它的大屏；点“党员队伍”“组织生活完成率”“党费收缴”，看下级组织的明细。',
      ),
    below: [
      {
        title: '大屏上的明细',
        routes: ['/affairs/temp/convertSecondList', '/affairs/temp/duesSecondList', '/affairs/temp/activitySecondList'],
        html: points(
          '“转接数据”是今年以来各下级组织的党员增减，与党员增减表一致。',
          '“党费数据”是本月各下级组织的应交、已交、未交。',
          '“活动数据”是今年已结束各月的组织生活，达标多少、应开多少。',
          '点组织名称看它的下级；右边的按钮打开业务页面里的名单。',
        ),
      },
      {
        title: '怎样维护大屏列表',
        routes: ['/bigScreen/edit', '/bigScreen/bigScreenEdit'],
        html:
          steps(
            '由管理员点“新增大屏”，填名称、打开方式和跳转地址。',
            '本平台的页面以“/”开头；其他站点写完整网址，须先在站点配置的“允许跳转的站点”中添加。',
          ) + p('平台内置的四个大屏可以改名，不能删除。删除的大屏30天内可以从回收站恢复。'),
      },
    ],
  },
];
