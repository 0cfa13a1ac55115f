import { Link } from 'react-router';
import { ASSESS_KINDS } from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { listProjects, type ProjectRow, stopProject } from '../contract.ts';
import { METHODS, pointsText } from '../rules.ts';
import { choicesFromWords, noValue } from './parts.tsx';
import { PATHS } from './paths.ts';

const COLUMNS: readonly Column<ProjectRow>[] = [
  {
    key: 'name',
    title: '考核项目',
    width: 280,
    card: 'title',
    cell: (row) => <Link to={pathWithQuery(PATHS.addProject, { id: row.id })}>{row.name}</Link>,
  },
  { key: 'type', title: '项目类型', width: 170, card: 'line', cell: (row) => row.typeName || noValue },
  {
    key: 'kind',
    title: '类别',
    width: 80,
    card: 'line',
    cell: (row) => row.kindName,
    filter: { kind: 'choice', name: 'kind', options: choicesFromWords(ASSESS_KINDS) },
  },
  { key: 'points', title: '满分', width: 70, align: 'right', card: 'line', cell: (row) => pointsText(row.points) },
  {
    key: 'method',
    title: '评分方式',
    width: 100,
    card: 'line',
    cell: (row) => row.methodName,
    filter: { kind: 'choice', name: 'method', options: choicesFromWords(METHODS) },
  },
  { key: 'when', title: '报送', width: 130, cell: (row) => `${row.submitName}，${row.inspectionName}` },
  { key: 'department', title: '评分部门', width: 130, cell: (row) => row.department || noValue },
  { key: 'org', title: '制定组织', width: 180, cell: (row) => row.orgName },
  {
    key: 'state',
    title: '状态',
    width: 90,
    card: 'tag',
    cell: (row) => (row.isStopped ? <span className="tag">已停用</span> : <span className="tag ok">在用</span>),
    filter: {
      kind: 'choice',
      name: 'state',
      options: [
        { value: 'on', label: '在用' },
        { value: 'stopped', label: '已停用' },
      ],
    },
  },
  {
    key: 'view',
    title: '范围',
    width: 0,
    filterOnly: true,
    cell: () => null,
    filter: { kind: 'choice', name: 'view', options: [{ value: 'all', label: '含下级组织的' }] },
  },
];

/** 考核项目: the library that plans are made of. */
export default function Projects() {
  const session = useSession();
  const manages = may(session, 'integral:manage');
  const stop = useAct(stopProject);
  return (
    <div className="list-page integral-list">
      <PageHead title="考核项目">
        {manages && (
          <ButtonLink look="primary" icon="plus" to={PATHS.addProject}>
            新增项目
          </ButtonLink>
        )}
      </PageHead>
      <PlainList<ProjectRow, { sum: number }>
        caption="考核项目"
        endpoint={listProjects}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '项目名称' }}
        unit="个"
        note={({ sum }) => <span className="muted">满分合计{pointsText(sum)}分</span>}
        actsWidth={130}
        acts={(row) => (
          <span className="record-row-acts">
            <ButtonLink look="row" to={pathWithQuery(PATHS.addProject, { id: row.id })}>
              {row.can.edit ? '编辑' : '查看'}
            </ButtonLink>
            {row.can.edit && (
              <Button
                look="row"
                disabled={stop.isPending}
                onClick={() =>
                  stop.mutate(
                    { id: row.id, version: row.version, stopped: !row.isStopped },
                    {
                      onSuccess: () =>
                        emit('notice', {
                          kind: 'success',
                          text: row.isStopped ? '已启用' : '已停用，不再列入新的方案',
                        }),
                    },
                  )
                }
              >
                {row.isStopped ? '启用' : '停用'}
              </Button>
            )}
          </span>
        )}
        empty={{ title: '还没有考核项目', text: '点“新增项目”，写明评分标准和满分；方案从项目库里选定项目。' }}
      />
    </div>
  );
}
