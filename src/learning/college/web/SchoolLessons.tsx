import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { DateTimeField } from '#platform/web/dateTime/fields.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { OwnMatter, useIsOneself } from '#platform/web/session/oneself.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  type ClassDetail,
  type Lesson,
  lessonPeople,
  markLesson,
  removeLesson,
  saveLesson,
} from '../contract.school.ts';
import { openSigning } from '../contract.signing.ts';
import { SigningDialog } from './SchoolSigning.tsx';
import { lessonTime } from './schoolParts.tsx';

/** The timetable of a class, with the attendance of each lesson. */
export function SchoolLessons({ one }: { one: ClassDetail }) {
  const { id, can, lessons, state } = one;
  const [editing, setEditing] = useState<Lesson | 'new' | null>(null);
  const [marking, setMarking] = useState<Lesson | null>(null);
  const [signing, setSigning] = useState<Lesson | null>(null);
  const open = useAct(openSigning);
  const remove = useAct(removeLesson);
  return (
    <section className="card" aria-label="课表">
      <div className="card-head">
        <h2>课表</h2>
        <span className="secondary">
          {lessons.length}次课，共{lessons.reduce((sum, { minutes }) => sum + minutes, 0)}分钟
        </span>
        {can.teach && (
          <span className="card-extra">
            <Button icon="plus" onClick={() => setEditing('new')}>
              排课
            </Button>
          </span>
        )}
      </div>
      {lessons.length === 0 ? (
        <Empty title="还没有排课">
          {can.teach ? '点“排课”，逐次登记时间、内容和授课人。' : '主办方排课后列在这里。'}
        </Empty>
      ) : (
        <div className="list-scroll">
          <table className="school-table">
            <caption className="visually-hidden">课表</caption>
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">内容</th>
                <th scope="col">授课人</th>
                <th scope="col">地点</th>
                <th scope="col">出勤</th>
                {can.teach && <th scope="col">操作</th>}
              </tr>
            </thead>
            <tbody>
              {lessons.map((lesson) => (
                <tr key={lesson.id}>
                  <td>{lessonTime(lesson)}</td>
                  <td>{lesson.title}</td>
                  <td>{lesson.teacher || <span className="muted">—</span>}</td>
                  <td>{lesson.place || <span className="muted">—</span>}</td>
                  <td>
                    {lesson.isMarked ? (
                      <StateTag look="good">{`${lesson.present}人到课`}</StateTag>
                    ) : lesson.isSigning ? (
                      <StateTag look="waiting">{`正在签到，已到${lesson.present}人`}</StateTag>
                    ) : (
                      <span className="muted">未登记</span>
                    )}
                  </td>
                  {can.teach && (
                    <td>
                      <span className="record-row-acts">
                        {state === 2 && !lesson.isMarked && (
                          <Button
                            look="row"
                            disabled={open.isPending}
                            onClick={() =>
                              open.mutate({ id, lessonId: lesson.id }, { onSuccess: () => setSigning(lesson) })
                            }
                          >
                            扫码签到
                          </Button>
                        )}
                        {state === 2 && (
                          <Button look="row" onClick={() => setMarking(lesson)}>
                            {lesson.isMarked ? '更正出勤' : '登记出勤'}
                          </Button>
                        )}
                        {!lesson.isMarked && !lesson.isSigning && (
                          <>
                            <Button look="row" onClick={() => setEditing(lesson)}>
                              修改
                            </Button>
                            <Button
                              look="row"
                              disabled={remove.isPending}
                              onClick={() =>
                                remove.mutate(
                                  { id, lessonId: lesson.id },
                                  { onSuccess: () => emit('notice', { kind: 'success', text: '已删除这次课' }) },
                                )
                              }
                            >
                              删除
                            </Button>
                          </>
                        )}
                      </span>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editing && (
        <LessonDialog one={one} lesson={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {signing && (
        <SigningDialog
          classId={id}
          lesson={signing}
          onMark={() => {
            setMarking({ ...signing, isSigning: true });
            setSigning(null);
          }}
          onClose={() => setSigning(null)}
        />
      )}
      {marking && <MarkDialog one={one} lesson={marking} onClose={() => setMarking(null)} />}
    </section>
  );
}

const text = z.string();
const schema = z.object({ title: text, startsAt: text, endsAt: text, teacher: text, place: text });

function LessonDialog({ one, lesson, onClose }: { one: ClassDetail; lesson: Lesson | null; onClose: () => void }) {
  const save = useAct(saveLesson, { quiet: true });
  const form = useForm({
    schema,
    initial: {
      title: lesson?.title ?? '',
      startsAt: lesson ? toLocal(lesson.startsAt) : '',
      endsAt: lesson ? toLocal(lesson.endsAt) : '',
      teacher: lesson?.teacher ?? '',
      place: lesson?.place ?? one.place,
    },
    of: `LessonDialog ${one.id} ${lesson?.id ?? ''}`,
    isNew: lesson === null,
    check: (values): Record<string, string> => ({
      ...(String(values.title).trim() === '' ? { title: '请输入课程内容' } : {}),
      ...(values.startsAt ? {} : { startsAt: '请选择时间' }),
      ...(values.endsAt ? {} : { endsAt: '请选择时间' }),
    }),
  });
  return (
    <FormDialog
      title={lesson ? '修改排课' : '排课'}
      icon="calendarCheck"
      width={700}
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          id: one.id,
          lessonId: lesson?.id,
          title: form.text('title'),
          startsAt: form.text('startsAt'),
          endsAt: form.text('endsAt'),
          teacher: form.text('teacher'),
          place: form.text('place'),
        })
      }
      onClose={onClose}
    >
      <TextField form={form} name="title" label="课程内容" required max={60} />
      <DateTimeField form={form} name="startsAt" label="开始时间" required />
      <DateTimeField form={form} name="endsAt" label="结束时间" required />
      <TextField form={form} name="teacher" label="授课人" max={30} />
      <TextField form={form} name="place" label="地点" max={60} />
    </FormDialog>
  );
}

const MARKS = [
  { state: 1, label: '已到' },
  { state: 2, label: '请假' },
  { state: 3, label: '缺席' },
] as const;

/** Who came to a lesson: everybody, but for those who are marked otherwise. */
function MarkDialog({ one, lesson, onClose }: { one: ClassDetail; lesson: Lesson; onClose: () => void }) {
  const query = useCall(lessonPeople, { id: one.id, lessonId: lesson.id }, { quiet: true, staleTime: 0 });
  const mark = useAct(markLesson, { quiet: true });
  const isOneself = useIsOneself();
  const [changed, setChanged] = useState<Readonly<Record<string, number>>>({});
  const [fault, setFault] = useState('');
  // Where people have signed in, whoever has not is not taken for present.
  const unknown = lesson.isSigning ? 3 : 1;
  const stateOf = (person: { memberId: string; state: number }) =>
    changed[person.memberId] ?? (person.state || unknown);
  const people = query.data ?? [];
  const save = async () => {
    const of = (state: number) => people.filter((person) => stateOf(person) === state).map(({ memberId }) => memberId);
    try {
      const { present } = await mark.mutateAsync({ id: one.id, lessonId: lesson.id, onLeave: of(2), absent: of(3) });
      emit('notice', { kind: 'success', text: `已登记，${present}人到课` });
      onClose();
    } catch (error) {
      setFault(error instanceof Error ? error.message : '没有登记成，请再试一次');
    }
  };
  return (
    <Dialog
      title={`登记出勤 ${lesson.title}`}
      icon="clipboard"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={mark.isPending || !query.data} onClick={() => void save()}>
            登记
          </Button>
        </>
      }
    >
      <p className="muted">
        {lessonTime(lesson)}。
        {lesson.isSigning ? '没有扫码的先按缺席列出，到了的请改为已到。' : '请假和缺席的改一下，其余按已到登记。'}
      </p>
      {fault && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          <span>{fault}</span>
        </p>
      )}
      {!query.data ? (
        <Waiting query={query} lines={4} />
      ) : (
        <ul className="school-roll">
          {people.map((person) => (
            <li key={person.memberId}>
              <span className="grow">
                {person.name} <small className="muted">{person.orgName}</small>
              </span>
              {isOneself(person.memberId) && <OwnMatter act="登记培训班出勤">本人请扫码签到</OwnMatter>}
              {MARKS.map(({ state, label }) => (
                <label key={state} className="filter-option">
                  <input
                    type="radio"
                    name={`mark-${person.memberId}`}
                    checked={stateOf(person) === state}
                    disabled={isOneself(person.memberId)}
                    onChange={() => setChanged({ ...changed, [person.memberId]: state })}
                  />
                  {label}
                </label>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
