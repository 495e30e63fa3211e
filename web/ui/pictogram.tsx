import './pictogram.css';
import type { PictogramName } from '#shared/catalogue/pictograms.ts';

/** Paths in a 24 × 24 view box: our own drawings, not of any manufacturer's product. */
const drawings: Readonly<Record<PictogramName, string>> = {
  console:
    'M4 8h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2ZM6 12.5h7M18 12.5h.01M5 17v2M19 17v2',
  handheld:
    'M6 6h12a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4ZM8 9h8v6H8ZM5 10.5v3M19 11h.01M19 13.5h.01',
  controller:
    'M7.5 7h9a5 5 0 0 1 4.9 4l.9 4.2a2.3 2.3 0 0 1-4.1 1.8L16 14.5H8L5.8 17a2.3 2.3 0 0 1-4.1-1.8L2.6 11a5 5 0 0 1 4.9-4ZM8 9.5v3M6.5 11h3M15 10h.01M17 12h.01',
  charger: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4',
  game: 'M6 3h9l4 4v13a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM8 9h8v5H8ZM9 17.5v1M12 17.5v1M15 17.5v1',
  accessory:
    'M8 8V6a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2M5 8h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM4 13h16M11 13v2h2v-2',
};

export const Pictogram = ({ name }: { readonly name: PictogramName | undefined }) =>
  name && (
    <svg className="pictogram" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
