import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { useSiteWords } from '#people/groups/web/pickers.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import { type MenuAct, MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { useDeleted } from '#platform/web/press/undo.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { takeFromCarousel } from '../contract.desk.ts';
import {
  type ArticleDetail,
  auditArticle,
  recallArticle,
  removeArticle,
  restoreArticle,
  sortArticle,
  submitArticle,
  withdrawArticle,
} from '../contract.ts';
import { findPersonalNumbers, siteWordsIn } from '../rules.ts';
import { CarouselDialog, MoveDialog, TopDialog } from './PlaceDialogs.tsx';
import { PATHS } from './paths.ts';

type Asked = 'submit' | 'withdraw' | 'remove' | 'move' | 'top' | 'carousel';

/** What the session can do with an article now, the next step first. @param onAgain reads it anew */
export function ArticleActs({ article, onAgain }: { article: ArticleDetail; onAgain: () => void }) {
  const { id, title, can, kind } = article;
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  // What is acted upon is what stood there when it was asked for: it may be read anew behind the dialog.
  const [version, setVersion] = useState(article.version);
  const ask = (what: Asked) => {
    setVersion(article.version);
    setOpenDialog(what);
  };
  const submit = useAct(submitArticle, { quiet: true });
  const recall = useAct(recallArticle);
  const audit = useAct(auditArticle, { quiet: true });
  const withdraw = useAct(withdrawArticle, { quiet: true });
  const restore = useAct(restoreArticle);
  const order = useAct(sortArticle);
  const leave = useAct(takeFromCarousel);
  const remove = useAct(removeArticle, { quiet: true });
  const urge = useUrgeAbove('article', article.id);
  const deleted = useDeleted(restoreRecycled, 'archiveArticle', removeArticle);
  const { attached } = article;
  const found = [...findPersonalNumbers(article), ...attached.numbers];
  const inText = siteWordsIn(article, useSiteWords());
  const stops = [...inText.stops, ...attached.stops];
  const reminds = [...inText.reminds, ...attached.reminds];
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  const close = () => {
    setOpenDialog(null);
    onAgain();
  };
  const send = async (despite: string) => {
    // What the site reminds of stands in the dialog.
    const done = await submit.mutateAsync({ id, version, despite, heeded: true });
    if (done.state === 4) notify('已发布');
    else if (done.state === 3) notify('已通过，到时间自动发布');
    else notify(done.decider ? `已送审，由${done.decider}审核` : '已送审');
  };
  const agree = async (values: { opinion?: string; despite?: string }) => {
    await audit.mutateAsync({ id, version: article.version, agree: true, ...values });
    notify(article.publishAt ? '已同意，到时间自动发布' : '已同意，现在起展示');
  };
  const more: MenuAct[] = [
    ...(can.top && article.isShown
      ? [
          { label: article.isTop ? '改置顶' : '置顶', icon: 'star' as const, run: () => ask('top') },
          {
            label: '上移',
            run: () => order.mutate({ id, direction: 'up' }, { onSuccess: () => notify('已上移一位') }),
          },
          {
            label: '下移',
            run: () => order.mutate({ id, direction: 'down' }, { onSuccess: () => notify('已下移一位') }),
          },
        ]
      : []),
    ...(can.carousel
      ? [
          article.inCarousel
            ? {
                label: '取消轮播',
                icon: 'screen' as const,
                run: () => leave.mutate({ id }, { onSuccess: () => notify('已取消轮播') }),
              }
            : { label: '设为轮播', icon: 'screen' as const, run: () => ask('carousel') },
        ]
      : []),
    ...(can.move ? [{ label: '移动', icon: 'layers' as const, run: () => ask('move') }] : []),
  ];
  const needsReason = found.length > 0 && article.despite === '';
  return (
    <>
      <ApprovalActs
        acts={{
          agree: can.audit && {
            label: '同意发布',
            title: `同意发布 ${title}`,
            ...(needsReason
              ? {
                  act: '仍要公开',
                  words: { label: '仍要公开的原因' },
                  consequence: `${found.join('；')}。可以退回修改；确需公开的请写明原因。`,
                  run: (despite: string) => agree({ despite }),
                }
              : {
                  words: { label: '意见', free: true, max: 500 },
                  consequence: article.publishAt ? '同意后到设定的时间自动发布。' : '同意后读者立即看到。',
                  run: (opinion: string) => agree({ opinion }),
                }),
          },
          return: can.audit && {
            label: '退回修改',
            title: `退回 ${title}`,
            act: '退回',
            words: { label: '修改意见', max: 500 },
            consequence: `退回后由${article.orgName}修改，重新送审。`,
            run: async (opinion) => {
              await audit.mutateAsync({ id, version: article.version, agree: false, opinion });
              notify('已退回');
            },
          },
          urge: can.recall && article.state === 1 && article.instanceId === null && urge,
          withdraw: can.recall && {
            label: article.state === 3 ? '取消定时' : '撤回送审',
            run: async () => {
              await recall.mutateAsync({ id });
              notify('已撤回，回到草稿');
            },
          },
        }}
        instanceId={article.instanceId}
        onClosed={onAgain}
      />
      {can.submit && (
        <Button look="primary" icon="check" onClick={() => ask('submit')}>
          {kind === 'notice' ? '发布' : article.state === 0 ? '送审' : '重新送审'}
        </Button>
      )}
      {can.restore && (
        <Button
          look="primary"
          icon="undo"
          disabled={restore.isPending}
          onClick={() => restore.mutate({ id }, { onSuccess: () => notify('已恢复发布') })}
        >
          恢复发布
        </Button>
      )}
      {can.edit && (
        <ButtonLink icon="edit" to={PATHS.edit(kind, id, article.orgId)}>
          {article.versions > 0 ? '更正' : '编辑'}
        </ButtonLink>
      )}
      {article.isShown && (
        <ButtonLink icon="eye" to={PATHS.read(kind, id)}>
          看读者页
        </ButtonLink>
      )}
      <MoreActs label={title} acts={more} />
      {can.withdraw && (
        <Button icon="eyeOff" onClick={() => ask('withdraw')}>
          撤下
        </Button>
      )}
      {can.remove && (
        <Button danger icon="trash" onClick={() => ask('remove')}>
          删除
        </Button>
      )}
      {openDialog === 'submit' &&
        (found.length > 0 ? (
          <ReasonDialog
            title={`送审 ${title}`}
            act="仍要公开，送审"
            label="仍要公开的原因"
            onDone={send}
            onClose={close}
          >
            {[...found, ...stops, ...reminds].join('；')}。确需公开的（如办公电话），请写明原因，审核人会看到。
          </ReasonDialog>
        ) : (
          <ConfirmDialog
            title={`${kind === 'notice' ? '发布' : '送审'} ${title}`}
            icon="check"
            act={kind === 'notice' ? '发布' : '送审'}
            onConfirm={() => send('')}
            onClose={close}
          >
            {stops.length + reminds.length > 0 && `${[...stops, ...reminds].join('；')}。`}
            {kind === 'notice'
              ? '有审批流程的按流程办理，同意后发出；没有的立即发出，送到每个人的通知里。'
              : `有审批流程的按流程办理，没有的由${article.superior}审核；不要求审核的栏目直接发布。审核期间不能修改。`}
          </ConfirmDialog>
        ))}
      {openDialog === 'withdraw' && (
        <ReasonDialog
          title={`撤下 ${title}`}
          act="撤下"
          label="撤下原因"
          onDone={async (reason) => {
            const { unconfirmed } = await withdraw.mutateAsync({ ids: [id], reason });
            if (unconfirmed.length > 0) emit('notice', { kind: 'error', text: ['已撤下', ...unconfirmed].join('；') });
            else notify('已撤下');
          }}
          onClose={close}
        >
          {kind === 'notice'
            ? '撤下后收到的人不能再看，回执保留；没有改过的可以恢复发布。'
            : '撤下后立即从资讯、首页、搜索和公开页消失；没有改过的可以恢复发布。'}
        </ReasonDialog>
      )}
      {openDialog === 'move' && <MoveDialog article={article} onClose={close} />}
      {openDialog === 'carousel' && <CarouselDialog article={article} onClose={close} />}
      {openDialog === 'top' && <TopDialog article={article} onClose={close} />}
      {openDialog === 'remove' && (
        <DeleteDialog
          restorable
          verb="删除草稿"
          name={title}
          consequence="草稿进入回收站，可以从那里恢复。"
          onDelete={async ({ deleteReason }) => {
            await remove.mutateAsync({ id, deleteReason });
            deleted({ id, name: title });
            navigate(placeOf(kind === 'notice' ? PATHS.notices : PATHS.desk), { replace: true });
          }}
          onClose={close}
        />
      )}
    </>
  );
}
