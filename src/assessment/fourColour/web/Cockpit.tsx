import { useState } from 'react';
import { Link } from 'react-router';
import { download } from '#platform/web/call/api.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { ViewTabs } from '#platform/web/list/ViewTabs.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type Cockpit as Board, cockpit, exportCockpit } from '../contract.ts';
import { Cards, Cell, Grid, Legend, type Opened } from './CockpitGrid.tsx';
import { COCKPIT, filterBoard, useBoardView } from './useBoardView.ts';
import './fourColour.css';

type Check = Board['checks'][number];

/** 督查驾驶舱: organisations of the next level by checks; a cell opens its rows, a name the level below. */
export default function Cockpit() {
  const { org, chosen, only, state } = useBoardView();
  const cockpitQuery = useCall(cockpit, org ? { orgId: org } : {}, { quiet: true, keepPrevious: true, staleTime: 0 });
  const [open, setOpen] = useState<Opened | null>(null);
  const [choosing, setChoosing] = useState(false);
  const { data } = cockpitQuery;
  const shown = data && filterBoard(data, chosen, only);
  return (
    <div className="colour-page">
      <PageHead title="督查驾驶舱">
        <Button icon="refresh" onClick={() => cockpitQuery.refetch()}>
          刷新
        </Button>
        {data && (
          <Button
            icon="export"
            // The client has shown why it failed.
            onClick={() => download(exportCockpit, { orgId: data.orgId }).catch(() => {})}
          >
            导出
          </Button>
        )}
      </PageHead>
      <div className="colour-bar">
        <ViewTabs path={COCKPIT} state={state} />
        <Button size="compact" icon="filter" onClick={() => setChoosing(true)}>
          检查项{chosen.length > 0 && `（${chosen.length}）`}
        </Button>
        <label>
          <input
            type="checkbox"
            className="tick"
            checked={only}
            onChange={() => state.change({ only: only ? undefined : '1' })}
          />{' '}
          只看有不符合的
        </label>
      </div>
      {!data ? (
        <Waiting query={cockpitQuery} />
      ) : (
        <section className="card">
          <div className="card-head">
            <h2>
              {data.parents.map(({ id, name }) => (
                <span key={id}>
                  <Link to={pathWithQuery(COCKPIT, { org: id })}>{name}</Link> ／{' '}
                </span>
              ))}
              {data.name}
            </h2>
            <span className="muted">
              截至{dateTime(data.asOf)}；
              <Legend />
              ，差的在前
            </span>
          </div>
          {shown && <Grid data={shown} onOpen={setOpen} />}
          {shown && <Cards data={shown} onOpen={setOpen} />}
        </section>
      )}
      {choosing && data && (
        <ChooseChecks
          checks={data.checks}
          chosen={chosen}
          onChoose={(codes) => state.change({ checks: codes.join() || undefined })}
          onClose={() => setChoosing(false)}
        />
      )}
      {open && <Cell {...open} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Which checks the board shows; none ticked: all of them. */
function ChooseChecks({
  checks,
  chosen,
  onChoose,
  onClose,
}: {
  checks: readonly Check[];
  chosen: readonly string[];
  onChoose: (codes: string[]) => void;
  onClose: () => void;
}) {
  const [codes, setCodes] = useState<readonly string[]>(chosen);
  return (
    <Dialog
      title="看哪些检查项"
      icon="filter"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => setCodes([])}>看全部</Button>
          <Button
            look="primary"
            onClick={() => {
              onChoose([...codes]);
              onClose();
            }}
          >
            确定
          </Button>
        </>
      }
    >
      <div className="cockpit-choice">
        {checks.map(({ code, label, total }) => (
          <label key={code}>
            <input
              type="checkbox"
              className="tick"
              checked={codes.includes(code)}
              onChange={() =>
                setCodes((all) => (all.includes(code) ? all.filter((one) => one !== code) : [...all, code]))
              }
            />{' '}
            {label} <span className="muted">{total}</span>
          </label>
        ))}
      </div>
    </Dialog>
  );
}
