import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { focusField } from '#web/ui/form/focus-field.ts';

/** Fields in the order of the page. */
const fieldOrder = [
  'storeId',
  'serialNumber',
  'product',
  'issue',
  'accessories',
  'detailedDescription',
  'purchaseDate',
  'storeRefNo',
  'customerPresence',
  'termsAcceptance',
] as const;

type FieldName = (typeof fieldOrder)[number];

/** Fields in which Enter only moves on; the others handle it themselves. */
const plainFields: readonly (string | undefined)[] = [
  'storeRefNo',
  'customerPresence',
  'termsAcceptance',
] satisfies FieldName[];

/**
 * Moves the focus on Enter to the next field that still has to be filled in, and after the last one to the submit
 * button; Enter never submits the form, because scanners send it.
 */
export const useMoveOn = (missingFields: () => readonly string[]) => {
  const [origin, setOrigin] = useState<{ readonly field: FieldName }>();
  const isEnter = useRef(false);

  const focusNext = useEffectEvent((field: FieldName) => {
    const missing = missingFields();
    const isMissing = (name: FieldName) => missing.includes(name);
    const next = fieldOrder.slice(fieldOrder.indexOf(field) + 1).find(isMissing) ?? fieldOrder.find(isMissing);
    if (next !== undefined) focusField([next]);
    else document.querySelector<HTMLElement>('.form-bar button')?.focus();
  });
  // Runs in an effect, because a closing list takes the focus first.
  useEffect(() => {
    if (origin) focusNext(origin.field);
  }, [origin]);

  const moveOn = (field: FieldName) => setOrigin({ field });
  return {
    moveOn,
    /** Moves on if an option was chosen with Enter. */
    moveOnAfterChoice: (field: FieldName) => {
      if (isEnter.current) moveOn(field);
    },
    /** Handlers of the element around the fields. */
    handlers: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        isEnter.current = key === 'Enter';
      },
      onPointerDownCapture: () => {
        isEnter.current = false;
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement))
          return;
        const name = event.target.closest<HTMLElement>('[data-field]')?.dataset['field'];
        const field = fieldOrder.find((candidate) => candidate === name);
        if (field === undefined || !plainFields.includes(field)) return;
        event.preventDefault();
        moveOn(field);
      },
    },
  };
};
