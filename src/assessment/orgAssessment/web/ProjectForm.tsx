import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ASSESS_KINDS, INSPECTION_ORDER, INSPECTION_TIMES, SUBMIT_FREQUENCIES } from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type FormValues, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import {
  addProject,
  getProject,
  handLoad,
  listChecks,
  listTypes,
  type ProjectDetail,
  projectFields,
  updateProject,
} from '../contract.ts';
import { METHODS, pointsText } from '../rules.ts';
import { choicesFromWords } from './parts.tsx';
import { PATHS } from './paths.ts';

const schema = z.object(projectFields);
const START: FormValues = {
  name: '',
  typeId: '',
  standard: '',
  kind: '1',
  points: '',
  method: '2',
  checkCode: '',
  breach: '0',
  cap: '0',
  submit: '1',
  inspection: '5',
  department: '',
};
const valuesOf = (one: ProjectDetail): FormValues => ({
  name: one.name,
  typeId: one.typeId ?? '',
  standard: one.standard,
  kind: String(one.kind),
  points: pointsText(one.points),
  method: String(one.method),
  checkCode: one.checkCode,
  breach: pointsText(one.breach),
  cap: pointsText(one.cap),
  submit: String(one.submit),
  inspection: String(one.inspection),
  department: one.department,
});

/** 新增项目, or an item of the library with its versions and plans. */
export default function ProjectForm() {
  const { id } = readQuery(useLocation().search, ['id']);
  const projectQuery = useCall(getProject, id === undefined ? null : { id }, { quiet: true, staleTime: 0 });
  if (!id) return <Editor one={null} />;
  return (
    <RecordLoader query={projectQuery} fresh>
      {(one) => <Editor key={`${one.id}-${one.version}`} one={one} />}
    </RecordLoader>
  );
}

function Editor({ one }: { one: ProjectDetail | null }) {
  const navigate = useNavigate();
  const types = useCall(listTypes, {}, { quiet: true });
  const checks = useCall(listChecks, {}, { quiet: true });
  const add = useAct(addProject, { quiet: true });
  const update = useAct(updateProject, { quiet: true });
  const [initial] = useState(() => (one ? valuesOf(one) : START));
  const form = useForm({ schema, initial, isNew: one === null });
  const byCheck = form.text('method') === '1';
  const byMaterial = form.text('method') === '2';
  const load = useCall(handLoad, {}, { quiet: true, enabled: byMaterial });
  if (!types.data || !checks.data) return <Waiting query={types.data ? checks : types} />;
  const chosen = checks.data.find(({ code }) => code === form.text('checkCode'));
  const save = async () => {
    const input = form.input();
    if (one) await update.mutateAsync({ ...input, id: one.id, version: one.version });
    else await add.mutateAsync(input);
    clearKeptInput();
    emit('notice', { kind: 'success', text: '已存入项目库' });
    navigate(PATHS.project);
  };
  const title = one ? (one.can.edit ? `编辑 ${one.name}` : one.name) : '新增项目';
  return (
    <FormPage
      title={title}
      form={form}
      onSave={save}
      onCancel={() => navigate(PATHS.project)}
      sections={[
        {
          id: 'what',
          title: '考核什么',
          content: (
            <>
              <TextField form={form} name="name" label="项目名称" required max={60} />
              <SelectField
                form={form}
                name="typeId"
                label="项目类型"
                options={types.data.map(({ id, name, parentId }) => ({
                  value: id,
                  label: parentId ? `　${name}` : name,
                }))}
              />
              <SelectField form={form} name="kind" label="类别" required options={choicesFromWords(ASSESS_KINDS)} />
              <TextField
                form={form}
                name="points"
                label="满分"
                required
                max={6}
                inputMode="decimal"
                hint="1至100，最多两位小数"
              />
              <AreaField form={form} name="standard" label="评分标准" required wide max={2000} rows={5} />
            </>
          ),
        },
        {
          id: 'how',
          title: '怎样评分',
          content: (
            <>
              <SelectField
                form={form}
                name="method"
                label="评分方式"
                required
                options={choicesFromWords(METHODS)}
                hint="自动核查按平台里的检查项扣分；材料评审由被考核组织报材料、自评；直接评分由评分部门打分"
              />
              {byMaterial && load.data && (
                <p className="form-field wide banner info" role="status">
                  {load.data.items === 0
                    ? '现在没有要下级填报的项目。'
                    : `下级已经在填${load.data.items}个材料项目：${load.data.orgs}个组织（其中${load.data.branches}个支部）共${load.data.cells}次，最多的${load.data.mostName}填${load.data.most}次。能自动核查的请不要让基层再填。`}
                </p>
              )}
              <TextField form={form} name="department" label="评分部门" max={40} />
              {byCheck && (
                <>
                  <SelectField
                    form={form}
                    name="checkCode"
                    label="核查项"
                    required
                    options={checks.data.map(({ code, label }) => ({ value: code, label }))}
                    hint={chosen?.clause}
                  />
                  <TextField form={form} name="breach" label="每处扣分" required max={6} inputMode="decimal" />
                  <TextField form={form} name="cap" label="扣分上限" max={6} inputMode="decimal" hint="0表示扣完为止" />
                </>
              )}
              <SelectField
                form={form}
                name="submit"
                label="报送频次"
                required
                options={choicesFromWords(SUBMIT_FREQUENCIES)}
              />
              <SelectField
                form={form}
                name="inspection"
                label="检查时间"
                required
                options={INSPECTION_ORDER.map((value) => ({ value: String(value), label: INSPECTION_TIMES[value] }))}
              />
            </>
          ),
        },
        ...(one
          ? [
              {
                id: 'past',
                title: '版本与方案',
                content: (
                  <div className="form-field wide">
                    <p>
                      现在是第{one.number}版。
                      {one.plans.length > 0
                        ? `列入方案：${one.plans.map(({ name, year, stateName }) => `${year}年${name}（${stateName}）`).join('、')}。已发布的方案保留原来的版本。`
                        : '还没有列入方案。'}
                    </p>
                    <ol className="integral-history">
                      {one.versions.map((old) => (
                        <li key={old.number}>
                          第{old.number}版，满分{pointsText(old.points)}：{old.standard}
                          <span className="muted">
                            {' '}
                            {old.madeBy} {dateTime(old.madeAt)} 改
                          </span>
                        </li>
                      ))}
                    </ol>
                  </div>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
