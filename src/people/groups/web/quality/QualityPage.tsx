import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { UrgeButton } from '#kernel/message/web/pickers.tsx';
import { type CheckCount, getIntegrity } from '#people/member/contract.quality.ts';
import { CHECK_KINDS, type CheckKind, SEVERITIES } from '#people/member/rules/quality.ts';
import { OrgField, useOrg } from '#people/org/web/pickers.tsx';
import { id } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { useForm } from '#platform/web/form/useForm.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { formatNumber } from '#platform/web/show/number.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { FaultList } from './FaultList.tsx';
import '../content.css';
import './quality.css';

const PATH = '/contentManager/dataQuality';
const placeForm = z.object({ orgId: id });
/** How often the numbers are asked for while they are counted. */
const WATCH = 2000;

/** `/contentManager/dataQuality`: what is missing, contradictory or impossible in people's records, and fixing it. */
export default function QualityPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { user } = useSession();
  const params = readQuery(search, ['orgId', 'check']) as Partial<Record<string, string>>;
  const orgId = params.orgId ?? '';
  const org = useOrg(orgId || undefined);
  const quality = useCall(getIntegrity, orgId ? { orgId } : {}, {
    quiet: true,
    staleTime: 0,
    refetchInterval: (latest) => (latest?.counting ? WATCH : false),
  });
  const form = useForm({ schema: placeForm, initial: { orgId: orgId || user.workOrgId }, of: null, isNew: false });
  const chosen = form.text('orgId');
  useEffect(() => {
    const next = chosen === user.workOrgId ? '' : chosen;
    if (next === orgId) return;
    navigate(pathWithQuery(PATH, { ...(next && { orgId: next }), ...(params.check && { check: params.check }) }), {
      replace: true,
    });
  }, [chosen, orgId, user.workOrgId, params.check, navigate]);
  const data = quality.data;
  const current = data?.checks.find(({ key }) => key === params.check);
  return (
    <div className="quality-page">
      <PageHead>
        <UrgeButton code="incomplete" />
      </PageHead>
      <div className="card content-list">
        <div className="content-asked">
          <div className="quality-place">
            <OrgField form={form} name="orgId" label="党组织" />
            {data && (
              <dl className="quality-sums">
                <div>
                  <dt>党籍正常的人员（含申请人）</dt>
                  <dd>{formatNumber(data.people)}人</dd>
                </div>
                <div>
                  <dt>其中没有缺项</dt>
                  <dd>{formatNumber(data.complete)}人</dd>
                </div>
                <div>
                  <dt>其中有严重问题</dt>
                  <dd>{formatNumber(data.grave)}人</dd>
                </div>
                <div>
                  <dt>信息完整率</dt>
                  <dd title="必填信息没有缺项的党员，除以党籍正常的党员；只舍不入">
                    {data.rate.percent.toFixed(1)}%
                    <small>
                      党员{formatNumber(data.rate.members)}人中{formatNumber(data.rate.complete)}人没有缺项
                    </small>
                  </dd>
                </div>
              </dl>
            )}
          </div>
          {data?.counting && (
            <p className="quality-counting" role="status">
              <progress value={data.counting.done} max={data.counting.total} aria-label="统计进度" />
              正在重新统计，已完成{formatNumber(data.counting.done)}个党组织，共{formatNumber(data.counting.total)}
              个。下面是上次统计的数字，完成后自动更新。
            </p>
          )}
          {quality.error && !data && <Failed error={quality.error} onRetry={() => quality.refetch()} />}
          {!data && quality.isPending && <Skeleton lines={8} />}
          {data && (
            <div className="quality-kinds">
              {(Object.keys(CHECK_KINDS) as CheckKind[]).map((kind) => (
                <section key={kind} aria-label={CHECK_KINDS[kind]}>
                  <h2>{CHECK_KINDS[kind]}</h2>
                  <ul>
                    {data.checks
                      .filter((check) => check.kind === kind)
                      .map((check) => (
                        <li key={check.key}>
                          <CheckLine check={check} orgId={orgId} current={check.key === params.check} />
                        </li>
                      ))}
                  </ul>
                </section>
              ))}
            </div>
          )}
        </div>
      </div>
      {current && <FaultList check={current} orgId={orgId} orgName={org.name} />}
    </div>
  );
}

/** A check with its number, which opens the rows; without any, nothing to open. */
function CheckLine({ check, orgId, current }: { check: CheckCount; orgId: string; current: boolean }) {
  const content = (
    <>
      <span className="grow">{check.label}</span>
      <span className={check.people === 0 ? 'tag' : check.severity === 'grave' ? 'tag bad' : 'tag warn'}>
        {SEVERITIES[check.severity]}
      </span>
      <b>{formatNumber(check.people)}</b>
    </>
  );
  if (check.people === 0 && !current) return <span className="quality-check quality-none">{content}</span>;
  const to = pathWithQuery(PATH, { ...(orgId && { orgId }), check: check.key });
  return (
    <Link className="quality-check" to={to} aria-current={current || undefined}>
      {content}
    </Link>
  );
}
