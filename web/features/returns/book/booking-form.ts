import * as z from 'zod/mini';
import type { RuleContext } from '#shared/api/route.ts';
import { returns } from '#shared/api/routes/returns.ts';
import { returnBooking } from '#shared/returns/booking.ts';
import type { OmittedRows } from '#shared/returns/file/rejections.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import { storeChoiceRules } from '#shared/stores/stores.ts';
import { findLineProblems } from './line-problems.ts';
import type { Line } from './lines.ts';

// `findLineProblems` validates the lines and memoizes the result, so that typing in another field does not validate a thousand lines again.
const lines = z.array(z.custom<Line>()).check(z.minLength(1), z.maxLength(returnLimits.lines));

/** Shared dates of the lines. They are copied into the lines, and only the lines are sent. An empty return date means today. */
const dates = z.object({ purchaseDate: z.string(), returnDate: z.string() });

const booking = z.extend(returnBooking, {
  lines,
  dates,
  /** Rows of the last file that are not in the lines. Not sent to the server. */
  left: z.optional(z.custom<OmittedRows>()),
});
const correction = z.extend(returns.correctReturn.input, { lines, dates });

type Fields = { readonly storeId?: string | undefined; readonly lines?: readonly Line[] | undefined };

const linesRules = ({ lines: formLines = [] }: Fields, context: RuleContext) => [
  ...(formLines.some(({ purchaseDate }) => purchaseDate === '') ? [{ path: 'dates', rule: 'required' } as const] : []),
  ...(findLineProblems(formLines, context).size > 0 ? [{ path: 'lines', rule: 'pattern' } as const] : []),
];

/** Form shape of a booking. Its lines have keys, which are not sent to the server. */
export const bookingForm = {
  input: booking,
  rules: (fields: Fields, context: RuleContext) => [
    ...storeChoiceRules({ storeId: fields.storeId }, context),
    ...linesRules(fields, context),
  ],
};

export const correctionForm = { input: correction, rules: linesRules };

export const linesErrorTexts = {
  lines: { 'validation.required': 'returns.book.noLines', 'validation.pattern': 'returns.book.problems.some' },
} as const;
