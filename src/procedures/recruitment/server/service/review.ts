import { saveExport } from '#kernel/job/server/exportFile.ts';
import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import { markOfJob } from '#platform/server/export/exportMark.ts';
import { readStored } from '#platform/server/files/files.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { type FurtherSheet, type SheetColumn, xlsx } from '#platform/server/spreadsheet/write.ts';
import { type ZipEntry, zip } from '#platform/server/spreadsheet/zip.ts';
import type * as contract from '#procedures/recruitment/contract.export.ts';
import { type Doubt, findBackdating } from '#procedures/recruitment/rules/backdating.ts';
import { type Finding, findingsUpTo } from '#procedures/recruitment/rules/findings.ts';
import { lastAskedStep } from '#procedures/recruitment/rules/path.ts';
import { STEPS, stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/export.ts';
import { findFile } from '../queries/file.ts';
import { loadWholeFile, MISSING, type WholeFile } from './wholeFile.ts';

export const REVIEW_EXPORT = 'recruitment.reviewExport';
const TITLE = '发展党员迎审包';
const STATES = { pending: '待审', passed: '通过', returned: '退回' } as const;

type Input = ParsedOf<typeof contract.exportReview> & { by: { name: string; org: string } };

/** Queues the package of the chosen files; answers the job's id. */
export async function startReview(ctx: Ctx, { ids, purpose }: ParsedOf<typeof contract.exportReview>) {
  if (ctx.scope.memberId !== null) throw forbidden();
  const chosen = [...new Set(ids)];
  if ((await queries.countWithin(ctx.db, ctx.scope, chosen)) < chosen.length) throw notFound(MISSING);
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出${TITLE}`;
  const input = { ids: chosen, purpose, by: { name, org } };
  const jobId = await enqueue(ctx, { kind: REVIEW_EXPORT, title, right: 'recruit:write', input });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

type Stored = Awaited<ReturnType<typeof queries.printsOf>>;
interface Reviewed {
  /** `001 陈雨桐`. */
  folder: string;
  held: WholeFile;
  stored: Stored;
  gaps: Gap[];
  doubts: Doubt[];
}
interface Gap {
  no: number;
  what: string;
  clause: string;
}

const beijing = (at: Date | null) => at?.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }) ?? null;
const labelOf = (no: number, kind: string) => stepDefinition(no).papers.find((one) => one.kind === kind)?.label ?? kind;

/** What is missing of a file up to where it stands: days, required papers, and rules that are not kept. */
function gapsOf({ file, steps, papers, path }: WholeFile): Gap[] {
  const upTo = file.ending === null ? file.step - 1 : lastAskedStep(file.ending, file.step);
  const missing = STEPS.filter(({ no }) => no <= upTo).flatMap((def): Gap[] => {
    const clause = `发展党员流程第${def.no}步`;
    const step = steps.find(({ no }) => no === def.no);
    const undated =
      step?.handledOn || (file.endedOn !== null && def.no > file.step)
        ? []
        : [{ no: def.no, what: `${stepName(def.no)}没有日期`, clause }];
    if (!step?.handledOn) return undated;
    return def.papers
      .filter(({ required }) => required)
      .flatMap(({ kind, label }) => {
        const paper = papers.find((one) => one.no === def.no && one.kind === kind);
        if (paper?.state === 'passed' && paper.files.length > 0) return [];
        const why = !paper || paper.files.length === 0 ? '没有上传' : paper.state === 'returned' ? '被退回' : '待审';
        return [{ no: def.no, what: `${label}${why}`, clause }];
      });
  });
  const broken = findingsUpTo(path, Math.max(upTo, 1)).filter(({ ok }) => !ok);
  return [
    ...missing,
    ...broken.map(({ no, title, evidence, clause }: Finding) => ({ no, what: `${title}：${evidence}`, clause })),
  ].sort((a, b) => a.no - b.no);
}

const doubtsOf = ({ file, steps, papers, notes, path }: WholeFile, stored: Stored): Doubt[] =>
  findBackdating({
    paperUntil: file.paperUntil,
    calendar: path.calendar,
    steps: steps.map(({ no, handledOn, decidedOn, recordedAt }) => ({
      no,
      handledOn,
      decidedOn,
      recordedOn: beijing(recordedAt),
    })),
    notes,
    papers: papers.map(({ no, kind, handedAt, files }) => ({
      no,
      label: labelOf(no, kind),
      handedOn: beijing(handedAt),
      prints: files.flatMap((id) => stored.get(id)?.print ?? []),
    })),
  });

const cols = (...heads: readonly (readonly [string, number, SheetColumn['kind']?])[]): SheetColumn[] =>
  heads.map(([head, width, kind]) => ({ head, width, ...(kind ? { kind } : {}) }));

const PEOPLE = cols(
  ['文件夹', 20],
  ['姓名', 12],
  ['所在党支部', 30],
  ['人员类别', 16],
  ['当前步骤', 28],
  ['材料', 8, 'whole'],
  ['缺项', 8, 'whole'],
  ['倒签疑点', 10, 'whole'],
);
const PAPERS = cols(
  ['姓名', 12],
  ['步骤', 30],
  ['办理日期', 14, 'day'],
  ['材料', 26],
  ['状态', 8],
  ['上传日期', 14, 'day'],
  ['上传人', 12],
  ['审核人', 12],
  ['文件', 40],
);
const GAPS = cols(['姓名', 12], ['所在党支部', 30], ['步骤', 8, 'whole'], ['缺什么', 60], ['依据', 30]);
const DOUBTS = cols(['姓名', 12], ['所在党支部', 30], ['步骤', 8, 'whole'], ['需要核实', 70]);

const personRow = ({ folder, held: { file, papers }, gaps, doubts }: Reviewed): string[] => [
  folder,
  file.name,
  file.orgName,
  PERSON_CATEGORIES[file.category as keyof typeof PERSON_CATEGORIES] ?? '',
  stepName(file.step),
  String(papers.length),
  String(gaps.length),
  String(doubts.length),
];

/** Sheets beside that of the people: index of papers, what is missing, what to look at. */
const sheetsOf = (all: readonly Reviewed[]): FurtherSheet[] => [
  {
    name: '材料目录',
    columns: PAPERS,
    rows: all.flatMap(({ held: { file, papers, steps }, stored }) =>
      papers.map((paper) => [
        file.name,
        stepName(paper.no),
        steps.find(({ no }) => no === paper.no)?.handledOn ?? '',
        labelOf(paper.no, paper.kind),
        STATES[paper.state],
        beijing(paper.handedAt) ?? '',
        paper.handedBy,
        paper.reviewedBy,
        paper.files.flatMap((id) => stored.get(id)?.name ?? []).join('、'),
      ]),
    ),
  },
  {
    name: '缺项',
    columns: GAPS,
    rows: all.flatMap(({ held: { file }, gaps }) =>
      gaps.map(({ no, what, clause }) => [file.name, file.orgName, String(no), what, clause]),
    ),
  },
  {
    name: '倒签核对',
    columns: DOUBTS,
    rows: all.flatMap(({ held: { file }, doubts }) =>
      doubts.map(({ no, text }) => [file.name, file.orgName, String(no), text]),
    ),
  },
];

/** A name that any system can keep as that of a file. */
const safe = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 80);

/** Index first, then each person's papers in the order of their steps, as they were handed in. */
export async function runReview(job: RunningJob): Promise<JobResult> {
  const { ids, by, purpose } = job.input as unknown as Input;
  const { db } = job.services;
  const scope = workerScope(job.orgCode);
  const all: Reviewed[] = [];
  for (const [at, id] of ids.entries()) {
    await job.progress(at, ids.length, '正在核对');
    const file = await findFile(db, scope, id);
    // Whoever moved away meanwhile is no matter of this organisation any more.
    if (!file) continue;
    const held = await loadWholeFile({ db }, file);
    const stored = await queries.printsOf(
      db,
      held.papers.flatMap(({ files }) => files),
    );
    const folder = `${String(all.length + 1).padStart(3, '0')} ${safe(file.name)}`;
    all.push({ folder, held, stored, gaps: gapsOf(held), doubts: doubtsOf(held, stored) });
  }
  const mark = await markOfJob(job, { title: TITLE, by, purpose });

  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: `目录和核对.xlsx`, content: xlsx('人员', PEOPLE, all.map(personRow), mark, sheetsOf(all)) };
    for (const [at, { folder, held, stored }] of all.entries()) {
      await job.progress(at, all.length, '正在打包');
      for (const { no, kind, files } of held.papers) {
        for (const [nth, one] of files.entries()) {
          const found = stored.get(one);
          if (!found) continue;
          const name = `${String(no).padStart(2, '0')}-${safe(labelOf(no, kind))}-${nth + 1}-${safe(found.name)}`;
          yield { name: `${folder}/${name}`, content: readStored(job.services, found.key) };
        }
      }
    }
  }
  return saveExport(
    job,
    { kind: REVIEW_EXPORT, title: TITLE },
    {
      name: `${TITLE}-${mark.at.slice(0, 10)}.zip`,
      mime: 'application/zip',
      bytes: zip(entries()),
      words: () => `${all.length}人`,
      result: () => ({ rows: all.length }),
    },
  );
}
