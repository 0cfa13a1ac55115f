import { useRef, useState } from 'react';
import { Menu } from '../dialogs/Menu.tsx';
import { setDisplayMode, useDisplayMode } from '../show/displayMode.ts';
import { Button } from '../ui/Button.tsx';

const DENSITY = 'list-density';

/** The row height of all lists in this browser. 大字 is a setting of the whole page. */
export function useDensity() {
  const { size } = useDisplayMode();
  const [rows, setRows] = useState(() => (localStorage.getItem(DENSITY) === 'normal' ? 'normal' : 'compact'));
  return {
    value: size === 'large' ? ('large' as const) : (rows as 'compact' | 'normal'),
    set: (next: 'compact' | 'normal' | 'large') => {
      if ((next === 'large') !== (size === 'large')) setDisplayMode({ size: next === 'large' ? 'large' : 'normal' });
      if (next === 'large') return;
      localStorage.setItem(DENSITY, next);
      setRows(next);
    },
  };
}

const NAMES = { compact: '紧凑', normal: '标准', large: '大字' } as const;

export function DensityButton({ density }: { density: ReturnType<typeof useDensity> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="compact"
        icon="textSize"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {NAMES[density.value]}
      </Button>
      {open && button.current && (
        <Menu
          anchor={button.current}
          label="行高"
          acts={(['compact', 'normal', 'large'] as const).map((value) => ({
            label: NAMES[value],
            icon: value === density.value ? ('check' as const) : undefined,
            run: () => density.set(value),
          }))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
