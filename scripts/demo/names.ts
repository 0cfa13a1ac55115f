import type { Random } from './random.ts';

/** Surnames with their share in ten thousand: the common ones, and those of the gorge country. */
const SURNAMES: [string, number][] =
  `李650 王600 张580 刘550 陈520 杨360 周320 向250 覃240 黄260 谭220 吴220 胡220 徐170 何170 罗150 彭130 田130
朱130 郑120 邓120 高100 郭100 余100 谢90 熊90 宋80 唐80 程80 袁80 曾80 邹80 汪80 马70 冯70 曹70 许70 杜70 董60 魏60 夏60 方60 石60
林50 梁50 韩50 吕50 卢50 蒋50 蔡50 丁50 叶50 潘50 钟50 范50 姚50 廖50 屈50 龚50 苏40 戴40 任40 金40 鲁40 易40 傅30 沈30 姜30 陆30 秦30
江30 龙30 万30 段30 雷30 黎30 文30 望30 简30 贺30 冉25 牟25 柳25 艾20 于20 萧20 贾20 薛20 孔20 白20 崔20 毛20 邱20 史20 顾20 侯20 邵20 孟20
钱20 汤20 尹20 常20 武20 颜15 闵15 全15 皮15 康15 郝15 乔10 赖10 单10 欧阳10 曲8 解6 上官4 诸葛2 司马2 皇甫2`
    .split(/\s+/)
    .map((item) => {
      const [, name = '', share = '1'] = /^(\D+)(\d+)$/.exec(item) ?? [];
      return [name, Number(share)];
    });

interface Generation {
  /** Last birth year. */
  until: number;
  /** Share of given names of one character, men and women. */
  single: [number, number];
  men: [string, string];
  women: [string, string];
}

const GENERATIONS: Generation[] = [
  {
    until: 1954,
    single: [0.1, 0.08],
    men: [
      '德国文正明永光大家世昌天有长先学克开绍祖兴顺宏成洪立忠元传仁金万发祥宗孝良庭福玉',
      '才贵清华发富生财福祥元忠林山银全安明义堂友德武昌禄寿春太成金喜珍松柏魁轩云海勤',
    ],
    women: [
      '秀桂玉素兰凤翠春金月淑菊腊冬正传大先德永明银梅荣香文光家昌福善',
      '英兰珍芝香莲秀花梅凤云珠娥芳贞清菊枝玉姣翠春桂姑莉琴兰淑秋',
    ],
  },
  {
    until: 1969,
    single: [0.12, 0.14],
    men: [
      '建国志卫新红文永明光庆家学爱东兴忠克正世昌祖宏先清立德少继开发春长保万金云启道守',
      '国军华平明民生林强成新兵清山义东海红斌安武元福忠发祥波勇江松松荣春文龙亮才涛志权',
    ],
    women: [
      '秀丽桂玉春红爱艳小淑凤金翠冬晓素月美慧国建新云菊文永莉惠先兰正传清',
      '英华兰芳珍琴梅莲霞萍玲云红芬凤珠平群菊香荣敏玉清秀娥琼丽蓉芝容',
    ],
  },
  {
    until: 1984,
    single: [0.3, 0.3],
    men: [
      '志建小晓文海国永俊明宏少立新爱华春云卫光庆家学东江正金先红大成世绍开启向良长朝尚',
      '军勇华平波涛峰林辉东明强斌刚伟敏杰山超松清飞鹏龙兵荣江洪进新华成才义雄宝忠毅权国',
    ],
    women: [
      '丽晓春小红艳海玉秀燕美慧爱桂文金雪凤云冬华建静亚翠莉清先雅书永庆',
      '华芳丽玲霞燕萍梅红琼艳敏英娟芬蓉群莉琴云平娥容凤兰菊琳霜珍清青',
    ],
  },
  {
    until: 1999,
    single: [0.2, 0.22],
    men: [
      '志思俊文明浩子宇正佳立泽天嘉学晓家永少建海晨鹏承启凯博一世振梓宏睿炳绍光景锦书传向',
      '远源杰涛鹏宇辉伟超峰龙翔凯阳林豪亮博磊斌晨航飞康成华轩立诚毅然锋明川铭洋江军山松恒',
    ],
    women: [
      '雨文思晓梦佳婷诗丽静雅小雪欣慧嘉春紫艺若子玉海冰悦芳怡露亚秋书云美',
      '婷静雪琪琳倩莹颖敏洁薇瑶欣蓉妮怡萍芳雯丽娟雨彤园玲君燕佳菲月楠宁',
    ],
  },
  {
    until: 2100,
    single: [0.06, 0.05],
    men: [
      '子浩宇梓俊嘉思泽文天博一奕家皓晨睿明佳煜承锦志铭昊辰书逸星启远景楚江云卓正海振',
      '轩然涵宇豪泽辰博阳铭睿航杰希诚凡远楠翔源哲文昊恒毅晨川林洋畅锋扬安成立朗凯山明',
    ],
    women: [
      '雨子梓思欣诗佳雅梦可语若嘉心一紫怡艺晨舒婉书芷静悦清萱楚云月沐安',
      '涵萱怡琪彤妍欣瑶洁宁晴语薇蕾馨桐楠颖雯妮悦然菲岚月溪云霏婷心雪',
    ],
  },
];

const surnameNames = SURNAMES.map(([name]) => name);
const surnameShares = SURNAMES.map(([, share]) => share);

const letter = (random: Random, pool: string) => pool.charAt(random.int(0, pool.length - 1));

/** A person's name as people of that sex (1 man, 2 woman) and birth year are called. */
export function personName(random: Random, gender: number, birthYear: number): string {
  const family = surnameNames[random.index(surnameShares)] ?? '';
  const generation = GENERATIONS.find(({ until }) => birthYear <= until) ?? GENERATIONS[GENERATIONS.length - 1];
  if (!generation) throw new Error('no generation');
  const [first, second] = gender === 1 ? generation.men : generation.women;
  if (random.chance(gender === 1 ? generation.single[0] : generation.single[1])) return family + letter(random, second);
  const one = letter(random, first);
  let two = letter(random, second);
  while (two === one) two = letter(random, second);
  return family + one + two;
}
