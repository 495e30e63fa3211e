import { useEffect } from 'react';

const refuse = (event: Event) => event.preventDefault();

/** A file that is dropped beside its place would take the page's: the browser would open it, and what is typed would be gone from the screen. */
export const useNoStrayDrops = () =>
  useEffect(() => {
    for (const type of ['dragover', 'drop']) addEventListener(type, refuse);
    return () => {
      for (const type of ['dragover', 'drop']) removeEventListener(type, refuse);
    };
  }, []);
