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

/** Fields in which Enter only moves the focus. The other fields handle Enter themselves. */
const plainFields: readonly (string | undefined)[] = [
  'storeRefNo',
  'customerPresence',
  'termsAcceptance',
] satisfies FieldName[];

/**
 * Returns handlers that move the focus on Enter to the next field that still has to be filled in, and after the last
 * one to the submit button. Enter never submits the form, because scanners send it.
 */
export const useMoveOn = (findMissingFields: () => readonly string[]) => {
  const [moveRequest, setMoveRequest] = useState<{ readonly field: FieldName }>();
  const isEnterLast = useRef(false);

  const focusNext = useEffectEvent((field: FieldName) => {
    const missingNames = findMissingFields();
    const isMissing = (name: FieldName) => missingNames.includes(name);
    const laterFields = fieldOrder.slice(fieldOrder.indexOf(field) + 1);
    const nextField = laterFields.find(isMissing) ?? fieldOrder.find(isMissing);
    if (nextField !== undefined) focusField([nextField]);
    else document.querySelector<HTMLElement>('.form-bar button')?.focus();
  });
  // Runs in an effect, because a list that closes takes the focus first.
  useEffect(() => {
    if (moveRequest) focusNext(moveRequest.field);
  }, [moveRequest]);

  const moveOn = (field: FieldName) => setMoveRequest({ field });
  return {
    moveOn,
    /** Moves the focus if an option was selected with Enter. */
    moveOnAfterChoice: (field: FieldName) => {
      if (isEnterLast.current) moveOn(field);
    },
    /** Handlers of the element around the fields. */
    handlers: {
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        isEnterLast.current = key === 'Enter';
      },
      onPointerDownCapture: () => {
        isEnterLast.current = false;
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
