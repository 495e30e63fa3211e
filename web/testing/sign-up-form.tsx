import { vi } from 'vitest';
import * as z from 'zod/mini';
import * as field from '#shared/fields.ts';
import { paths } from '#shared/paths.ts';
import { route } from '#shared/route.ts';
import { draftKind } from '#web/ui/drafts/draft-kind.ts';
import { DraftNotice, ParkDraft } from '#web/ui/drafts/draft-notice.tsx';
import { withDraft } from '#web/ui/drafts/with-draft.tsx';
import { useRouteForm } from '#web/ui/form/use-form.ts';

const signUp = route({
  method: 'POST',
  path: '/sign-up',
  audience: 'anyone',
  input: z.strictObject({ id: z.uuid(), name: field.requiredLine(20), consent: z.literal(true, 'confirmation') }),
  output: z.object({ id: z.string() }),
});

export const send = vi.fn<(input: { id: string; name: string }) => Promise<{ id: string }>>();
const fresh = () => ({ id: crypto.randomUUID(), name: '', consent: false });

const keptFields = z.object({ id: z.uuid(), name: z.string() });
export const kind = draftKind<z.output<typeof keptFields>>({
  form: 'signUp',
  path: paths.bookRepair,
  kept: () => keptFields,
  kindText: () => 'Sign-up',
  nameParts: ({ name }) => [name],
});

export const Form = withDraft(kind, () => {
  const form = useRouteForm({
    route: signUp,
    initial: fresh(),
    labels: {},
    send,
    onDone: () => form.reset(fresh()),
    draft: { fresh },
  });
  return (
    <>
      <h1 id="page-title" tabIndex={-1}>
        Sign up
      </h1>
      <DraftNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <label>
        Name <input value={form.values.name} onChange={({ target }) => form.set('name', target.value)} />
      </label>
      <label>
        <input
          type="checkbox"
          checked={form.values.consent}
          onChange={({ target }) => form.set('consent', target.checked)}
        />{' '}
        Consent
      </label>
      <button onClick={() => void form.submit()}>Send</button>
      <ParkDraft />
    </>
  );
});
