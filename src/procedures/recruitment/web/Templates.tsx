import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { NoRight } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listTemplates, type TemplateRow } from '../contract.templates.ts';
import { PHASES, stepDefinition } from '../rules/steps.ts';
import { PATHS } from './paths.ts';
import { Words } from './Words.tsx';
import './plan.css';
import './recruitment.css';

/** `templates`: what the printed forms say, by phase; for whoever keeps them. */
export default function Templates() {
  useTitle('材料模板');
  const session = useSession();
  const templatesQuery = useCall(listTemplates, {}, { quiet: true, enabled: may(session, listTemplates.access) });
  if (!may(session, listTemplates.access)) return <NoRight title="当前角色不能维护材料模板" />;
  return (
    <div className="fz-page">
      <PageHead title="材料模板">
        <ButtonLink to={PATHS.bookLayout}>志愿书套打位置</ButtonLink>
      </PageHead>
      <p className="muted">
        打印发展党员材料时用的文字。表格和数据由档案自动填写，文字、抬头、落款和附注可以改；每次保存是一个新版本，可以恢复。
      </p>
      {!templatesQuery.data ? (
        <Waiting query={templatesQuery} lines={8} />
      ) : (
        <div className="fz-phases">
          {PHASES.map((title, at) => (
            <Phase
              key={title}
              title={title}
              rows={templatesQuery.data.filter(({ step }) => stepDefinition(step).phase === at + 1)}
            />
          ))}
        </div>
      )}
      <Words />
    </div>
  );
}

function Phase({ title, rows }: { title: string; rows: readonly TemplateRow[] }) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <ul className="fz-templates">
        {rows.map(({ form, label, step, version }) => (
          <li key={form}>
            <span className="grow">
              <Link to={PATHS.template(form)}>{label}</Link>
              <span className="muted small">第{step}步</span>
            </span>
            {version === null || version.isBuiltIn ? (
              <span className="tag">内置</span>
            ) : (
              <span className="tag info">第{version.number}版</span>
            )}
            <span className="muted small fz-template-note">
              {version && `${version.remark}　${version.createdBy}　${dateTime(version.createdAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
