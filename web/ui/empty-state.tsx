import './empty-state.css';
import type { ReactNode } from 'react';
import { Parcel, questionMark } from './parcel.tsx';

const marks = {
  /** Nothing was found. */
  question: questionMark,
  /** Nothing is left to do. */
  tick: <path className="parcel-mark is-tick" d="m23 55 6 9 8-7" />,
} as const;

type Props = {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  /** Drawn on the parcel. */
  readonly mark?: keyof typeof marks;
  /** Links or buttons for the next step. */
  readonly children?: ReactNode;
};

export const EmptyState = ({ title, hint, mark, children }: Props) => (
  <div className="empty-state">
    <Parcel>{mark && marks[mark]}</Parcel>
    <p className="empty-state-title">{title}</p>
    {hint && <p>{hint}</p>}
    {children && <div className="empty-state-actions">{children}</div>}
  </div>
);
