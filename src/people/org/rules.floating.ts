import { MIN_FULL_MEMBERS, mayStandBelow } from './rules.ts';

/** What an organisation of floating members leans on at the place of inflow (《中国共产党党员教育管理工作条例》 32). */
export const SETTINGS = {
  park: '园区',
  chamber: '商会',
  association: '行业协会',
  office: '驻外地办事机构',
  other: '其他',
} as const;
export type Setting = keyof typeof SETTINGS;

/** 状态; `dissolved` is an established organisation that has been deleted since. */
export const FLOATING_STATES = {
  pending: '待审核',
  returned: '已退回',
  established: '已设立',
  dissolved: '已撤销',
} as const;
export type FloatingState = keyof typeof FLOATING_STATES;

/** 流动党员党组织, dictionary 0001. */
export const FLOATING_TYPE = 50;

const EDUCATION = '《中国共产党党员教育管理工作条例》第三十二条';
const BRANCH = '《中国共产党支部工作条例（试行）》第二章';

/** Contradictions of an application, a sentence by field. */
export function checkFloating(application: {
  /** Floating members whom it is for. */
  memberCount: number;
  /** Those of them who are named. */
  memberIds: readonly string[];
}): Record<string, string> {
  const { memberCount, memberIds } = application;
  if (new Set(memberIds).size < memberIds.length) return { memberIds: '同一名流动党员只登记一次' };
  if (memberCount < MIN_FULL_MEMBERS) return { memberCount: `流动党员不足${MIN_FULL_MEMBERS}人的，不单独设立党组织` };
  if (memberCount < memberIds.length) {
    return { memberCount: `已选出${memberIds.length}名流动党员，人数不能更少` };
  }
  return {};
}

/** One point that the auditor looks at, with the rule behind it. */
export interface FloatingCheck {
  ok: boolean;
  text: string;
  clause: string;
}

/** What speaks for and against an application, each with its rule; it binds nobody but whoever decides. */
export function floatingChecks(facts: {
  parentType: number;
  memberCount: number;
  named: number;
  fullNamed: number;
  /** Of those named, who is still registered as floating. */
  stillFloating: number;
  secretaryName: string;
  secretaryFull: boolean;
}): FloatingCheck[] {
  const { memberCount, named, fullNamed, stillFloating, secretaryName, secretaryFull } = facts;
  const may = mayStandBelow(facts.parentType, FLOATING_TYPE);
  const gone = named - stillFloating;
  const stillThere = {
    ok: gone === 0,
    text: gone === 0 ? '登记到人的都是流动党员' : `登记到人的有${gone}人已不是流动党员`,
    clause: `${EDUCATION}：依托园区、商会、行业协会、驻外地办事机构等成立流动党员党组织`,
  };
  return [
    {
      ok: may,
      text: may ? '拟隶属的上级党组织可以设立党支部' : '拟隶属的上级党组织下不能设立党支部',
      clause: '《中国共产党章程》第三十条：基层党组织经上级党组织批准设立',
    },
    {
      ok: fullNamed >= MIN_FULL_MEMBERS,
      text: `申报流动党员${memberCount}人，登记到人的${named}人，其中正式党员${fullNamed}人`,
      clause: `${BRANCH}：正式党员3人以上成立党支部`,
    },
    ...(named > 0 ? [stillThere] : []),
    {
      ok: secretaryFull,
      text: secretaryFull ? `书记人选${secretaryName}是正式党员` : '书记人选已不是正式党员，或已离开申请的党组织',
      clause: '《中国共产党基层组织选举工作条例》第五条：正式党员有表决权、选举权、被选举权',
    },
  ];
}
