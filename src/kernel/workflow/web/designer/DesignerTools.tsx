import { Icon } from '#platform/web/show/icons.tsx';
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
  const plain = 'button plain compact';
  return (
    <div className="designer-bar">
      <span className="designer-tools" role="toolbar" aria-label="编辑">
        <button
          type="button"
          className={plain}
          disabled={past.before.length === 0}
          title="Ctrl+Z"
          onClick={() => onStep(undo)}
        >
          <Icon name="undo" />
          撤销
        </button>
        <button
          type="button"
          className={plain}
          disabled={past.after.length === 0}
          title="Ctrl+Y"
          onClick={() => onStep(redo)}
        >
          <Icon name="refresh" />
          重做
        </button>
        <span className="designer-zoom">
          <button
            type="button"
            className={plain}
            aria-label="缩小"
            disabled={zoom === ZOOMS[0]}
            onClick={() => zoomBy(-1)}
          >
            −
          </button>
          <button type="button" className={plain} title="恢复原大小" onClick={() => onZoom(1)}>
            {Math.round(zoom * 100)}%
          </button>
          <button
            type="button"
            className={plain}
            aria-label="放大"
            disabled={zoom === ZOOMS.at(-1)}
            onClick={() => zoomBy(1)}
          >
            <Icon name="plus" size={14} />
          </button>
        </span>
        <button
          type="button"
          className={faults > 0 ? `${plain} designer-faults` : plain}
          aria-pressed={checking}
          onClick={onCheck}
        >
          <Icon name={faults > 0 ? 'warning' : 'check'} />
          {faults > 0 ? `${faults}处要改` : '检查通过'}
        </button>
        {templates.map((template) => (
          <button
            key={template.name}
            type="button"
            className={plain}
            title={template.about}
            onClick={() => onTemplate(template)}
          >
            <Icon name="layers" />
            套用“{template.name}”
          </button>
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
