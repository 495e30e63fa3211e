import * as z from 'zod/mini';
import { returnBooking } from '#shared/returns/booking.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { RuleContext } from '#shared/route.ts';
import { returns } from '#shared/routes/returns.ts';
import { storeChoiceRules } from '#shared/stores.ts';
import type { lineJudge } from './line-problems.ts';
import type { Line } from './lines.ts';

const input = z.extend(returnBooking, {
  lines: z.array(z.custom<Line>()).check(z.minLength(1), z.maxLength(returnLimits.lines)),
});

type Fields = { readonly storeId?: string | undefined; readonly lines?: readonly Line[] | undefined };

/** The booking while it is filled in: its lines have keys, and are judged one by one, so that a key pressed elsewhere doesn't check a thousand of them. */
export const bookingForm = (judge: ReturnType<typeof lineJudge>) => ({
  ...returns.bookReturn,
  input,
  rules: ({ storeId, lines = [] }: Fields, context: RuleContext) => [
    ...storeChoiceRules({ storeId }, context),
    ...(judge(lines).size > 0 ? [{ path: 'lines', rule: 'pattern' } as const] : []),
  ],
});

export type BookingRoute = ReturnType<typeof bookingForm>;
