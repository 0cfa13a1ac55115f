import { Link } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { listProjects, orderProjects, stopProject } from '../contract.ts';
import { pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './integral.css';

/** 项目管理: the order of the own library, what is stopped, and how often each was changed. */
export default function ProjectManage() {
  const projectsQuery = useCall(listProjects, { pageSize: 200 }, { quiet: true, staleTime: 0 });
  const order = useAct(orderProjects);
  const stop = useAct(stopProject);
  const rows = projectsQuery.data?.rows ?? [];
  const move = (at: number, by: -1 | 1) => {
    const ids = rows.map(({ id }) => id);
    const [one] = ids.splice(at, 1);
    if (!one) return;
    ids.splice(at + by, 0, one);
    order.mutate({ ids });
  };
  return (
    <div className="integral-page">
      <PageHead title="项目管理" />
      {!projectsQuery.data ? (
        <Waiting query={projectsQuery} />
      ) : rows.length === 0 ? (
        <div className="card">
          <Empty title="还没有考核项目">先在项目库里新增项目，再在这里排列顺序。</Empty>
        </div>
      ) : (
        <section className="card">
          <div className="card-head">
            <h2>顺序与版本</h2>
            <span className="muted">新方案按这里的顺序列出项目</span>
          </div>
          <Wide label="考核项目的顺序">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col" className="wide-only">
                    序号
                  </th>
                  <th scope="col" className="stays">
                    考核项目
                  </th>
                  <th scope="col" className="wide-only">
                    项目类型
                  </th>
                  <th scope="col" className="number wide-only">
                    满分
                  </th>
                  <th scope="col" className="wide-only">
                    版本
                  </th>
                  <th scope="col">状态</th>
                  <th scope="col">操作</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, at) => (
                  <tr key={row.id}>
                    <td className="wide-only">{at + 1}</td>
                    <td className="stays">
                      <Link to={pathWithQuery(PATHS.addProject, { id: row.id })}>{row.name}</Link>
                    </td>
                    <td className="wide-only">{row.typeName || '—'}</td>
                    <td className="number wide-only">{pointsText(row.points)}</td>
                    <td className="wide-only">第{row.number}版</td>
                    <td>
                      {row.isStopped ? <span className="tag">已停用</span> : <span className="tag ok">在用</span>}
                    </td>
                    <td>
                      {row.can.edit && (
                        <span className="record-row-acts">
                          <Button
                            look="row"
                            aria-label={`上移${row.name}`}
                            disabled={at === 0 || order.isPending}
                            onClick={() => move(at, -1)}
                          >
                            上移
                          </Button>
                          <Button
                            look="row"
                            aria-label={`下移${row.name}`}
                            disabled={at === rows.length - 1 || order.isPending}
                            onClick={() => move(at, 1)}
                          >
                            下移
                          </Button>
                          <Button
                            look="row"
                            disabled={stop.isPending}
                            onClick={() =>
                              stop.mutate(
                                { id: row.id, version: row.version, stopped: !row.isStopped },
                                {
                                  onSuccess: () =>
                                    emit('notice', { kind: 'success', text: row.isStopped ? '已启用' : '已停用' }),
                                },
                              )
                            }
                          >
                            {row.isStopped ? '启用' : '停用'}
                          </Button>
                        </span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        </section>
      )}
    </div>
  );
}
