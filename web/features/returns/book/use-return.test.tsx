import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '#shared/api/paths.ts';
import { withDraft } from '#web/components/drafts/with-draft.tsx';
import { openPages, signInAs } from '#web/testing/page.tsx';
import { answerReturns, buildDraftLines, place } from '#web/testing/return-booking.tsx';
import { addLines } from './lines.ts';
import { returnDrafts } from './return-drafts.ts';
import { useReturnLines } from './use-return-lines.ts';
import { useReturn } from './use-return.ts';

const TestReturn = withDraft(returnDrafts, () => {
  const { form } = useReturn();
  const { updateLines } = useReturnLines({ form, adminStoreId: undefined, knownStoreId: '' }).returnLines;
  return (
    <>
      <button
        onClick={() => {
          updateLines(addLines(buildDraftLines(2)));
          updateLines(addLines(buildDraftLines(1, () => ({ serialNumber: 'XKW1' }))));
        }}
      >
        Add
      </button>
      <p>{form.values.lines.map(({ serialNumber }) => serialNumber).join(' ')}</p>
    </>
  );
});

beforeEach(() => signInAs('nuk', { hasReturns: true }));

test('applies two changes that are made before the next render', async () => {
  answerReturns();
  const { user } = await openPages({ bookReturn: <TestReturn /> }, paths.bookReturn(place));
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(await screen.findByText('S1 S2 XKW1')).toBeVisible();
});
