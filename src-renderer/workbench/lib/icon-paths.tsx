import type { ReactNode } from 'react'

/** Drawings of the icons on a 16 px square: stroke 1.5, round ends, current colour. */
export const ICON_PATHS = {
  answer: (
    <>
      <path d="M13.25 3v4.25a2 2 0 0 1-2 2H3M6.25 6 3 9.25l3.25 3.25" />
    </>
  ),
  arrow: (
    <>
      <path d="M2.75 8h10.5M9.5 4.25 13.25 8 9.5 11.75" />
    </>
  ),
  back: (
    <>
      <path d="M13.25 8H2.75M6.5 4.25 2.75 8l3.75 3.75" />
    </>
  ),
  bank: (
    <>
      <path d="M2 6.25 8 2.5l6 3.75zM3.5 6.25v5.5M6.5 6.25v5.5M9.5 6.25v5.5M12.5 6.25v5.5M2 13.5h12" />
    </>
  ),
  note: (
    <>
      <path d="M3.25 2.75h9.5v6.5l-4 4h-5.5zM12.75 9.25h-4v4M5.5 5.75h5M5.5 8h3" />
    </>
  ),
  bookmark: (
    <>
      <path d="M4.25 2.25h7.5v11.5L8 10.75l-3.75 3z" />
    </>
  ),
  callbacks: (
    <>
      <path d="M6 3.25H3.25a1 1 0 0 0-1 1v7.5a1 1 0 0 0 1 1H6" />
      <path d="M6 8h8M11 5l3 3-3 3" />
    </>
  ),
  card: (
    <>
      <rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" />
      <path d="M1.75 6.5h12.5" />
    </>
  ),
  close: (
    <>
      <path d="m4 4 8 8M12 4l-8 8" />
    </>
  ),
  code: (
    <>
      <path d="M5.25 4.5 1.75 8l3.5 3.5M10.75 4.5 14.25 8l-3.5 3.5" />
    </>
  ),
  columns: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1.5" />
      <path d="M6.2 3v10M9.8 3v10" />
    </>
  ),
  copy: (
    <>
      <rect x="5.25" y="5.25" width="8.5" height="8.5" rx="1.25" />
      <path d="M10.75 5.25v-2a1 1 0 0 0-1-1h-6.5a1 1 0 0 0-1 1v6.5a1 1 0 0 0 1 1h2" />
    </>
  ),
  aside: (
    <>
      <path d="m6.25 4.5 3.5 3.5-3.5 3.5" />
    </>
  ),
  down: (
    <>
      <path d="m4.5 6.25 3.5 3.5 3.5-3.5" />
    </>
  ),
  eye: (
    <>
      <path d="M1.5 8S3.75 3.75 8 3.75 14.5 8 14.5 8 12.25 12.25 8 12.25 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="1.75" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.5v3.25M8 5.15v.1" />
    </>
  ),
  fit: (
    <>
      <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />
    </>
  ),
  laptop: (
    <>
      <rect x="2.75" y="3.25" width="10.5" height="7" rx="1" />
      <path d="M1.25 12.75h13.5" />
    </>
  ),
  phone: (
    <>
      <rect x="4.25" y="1.75" width="7.5" height="12.5" rx="1.5" />
      <path d="M7.25 11.75h1.5" />
    </>
  ),
  swap: (
    <>
      <path d="M11 2.5 13.5 5 11 7.5M13.5 5h-11M5 8.5 2.5 11 5 13.5M2.5 11h11" />
    </>
  ),
  tablet: (
    <>
      <rect x="2.75" y="1.75" width="10.5" height="12.5" rx="1.5" />
      <path d="M7.25 11.75h1.5" />
    </>
  ),
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.25" rx="1" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  lower: (
    <>
      <path d="M8 2.75v10.5M4.25 9.5 8 13.25l3.75-3.75" />
    </>
  ),
  mark: (
    <>
      <path d="M3 13V3h5.5a3.5 3.5 0 0 1 0 7H6.5" />
      <path d="M10.5 13h3" />
    </>
  ),
  moon: (
    <>
      <path d="M13.25 9.5A5.75 5.75 0 0 1 6.5 2.75a5.75 5.75 0 1 0 6.75 6.75z" />
    </>
  ),
  more: (
    <>
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.25" />
    </>
  ),
  next: (
    <>
      <path d="M3.5 3.5v9L10 8zM12.5 3.5v9" />
    </>
  ),
  payments: (
    <>
      <rect x="1.75" y="3.25" width="12.5" height="9.5" rx="1.5" />
      <path d="M1.75 6.5h12.5M4.25 10h2.5" />
    </>
  ),
  play: (
    <>
      <path d="M5 3.25v9.5L12.5 8z" />
    </>
  ),
  plus: (
    <>
      <path d="M8 3v10M3 8h10" />
    </>
  ),
  preview: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
      <path d="M1.75 5.75h12.5" />
      <rect x="5.25" y="7.75" width="5.5" height="3.25" rx=".5" />
    </>
  ),
  scenarios: (
    <>
      <path d="m2 4.25 1.25 1.25 2.25-2.5M2 11.25l1.25 1.25 2.25-2.5" />
      <path d="M8.25 4.5H14M8.25 11.5H14" />
    </>
  ),
  step: (
    <>
      <path d="M2.75 3.5v9L9 8z" />
      <path d="M12.5 6.25v3.5M10.75 8h3.5" />
    </>
  ),
  stop: (
    <>
      <rect x="3.5" y="3.5" width="9" height="9" rx="1" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.5 3.5" />
    </>
  ),
  settings: (
    <>
      <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
      <circle cx="10" cy="4.5" r="1.75" />
      <circle cx="6" cy="11.5" r="1.75" />
    </>
  ),
  shop: (
    <>
      <path d="M2.5 6.5v6.75h11V6.5M1.75 6.25 3 2.75h10l1.25 3.5a2.08 2.08 0 0 1-4.16 0 2.08 2.08 0 0 1-4.18 0 2.08 2.08 0 0 1-4.16 0zM6.5 13.25V9.5h3v3.75" />
    </>
  ),
  signature: (
    <>
      <path d="M2 12.5c2-6.5 4.5-9 5.5-8 1.25 1.25-3 6-1.75 7 1 .75 2-2.5 3-2.5s.25 2 1.25 2 1.25-1 2-1" />
      <path d="M9.5 14h4.5" />
    </>
  ),
  'state-3ds': (
    <>
      <path d="M8 1.9 13 3.7v4c0 3-2.1 5.3-5 6.5-2.9-1.2-5-3.5-5-6.5v-4z" />
      <path d="M8 5.5v3.25M8 11v.1" />
    </>
  ),
  'state-capture': (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.25" rx="1" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  'state-clarification': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.4 6.5A1.65 1.65 0 0 1 8 5.1c.95 0 1.65.6 1.65 1.45C9.65 7.9 8 7.8 8 9.1M8 11.05v.1" />
    </>
  ),
  'state-customer': (
    <>
      <circle cx="8" cy="5" r="2.75" />
      <path d="M2.75 13.75c.5-2.75 2.5-4.25 5.25-4.25s4.75 1.5 5.25 4.25" />
    </>
  ),
  'state-decline': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m4.1 11.9 7.8-7.8" />
    </>
  ),
  'state-delivered': (
    <>
      <path d="m3 8.5 3.25 3.25L13 5" />
    </>
  ),
  'state-dropped': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M5.5 8h5" />
    </>
  ),
  'state-error': (
    <>
      <path d="M8 2.25 14.25 13H1.75z" />
      <path d="M8 6.5v3M8 11.35v.1" />
    </>
  ),
  'state-expired': (
    <>
      <path d="M4 2.25h8M4 13.75h8M4.75 2.25c0 3.5 2.25 4 3.25 5.75 1-1.75 3.25-2.25 3.25-5.75M4.75 13.75c0-3.5 2.25-4 3.25-5.75 1 1.75 3.25 2.25 3.25 5.75" />
    </>
  ),
  'state-failed': (
    <>
      <path d="m4 4 8 8M12 4l-8 8" />
    </>
  ),
  'state-held': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.5 6v4M9.5 6v4" />
    </>
  ),
  'state-processing': (
    <>
      <path d="M8 2.25A5.75 5.75 0 1 1 2.25 8" />
    </>
  ),
  'state-refund': (
    <>
      <path d="M5.5 3 2.5 6l3 3" />
      <path d="M2.5 6h7a4 4 0 0 1 0 8H6" />
    </>
  ),
  record: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <circle cx="8" cy="8" r="2.5" fill="currentColor" stroke="none" />
    </>
  ),
  'state-not-run': (
    <>
      <circle cx="8" cy="8" r="5.75" strokeDasharray="2.6 2" />
    </>
  ),
  'state-scheduled': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  'state-success': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m5.5 8.2 1.75 1.75L10.6 6.4" />
    </>
  ),
  terminal: (
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
      <path d="m4.5 6 2 2-2 2M8.5 10h3" />
    </>
  ),
  traffic: (
    <>
      <path d="M2.5 5.5h10.5M10.5 3l2.5 2.5L10.5 8M13.5 10.5H3M5.5 8 3 10.5 5.5 13" />
    </>
  ),
  up: (
    <>
      <path d="M8 13V3.5M4 7.25 8 3.25l4 4" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2.25 14.25 13H1.75z" />
      <path d="M8 6.5v3M8 11.35v.1" />
    </>
  ),
  check: (
    <>
      <path d="m3 8.5 3.25 3.25L13 5" />
    </>
  ),
  download: (
    <>
      <path d="M8 2.5v7.75M4.5 7 8 10.5 11.5 7M2.75 13.25h10.5" />
    </>
  ),
  exam: (
    <>
      <circle cx="8" cy="6" r="3.75" />
      <path d="M5.5 9.25 4.5 14 8 12.25 11.5 14l-1-4.75M6.5 6l1 1 2-2" />
    </>
  ),
  'eye-off': (
    <>
      <path d="M1.5 8S3.75 3.75 8 3.75 14.5 8 14.5 8 12.25 12.25 8 12.25 1.5 8 1.5 8zM3 13 13 3" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.75v1.5M8 12.75v1.5M1.75 8h1.5M12.75 8h1.5M3.6 3.6l1.05 1.05M11.35 11.35l1.05 1.05M3.6 12.4l1.05-1.05M11.35 4.65l1.05-1.05" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.75" y="4.25" width="12.5" height="7.5" rx="1.5" />
      <path d="M4.5 6.75h.01M7 6.75h.01M9.5 6.75h.01M11.75 6.75h.01M5 9.5h6" />
    </>
  ),
  system: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25v11.5M8 5.5h4.9M8 8h5.6M8 10.5h4.9" />
    </>
  ),
  trash: (
    <>
      <path d="M2.75 4.25h10.5M6.25 4.25v-1.5h3.5v1.5M4.25 4.25l.5 9h6.5l.5-9" />
    </>
  ),
  replay: (
    <>
      <path d="M13.5 8A5.5 5.5 0 1 1 11.6 3.8" />
      <path d="M11.9 1.25v2.75H9.15" />
    </>
  ),
  undo: (
    <>
      <path d="M5.5 3 2.5 6l3 3" />
      <path d="M2.5 6h7a4 4 0 0 1 0 8H6" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

/** Every icon that exists. */
export type IconName = keyof typeof ICON_PATHS
