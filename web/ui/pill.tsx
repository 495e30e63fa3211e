import type { ReactNode } from 'react';
import './pill.css';

/** What a state means to whoever reads it: something is to come, it is on its way, it waits for somebody here, it is done, or it has ended. */
export type Tone = 'pending' | 'underway' | 'waiting' | 'done' | 'ended';

type Props = { readonly tone: Tone; readonly isLarge?: boolean; readonly children: ReactNode };

export const Pill = ({ tone, isLarge = false, children }: Props) => (
  <span className={`state-pill tone-${tone} ${isLarge ? 'is-large' : ''}`}>{children}</span>
);
