import { type DisplayMode, setDisplayMode, useDisplayMode } from './displayMode.ts';

const switches: readonly { title: string; hint: string; on: Partial<DisplayMode>; off: Partial<DisplayMode> }[] = [
  { title: '深色', hint: '暗处使用不刺眼', on: { theme: 'dark' }, off: { theme: 'light' } },
  { title: '大字', hint: '文字18号起，按钮加大', on: { size: 'large' }, off: { size: 'normal' } },
  { title: '高对比', hint: '边框和灰字加深', on: { contrast: 'high' }, off: { contrast: 'normal' } },
  { title: '紧凑', hint: '同一屏看更多行', on: { density: 'compact' }, off: { density: 'normal' } },
];

/** Dark, large text, high contrast and compact, each by itself; remembered in this browser. */
export function DisplaySwitches() {
  const mode = useDisplayMode();
  return (
    <div className="display-modes">
      {switches.map(({ title, hint, on, off }) => {
        const checked = Object.entries(on).every(([name, value]) => mode[name as keyof DisplayMode] === value);
        const moot = title === '紧凑' && mode.size === 'large';
        return (
          <label key={title} className="display-mode">
            <input
              type="checkbox"
              className="tick"
              checked={checked}
              disabled={moot}
              onChange={() => setDisplayMode(checked ? off : on)}
            />
            <span>{title}</span>
            <span className="tiny muted">{moot ? '大字时不适用' : hint}</span>
          </label>
        );
      })}
    </div>
  );
}
