import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { isTyping } from '#platform/web/kept/useKept.ts';
import { discardUnsaved, listUnsaved } from '#platform/web/press/unsaved.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { ALL_HOSTS, getSite, listSites } from '../../contract.site.ts';
import { AddSiteDialog } from './AddSiteDialog.tsx';
import { SiteForm } from './SiteForm.tsx';
import './site.css';

const PATH = '/sys/site';

/** 站点配置: the common settings and those of each host, one at a time. */
export default function SitePage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const host = readQuery(search, ['host']).host ?? ALL_HOSTS;
  const list = useCall(listSites, {}, { quiet: true });
  const site = useCall(getSite, { host }, { quiet: true, staleTime: 0 });
  // What is edited must not move under the form: what somebody else saves is taken over where nothing would be lost by it.
  const [opened, setOpened] = useState<ReplyOf<typeof getSite> | null>(null);
  const read = site.data?.host === host && site.isFetchedAfterMount ? site.data : null;
  if (read && read !== opened && (opened?.host !== host || !isTyping())) setOpened(read);
  const readAgain = async () => {
    const { data } = await site.refetch({ cancelRefetch: false });
    if (data) setOpened(data);
  };
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);

  const go = (next: string) => {
    discardUnsaved();
    navigate(next === ALL_HOSTS ? PATH : pathWithQuery(PATH, { host: next }));
  };
  const choose = (next: string) => {
    if (next === host) return;
    if (listUnsaved().length > 0) setLeaving(next);
    else go(next);
  };
  const known = list.data?.some((entry) => entry.host === host) ?? true;
  const tabs = (
    <div className="card site-hosts">
      <div className="tabs" role="tablist" aria-label="站点">
        {list.data?.map((entry) => (
          <HostTab
            key={entry.host}
            name={entry.host === ALL_HOSTS ? '默认设置' : entry.host}
            own={entry.own}
            current={entry.current && entry.host !== ALL_HOSTS}
            chosen={entry.host === host}
            onChoose={() => choose(entry.host)}
          />
        ))}
        {!known && <HostTab name={host} own={0} current={false} chosen onChoose={() => {}} />}
      </div>
      {site.data?.can.edit && (
        <Button look="link" size="compact" icon="plus" iconSize={14} onClick={() => setAdding(true)}>
          新增站点
        </Button>
      )}
    </div>
  );
  return (
    <>
      {opened?.host === host ? (
        <SiteForm
          key={`${host} ${opened.version}`}
          site={opened}
          tabs={tabs}
          readAgain={readAgain}
          onGone={() => go(ALL_HOSTS)}
        />
      ) : (
        <div className="form-page">
          <PageHead />
          {tabs}
          <section className="card">
            {site.error && !read ? (
              <Failed error={site.error} onRetry={() => site.refetch()} />
            ) : (
              <Skeleton lines={10} />
            )}
          </section>
        </div>
      )}
      {adding && (
        <AddSiteDialog
          taken={list.data?.map((entry) => entry.host) ?? []}
          onChoose={choose}
          onClose={() => setAdding(false)}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title="换一个站点"
          icon="warning"
          act="放弃修改"
          cancel="继续填写"
          onConfirm={async () => go(leaving)}
          onClose={() => setLeaving(null)}
        >
          这个站点的修改还没有保存，换到其他站点后将丢失。
        </ConfirmDialog>
      )}
    </>
  );
}

interface HostTabProps {
  name: string;
  own: number;
  current: boolean;
  chosen: boolean;
  onChoose: () => void;
}

function HostTab({ name, own, current, chosen, onChoose }: HostTabProps) {
  return (
    <Pressable className="tab" role="tab" aria-selected={chosen} onClick={onChoose}>
      {name}
      {own > 0 && (
        <span className="count" title={`单独设定了${own}项`}>
          {own}
        </span>
      )}
      {current && <span className="tag">当前访问</span>}
    </Pressable>
  );
}
