import { useState } from 'react';
import { useNavigate } from 'react-router';
import { calendarDate } from '#shared/dates.ts';
import { regions } from '#shared/regions.ts';
import { repairs } from '#shared/routes/repairs.ts';
import { showAlert } from '#web/alerts.ts';
import { call } from '#web/api.ts';
import { useHere } from '#web/here.ts';
import { paths } from '#shared/paths.ts';
import { useRouteForm } from '#web/ui/route-form.ts';
import { emptyBooking } from './empty-booking.ts';

/** The booking form: what has been filled in, its errors, and sending it. */
export const useBooking = () => {
  const here = useHere();
  const navigate = useNavigate();
  // The id belongs to this opening of the form, so that a repeated request is not a second booking.
  const [initial] = useState(() => emptyBooking(here.region, crypto.randomUUID()));
  const [today] = useState(() => calendarDate(new Date(), regions[here.region].timeZone));

  const form = useRouteForm({
    route: repairs.bookRepair,
    initial,
    today,
    send: (booking) => call(repairs.bookRepair, booking),
    fieldOfCode: { RepairRequestExists: 'storeRefNo' },
    onDone: async ({ storeRefNo }) => {
      form.reset(emptyBooking(here.region, crypto.randomUUID()));
      // Arriving clears alerts, so this one comes after.
      await navigate(paths.submittedRepairs(here));
      showAlert({ key: 'repairs.book.done', values: { reference: storeRefNo } });
    },
  });
  return { form, today };
};

export type BookingFormState = ReturnType<typeof useBooking>['form'];
export type BookingValues = BookingFormState['values'];
