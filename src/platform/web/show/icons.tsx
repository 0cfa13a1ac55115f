import type { ReactNode } from 'react';

// Line drawings on a 24 grid, stroke 1.6, drawn for this platform.
const drawings = {
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="M15.5 15.5L21 21" />
    </>
  ),
  organisation: (
    <>
      <rect x="9" y="3" width="6" height="5" rx="1" />
      <rect x="3" y="16" width="6" height="5" rx="1" />
      <rect x="15" y="16" width="6" height="5" rx="1" />
      <path d="M12 8v4M6 16v-4h12v4" />
    </>
  ),
  down: <path d="M6 9.5l6 6 6-6" />,
  person: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4 20.5c.6-4.3 3.5-6.5 8-6.5s7.4 2.2 8 6.5" />
    </>
  ),
  textSize: (
    <>
      <path d="M3 19L9 5l6 14M5.2 14.5h7.6" />
      <path d="M16.5 19l2.5-6 2.5 6M17.3 17h3.4" />
    </>
  ),
  home: (
    <>
      <path d="M4 11l8-7 8 7" />
      <path d="M6 9.5V20h12V9.5" />
      <path d="M10 20v-6h4v6" />
    </>
  ),
  members: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6" />
      <path d="M15.5 4.8a3.5 3.5 0 010 6.4M18 14.5c2 .8 3.2 2.6 3.5 5.5" />
    </>
  ),
  transfer: <path d="M4 8h15l-4-4M20 16H5l4 4" />,
  growth: (
    <>
      <path d="M12 21v-9" />
      <path d="M12 12C12 7.5 9 5 4 5c0 4.5 3 7 8 7z" />
      <path d="M12 15c0-4 2.8-6.2 8-6.2 0 4-2.8 6.2-8 6.2z" />
    </>
  ),
  dues: (
    <>
      <rect x="3" y="6" width="18" height="13" rx="2" />
      <path d="M3 10h18" />
      <path d="M15.5 14.5h2.5" />
    </>
  ),
  calendarCheck: (
    <>
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 3v4M16 3v4" />
      <path d="M9 15l2 2 4-4" />
    </>
  ),
  briefcase: (
    <>
      <rect x="3" y="8" width="18" height="12" rx="2" />
      <path d="M9 8V5h6v3M3 13h18" />
    </>
  ),
  clipboard: (
    <>
      <rect x="5" y="4" width="14" height="17" rx="2" />
      <path d="M9 4V2.8h6V4M9 13l2 2 4-4.5" />
    </>
  ),
  book: (
    <>
      <path d="M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2z" />
      <path d="M12 6v14" />
    </>
  ),
  pinCheck: (
    <>
      <path d="M12 21c-4.5-5-7-8.2-7-11.2a7 7 0 0114 0C19 12.8 16.5 16 12 21z" />
      <path d="M9.3 10l2 2 3.5-3.7" />
    </>
  ),
  news: (
    <>
      <path d="M4 5h13v15H6a2 2 0 01-2-2z" />
      <path d="M17 9h3v9a2 2 0 01-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h4" />
    </>
  ),
  chart: (
    <>
      <path d="M4 4v16h16" />
      <path d="M8 16v-4M12 16V8M16 16v-6" />
    </>
  ),
  screen: (
    <>
      <rect x="3" y="4" width="18" height="12.5" rx="1.5" />
      <path d="M9 20.5h6M12 16.5v4M7 12l3-3 2.5 2L17 7.5" />
    </>
  ),
  map: (
    <>
      <path d="M9 5L3.5 7v12.5L9 17.5l6 2 5.5-2V5L15 7 9 5z" />
      <path d="M9 5v12.5M15 7v12.5" />
    </>
  ),
  layers: (
    <>
      <path d="M12 3.5l8.5 4.5-8.5 4.5L3.5 8z" />
      <path d="M3.5 12l8.5 4.5 8.5-4.5M3.5 16l8.5 4.5 8.5-4.5" />
    </>
  ),
  shield: (
    <>
      <path d="M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z" />
      <circle cx="12" cy="10.5" r="2" />
      <path d="M12 12.5V16" />
    </>
  ),
  bell: (
    <>
      <path d="M6 16V11a6 6 0 0112 0v5l1.5 2h-15z" />
      <path d="M10 20.5h4" />
    </>
  ),
  chat: (
    <>
      <path d="M4 5h16v12h-9l-4 3.5V17H4z" />
      <path d="M8 9.5h8M8 12.8h5" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.5 9.5a2.5 2.5 0 115 0c0 1.7-2.5 2-2.5 4M12 17h.01" />
    </>
  ),
  top: <path d="M5 4h14M12 20V9M7 13.5l5-5 5 5" />,
  back: <path d="M14.5 6l-6 6 6 6" />,
  forward: <path d="M9.5 6l6 6-6 6" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  warning: (
    <>
      <path d="M12 4l9 16H3z" />
      <path d="M12 10v4.5M12 17.3h.01" />
    </>
  ),
  document: (
    <>
      <path d="M6 3h8l4.5 4.5V21H6z" />
      <path d="M14 3v4.5h4.5M9 12.5h6.5M9 16h6.5" />
    </>
  ),
  menu: <path d="M4 6.5h16M4 12h16M4 17.5h16" />,
  exit: <path d="M14 4.5H6.5v15H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  import: <path d="M12 16V5M7.5 9L12 4.5 16.5 9M4.5 20h15" />,
  plus: <path d="M12 5v14M5 12h14" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  export: <path d="M12 4v11M7.5 11l4.5 4.5L16.5 11M4.5 20h15" />,
  undo: (
    <>
      <path d="M8 5L4 9l4 4" />
      <path d="M4 9h10a5.5 5.5 0 010 11h-4" />
    </>
  ),
  sheet: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="1.5" />
      <path d="M3.5 9.5h17M3.5 14.5h17M9.5 9.5v10" />
    </>
  ),
  magic: <path d="M5 19L15 9M17.5 3v3M17.5 11v3M12 6.5h3M20 8.5h-1M20.5 4.5l-1 1" />,
  tree: (
    <>
      <path d="M5 4v13.5h4M5 9h4" />
      <rect x="9.5" y="6.5" width="10" height="5" rx="1" />
      <rect x="9.5" y="15" width="10" height="5" rx="1" />
    </>
  ),
  columns: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="1.5" />
      <path d="M9.2 4.5v15M14.8 4.5v15" />
    </>
  ),
  scan: <path d="M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M3.5 12h17" />,
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9.5" rx="1.5" />
      <path d="M8 11V7.5a4 4 0 018 0V11" />
    </>
  ),
  eyeOff: (
    <path d="M4 4l16 16M9.5 5.9c.8-.3 1.6-.4 2.5-.4 6 0 9.5 6.5 9.5 6.5a17 17 0 01-2.7 3.4M6 7.7A17 17 0 002.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1" />
  ),
  link: (
    <>
      <path d="M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.7l-1 1" />
      <path d="M14 10a4 4 0 00-5.7 0l-3 3A4 4 0 0011 18.7l1-1" />
    </>
  ),
  star: <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z" />,
  edit: <path d="M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z" />,
  print: (
    <>
      <path d="M7 8V3.5h10V8" />
      <rect x="3.5" y="8" width="17" height="8.5" rx="1.5" />
      <path d="M7 13.5h10v7H7z" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  bookmark: <path d="M7 3.5h10V21l-5-4-5 4z" />,
  filter: <path d="M4 5h16l-6 7.5V19l-4 1.5v-8z" />,
  settings: (
    <>
      <path d="M4 7h8M17 7h3M4 17h3M12 17h8" />
      <circle cx="14.5" cy="7" r="2.5" />
      <circle cx="9.5" cy="17" r="2.5" />
    </>
  ),
  refresh: (
    <>
      <path d="M20 5v5h-5" />
      <path d="M19.5 10A8 8 0 104 13" />
    </>
  ),
  trash: <path d="M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13.5h9l1-13.5M10 11v6M14 11v6" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.6" />,
  phone: (
    <path d="M6 3.5h3.5l1.5 4.5-2 1.5c1 2.3 2.7 4 5 5l1.5-2 4.5 1.5V18c0 1.5-1 2.5-2.5 2.5C10 20 4 14 3.5 6.5 3.5 5 4.5 3.5 6 3.5z" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/**
 * A line icon in the text's colour. Decorative: the words beside it, or the `aria-label` of its button, carry the meaning.
 * `size` is in CSS pixels; left out, the class `icon` gives 16.
 */
export function Icon({ name, size, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      style={size ? { width: size, height: size } : undefined}
    >
      {drawings[name]}
    </svg>
  );
}
