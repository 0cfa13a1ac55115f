import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import type { Template } from '../../rules.templates.ts';
import { type Past, redo, undo } from './past.ts';

const ZOOMS = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5];

interface DesignerToolsProps<T> {
  past: Past<T>;
  onStep: (to: (past: Past<T>) => Past<T>) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
  /** How many faults the check has found. */
  faults: number;
  checking: boolean;
  onCheck: () => void;
  /** Processes to begin with; none where the draft may not be changed. */
  templates: readonly Template[];
  onTemplate: (template: Template) => void;
  /** Whether the draft is saved and published, in words. */
  state: string;
}

/** The bar above the tree: undo, redo, size, check, the keys, and how the draft stands. */
export function DesignerTools<T>(props: DesignerToolsProps<T>) {
  const { past, onStep, zoom, onZoom, faults, checking, onCheck, templates, onTemplate, state } = props;
  const zoomBy = (by: -1 | 1) => onZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom);
  return (
    <div className="designer-bar">
      <span className="designer-tools" role="toolbar" aria-label="编辑">
        <Button
          icon="undo"
          look="plain"
          size="compact"
          disabled={past.before.length === 0}
          title="Ctrl+Z"
          onClick={() => onStep(undo)}
        >
          撤销
        </Button>
        <Button
          icon="refresh"
          look="plain"
          size="compact"
          disabled={past.after.length === 0}
          title="Ctrl+Y"
          onClick={() => onStep(redo)}
        >
          重做
        </Button>
        <span className="designer-zoom">
          <Button look="plain" size="compact" aria-label="缩小" disabled={zoom === ZOOMS[0]} onClick={() => zoomBy(-1)}>
            −
          </Button>
          <Button look="plain" size="compact" title="恢复原大小" onClick={() => onZoom(1)}>
            {Math.round(zoom * 100)}%
          </Button>
          <IconButton
            icon="plus"
            iconSize={14}
            label="放大"
            look="plain"
            size="compact"
            disabled={zoom === ZOOMS.at(-1)}
            onClick={() => zoomBy(1)}
          />
        </span>
        <Button
          look="plain"
          size="compact"
          className={faults > 0 ? 'designer-faults' : undefined}
          aria-pressed={checking}
          onClick={onCheck}
          icon={faults > 0 ? 'warning' : 'check'}
        >
          {faults > 0 ? `${faults}处要改` : '检查通过'}
        </Button>
        {templates.map((template) => (
          <Button
            icon="layers"
            key={template.name}
            look="plain"
            size="compact"
            title={template.about}
            onClick={() => onTemplate(template)}
          >
            套用“{template.name}”
          </Button>
        ))}
      </span>
      <span className="muted small designer-keys">
        方向键移动，回车编辑，<kbd className="key">Insert</kbd> 添加，<kbd className="key">Delete</kbd> 删除，
        <kbd className="key">Alt</kbd>+方向键换位置
      </span>
      <span className="designer-state small" role="status">
        {state}
      </span>
    </div>
  );
}
