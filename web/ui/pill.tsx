import type { ReactNode } from 'react';
import './pill.css';

/** Meaning of a state for its reader: still to come, in progress, waiting for the reader, done, or ended. */
export type Tone = 'pending' | 'underway' | 'waiting' | 'done' | 'ended';

type Props = { readonly tone: Tone; readonly isLarge?: boolean; readonly children: ReactNode };

export const Pill = ({ tone, isLarge = false, children }: Props) => (
  <span className={`state-pill tone-${tone} ${isLarge ? 'is-large' : ''}`}>{children}</span>
);
