import * as z from 'zod/mini';
import { returnBooking } from '#shared/returns/booking.ts';
import type { LeftRows } from '#shared/returns/file/report.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { RuleContext } from '#shared/route.ts';
import { returns } from '#shared/routes/returns.ts';
import { storeChoiceRules } from '#shared/stores.ts';
import { problemsIn } from './line-problems.ts';
import type { Line } from './lines.ts';

// Judged one by one, each only when it changes: a key pressed elsewhere must not check a thousand of them.
const lines = z.array(z.custom<Line>()).check(z.minLength(1), z.maxLength(returnLimits.lines));

const booking = z.extend(returnBooking, {
  lines,
  /** What the last file's report says that isn't among them; the server never sees it. */
  left: z.optional(z.custom<LeftRows>()),
});
const correction = z.extend(returns.correctReturn.input, { lines });

type Fields = { readonly storeId?: string | undefined; readonly lines?: readonly Line[] | undefined };

const linesRules = ({ lines: filled = [] }: Fields, context: RuleContext) =>
  problemsIn(filled, context).size > 0 ? [{ path: 'lines', rule: 'pattern' } as const] : [];

/** The booking while it is filled in: its lines have keys, which the server never sees. */
export const bookingForm = {
  input: booking,
  rules: (fields: Fields, context: RuleContext) => [
    ...storeChoiceRules({ storeId: fields.storeId }, context),
    ...linesRules(fields, context),
  ],
};

export const correctionForm = { input: correction, rules: linesRules };

export const linesWords = {
  lines: { 'validation.required': 'returns.book.noLines', 'validation.pattern': 'returns.book.problems.some' },
} as const;
