import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { CERTIFICATES } from '#people/studyHours/rules.certificate.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type ClassDetail, getClass, stepClass } from '../contract.school.ts';
import { SCHOOL } from '../rules.school.ts';
import { SchoolLessons } from './SchoolLessons.tsx';
import { SchoolPeople } from './SchoolPeople.tsx';
import { FinishDialog, RemoveDialog } from './schoolDialogs.tsx';
import { ClassState, daysOf } from './schoolParts.tsx';
import '#platform/web/records/records.css';
import './school.css';

/** 党校详情: one class, its people, its timetable; the steps of whoever organises it. */
export default function SchoolView() {
  const { id } = readQuery(useLocation().search, ['id']);
  const classQuery = useCall(getClass, id === undefined ? null : { id }, { quiet: true });
  useTitle(classQuery.data?.title);
  if (id === undefined)
    return (
      <>
        <PageHead title="党校详情" />
        <Empty title="没有选择培训班" act={<Link to={SCHOOL.home}>到云党校选一个班</Link>}>
          在云党校的列表中打开一个班。
        </Empty>
      </>
    );
  return <RecordLoader query={classQuery}>{(one) => <View one={one} />}</RecordLoader>;
}

function View({ one }: { one: ClassDetail }) {
  const navigate = useNavigate();
  const { tab = 'people' } = readQuery(useLocation().search, ['tab']);
  const step = useAct(stepClass);
  const [asking, setAsking] = useState<'cancel' | 'finish' | 'remove' | 'reopen' | null>(null);
  const { id, version, can } = one;
  const go = (act: 'open' | 'begin', text: string) =>
    step.mutate({ id, version, act }, { onSuccess: () => emit('notice', { kind: 'success', text }) });
  const tabs = [
    { key: 'people', label: '学员', count: one.learners },
    { key: 'lessons', label: '课表', count: one.lessons.length },
  ];
  const current = tab === 'lessons' ? 'lessons' : 'people';
  return (
    <div className="record-page">
      <PageHead title={one.title}>
        {can.cancel && <Button onClick={() => setAsking('cancel')}>取消培训班</Button>}
        {can.remove && (
          <Button icon="trash" onClick={() => setAsking('remove')}>
            删除
          </Button>
        )}
        {can.edit && (
          <ButtonLink icon="edit" to={`${SCHOOL.form}?id=${id}`}>
            修改
          </ButtonLink>
        )}
        {can.open && (
          <Button
            look="primary"
            disabled={step.isPending}
            onClick={() =>
              go(
                'open',
                one.nominators.length > 0 ? '已开始推荐，推荐组织收到待办' : '已开始，没有推荐组织，请直接添加学员',
              )
            }
          >
            开始推荐
          </Button>
        )}
        {can.begin && (
          <Button look="primary" disabled={step.isPending} onClick={() => go('begin', '已开班，学员收到通知')}>
            开班
          </Button>
        )}
        {can.reopen && (
          <Button icon="undo" onClick={() => setAsking('reopen')}>
            撤销结业
          </Button>
        )}
        {can.finish && (
          <Button look="primary" onClick={() => setAsking('finish')}>
            结业
          </Button>
        )}
      </PageHead>
      {one.state === 4 && (
        <div className="banner warn" role="note">
          <span>已取消：{one.endedFor}</span>
        </div>
      )}
      {one.state === 3 && (
        <div className="banner ok" role="note">
          <Icon name="check" />
          <span>
            已结业{one.passed}人，未结业{one.learners - one.passed}人。
            {one.certificate && <Link to={CERTIFICATES.batch(`class:${id}`)}>查看和打印学习证明</Link>}
          </span>
        </div>
      )}
      <section className="card school-facts" aria-label="培训班">
        <dl className="record-fields">
          <Line label="状态">
            <ClassState state={one.state} />
          </Line>
          <Line label="主办组织">{one.orgName}</Line>
          <Line label="日期">{daysOf(one)}</Line>
          <Line label="地点">{one.place || '—'}</Line>
          <Line label="名额">
            {one.learners}/{one.quota}人
          </Line>
          <Line label="性质">{one.central ? '集中培训' : '其他培训'}</Line>
          <Line label="结业条件" wide>
            出勤率{one.needAttendance}%，满{one.needHours}学时
            {one.exam && `，结业考试“${one.exam.name}”${one.needScore}分`}
            {one.courses.length > 0 && `，学完${one.courses.map(({ name }) => `“${name}”`).join('')}`}
          </Line>
          {one.nominators.length > 0 && (
            <Line label="推荐组织" wide>
              <span className="school-chips">
                {one.nominators.map((org) => (
                  <span key={org.id} className={org.used >= org.places ? 'tag ok' : 'tag'}>
                    {org.name} {org.used}/{org.places}
                  </span>
                ))}
                {one.nominateBy && <span className="muted">{one.nominateBy}截止</span>}
              </span>
            </Line>
          )}
          {one.intro && (
            <Line label="说明" wide>
              {one.intro}
            </Line>
          )}
        </dl>
      </section>
      <Tabs
        label="培训班内容"
        tabs={tabs}
        current={current}
        panel="school-tab"
        onPick={(key) => navigate(SCHOOL.detail(id, key), { replace: true })}
      />
      <div id="school-tab" role="tabpanel" className="school-panel" aria-label={current === 'people' ? '学员' : '课表'}>
        {current === 'people' ? <SchoolPeople one={one} /> : <SchoolLessons one={one} />}
      </div>
      {asking === 'cancel' && (
        <ReasonDialog
          title={`取消 ${one.title}`}
          act="取消培训班"
          label="取消原因"
          onDone={async (reason) => {
            await step.mutateAsync({ id, version, act: 'cancel', reason });
            emit('notice', { kind: 'success', text: '已取消，学员收到通知' });
          }}
          onClose={() => setAsking(null)}
        >
          取消后不能恢复，推荐的待办随之关闭，{one.learners}名学员收到通知。
        </ReasonDialog>
      )}
      {asking === 'reopen' && (
        <ReasonDialog
          title={`撤销结业 ${one.title}`}
          act="撤销结业"
          label="撤销原因"
          onDone={async (reason) => {
            await step.mutateAsync({ id, version, act: 'reopen', reason });
            emit('notice', { kind: 'success', text: '已撤销，培训班回到正在开班' });
          }}
          onClose={() => setAsking(null)}
        >
          记入的学时冲回，{one.passed}份学习证明作废并通知本人；改好后可以再次结业，证明另行编号。
        </ReasonDialog>
      )}
      {asking === 'remove' && <RemoveDialog one={one} onClose={() => setAsking(null)} />}
      {asking === 'finish' && <FinishDialog one={one} onClose={() => setAsking(null)} />}
    </div>
  );
}
