import type { ReactNode } from 'react';

import { BAD_ID, CODE } from '#platform/contract.ts';
import { ApiError } from '../call/request.ts';
import { placeOf } from '../list/listMemory.ts';
import { useSite } from '../session/session.ts';
import { usePage } from '../shell/PageHead.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Icon } from './icons.tsx';
import './states.css';

/** A small ridge with the sun: the drawing of pages that have nothing to show. */
function Ridge() {
  return (
    <svg width="120" height="56" viewBox="0 0 120 56" fill="none" strokeWidth="1.5" aria-hidden="true">
      <circle cx="84" cy="13" r="9" stroke="var(--gold-line)" />
      <path d="M6 42L30 14q3-3 6 0l16 20 12-11q3-2 6 0l30 19" stroke="var(--mark)" strokeLinejoin="round" />
      <path d="M20 42l14-15 12 15M62 42l8-9 12 9" stroke="var(--red-line)" />
      <path d="M34 47h22M64 47h22M34 52h10M70 52h12" stroke="var(--gold-line)" />
    </svg>
  );
}

/** Shows that there is nothing, why, and the one act that helps. */
export function Empty({ title, children, act }: { title: string; children?: ReactNode; act?: ReactNode }) {
  return (
    <div className="state">
      <Ridge />
      <h3>{title}</h3>
      {children && <p>{children}</p>}
      {act && <div className="state-acts">{act}</div>}
    </div>
  );
}

/**
 * Shows that a call failed: the server's sentence, that nothing typed is lost, and 重试. Without the right it names who can help
 * instead, and for something that does not exist it leads back to the list.
 */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : 0;
  if (code === CODE.forbidden) return <NoRight title="当前角色不能查看" />;
  if (error instanceof ApiError && (code === CODE.notFound || code === CODE.parameter))
    return <Gone sentence={sentenceOf(error)} />;
  return (
    <div className="state" role="alert">
      <Icon name="refresh" size={28} className="state-bad" />
      <h3>{error.message}</h3>
      <p>数据没有丢失，请稍后再试。</p>
      <div className="state-acts">
        <Button look="primary" onClick={onRetry}>
          重试
        </Button>
      </div>
    </div>
  );
}

const NOT_HERE = '没有找到，或不在管理范围内';
/** An id that nobody has and one that is none read alike. */
function sentenceOf({ code, fields, message }: ApiError): string {
  const isUnknown = code === CODE.notFound || Object.values(fields).some((sentence) => sentence === BAD_ID);
  return isUnknown ? NOT_HERE : message;
}

/** Shows that the address names nothing that exists, with the way back to the list. */
export function Gone({ sentence = NOT_HERE }: { sentence?: string }) {
  const { crumbs } = usePage() ?? {};
  const [list, path] = crumbs?.at(-1) ?? ['首页', '/'];
  return (
    <div className="state" role="alert">
      <Ridge />
      <h3>{sentence}</h3>
      <p>{crumbs ? `“${list}”里没有这条记录：` : ''}可能已被删除，归其他组织管理，或地址有误</p>
      <div className="state-acts">
        <ButtonLink look="primary" to={placeOf(path)}>
          返回{list}
        </ButtonLink>
        <Button onClick={() => history.back()}>返回上一页</Button>
      </div>
    </div>
  );
}

/** Shows that a newer answer could not be read: since when the shown one holds, and 重试. */
export function Outdated({
  query,
}: {
  query: { error: Error | null; dataUpdatedAt: number; refetch: () => Promise<unknown> };
}) {
  if (!query.error) return null;
  const since = new Date(query.dataUpdatedAt).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });
  return (
    <p className="banner warn" role="alert">
      <Icon name="warning" />
      <span className="grow">
        没有取到最新内容：{query.error.message}。现在显示的是{since}的内容
      </span>
      <Button look="word" onClick={() => void query.refetch()}>
        重试
      </Button>
    </p>
  );
}

/** The role may not: who can help, with the phone of the site's support. */
export function NoRight({ title }: { title: string }) {
  const { supportPhone } = useSite();
  return (
    <div className="state">
      <Icon name="lock" size={28} className="state-gold" />
      <h3>{title}</h3>
      <p>请在页头切换角色，或联系上级党务工作者{supportPhone && `，技术支持 ${supportPhone}`}</p>
      <div className="state-acts">
        <Button onClick={() => history.back()}>返回上一页</Button>
      </div>
    </div>
  );
}

/** Grey bars in place of a record's lines, of the same height. */
export function Skeleton({ lines = 8 }: { lines?: number }) {
  return (
    <div className="skeleton" aria-busy="true">
      <span className="visually-hidden" role="status">
        正在加载
      </span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
        <span key={line} className="skeleton-line" style={{ width: `${38 + ((line * 23) % 50)}%` }} />
      ))}
    </div>
  );
}
