/** Line icons of 16 × 16, decorative: the text beside them has the meaning. */
const paths = {
  search: 'M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  download: 'M8 2v8m0 0 3-3m-3 3L5 7M2.5 12v1.5h11V12',
  upload: 'M8 11V3m0 0L5 6m3-3 3 3M2.5 12v1.5h11V12',
  text: 'M3 4V3h10v1M8 3v10M6 13h4',
  number: 'M6 2 5 14M11 2l-1 12M3 5.5h10.5M2.5 10.5H13',
  date: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  boolean: 'M5 4.5h6a3.5 3.5 0 0 1 0 7H5a3.5 3.5 0 0 1 0-7Zm0 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z',
  place: 'M8 14s4.5-4.3 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.7 8 14 8 14Zm0-6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  link: 'M6.5 9.5a2.5 2.5 0 0 0 3.5 0l3-3a2.5 2.5 0 0 0-3.5-3.5l-1 1M9.5 6.5a2.5 2.5 0 0 0-3.5 0l-3 3A2.5 2.5 0 0 0 6.5 13l1-1',
  image: 'M2.5 3h11v10h-11zM5.5 7a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM2.5 11.5l3.5-3 2.5 2 2.5-3 2.5 2.5',
  up: 'M8 13V3m0 0L4 7m4-4 4 4',
  down: 'M8 3v10m0 0 4-4m-4 4L4 9',
  back: 'M13 8H3m0 0 4-4M3 8l4 4',
  settings:
    'M2.5 5h6m4 0h1M2.5 11h1m4 0h6M10.5 6.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.5 12.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  close: 'm4 4 8 8m0-8-8 8',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.9 3v10',
  filter: 'M2 3h12l-4.5 5.5V13l-3-1.5v-3z',
  edit: 'M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3 3 13Z',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5',
  check: 'm3 8.5 3.2 3L13 4.5',
  plus: 'M8 3v10M3 8h10',
  chevron: 'm4 6 4 4 4-4',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3m-3 3 3 3',
  redo: 'M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M13 6.5l-3-3m3 3-3 3',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  cut: 'M4.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm7 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.4 10.3 11 2.5M10.6 10.3 5 2.5',
  paste: 'M5.5 3.5h-2v10h9v-10h-2M5.5 2h5v3h-5z',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
  history: 'M3 8a5 5 0 1 0 1.6-3.7L3 6m0-3v3h3M8 5.5V8l2 1.5',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
} as const
export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
