import { brand } from '#shared/config/brand.ts';

export const Logo = () => (
  <svg className="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <path fill={brand.primary} d="M6 3h20a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4H15l-7 6v-6H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Z" />
    <path
      fill="none"
      stroke="#ffffff"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      d="m9.5 13.5 4.5 4.5 8.5-8.5"
    />
  </svg>
);
