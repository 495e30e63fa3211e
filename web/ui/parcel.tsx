import './parcel.css';
import type { ReactNode } from 'react';

export const Parcel = ({ children }: { readonly children?: ReactNode }) => (
  <svg className="parcel" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true" focusable="false">
    <path d="M48 10 84 28v40L48 86 12 68V28Z" />
    <path d="m12 28 36 18 36-18M48 46v40" />
    {children}
  </svg>
);
