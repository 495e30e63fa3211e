import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

/** True if the page is rendered at build time, when nothing is known about the visit. */
export const PrerenderContext = createContext(false);

type Props = {
  readonly name: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
};

/**
 * Part of a prerendered page that only some visits show. The document contains it in a template, from which
 * `showOptionalParts` takes it before the first paint.
 */
export const OptionalPart = ({ name, isShown, children }: Props) => {
  if (useContext(PrerenderContext)) return <template data-part={name}>{children}</template>;
  return isShown && children;
};
