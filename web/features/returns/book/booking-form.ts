import * as z from 'zod/mini';
import { returnBooking } from '#shared/returns/booking.ts';
import { returnLimits } from '#shared/returns/limits.ts';
import type { RuleContext } from '#shared/route.ts';
import { storeChoiceRules } from '#shared/stores.ts';
import type { lineJudge } from './line-problems.ts';
import type { Line } from './lines.ts';

const input = z.extend(returnBooking, {
  // Judged one by one, each only when it changes: a key pressed elsewhere must not check a thousand of them.
  lines: z.array(z.custom<Line>()).check(z.minLength(1), z.maxLength(returnLimits.lines)),
});

type Fields = { readonly storeId?: string | undefined; readonly lines?: readonly Line[] | undefined };

/** The booking while it is filled in: its lines have keys, which the server never sees. */
export const bookingForm = (judge: ReturnType<typeof lineJudge>) => ({
  input,
  rules: ({ storeId, lines = [] }: Fields, context: RuleContext) => [
    ...storeChoiceRules({ storeId }, context),
    ...(judge(lines).size > 0 ? [{ path: 'lines', rule: 'pattern' } as const] : []),
  ],
});

export type BookingForm = ReturnType<typeof bookingForm>;
