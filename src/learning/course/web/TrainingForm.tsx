import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { PeopleField } from '#people/groups/web/pickers.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Choice } from '#platform/web/choose/choice.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField, DateField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { type FormValues, useBeside, useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import {
  addTraining,
  editTraining,
  getTraining,
  MOST_PEOPLE,
  type TrainingDetail,
  trainingFields,
} from '../contract.training.ts';
import { MOST_A_DAY } from '../rules.training.ts';
import { PATHS } from './paths.ts';

/** Lists and numbers are one text of the form. */
const schema = z.object({
  ...trainingFields,
  files: z.string().min(1, '请上传证明材料，如培训通知、签到表、结业证书'),
});

const valuesOf = (one: TrainingDetail | null): FormValues => ({
  title: one?.title ?? '',
  startsOn: one?.startsOn ?? '',
  endsOn: one?.endsOn ?? '',
  hours: one ? String(one.hours) : '',
  central: one?.central ?? false,
  organiser: one?.organiser ?? '',
  place: one?.place ?? '',
  note: one?.note ?? '',
  files: one?.files.map(({ id }) => id).join() ?? '',
});

/** 登记线下培训, or a change of one that stands. */
export default function TrainingForm() {
  const { id } = useParams();
  return id ? <Existing key={id} id={id} /> : <Editor training={null} />;
}

function Existing({ id }: { id: string }) {
  const trainingQuery = useCall(getTraining, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={trainingQuery} fresh refused={(one) => (one.can.edit ? '' : '已经撤销的线下培训不能修改')}>
      {(one) => <Editor training={one} />}
    </RecordLoader>
  );
}

function Editor({ training: read }: { training: TrainingDetail | null }) {
  const navigate = useNavigate();
  const [training] = useState(read);
  const [people, setPeople] = useState<readonly Choice[]>([]);
  const add = useAct(addTraining, { quiet: true });
  const edit = useAct(editTraining, { quiet: true });
  const [initial] = useState(() => valuesOf(training));
  const form = useForm({
    schema,
    initial,
    isNew: training === null,
    check: (values): Record<string, string> =>
      values.endsOn && String(values.endsOn) < String(values.startsOn) ? { endsOn: '结束日期不能早于开始日期' } : {},
  });
  useBeside(form, people, setPeople);
  const save = async () => {
    const { values } = form;
    const given = {
      title: String(values.title),
      startsOn: String(values.startsOn),
      endsOn: String(values.endsOn),
      hours: String(values.hours),
      central: values.central === true,
      organiser: String(values.organiser),
      place: String(values.place),
      note: String(values.note),
      files: String(values.files).split(',').filter(Boolean),
    };
    const id = training?.id ?? (await add.mutateAsync({ ...given, memberIds: people.map((one) => one.id) })).id;
    if (training) await edit.mutateAsync({ ...given, id, version: training.version });
    clearKeptInput();
    emit('notice', { kind: 'success', text: training ? '已修改，学时随之更正' : '已登记，参加人员的学时已入账' });
    navigate(PATHS.view(id), { replace: true });
  };
  return (
    <FormPage
      title={training ? `修改 ${training.title}` : '登记线下培训'}
      form={form}
      act={training ? '保存' : '登记'}
      onSave={save}
      onCancel={() => navigate(training ? PATHS.view(training.id) : placeOf(PATHS.trainings))}
      sections={[
        {
          id: 'what',
          title: '培训',
          content: (
            <>
              <TextField
                form={form}
                name="title"
                label="培训名称"
                required
                max={60}
                wide
                hint="导入参加人员时按这个名称对应"
              />
              <DateField form={form} name="startsOn" label="开始日期" required />
              <DateField form={form} name="endsOn" label="结束日期" required />
              <TextField
                form={form}
                name="hours"
                label="学时"
                required
                inputMode="decimal"
                max={5}
                hint={`以0.5为单位，一天最多${MOST_A_DAY}学时`}
              />
              <TextField form={form} name="organiser" label="主办单位" required max={60} />
              <TextField form={form} name="place" label="地点" max={60} />
              <TickField form={form} name="central" label="集中培训" hint="书记、班子成员和新党员须参加的集中培训" />
              <AreaField form={form} name="note" label="说明" wide max={500} />
            </>
          ),
        },
        {
          id: 'proof',
          title: '证明材料',
          content: (
            <AttachmentField
              form={form}
              name="files"
              label="证明材料"
              required
              format="common"
              count={10}
              kept={training?.files ?? []}
              hint="培训通知、签到表、结业证书等，至少一份"
            />
          ),
        },
        ...(training
          ? []
          : [
              {
                id: 'people',
                title: '参加人员',
                content: (
                  <div className="form-field wide">
                    <PeopleField
                      label="参加人员"
                      value={people}
                      onChange={setPeople}
                      multiple
                      groupType={2}
                      max={MOST_PEOPLE}
                      hint="人多的可以先登记，再用表格导入"
                    />
                  </div>
                ),
              },
            ]),
      ]}
    />
  );
}
