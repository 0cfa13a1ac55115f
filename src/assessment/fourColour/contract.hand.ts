import { z } from 'zod';
import { count, data, endpoint, id, required, text, yearFrom } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { listColours, orgColour } from './contract.ts';
import { SIGNS, TONES, type Tone } from './rules.scheme.ts';

export const HAND_FILES = 5;
const level = count.pipe(z.int().min(1, '等级不正确').max(4, '等级不正确'));
const year = yearFrom(2000, '年度');
const quarter = count.pipe(z.int().min(1, '季度不正确').max(4, '季度不正确'));

const changed = () => [listColours, orgColour, colourHands];

const colourHand = z.object({
  id: z.string(),
  year: z.number(),
  quarter: z.number(),
  computed: z.number(),
  level: z.number(),
  reason: z.string(),
  files: z.array(uploadedFile),
  state: z.number(),
  stateName: z.string(),
  askedBy: z.string(),
  askedOrg: z.string(),
  decidedBy: z.string(),
  opinion: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type ColourHand = z.infer<typeof colourHand>;

export const colourHands = endpoint({
  method: 'GET',
  path: '/api/jczc/colour/hand/list',
  summary: '一个组织的人工定级：申请、理由、材料和上级意见',
  access: 'colour:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(z.array(colourHand)),
});

export const askHand = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/hand',
  summary: '人工定级：把一个季度的等级调整一级，写明理由并附材料，由上级确认',
  access: 'colour:manage',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '申请人工定级',
  idempotent: true,
  input: z.object({
    orgId: id,
    year,
    quarter,
    level,
    reason: text(500, '理由').refine((value) => value !== '', '请输入理由'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '材料不正确'))
      .min(1, '请上传材料')
      .max(HAND_FILES, `材料最多${HAND_FILES}个`),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const decideHand = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/hand/decide',
  summary: '上级确认或不同意人工定级，不能是申请的人',
  access: 'colour:manage',
  scope: 'org',
  targets: { id: 'colour' },
  audit: '确认人工定级',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    agree: z.boolean('请选择同意或不同意'),
    opinion: text(200, '意见').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const withdrawHand = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/hand/withdraw',
  summary: '撤回人工定级：还没有冻结的季度恢复为计算的等级',
  access: 'colour:manage',
  scope: 'org',
  targets: { id: 'colour' },
  audit: '撤回人工定级',
  idempotent: true,
  input: z.object({ id, version: count }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

/** How one level is drawn. */
export const look = z.object({
  label: required(2, '颜色名称'),
  name: required(4, '等级名称'),
  sign: z.enum(SIGNS, '请选择形状'),
  tone: z.enum(Object.keys(TONES) as [Tone, ...Tone[]], '请选择颜色'),
  letter: text(1, '字母').default(''),
});

const natures = z.array(z.string().max(10, '单位性质不正确')).max(40, '单位性质最多40个').default([]);

export const getScheme = endpoint({
  method: 'GET',
  path: '/api/jczc/colour/scheme',
  summary: '四色的颜色、名称、形状和字母：本组织的，没有的用上级的',
  access: 'colour:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      looks: z.array(look),
      /** Natures of main units (dictionary 0011) that the own organisation counts beside those of the house. */
      city: z.array(z.string()),
      village: z.array(z.string()),
      /** Whose it is; empty: nobody above set one, and the house's own counts. */
      orgName: z.string(),
      /** 0: the own organisation has none. */
      version: z.number(),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

export const saveScheme = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/scheme',
  summary: '设置本组织和下级的四色：显示，和另计入城市、农村的单位性质；历史等级不变',
  access: 'colour:manage',
  scope: 'org',
  audit: '设置四色方案',
  idempotent: true,
  input: z.object({
    version: count,
    looks: z.array(look).length(4, '请填写四个等级'),
    city: natures,
    village: natures,
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getScheme, listColours, orgColour],
});
