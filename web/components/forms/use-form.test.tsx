import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#shared/api/errors.ts';
import * as field from '#shared/api/fields.ts';
import { paths } from '#shared/api/paths.ts';
import { route } from '#shared/api/route.ts';
import { multilineProse as prose } from '#shared/text/prose.ts';
import { sessionStore } from '#web/session/session-store.ts';
import { openPages, place, signInAs } from '#web/testing/page.tsx';
import { FormErrors } from '#web/ui/form/form-errors.tsx';
import { useRouteForm } from './use-form.ts';

const signUp = route({
  method: 'POST',
  path: '/sign-up',
  audience: 'anyone',
  input: z.strictObject({
    name: field.requiredLine(5),
    kind: z.enum(['one', 'two']),
    note: prose(20),
    consent: z.literal(true, 'confirmation'),
  }),
  rules: (input) => (input.kind === 'two' && !input.note ? [{ path: 'note', rule: 'required' }] : []),
  output: z.object({ id: z.string() }),
});

const send = vi.fn<(input: unknown) => Promise<{ id: string }>>();
const onDone = vi.fn();
const labels = { name: 'Name', kind: 'Kind', note: 'Note' } as const;
const labelKeys = {
  name: 'users.fields.storeName',
  kind: 'repairs.fields.issue',
  note: 'repairs.fields.detailedDescription',
} as const;

const Form = () => {
  const form = useRouteForm({
    route: signUp,
    initial: { name: '', kind: '', note: '', consent: false },
    labels: labelKeys,
    send,
    onDone,
    fieldByErrorCode: { UsernameExistsException: 'name' },
  });
  return (
    <>
      {(['name', 'kind', 'note'] as const).map((name) => (
        <div key={name} data-field={name}>
          <label>
            {labels[name]}
            <input value={form.values[name]} onChange={({ target }) => form.set(name, target.value as '')} />
          </label>
          <p data-testid={`${name}-error`}>{form.findErrorText(name)}</p>
        </div>
      ))}
      <div data-field="consent">
        <label>
          <input
            type="checkbox"
            checked={form.values.consent}
            onChange={({ target }) => form.set('consent', target.checked)}
          />{' '}
          Consent
        </label>
        <p data-testid="consent-error">{form.findErrorText('consent')}</p>
      </div>
      <p data-testid="form-error">{form.errorSummary?.text}</p>
      <FormErrors errorSummary={form.errorSummary} />
      <button disabled={form.isBusy} onClick={() => void form.submit()}>
        Send
      </button>
    </>
  );
};

const getSummary = (name = 'Please fix form errors to proceed.') =>
  screen.getByRole('region', { name: new RegExp(`^${name}`) });
const readLinkTexts = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

const readErrors = () =>
  Object.fromEntries(
    ['name', 'kind', 'note', 'consent', 'form']
      .map((name) => [name, screen.getByTestId(`${name}-error`).textContent])
      .filter(([, text]) => text),
  );

const open = async () => (await openPages({ home: <Form /> }, paths.home(place))).user;
type User = Awaited<ReturnType<typeof open>>;

const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Send' }));
const fillIn = async (user: User) => {
  await user.type(screen.getByLabelText('Name'), ' Ann ');
  await user.type(screen.getByLabelText('Kind'), 'one');
  await user.click(screen.getByLabelText('Consent'));
};

beforeEach(() => void send.mockReset().mockResolvedValue({ id: '1' }));

test('shows errors only after an attempt, and focuses the summary', async () => {
  const user = await open();
  await user.type(screen.getByLabelText('Name'), 'Annabelle');
  expect(readErrors()).toEqual({});
  await user.type(screen.getByLabelText('Name'), '{Backspace>6/}');
  await submit(user);
  expect(readErrors()).toEqual({
    kind: 'Field is required.',
    consent: 'Please confirm this to proceed.',
    form: 'Please fix form errors to proceed.',
  });
  expect(getSummary()).toHaveFocus();
  expect(readLinkTexts()).toEqual(['Issue: Field is required.', 'Please confirm this to proceed.']);
  await user.click(screen.getByRole('link', { name: 'Issue: Field is required.' }));
  expect(screen.getByLabelText('Kind')).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveValue('Ann');
  expect(send).not.toHaveBeenCalled();
});

test('refocuses the summary, which shrinks as errors are resolved', async () => {
  const user = await open();
  await fillIn(user);
  await user.clear(screen.getByLabelText('Kind'));
  await submit(user);
  await user.click(screen.getByLabelText('Name'));
  await submit(user);
  expect(getSummary()).toHaveFocus();
  await user.clear(screen.getByLabelText('Name'));
  expect(readLinkTexts()).toEqual(['Store name: Field is required.', 'Issue: Field is required.']);
  await user.type(screen.getByLabelText('Name'), 'Ann');
  expect(readLinkTexts()).toEqual(['Issue: Field is required.']);
  await user.type(screen.getByLabelText('Kind'), 'one');
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('removes the offline message when the connection is back', async () => {
  send.mockRejectedValue(new AppError('Offline'));
  const user = await open();
  await fillIn(user);
  await submit(user);
  expect(await screen.findByRole('region', { name: /no internet connection/i })).toBeVisible();
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByRole('region')).toBeNull();
  await submit(user);
  expect(await screen.findByRole('region', { name: /no internet connection/i })).toBeVisible();
});

test('shows a failed request with its copyable id', async () => {
  send.mockRejectedValue(new AppError('InternalServerError', { requestId: 'Abc-1=' }));
  const user = await open();
  await fillIn(user);
  await submit(user);
  await waitFor(() => expect(getSummary('Internal server error.')).toHaveFocus());
  expect(getSummary('Internal server error.')).toHaveTextContent('Request ID: Abc-1=');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Abc-1=');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Request ID copied'));
  expect(getSummary('Internal server error.')).toHaveTextContent('Request ID copied');
});

test('removes the sign-in message after signing in', async () => {
  send.mockRejectedValue(new AppError('ExpiredToken'));
  sessionStore.clear('nuk');
  const user = await open();
  await fillIn(user);
  await submit(user);
  await waitFor(() => expect(getSummary('An error occurred.')).toHaveFocus());
  act(() => signInAs('nuk'));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('revalidates a changed field and keeps other errors', async () => {
  const user = await open();
  await user.type(screen.getByLabelText('Kind'), 'two');
  await submit(user);
  expect(Object.keys(readErrors())).toEqual(['name', 'note', 'consent', 'form']);
  await user.type(screen.getByLabelText('Name'), 'Annabelle');
  expect(readErrors()).toMatchObject({ name: 'No more than 5 characters are allowed.' });
  await user.clear(screen.getByLabelText('Kind'));
  await user.type(screen.getByLabelText('Kind'), 'one');
  expect(readErrors()).toEqual({
    name: 'No more than 5 characters are allowed.',
    consent: 'Please confirm this to proceed.',
    form: 'Please fix form errors to proceed.',
  });
});

test('sends parsed values once on double click', async () => {
  let respond = () => undefined as void;
  send.mockReturnValue(new Promise((resolve) => (respond = () => resolve({ id: '1' }))));
  const user = await open();
  await fillIn(user);
  await user.dblClick(screen.getByRole('button', { name: 'Send' }));
  act(respond);
  expect(send.mock.calls).toEqual([[{ name: 'Ann', kind: 'one', note: '', consent: true }]]);
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith({ id: '1' }));
});

test.each<[string, unknown, Record<string, string>]>([
  [
    'a code that belongs to a field',
    new AppError('UsernameExistsException'),
    { name: 'This user has already been registered.', form: 'Please fix form errors to proceed.' },
  ],
  [
    'any other code',
    new AppError('ServiceUnavailable'),
    { form: 'The service is busy at the moment. Please try again in a few seconds.' },
  ],
  [
    'problems of fields',
    new AppError('InvalidParameterException', { problems: [{ path: 'note', rule: 'maxLength', length: 9 }] }),
    { note: 'No more than 9 characters are allowed.', form: 'Please fix form errors to proceed.' },
  ],
  [
    'problems that no field shows',
    new AppError('InvalidParameterException', { problems: [{ path: 'elsewhere', rule: 'pattern' }] }),
    {
      form: 'One or more fields contain unexpected values. Please check for unnecessary spaces and accidentally typed characters.',
    },
  ],
])('shows the server’s error and keeps the input: %s', async (_, error, expected) => {
  send.mockRejectedValue(error);
  const user = await open();
  await fillIn(user);
  await submit(user);
  expect(readErrors()).toEqual(expected);
  expect(screen.getByLabelText('Name')).toHaveValue(' Ann ');
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
  expect(onDone).not.toHaveBeenCalled();
});
