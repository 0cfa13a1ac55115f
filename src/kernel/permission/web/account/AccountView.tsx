import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { Line, RecordHead } from '#platform/web/field/record.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty, Failed } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type AccountDetail, accountHistory, getAccount } from '../../contract.ts';
import { AccountActs, type Asked, actsOf } from './AccountActs.tsx';
import { ACCOUNTS, GrantTag, StateTag } from './accountParts.tsx';
import './account.css';

/** `/popedom/user/account/view/:id`: an account, its roles, and what was done with it. */
export default function AccountView() {
  const { id = '' } = useParams();
  const record = useCall(getAccount, { id }, { quiet: true, staleTime: 0 });
  useTitle(record.data && `账号 ${record.data.userName}`);
  if (!record.data) return <Waiting query={record} lines={12} />;
  return <Record account={record.data} />;
}

function Record({ account }: { account: AccountDetail }) {
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  return (
    <div className="record-page">
      <RecordTop title={account.userName} />
      <Head account={account} ask={setOpenDialog} />
      {account.why && (
        <div className="banner warn">
          <Icon name="lock" />
          <span>{account.why}</span>
        </div>
      )}
      <div className="account-cards">
        <Facts account={account} />
        <Grants account={account} ask={setOpenDialog} />
        <History id={account.id} />
      </div>
      {openDialog && <AccountActs asked={openDialog} onClose={() => setOpenDialog(null)} />}
    </div>
  );
}

function Head({ account, ask }: { account: AccountDetail; ask: (asked: Asked) => void }) {
  const acts = actsOf(account, ask);
  return (
    <RecordHead
      name={account.userName}
      tags={
        <>
          <StateTag account={account} />
          {account.typeName && <span className="tag gold">{account.typeName}</span>}
        </>
      }
      place={account.orgName || '没有任职'}
      facts={
        <>
          <span>
            最近登录<b>{dateTime(account.lastLoginAt) || (account.loginCount === 0 ? '从未登录' : '—')}</b>
          </span>
          <span>
            登录次数<b>{account.loginCount}</b>
          </span>
        </>
      }
    >
      {account.can.edit && (
        <ButtonLink icon="edit" to={`${ACCOUNTS}/edit/${account.id}`}>
          编辑
        </ButtonLink>
      )}
      {acts.map((act) => (
        <Button key={act.label} onClick={act.run}>
          {act.icon && <Icon name={act.icon} />}
          {act.danger ? '停用账号' : act.label}
        </Button>
      ))}
    </RecordHead>
  );
}

function Facts({ account }: { account: AccountDetail }) {
  const session = useSession();
  return (
    <section className="card">
      <div className="card-head">
        <h2>账号信息</h2>
      </div>
      <dl className="record-fields account-facts">
        <Line label="登录账号">{account.loginName}</Line>
        <Line label="手机号">{account.phonenumber || <span className="muted">未登记</span>}</Line>
        <Line label="性别">{account.gender === null ? '—' : account.gender === 1 ? '男' : '女'}</Line>
        <Line label="人员档案">
          {account.memberId && may(session, 'member:read') ? (
            <Link to={`/affairs/member/browse/${account.memberId}`}>查看档案</Link>
          ) : account.memberId ? (
            '已关联'
          ) : (
            '没有档案'
          )}
        </Line>
        {account.homeOrgName && <Line label="所属组织">{account.homeOrgName}</Line>}
        <Line label="用户组">{account.groups.map(({ name }) => name).join('、') || '—'}</Line>
        <Line label="创建" source={account.createdBy}>
          {dateTime(account.createdAt)}
        </Line>
        {account.disabledAt && (
          <Line label="停用" source={account.disabledBy}>
            {dateTime(account.disabledAt)}　{account.disableReason}
          </Line>
        )}
      </dl>
    </section>
  );
}

function Grants({ account, ask }: { account: AccountDetail; ask: (asked: Asked) => void }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>任职角色</h2>
        {account.otherGrants > 0 && <span className="card-extra">管理范围以外还有{account.otherGrants}个任职</span>}
      </div>
      {account.grants.length === 0 ? (
        <Empty title="没有任职">没有角色的账号不能登录。</Empty>
      ) : (
        <div className="account-scroll">
          <table className="table grants">
            <caption className="visually-hidden">任职角色</caption>
            <thead>
              <tr>
                <th scope="col">角色</th>
                <th scope="col">任职组织</th>
                <th scope="col">起止日期</th>
                <th scope="col">状态</th>
                <th scope="col">授予</th>
                <th scope="col">操作</th>
              </tr>
            </thead>
            <tbody>
              {account.grants.map((grant) => (
                <tr key={grant.id}>
                  <td>{grant.roleName}</td>
                  <td title={grant.orgName}>{grant.orgName}</td>
                  <td>
                    {grant.validFrom} 至 {grant.validUntil ?? '长期'}
                  </td>
                  <td>
                    <GrantTag state={grant.state} />
                  </td>
                  <td>
                    {grant.grantedBy || '系统'}
                    <span className="muted small">　{dateTime(grant.grantedAt).slice(0, 10)}</span>
                  </td>
                  <td>
                    {grant.can.revoke ? (
                      <Button
                        look="row"
                        onClick={() => ask({ act: 'revoke', account, grant })}
                        aria-label={`收回${grant.orgName}的${grant.roleName}`}
                      >
                        收回
                      </Button>
                    ) : (
                      <span className="muted">—</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function History({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(20);
  const history = useCall(accountHistory, { id, pageNum: page, pageSize: size }, { quiet: true, keepPrevious: true });
  return (
    <section className="card">
      <div className="card-head">
        <h2>变更记录</h2>
      </div>
      {history.error && !history.data && <Failed error={history.error} onRetry={() => history.refetch()} />}
      {history.data?.rows.length === 0 && <p className="account-note muted">还没有变更。</p>}
      {history.data && history.data.rows.length > 0 && (
        <ol className="account-history">
          {history.data.rows.map((row) => (
            <li key={row.id}>
              <b>{row.action}</b>
              <span className="muted">
                　{row.accountName}　{dateTime(row.at)}
              </span>
              {row.reason && <span>　原因：{row.reason}</span>}
              {row.changes.map(({ field, before, after }) => (
                <p key={field} className="small">
                  {field}：{before || '空'} → {after || '空'}
                </p>
              ))}
            </li>
          ))}
        </ol>
      )}
      {history.data && history.data.total > 20 && (
        <footer className="list-foot">
          <Pager
            page={page}
            size={size}
            total={history.data.total}
            capped={false}
            unit="条"
            onPage={setPage}
            onSize={(next) => {
              setSize(next);
              setPage(1);
            }}
          />
        </footer>
      )}
    </section>
  );
}
