import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { Field, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { createPaper, getPaper, type PaperDetail, updatePaper } from '../contract.paper.ts';
import { halfPoints, PAPER_TYPES, pointsText } from '../rules.ts';
import { HandItems } from './HandItems.tsx';
import { PATHS } from './pickers.paths.ts';
import { Rules } from './Rules.tsx';

/** One question of a paper as its form holds it; the score as typed. */
export interface HandItem {
  section: string;
  questionId: string;
  score: string;
  kind: number;
  stem: string;
}
/** One rule of a paper as its form holds it. */
export interface RuleItem {
  libId: string;
  kind: string;
  difficulty: string;
  amount: string;
  score: string;
}

export const listIn = <T,>(form: Form, name: string): T[] => JSON.parse(form.text(name) || '[]') as T[];

const schema = z.object({
  name: z.string().trim().min(1, '请输入试卷名称').max(60, '试卷名称不能超过60个字'),
  type: z.string(),
  eachOwn: z.boolean(),
  halfRight: z.boolean(),
  items: z.string(),
  rules: z.string(),
});

/** 新增试卷, 编辑试卷. */
export default function PaperEdit() {
  const { paperID } = useParams();
  const isNew = paperID === undefined || paperID === 'add';
  const paperQuery = useCall(getPaper, isNew ? null : { id: paperID }, { quiet: true, staleTime: 0 });
  if (isNew) return <PaperForm paper={null} />;
  return (
    <RecordLoader query={paperQuery} fresh>
      {(paper) => <PaperForm paper={paper} />}
    </RecordLoader>
  );
}

function PaperForm({ paper }: { paper: PaperDetail | null }) {
  const navigate = useNavigate();
  const session = useSession();
  const create = useAct(createPaper, { quiet: true });
  const update = useAct(updatePaper, { quiet: true });
  const [fault, setFault] = useState('');
  const form = useForm({
    schema,
    initial: {
      name: paper?.name ?? '',
      type: String(paper?.type ?? 0),
      eachOwn: paper?.eachOwn ?? false,
      halfRight: paper?.halfRight ?? false,
      items: JSON.stringify(
        (paper?.items ?? []).map(
          ({ section, questionId, score, kind, stem }): HandItem => ({
            section,
            questionId,
            score: pointsText(score),
            kind,
            stem,
          }),
        ),
      ),
      rules: JSON.stringify(
        (paper?.rules ?? []).map(
          ({ libId, kind, difficulty, amount, score }): RuleItem => ({
            libId,
            kind: String(kind),
            difficulty: String(difficulty ?? ''),
            amount: String(amount),
            score: pointsText(score),
          }),
        ),
      ),
    },
    isNew: paper === null,
  });
  const type = Number(form.text('type'));
  const items = listIn<HandItem>(form, 'items');
  const rules = listIn<RuleItem>(form, 'rules');
  const total =
    type === 0
      ? items.reduce((sum, { score }) => sum + (halfPoints(score) ?? 0), 0)
      : rules.reduce((sum, { score, amount }) => sum + (halfPoints(score) ?? 0) * (Number(amount) || 0), 0);
  const questions = type === 0 ? items.length : rules.reduce((sum, { amount }) => sum + (Number(amount) || 0), 0);
  const save = async () => {
    const wrong =
      type === 0 ? items.some(({ score }) => !halfPoints(score)) : rules.some(({ score }) => !halfPoints(score));
    setFault(wrong ? '分值应大于0，最小到0.5分' : '');
    if (wrong) return;
    const input = {
      name: form.text('name'),
      type,
      eachOwn: form.values.eachOwn === true,
      halfRight: form.values.halfRight === true,
      items:
        type === 0
          ? items.map(({ section, questionId, score }) => ({ section, questionId, score: halfPoints(score) ?? 0 }))
          : [],
      rules:
        type === 1
          ? rules.map((rule) => ({
              libId: rule.libId,
              kind: Number(rule.kind),
              difficulty: rule.difficulty === '' ? null : Number(rule.difficulty),
              amount: Number(rule.amount),
              score: halfPoints(rule.score) ?? 0,
            }))
          : [],
    };
    if (paper) await update.mutateAsync({ ...input, id: paper.id, version: paper.version });
    else await create.mutateAsync({ ...input, orgId: session.user.workOrgId });
    form.rebase(form.values);
    navigate(`${PATHS.centre}?tab=paper`);
  };
  return (
    <FormPage
      title={paper ? `编辑试卷 ${paper.name}` : '新增试卷'}
      form={form}
      onSave={save}
      onCancel={() => navigate(`${PATHS.centre}?tab=paper`)}
      banners={
        <>
          {fault && (
            <div className="banner bad" role="alert">
              <span>{fault}</span>
            </div>
          )}
          {paper && paper.exams > 0 && (
            <div className="banner" role="note">
              <span>有{paper.exams}场考试使用这份试卷，已发布的考试仍用发布时的试题。</span>
            </div>
          )}
        </>
      }
      sections={[
        {
          id: 'what',
          title: '试卷',
          content: (
            <>
              <TextField form={form} name="name" label="试卷名称" required max={60} />
              <Field form={form} name="type" label="组卷方式" required>
                {(control) => (
                  <fieldset id={control.id} className="exam-row" aria-label="组卷方式">
                    {optionsOf(PAPER_TYPES).map(({ value, label }) => (
                      <label key={value} className="filter-option">
                        <input
                          type="radio"
                          name="paper-type"
                          checked={form.text('type') === value}
                          onChange={() => form.set({ type: value })}
                        />
                        {label}
                      </label>
                    ))}
                  </fieldset>
                )}
              </Field>
              {type === 1 && (
                <TickField
                  form={form}
                  name="eachOwn"
                  label="每人一卷"
                  hint="不勾选时，发布考试时抽一次，所有人同一份"
                />
              )}
              <TickField form={form} name="halfRight" label="多选题选对一部分得一半分" hint="不勾选时，全对才得分" />
            </>
          ),
        },
        {
          id: 'parts',
          title: `${type === 0 ? '试题' : '抽题规则'}：共${questions}道，${pointsText(total) || 0}分`,
          content: type === 0 ? <HandItems form={form} items={items} /> : <Rules form={form} rules={rules} />,
        },
      ]}
    />
  );
}
