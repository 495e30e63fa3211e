import type { ReactNode } from 'react';

export const createIcon = (drawing: ReactNode) => () => (
  <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
    {drawing}
  </svg>
);

export const MenuIcon = createIcon(<path d="M4 6h16M4 12h16M4 18h16" />);

export const FindIcon = createIcon(
  <>
    <circle cx="11" cy="11" r="6" />
    <path d="m20 20-4.5-4.5" />
  </>,
);

export const BellIcon = createIcon(<path d="M6 16v-5a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4" />);

export const PersonIcon = createIcon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 20c1.5-4 4.5-5 8-5s6.5 1 8 5" />
  </>,
);

export const CloseIcon = createIcon(<path d="m6 6 12 12m0-12L6 18" />);

export const GlobeIcon = createIcon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9s.5-6 3.5-9Z" />
  </>,
);
