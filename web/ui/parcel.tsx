import './parcel.css';
import type { ReactNode } from 'react';

/** Question mark on the parcel's left side. */
export const questionMark = <path className="parcel-mark" d="M24 52c0-8 12-6 12 2 0 5-6 4-6 10m0 6v1" />;

/** Drawing of a parcel for empty lists, error pages and the sign-in pages, with a mark as its children. */
export const Parcel = ({ children }: { readonly children?: ReactNode }) => (
  <svg className="parcel" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true" focusable="false">
    <path d="M48 10 84 28v40L48 86 12 68V28Z" />
    <path d="m12 28 36 18 36-18M48 46v40" />
    {children}
  </svg>
);
