import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Wide } from '#platform/web/wide/Wide.tsx';
import { listProjects, listTypes } from '../contract.ts';
import { pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './integral.css';

/** 类型项目: the items of a type, with what they come to. */
export default function TypeProjects() {
  const navigate = useNavigate();
  const { id } = readQuery(useLocation().search, ['id']);
  const types = useCall(listTypes, {}, { quiet: true });
  const type = types.data?.find((one) => one.id === id) ?? types.data?.[0];
  const projectsQuery = useCall(
    listProjects,
    { pageSize: 200, ...(type ? { typeId: type.id } : {}) },
    { quiet: true, enabled: type !== undefined },
  );
  return (
    <div className="integral-page">
      <PageHead title="类型项目">
        <ButtonLink to={PATHS.projectType}>项目类型</ButtonLink>
        {type && <ButtonLink to={pathWithQuery(PATHS.bind, { id: type.id })}>绑定项目</ButtonLink>}
      </PageHead>
      {!types.data ? (
        <Waiting query={types} />
      ) : !type ? (
        <div className="card">
          <Empty title="还没有项目类型">先在“项目类型”里新增类型。</Empty>
        </div>
      ) : (
        <section className="card">
          <div className="card-head">
            <h2>{type.name}</h2>
            <select
              className="integral-pick"
              aria-label="项目类型"
              value={type.id}
              onChange={(event) =>
                navigate(pathWithQuery(PATHS.typeProjects, { id: event.target.value }), { replace: true })
              }
            >
              {types.data.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.parentId ? `　${one.name}` : one.name}
                </option>
              ))}
            </select>
          </div>
          {!projectsQuery.data ? (
            <Waiting query={projectsQuery} />
          ) : projectsQuery.data.rows.length === 0 ? (
            <p className="integral-quiet">这个类型下还没有项目，点“绑定项目”放进来。</p>
          ) : (
            <Wide label={`${type.name}的项目`}>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col" className="stays">
                      考核项目
                    </th>
                    <th scope="col" className="wide-only">
                      所属类型
                    </th>
                    <th scope="col">类别</th>
                    <th scope="col">评分方式</th>
                    <th scope="col" className="wide-only">
                      检查时间
                    </th>
                    <th scope="col" className="number">
                      满分
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {projectsQuery.data.rows.map((row) => (
                    <tr key={row.id}>
                      <td className="stays">
                        <Link to={pathWithQuery(PATHS.addProject, { id: row.id })}>{row.name}</Link>
                      </td>
                      <td className="wide-only">{row.typeName}</td>
                      <td>{row.kindName}</td>
                      <td>{row.methodName}</td>
                      <td className="wide-only">{row.inspectionName}</td>
                      <td className="number">{pointsText(row.points)}</td>
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">小计（{projectsQuery.data.total}项）</th>
                    <td className="wide-only" />
                    <td />
                    <td />
                    <td className="wide-only" />
                    <td className="number">
                      <b>{pointsText(projectsQuery.data.sum)}</b>
                    </td>
                  </tr>
                </tfoot>
              </table>
            </Wide>
          )}
        </section>
      )}
    </div>
  );
}
