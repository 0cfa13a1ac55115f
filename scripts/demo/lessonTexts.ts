/** One slide of a video: its chapter and the two or three sentences that stand on it and are its subtitles. */
export interface Slide {
  title: string;
  lines: readonly string[];
}

export interface Lesson {
  /** Name of its files in `media`, without ending. */
  file: string;
  title: string;
  intro: string;
  speaker: string;
  labels: readonly string[];
  slides: readonly Slide[];
  viewers: number;
}

export interface LessonUnit {
  name: string;
  intro: string;
  isRequired: boolean;
  /** Whose unit it is. */
  by: 'city' | 'street' | 'branch';
  lessons: readonly Lesson[];
}

/** Seconds that a slide stands. */
export const SLIDE_SECONDS = 16;

export const LESSON_UNITS: readonly LessonUnit[] = [
  {
    name: '党章党规微课',
    intro: '每讲一分钟，说清一件支部常问的事。全体党员必修，今年内学完。',
    isRequired: true,
    by: 'city',
    lessons: [
      {
        file: 'lesson-11',
        title: '党员的权利和义务',
        intro: '权利和义务写在党章第一章，是一个整体。',
        speaker: '周明远',
        labels: ['党章', '党员'],
        viewers: 62,
        slides: [
          {
            title: '为什么先讲义务',
            lines: ['入党是自愿的，义务是入党时自己答应的。', '把义务放在前面，是提醒每个人先想自己该做什么。'],
          },
          {
            title: '八项义务怎样落到日常',
            lines: ['学习、执行、服务、守纪，一件一件都看得见。', '按月交党费、按时过组织生活，就是最基本的落实。'],
          },
          {
            title: '八项权利怎样行使',
            lines: ['讨论、建议、批评、表决、申辩，都有正当的渠道。', '在会上说，比在会后说更有用。'],
          },
          { title: '小结', lines: ['权利不是福利，义务不是负担。', '两样都用起来，支部才有活力。'] },
        ],
      },
      {
        file: 'lesson-12',
        title: '三会一课怎样开',
        intro: '支部党员大会、支部委员会、党小组会和党课各管什么、多久一次。',
        speaker: '周明远',
        labels: ['组织生活', '党支部'],
        viewers: 55,
        slides: [
          { title: '三会各管什么', lines: ['大会定事，委员会议事，小组会落实。', '一次会只议一两件事，议透再散。'] },
          {
            title: '多久一次',
            lines: ['大会一般每季度一次，委员会和小组会一般每月一次。', '有急事随时开，不必等到月底。'],
          },
          {
            title: '党课谁来讲',
            lines: ['书记每年至少讲一次，普通党员也可以讲。', '讲自己做过的事，比念材料更有人听。'],
          },
          { title: '记录要记什么', lines: ['记时间、到会人、谁说了什么、最后定了什么。', '缺席要写原因，会后补学。'] },
        ],
      },
      {
        file: 'lesson-13',
        title: '党费的计算和交纳',
        intro: '按什么基数、什么比例、什么时候交。',
        speaker: '何静',
        labels: ['党费'],
        viewers: 41,
        slides: [
          {
            title: '先看基数',
            lines: ['有固定收入的，以每月税后经常性收入为基数。', '离退休的，以实际领取的离退休费为基数。'],
          },
          {
            title: '再看比例',
            lines: ['收入越高，比例越高，从千分之五到百分之二。', '农民、下岗失业和学生党员，每月二角到一元。'],
          },
          { title: '什么时候交', lines: ['每月主动交到所在支部。', '流动在外的，经同意可以按季度交。'] },
          {
            title: '交不了怎么办',
            lines: ['有困难的，本人提出，支部大会讨论，报上级批准。', '没有正当理由连续六个月不交，按自行脱党处理。'],
          },
        ],
      },
    ],
  },
  {
    name: '社区工作一点通',
    intro: '江南街道的党务工作者自己录的经验：每讲说一个办法，拿来就能用。',
    isRequired: false,
    by: 'street',
    lessons: [
      {
        file: 'lesson-21',
        title: '入户走访的三句话',
        intro: '第一句问什么，第二句记什么，走的时候说什么。',
        speaker: '陈桂兰',
        labels: ['群众工作', '社区'],
        viewers: 38,
        slides: [
          { title: '进门第一句', lines: ['先说自己是谁、住哪一栋、为什么来。', '不带表格进门，等人坐下来再拿本子。'] },
          { title: '多听少记', lines: ['记三样：人、事、什么时候回话。', '当场办不了的，不要先答应。'] },
          { title: '走的时候', lines: ['留一个打得通的电话。', '说好哪天回话，到那天一定回。'] },
          { title: '回来以后', lines: ['当天录进台账，分给管的人。', '办完再上一次门，请人家说满不满意。'] },
        ],
      },
      {
        file: 'lesson-22',
        title: '居民议事会怎样不吵散',
        intro: '先定规则再议事。',
        speaker: '陈桂兰',
        labels: ['群众工作', '议事'],
        viewers: 27,
        slides: [
          { title: '开会之前', lines: ['一次只议一件事，题目提前三天贴出来。', '先听反对的人，再请支持的人。'] },
          { title: '会上的规则', lines: ['一人三分钟，说事不说人。', '主持的人不表态，只管时间和顺序。'] },
          { title: '怎么定下来', lines: ['能试的先试一个月。', '定不下来的，写清楚两个办法各有什么好处。'] },
          { title: '会后', lines: ['三天内把结果贴出来。', '谁去做、做到什么时候，一并写明。'] },
        ],
      },
      {
        file: 'lesson-23',
        title: '把志愿者留下来',
        intro: '招人容易留人难，留人靠三件小事。',
        speaker: '刘波',
        labels: ['志愿服务'],
        viewers: 19,
        slides: [
          { title: '第一次很要紧', lines: ['第一次来，要有人带、有事做、有人谢。', '不要让人站着等分工。'] },
          { title: '时间说准', lines: ['说两小时就两小时。', '要延长，先问愿不愿意。'] },
          { title: '做完有回音', lines: ['把结果告诉出力的人，附一张照片。', '年底把每个人的时长打出来。'] },
          { title: '给人选择', lines: ['有人爱跑腿，有人会修电器，有人愿意陪聊天。', '登记的时候就问清楚。'] },
        ],
      },
    ],
  },
  {
    name: '渡口支部的故事',
    intro: '支部自己的党课：三位老党员讲渡口的三件旧事。',
    isRequired: false,
    by: 'branch',
    lessons: [
      {
        file: 'lesson-31',
        title: '修渠那一年',
        intro: '八十六岁的老支书讲三十年前怎样分段修渠。',
        speaker: '王德厚',
        labels: ['支部故事'],
        viewers: 12,
        slides: [
          { title: '水上不来', lines: ['那年天旱，下湾的田都裂了口。', '支部开了一夜的会，决定自己修渠。'] },
          { title: '分段包干', lines: ['每个党员认一段，最难的一段书记先认。', '谁家有困难，旁边一段的人帮着做。'] },
          { title: '渠通了', lines: ['四十天修了两里半，腊月二十八放水。', '放水那天，全村的人都站在渠边上。'] },
          { title: '现在的渠', lines: ['渠还在用，每年清淤还是分段。', '年轻人问为什么，我说这样记得住。'] },
        ],
      },
      {
        file: 'lesson-32',
        title: '渡船停航以后',
        intro: '大桥通车，渡口的人往哪里去。',
        speaker: '李秀英',
        labels: ['支部故事'],
        viewers: 9,
        slides: [
          { title: '最后一班船', lines: ['大桥通车那天，渡船开了最后一班。', '船上坐的都是来送行的老人。'] },
          { title: '人往哪里去', lines: ['十一个船工，有六个是党员。', '支部一家一家地跑，学车、学电工、进桥管所。'] },
          { title: '渡口留下来', lines: ['渡口改成了小广场，支部的活动室就在售票房。', '墙上挂着每条船的照片。'] },
          { title: '想说的话', lines: ['路通了是好事，人要跟得上。', '支部就是让人跟得上的地方。'] },
        ],
      },
      {
        file: 'lesson-33',
        title: '一张欠条',
        intro: '支部书记打的一张欠条，还了十一年。',
        speaker: '赵成林',
        labels: ['支部故事', '纪律'],
        viewers: 7,
        slides: [
          { title: '欠条是怎么来的', lines: ['修活动室差八百块钱，书记自己打了欠条。', '写的是个人借，不用集体还。'] },
          { title: '还了十一年', lines: ['每年卖了橘子还一点。', '最后一笔是他女儿替他还的。'] },
          { title: '为什么不报账', lines: ['他说没有开会定的钱，不能用集体的。', '后来支部立了规矩，花钱先开会。'] },
          { title: '欠条还在', lines: ['欠条现在裱在活动室里。', '新来的党员第一课就看它。'] },
        ],
      },
    ],
  },
];

const two = (part: number) => String(part).padStart(2, '0');
const stamp = (second: number) => `${two(Math.floor(second / 60))}:${two(second % 60)}.000`;

/** The lines of the slides as WebVTT, each for half of its slide. */
export function subtitlesOf(slides: readonly Slide[]): string {
  const cues = slides.flatMap(({ lines }, place) =>
    lines.map((line, at) => {
      const length = SLIDE_SECONDS / lines.length;
      const from = place * SLIDE_SECONDS + at * length;
      return `${stamp(from)} --> ${stamp(from + length)}\n${line}`;
    }),
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

export const chaptersOf = (slides: readonly Slide[]) =>
  slides.map(({ title }, place) => ({ at: place * SLIDE_SECONDS, title }));
