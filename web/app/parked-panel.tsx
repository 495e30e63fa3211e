import { isInAudience, repairsAudience } from '#shared/policies.ts';
import { bookingDrafts } from '#web/features/repairs/book/booking-values.ts';
import { returnDrafts } from '#web/features/returns/book/booking-values.ts';
import { useSession } from '#web/session/session-store.ts';
import { ParkedDrafts } from '#web/ui/drafts/parked-drafts.tsx';

export const ParkedPanel = () => {
  const session = useSession();
  if (!session) return null;
  const kinds = [
    ...(isInAudience(session, repairsAudience) ? [bookingDrafts] : []),
    ...(session.isRegisterReturnsAllowed ? [returnDrafts] : []),
  ];
  return <ParkedDrafts kinds={kinds} variant="panel" />;
};
