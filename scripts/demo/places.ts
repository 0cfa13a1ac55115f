/** A county or district of the fictional city 峡州市. */
export interface County {
  name: string;
  /** Party members in the believable real city; the demo keeps the proportions. */
  weight: number;
  lng: number;
  lat: number;
  /** Share of minorities, before it is fitted to the whole city's. */
  minority: number;
  towns: string[];
}

/** The city's centre, which is the default centre of map and calendar in the specification. */
export const CENTRE = { lng: 111.29, lat: 30.69 };

const county = (name: string, weight: number, x: number, y: number, minority: number, towns: string): County => ({
  name,
  weight,
  lng: Number((CENTRE.lng + (x - 524) * 0.0022).toFixed(4)),
  lat: Number((CENTRE.lat - (y - 309) * 0.0017).toFixed(4)),
  minority,
  towns: towns.split(' '),
});

/** Names and proportions as on the city's screen; x and y are the places on that screen's map. */
export const COUNTIES: County[] = [
  county('临峡区', 45286, 524, 309, 0.05, '江南街道 东山街道 云集街道 学苑街道'),
  county('白鹭区', 18732, 648, 323, 0.04, '江岸街道 万寿街道 白鹭镇 共和街道'),
  county('南津区', 8615, 416, 433, 0.05, '南津街道 桥边镇 联棚乡'),
  county('云池区', 6487, 604, 475, 0.03, '古井街道 云池街道'),
  county('夷山区', 30904, 392, 219, 0.06, '小溪塔街道 龙泉坪镇 鸦雀镇 分水镇 樟村镇 雾河镇'),
  county('都亭市', 19873, 664, 575, 0.06, '陆城街道 红花镇 枝柳镇 松木坪镇 聂河镇'),
  county('沮阳市', 25518, 762, 157, 0.02, '玉阳街道 庙前镇 淯溪镇 半月镇 草埠镇'),
  county('江口市', 24206, 818, 369, 0.02, '马店街道 董滩镇 百里洲镇 安福镇 问安镇'),
  county('归峡县', 17806, 112, 385, 0.1, '平湖镇 屈乡镇 郭坝镇 九畹镇'),
  county('香溪县', 9427, 226, 129, 0.08, '古夫镇 昭乡镇 黄粮镇'),
  county('凤栖县', 11264, 560, 93, 0.03, '鸣凤镇 花林镇 茅坪镇'),
  county('清溪县', 20945, 404, 587, 0.4, '龙舟镇 花桥镇 柏树镇 榔坪镇 渔峡镇'),
  county('五溪县', 9253, 190, 473, 0.65, '五溪镇 采花乡 渔关镇'),
];

/** Villages; a town takes the next ones of the list. */
export const VILLAGES =
  `石埠 柳溪 白岩 车溪 双堰 楠木 青林 土门 高桥 长岭 梅坪 桃园 樟树 黄柏 晓峰 南岔 百步梯 三斗 乐天 古城 松树坪 天池 金家坝 望州 沙坪
龙井 茶店 鹿角 雷家畈 杨树河 桂垭 石牌 朱家湾 枣子岭 凤凰 青龙 白沙 红岩 清水 陈家冲 洞湾 火烧坪 向家坪 田家河 覃家畈 五眼泉 牛庄 响水 银杏 竹园 柑子园 枫香
马鞍山 观音堂 双龙 大桥边 小沟 黄泥 七里 十里铺 云台 月亮坪 仙人桥 黑石 落步 芝兰 桑园 玉泉 大堰 官庄 新场 鲁家坝 周家冲 李家河 潘家湾 彭家坡 狮子 紫阳 卸甲坪 腊树 茶园
花桥头 金鸡 水田坝 木鱼 香炉 黄连 楠竹 青山 石门垭 漂水 岩屋 龙潭 关口 兴隆 河坪 太平 泉水 罗家嘴 九龙 甘溪 胡家台 回龙`.split(
    /\s+/,
  );

/** Communities of streets and market towns. */
export const COMMUNITIES =
  `滨江 学院 桃花岭 万达里 中山 深圳里 怡和 西湖 绿萝 胜利 大公桥 环城 献福 星火 北山 隆中 东湖 港窑 白马 培心 杨岔 三江 平湖里 葛洲 望洲岗 镇平
明珠 锦江 营盘 和平 朝阳 幸福 建设 向阳 解放 文昌 书院 南门 东门 北门 西门 古渡 新街 长江 金桥 时代 前进 光明 花园 城南 城北 河西 河东 车站 湖滨 梧桐 紫荆 兰台`.split(
    /\s+/,
  );

/** Offices of a county. */
export const COUNTY_OFFICES =
  '组织部 宣传部 政府办公室 财政局 发展和改革局 农业农村局 公安局 自然资源局 人力资源和社会保障局 交通运输局 水利局 民政局 审计局 市场监管局 税务局 司法局'.split(
    ' ',
  );
/** Offices of the city, each with its party name. */
export const CITY_OFFICES =
  '市委组织部 市委宣传部 市委办公室 市政府办公室 市财政局 市发展和改革委员会 市公安局 市自然资源局 市人力资源和社会保障局 市交通运输局 市水利和湖泊局 市民政局 市审计局 市市场监管局 市生态环境局 市司法局 市统计局 市档案馆'.split(
    ' ',
  );
export const COUNTY_SCHOOLS =
  '第一中学 第二中学 实验初级中学 实验小学 城关小学 职业教育中心 机关幼儿园 特殊教育学校 希望小学 教学研究室'.split(
    ' ',
  );
export const CITY_SCHOOLS =
  '峡州市第一中学 峡州市第二中学 峡州市外国语学校 峡州市实验小学 峡州市教育科学研究院 峡州市机关幼儿园 峡州市第三高级中学 峡州市体育运动学校'.split(
    ' ',
  );
export const HEALTH =
  '人民医院内科 人民医院外科 人民医院机关 中医医院 妇幼保健院 疾病预防控制中心 卫生监督所 血吸虫病防治所'.split(' ');
export const COUNTY_FIRMS =
  '磷化工公司 柑橘果品公司 水运公司 茶业公司 建筑安装公司 供水公司 机械制造公司 商贸物流公司 精细化工公司 纺织公司 酒业公司 新材料公司'.split(
    ' ',
  );
export const CITY_FIRMS =
  '峡州水务集团 峡州交通旅游集团 峡州城市建设投资集团 峡州港务集团 峡州公共交通集团 峡州产业投资集团 峡州粮食储备公司'.split(
    ' ',
  );
export const PRIVATE_FIRMS =
  '律师行业 快递行业 互联网行业 民营医疗行业 建筑装饰行业 汽车服务行业 餐饮行业 物业服务行业 会计师行业 家政服务行业'.split(
    ' ',
  );
export const COLLEGE_PARTS = '机电工程学院 旅游与教育学院 农学院 医学院 电子信息学院 建筑工程学院 经济管理学院'.split(
  ' ',
);
