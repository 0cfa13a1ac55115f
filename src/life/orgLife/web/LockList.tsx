import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type LockQuarter, listLocks, lockQuarter, unlockQuarter } from '../contract.lock.ts';
import { PATHS } from './paths.ts';
import './event.css';
import './rule.css';

/** 季度锁定: what each quarter of a year came to, and who closed it. */
export function LockList() {
  const { year } = readQuery(useLocation().search, ['year']);
  const navigate = useNavigate();
  const query = useCall(listLocks, year ? { year } : {}, { quiet: true, keepPrevious: true });
  const [locking, setLocking] = useState<LockQuarter | null>(null);
  const [opening, setOpening] = useState<{ id: string; name: string } | null>(null);
  const lock = useAct(lockQuarter);
  const unlock = useAct(unlockQuarter, { quiet: true });
  return (
    <div className="life-page">
      <PageHead title="季度锁定" />
      <fieldset className="life-types">
        <legend className="visually-hidden">年份</legend>
        {(query.data?.years ?? []).map((one) => (
          <Button
            key={one}
            size="compact"
            className={one === query.data?.year ? 'chosen' : undefined}
            aria-pressed={one === query.data?.year}
            onClick={() => navigate(PATHS.locks(String(one)))}
          >
            {one}年
          </Button>
        ))}
      </fieldset>
      <section className="card" aria-label="季度锁定">
        <RecordLoader query={query}>
          {({ quarters, orgName, why }) => (
            <>
              <div className="card-head">
                <h2>{orgName}及下级</h2>
                <span className="secondary">
                  {why || '锁定后，下级不能再登记、修改、提交该季度的会议，应开结果不再变动'}
                </span>
              </div>
              <ul className="life-next life-rules">
                {quarters.map((one) => (
                  <li key={one.quarter}>
                    <span className={`tag ${one.locks.length > 0 ? 'gold' : ''}`}>
                      {one.locks.length > 0 ? '已锁定' : '未锁定'}
                    </span>
                    <span className="grow">
                      <b>{one.text}</b>　达标{one.ok}项，缺开{one.missing}项
                      {one.toReview > 0 && `，待审阅${one.toReview}次会议`}
                      {one.locks.map((at) => (
                        <small key={at.id} className="life-lock">
                          {at.orgName}于{toLocal(at.at)}锁定（{at.by}）
                          {at.can.end && (
                            <Button
                              look="word"
                              aria-label={`解锁${at.orgName}${one.text}`}
                              onClick={() => setOpening({ id: at.id, name: `${at.orgName} ${one.text}` })}
                            >
                              解锁
                            </Button>
                          )}
                        </small>
                      ))}
                      {one.ended.map((at) => (
                        <small key={at.id} className="muted">
                          {at.orgName}于{toLocal(at.at)}解锁（{at.by}）：{at.reason}
                        </small>
                      ))}
                    </span>
                    {one.can.lock && (
                      <Button icon="lock" aria-label={`锁定${one.text}`} onClick={() => setLocking(one)}>
                        锁定
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </RecordLoader>
      </section>
      {locking && (
        <ConfirmDialog
          title={`锁定 ${locking.text}`}
          icon="lock"
          act="锁定"
          onConfirm={async () => {
            await lock.mutateAsync({ quarter: locking.quarter });
            emit('notice', { kind: 'success', text: '已锁定' });
          }}
          onClose={() => setLocking(null)}
        >
          锁定后，下级不能再登记、修改、提交{locking.text}的会议，缺开{locking.missing}项按缺开计
          {locking.toReview > 0 && `；还有${locking.toReview}次会议待审阅，锁定后可以归档，不能退回`}。解锁须说明原因。
        </ConfirmDialog>
      )}
      {opening && (
        <ReasonDialog
          title={`解锁 ${opening.name}`}
          act="解锁"
          label="解锁原因"
          onDone={async (reason) => {
            await unlock.mutateAsync({ id: opening.id, reason });
            emit('notice', { kind: 'success', text: '已解锁' });
          }}
          onClose={() => setOpening(null)}
        >
          解锁后，下级可以补录和修改该季度的会议，补完后请重新锁定。
        </ReasonDialog>
      )}
    </div>
  );
}
