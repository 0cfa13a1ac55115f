export const STATES = { 0: '草稿', 1: '投票中', 2: '已结束', 3: '已封存', 4: '已作废' } as const;
export const KINDS = { agree: '逐项表决（赞成、反对、弃权）', choose: '选举（在候选人中选）' } as const;
export type Kind = keyof typeof KINDS;
export const VOTERS = {
  branch: '本支部有表决权的党员',
  people: '指定人员',
  meeting: '会议应到的有表决权党员',
} as const;
export type VotersAre = keyof typeof VOTERS;

/** What a ballot of kind `agree` says of an option. */
export const SAYINGS = { 1: '赞成', 2: '反对', 3: '弃权' } as const;

/** Below so many ballots no single figure is told: it would tell who voted how. */
export const FEWEST = 5;
/**
 * Figures of an option are told where more than so many ballots stand against the largest of them. With fewer one person's own
 * ballot, or none at all, would tell everybody else's; and since nought to two hide alike, hiding tells nobody's either.
 */
export const NEARLY_ALL = 2;
/** No setting of an installation allows a secret vote of fewer. */
export const LEAST_VOTERS = 3;
export const MAX_OPTIONS = 50;
export const CLAUSE =
  '《中国共产党章程》第十七条：党组织讨论决定问题，必须执行少数服从多数的原则；决定重要问题，要进行表决。';

export const BALLOTS = {
  list: '/affairs/event/ballot',
  edit: (id: string) => `/affairs/event/ballot/edit/${id}`,
  view: (id: string) => `/affairs/event/ballot/view/${id}`,
  own: '/partyMember/ballot',
  vote: (id: string) => `/partyMember/ballot/${id}`,
} as const;

export interface Question {
  kind: Kind;
  options: readonly string[];
  /** At most so many may be chosen. */
  seats: number;
}

/** What is wrong with a ballot, in words; empty: nothing. An empty choice is an abstention. */
export function choiceFault({ kind, options, seats }: Question, choice: readonly number[]): string {
  if (kind === 'agree') {
    const whole = choice.length === options.length && choice.every((say) => say in SAYINGS);
    return whole ? '' : '请对每一项表决';
  }
  if (new Set(choice).size !== choice.length || choice.some((place) => place < 0 || place >= options.length))
    return '选票内容不正确';
  return choice.length > seats ? `最多选${seats}人` : '';
}

/** Sums of an option: 赞成, 反对, 弃权; of an election the votes alone. */
export type Sums = readonly (readonly number[])[];

/** Counts ballots: of each option how many say 赞成, 反对, 弃权, or have chosen it. */
export function countBallots({ kind, options }: Question, ballots: readonly (readonly number[])[]): number[][] {
  return options.map((_option, place) =>
    kind === 'agree'
      ? Object.keys(SAYINGS).map((say) => ballots.filter((choice) => choice[place] === Number(say)).length)
      : [ballots.filter((choice) => choice.includes(place)).length],
  );
}

/** What is wrong with sums that a teller enters; empty: nothing. */
export function sumsFault({ kind, options, seats }: Question, cast: number, sums: Sums): string {
  if (sums.length !== options.length) return '请填写每一项的票数';
  const width = kind === 'agree' ? Object.keys(SAYINGS).length : 1;
  if (sums.some((one) => one.length !== width)) return '请填写每一项的票数';
  if (kind === 'agree') {
    const wrong = sums.findIndex((one) => one.reduce((sum, n) => sum + n, 0) !== cast);
    return wrong < 0 ? '' : `“${options[wrong]}”的赞成、反对、弃权合计应为${cast}票`;
  }
  if (sums.some(([votes = 0]) => votes > cast)) return `得票不能多于${cast}票`;
  const all = sums.reduce((sum, [votes = 0]) => sum + votes, 0);
  return all > cast * seats ? `得票合计不能多于${cast * seats}` : '';
}

/** Elections (domain 4.4): at least four fifths of those entitled are there. */
export const electionQuorum = (entitled: number, present: number): boolean => present * 5 >= entitled * 4;
/** A winner has more than half of those present with a vote. */
export const isElected = (votes: number, present: number): boolean => votes * 2 > present;
/** Candidates stand for seats with at least a fifth more. */
export const enoughCandidates = (seats: number, candidates: number): boolean => candidates * 5 >= seats * 6;

export interface Outcome {
  /** Enough of those entitled have voted: more than half, in an election four fifths. */
  valid: boolean;
  /** Whether each option has passed, or is elected. */
  passed: boolean[];
  /** Options that share the last place of an election: another vote decides. */
  tied: boolean[];
}

/**
 * What a vote decides. 表决: valid where more than half of those entitled have voted, passed by more than half of those entitled.
 * Election: valid where four fifths of those entitled have voted; those with more than half of the ballots, the most first, as many as there are seats; whoever shares the
 * last place is not elected yet (《中国共产党基层组织选举工作条例》第二十五条至第二十七条).
 */
export function outcomeOf({ kind, seats }: Question, voters: number, cast: number, sums: Sums): Outcome {
  const valid = kind === 'choose' ? electionQuorum(voters, cast) : cast * 2 > voters;
  const yes = sums.map(([first = 0]) => first);
  const none = sums.map(() => false);
  if (!valid) return { valid, passed: none, tied: none };
  if (kind === 'agree') return { valid, passed: yes.map((votes) => votes * 2 > voters), tied: none };
  const over = yes.map((votes) => isElected(votes, cast));
  const ahead = (place: number) => yes.filter((votes, at) => over[at] && votes > (yes[place] ?? 0)).length;
  const equal = (place: number) => yes.filter((votes, at) => over[at] && votes === yes[place]).length;
  const passed = yes.map((_votes, at) => over[at] === true && ahead(at) + equal(at) <= seats);
  return { valid, passed, tied: yes.map((_votes, at) => over[at] === true && !passed[at] && ahead(at) < seats) };
}

/** What is told of a result. */
export interface Told extends Outcome {
  /** So few have voted that what was decided would say what each of them voted: it is told of no option. */
  withheld: boolean;
  /** Figures by option, null where they would tell a person's vote; null: of none. */
  sums: (number[] | null)[] | null;
}

/**
 * A result as it may be told without telling what anybody voted. Whether it is withheld depends on how many voted alone, never on
 * what they voted, or withholding would tell that.
 */
export function toldOf(question: Question, voters: number, cast: number, outcome: Outcome & { sums: Sums }): Told {
  const { valid, passed, tied, sums } = outcome;
  // The ballots by which something passes: where all are needed, passing says that everybody agreed.
  const needed = Math.floor((question.kind === 'agree' ? voters : cast) / 2) + 1;
  const withheld = valid && (voters < LEAST_VOTERS || cast <= needed);
  const none = passed.map(() => false);
  const isOpen = (one: readonly number[]) => {
    const [yes = 0] = one;
    const parts = question.kind === 'agree' ? one : [yes, cast - yes];
    return cast - Math.max(...parts) > NEARLY_ALL;
  };
  return {
    valid,
    withheld,
    passed: withheld ? none : passed,
    tied: withheld ? none : tied,
    sums: withheld || cast < FEWEST ? null : sums.map((one) => (isOpen(one) ? [...one] : null)),
  };
}

/** Why figures or the result are not told; the empty text where all are. */
export function hiddenText({ withheld, sums }: Pick<Told, 'withheld' | 'sums'>): string {
  if (withheld) return '收回的票太少，公布结果会让人看出每个人投了什么，不公布；可以另行投票。';
  if (sums === null) return `不足${FEWEST}票，为保护投票人，不公布各项票数。`;
  if (sums.every((one) => one !== null)) return '';
  return `“—”：票数几乎一致（不同的不超过${NEARLY_ALL}票），公布会让人看出每个人投了什么。`;
}

/** What an option has come to, in words. */
export function wordOf(kind: Kind, { valid, withheld, passed, tied }: Omit<Told, 'sums'>, place: number): string {
  if (!valid) return '无效';
  if (withheld) return '不公布';
  if (passed[place]) return kind === 'agree' ? '通过' : '当选';
  if (tied[place]) return '票数相等，须再投';
  return kind === 'agree' ? '未通过' : '未当选';
}

/** Whether a vote holds, in words. */
export const validText = (kind: Kind, valid: boolean): string =>
  kind === 'choose'
    ? `收回的票${valid ? '达到' : '没有达到'}应投人数的五分之四，投票${valid ? '有效' : '无效'}。`
    : `收回的票${valid ? '超过' : '没有超过'}应投人数的半数，投票${valid ? '有效' : '无效'}。`;
