import { Link, useLocation, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line } from '#platform/web/field/record.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { getPart } from '../contract.part.ts';
import { getTask, type TaskDetail } from '../contract.ts';
import { PART_STATES } from '../rules.ts';
import { PartPage } from './PartPage.tsx';
import { PATHS } from './paths.ts';
import { Revisions } from './Revisions.tsx';
import '#platform/web/records/records.css';

/** 查看任务: for whoever received it its cycles; with `part` one organisation's part, for whoever may read it. */
export default function ReceivedTaskView() {
  const { id = '' } = useParams();
  const { part } = readQuery(useLocation().search, ['part']);
  return part ? <OfPart key={part} id={part} /> : <OfTask key={id} id={id} />;
}

function OfPart({ id }: { id: string }) {
  const partQuery = useCall(getPart, { id }, { quiet: true, staleTime: 0 });
  useTitle(partQuery.data?.title);
  return <RecordLoader query={partQuery}>{(part) => <PartPage part={part} />}</RecordLoader>;
}

function OfTask({ id }: { id: string }) {
  const taskQuery = useCall(getTask, { id }, { quiet: true, staleTime: 0 });
  useTitle(taskQuery.data?.title);
  return <RecordLoader query={taskQuery}>{(task) => <Received task={task} />}</RecordLoader>;
}

function Received({ task }: { task: TaskDetail }) {
  return (
    <div className="office-page">
      <PageHead title={task.title}>
        {task.kind === 3 && <ButtonLink to={PATHS.formSum(task.id)}>汇总</ButtonLink>}
        {task.isOwn && <ButtonLink to={PATHS.detail(task.id)}>各组织办理情况</ButtonLink>}
      </PageHead>
      <div className="card office-body">
        <dl className="record-fields">
          <Line label="布置的组织">{task.orgName}</Line>
          <Line label="办理方式">{task.kindName}</Line>
          <Line label="频次">{task.frequencyName}</Line>
          <Line label="起止日期">
            {task.startsOn} 至 {task.endsOn}
          </Line>
          <Line label="任务要求" wide>
            <span className="office-content">{task.content}</span>
          </Line>
        </dl>
        <FileList files={task.files} />
      </div>
      <Revisions taskId={task.id} />
      <section className="card">
        <div className="card-head">
          <h2>各期</h2>
        </div>
        <ul className="office-rows">
          {task.circles.map((circle) => {
            const own = task.own.find(({ circleId }) => circleId === circle.id);
            const name = circle.label || task.title;
            return (
              <li key={circle.id + circle.dueOn}>
                {own ? (
                  <Link to={PATHS.finish(task.id, circle.id)}>
                    <span className="office-row-name">{name}</span>
                  </Link>
                ) : (
                  <Link to={pathWithQuery(PATHS.detail(task.id), {})}>
                    <span className="office-row-name">{name}</span>
                  </Link>
                )}
                <span className="office-row-end">
                  <span className="muted">{circle.dueOn} 截止</span>
                  {own && <span className="tag">{PART_STATES[own.state as keyof typeof PART_STATES]}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}
