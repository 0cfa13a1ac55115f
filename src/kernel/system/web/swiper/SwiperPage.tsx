import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { useRowOrder } from '#platform/web/list/rowOrder.tsx';
import { useOneAtATime } from '#platform/web/press/oneAtATime.ts';
import { useDeleted } from '#platform/web/press/undo.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  listSwipers,
  moveSwiper,
  removeSwiper,
  SWIPER_STATES,
  type SwiperRow,
  updateSwiper,
} from '../../contract.swiper.ts';
import { restoreRecycled } from '../../contract.ts';
import { Carousel, Picture } from '../pickers.tsx';
import { SwiperDialog } from './SwiperDialog.tsx';
import '#platform/web/list/list.css';
import './swiper.css';

const LOOKS: Record<SwiperRow['state'], readonly [tone: string, icon: IconName]> = {
  shown: ['ok', 'check'],
  waiting: ['warn', 'clock'],
  over: ['', 'calendarCheck'],
  off: ['', 'lock'],
};

const PATH = '/sys/swiper';
const SIZE = 50;
const STATES = [['', '全部'], ...Object.entries(SWIPER_STATES)] as const;
const isState = (text: string | undefined): text is SwiperRow['state'] => text !== undefined && text in SWIPER_STATES;

type Open = { act: 'edit'; row: SwiperRow | null } | { act: 'remove'; row: SwiperRow };

/** 轮播图: the pictures of the organisation and of those below, in the order in which homes show them. */
export default function SwiperPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const params = readQuery(search, ['state', 'page']);
  const state = isState(params.state) ? params.state : '';
  const pageNum = Math.max(1, Number(params.page) || 1);
  const list = useCall(listSwipers, { state, pageNum, pageSize: SIZE }, { quiet: true, keepPrevious: true });
  const [open, setOpen] = useState<Open | null>(null);
  const remove = useAct(removeSwiper);
  const deleted = useDeleted(restoreRecycled, 'swiper', removeSwiper);
  const rows = list.data?.rows ?? [];
  const publishers = [...new Map(rows.map((row) => [row.orgId, row.orgName]))];
  const close = () => setOpen(null);
  return (
    <div className="swiper-page">
      <PageHead>
        {may(session, 'swiper:write') && (
          <Button look="primary" icon="plus" onClick={() => setOpen({ act: 'edit', row: null })}>
            新增轮播图
          </Button>
        )}
      </PageHead>
      <div className="swiper-work">
        <section className="card" aria-label="轮播图" aria-busy={list.isFetching}>
          <div className="swiper-filter" role="radiogroup" aria-label="状态">
            {STATES.map(([value, label]) => (
              <label key={value} className="filter-option">
                <input
                  type="radio"
                  className="tick"
                  name="swiper-state"
                  checked={value === state}
                  onChange={() => navigate(pathWithQuery(PATH, { state: value || undefined }), { replace: true })}
                />
                {label}
              </label>
            ))}
          </div>
          {list.isPending && <Skeleton />}
          {list.error && !list.data && <Failed error={list.error} onRetry={() => list.refetch()} />}
          {list.data &&
            rows.length === 0 &&
            !list.isPlaceholderData &&
            (state ? (
              <Empty title={`没有${SWIPER_STATES[state]}的轮播图`}>换一个状态再看。</Empty>
            ) : (
              <Empty title="还没有轮播图">新增后，所选组织及其下级的党员首页会展示。</Empty>
            ))}
          {publishers.map(([orgId, name]) => (
            <Publisher
              key={orgId}
              name={name}
              rows={rows.filter((row) => row.orgId === orgId)}
              sortable={state === '' && !list.isPlaceholderData}
              continued={pageNum > 1}
              readAgain={() => list.refetch({ cancelRefetch: false })}
              onEdit={(row) => setOpen({ act: 'edit', row })}
              onRemove={(row) => setOpen({ act: 'remove', row })}
            />
          ))}
          {(list.data?.total ?? 0) > SIZE && (
            <footer className="list-foot">
              <Pager
                page={pageNum}
                size={SIZE}
                total={list.data?.total ?? 0}
                capped={false}
                unit="张"
                onPage={(page) => navigate(pathWithQuery(PATH, { state: state || undefined, page: String(page) }))}
                onSize={() => {}}
              />
            </footer>
          )}
        </section>
        <section className="card swiper-preview" aria-label="首页效果">
          <div className="card-head">
            <h2>首页效果</h2>
            <span className="card-extra">{session.user.workOrg.name}现在看到的</span>
          </div>
          <div className="swiper-shown">
            <Carousel none={<p className="muted small">现在没有展示中的轮播图。</p>} />
          </div>
        </section>
      </div>
      {open?.act === 'edit' && <SwiperDialog row={open.row} onClose={close} />}
      {open?.act === 'remove' && (
        <ConfirmDialog
          title={`删除轮播图 ${open.row.title}`}
          icon="trash"
          act="删除"
          onConfirm={async () => {
            await remove.mutateAsync({ id: open.row.id });
            deleted({ id: open.row.id, name: open.row.title });
          }}
          onClose={close}
        >
          {open.row.orgName}及其下级的首页不再展示这张图；只想暂时不展示，可以停用。
        </ConfirmDialog>
      )}
    </div>
  );
}

interface PublisherProps {
  name: string;
  rows: readonly SwiperRow[];
  /** All of its pictures are shown, not those of one state. */
  sortable: boolean;
  /** Pictures stand before these, on earlier pages. */
  continued: boolean;
  readAgain: () => Promise<unknown>;
  onEdit: (row: SwiperRow) => void;
  onRemove: (row: SwiperRow) => void;
}

/** The pictures of one organisation: an order of their own, since each organisation's subtree differs. */
function Publisher({ name, rows, sortable, continued, readAgain, onEdit, onRemove }: PublisherProps) {
  const move = useAct(moveSwiper);
  const update = useAct(updateSwiper);
  // First on a later page is not first of all.
  const placeOf = (id: string, after: string | null) =>
    after === null && continued ? { id, after, before: rows[0]?.id } : { id, after };
  const order = useRowOrder(
    rows.map(({ id }) => id),
    (id, after) => move.mutateAsync(placeOf(id, after)).then(readAgain),
  );
  const one = useOneAtATime(readAgain);
  const switchOver = async (row: SwiperRow) => {
    await update.mutateAsync({ id: row.id, version: row.version, enabled: !row.enabled });
    emit('notice', { kind: 'success', text: `${row.title}已${row.enabled ? '停用' : '启用'}` });
  };
  return (
    <div className="swiper-publisher">
      <h2 className="section-title">{name}及下级</h2>
      <ul>
        {rows.map((row, at) => (
          <li key={row.id} {...order.row(row.id)} className={`swiper-line ${order.row(row.id).className ?? ''}`}>
            {row.can.edit && sortable && rows.length > 1 && order.handle(row.id, row.title)}
            <Picture row={row} className="swiper-thumb" />
            <div className="grow swiper-facts">
              <p className="swiper-title">{row.title}</p>
              <p className="muted small">{daysOf(row)}</p>
              <p className="muted small ellipsis" title={row.link}>
                {row.link ? `链接 ${row.link}` : '不带链接'}
              </p>
            </div>
            <State row={row} />
            <span className="swiper-acts">
              {row.can.edit && (
                <>
                  {sortable && at > 0 && (
                    <Button
                      look="row"
                      className="swiper-up"
                      onClick={() => void one(() => move.mutateAsync(placeOf(row.id, rows[at - 2]?.id ?? null)))}
                    >
                      上移<span className="visually-hidden">{row.title}</span>
                    </Button>
                  )}
                  <Button look="row" onClick={() => onEdit(row)}>
                    编辑<span className="visually-hidden">{row.title}</span>
                  </Button>
                  <Button look="row" onClick={() => void one(() => switchOver(row))}>
                    {row.enabled ? '停用' : '启用'}
                    <span className="visually-hidden">{row.title}</span>
                  </Button>
                </>
              )}
              {row.can.remove && (
                <Button look="row" onClick={() => onRemove(row)}>
                  删除<span className="visually-hidden">{row.title}</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function daysOf({ startsOn, endsOn }: SwiperRow): string {
  if (startsOn && endsOn) return `${startsOn} 至 ${endsOn}`;
  if (startsOn) return `${startsOn} 起`;
  return endsOn ? `${endsOn} 止` : '长期';
}

function State({ row }: { row: SwiperRow }) {
  const [tone, icon] = LOOKS[row.state];
  return (
    <span className={`tag ${tone}`}>
      <Icon name={icon} />
      {SWIPER_STATES[row.state]}
    </span>
  );
}
