import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  getButton,
  getEndSessionButtons,
  getGroupCheckbox,
  inviteExpiredObstacle,
  open,
  getShownAlerts,
  sessions,
  sub,
} from '#web/testing/user-page.tsx';
import { buildAuditEvent, buildUserResponse, storesResponse } from '#web/testing/user.ts';
import { alertStore } from '#web/ui/alerts.ts';

/** Confirms a dialog with the given button. */
const confirm = async (user: UserEvent, title: string | RegExp, answer: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  // Destructive buttons are outlined; filled ones are for the page's main action.
  expect(dialog.getByRole('button', { name: answer }).className).not.toContain('variant-primary');
  await user.dblClick(dialog.getByRole('button', { name: answer }));
  return dialog;
};

type Step = readonly [getControl: () => HTMLElement | undefined, path: string, alertName: string, input: object];

describe('changes', () => {
  test('applies reversible changes at once', async () => {
    const userResponse = buildUserResponse(
      { enabled: false, status: 'inviteExpired' },
      { sessions, obstacles: [inviteExpiredObstacle] },
    );
    const { user, sent } = await open({ user: userResponse });
    const steps: readonly Step[] = [
      [() => getButton('Resend invitation'), 'resend-invitation', 'resent', { version: 3 }],
      [() => getButton('Enable'), 'enable', 'enabled', { version: 4 }],
      [() => getGroupCheckbox('Admin'), 'add-to-group', 'addedToGroup', { role: 'admin', version: 5 }],
      [
        () => getGroupCheckbox('Register repairs'),
        'remove-from-group',
        'removedFromGroup',
        { role: 'register-repairs' },
      ],
      [() => getEndSessionButtons()[1], 'end-sessions', 'sessionEnded', { session: 's2' }],
    ];
    for (const [index, [getControl, path, alertName, input]] of steps.entries()) {
      alertStore.set([]);
      /* oxlint-disable no-await-in-loop -- one change after the other */
      await user.dblClick(getControl() ?? document.body);
      await waitFor(() =>
        expect(getShownAlerts()).toMatchObject([{ key: `users.done.${alertName}`, type: 'success' }]),
      );
      /* oxlint-enable no-await-in-loop */
      expect(sent().slice(index)).toEqual([[`/api/users/nuk/${path}`, { sub, ...input }]]);
      if (path.endsWith('group')) {
        expect(getControl()).toHaveFocus();
        expect(getControl()).toHaveAccessibleName(String(getShownAlerts()[0]?.values?.['group']));
      }
    }
    expect(getShownAlerts()[0]?.values).toEqual({ email: 'kim@nuk.example' });
    expect(getGroupCheckbox('Admin')).toBeChecked();
    expect(getGroupCheckbox('Register repairs')).not.toBeChecked();
  });

  test('asks for confirmation of changes that end a user’s work', async () => {
    const { user, sent } = await open({ user: buildUserResponse({ secondFactor: true }, { sessions }) });
    const steps: readonly (readonly [
      button: string,
      question: string,
      confirmButton: string,
      path: string,
      alertName: string,
      input: object,
    ])[] = [
      ['Disable', 'Disable', 'Disable user', 'disable', 'disabled', {}],
      ['End all sessions', 'End all sessions of', 'End all sessions', 'end-sessions', 'sessionsEnded', {}],
      [
        'Switch off two-step verification',
        'Switch off two-step verification for',
        'Switch off',
        'reset-second-factor',
        'secondFactorReset',
        { version: 5 },
      ],
    ];
    for (const [index, [button, question, confirmButton, path, alertName, input]] of steps.entries()) {
      const title = `${question} kim@nuk.example?`;
      alertStore.set([]);
      /* oxlint-disable no-await-in-loop -- one change after the other */
      await user.click(getButton(button));
      const dialog = await screen.findByRole('dialog', { name: title });
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('dialog', { name: title })).toBeNull();
      expect(sent()).toHaveLength(index);
      await user.click(getButton(button));
      await confirm(user, title, confirmButton);
      await waitFor(() => expect(getShownAlerts().map(({ key }) => key)).toEqual([`users.done.${alertName}`]));
      /* oxlint-enable no-await-in-loop */
      expect(sent().slice(index)).toEqual([[`/api/users/nuk/${path}`, { sub, ...input }]]);
      expect(screen.queryByRole('dialog', { name: title })).toBeNull();
    }
  });

  test('deletes a user and replaces the page with the list', async () => {
    const { user, sent, router } = await open({ user: buildUserResponse() });
    await user.click(getButton('Delete user'));
    expect(await screen.findByText(/This cannot be undone/)).toBeVisible();
    await confirm(user, 'Delete kim@nuk.example?', 'Delete user');
    expect(await screen.findByText('the list')).toBeVisible();
    expect(sent()).toEqual([['/api/users/nuk/delete', { sub }]]);
    expect(getShownAlerts()).toEqual([
      { key: 'users.done.deleted', values: { email: 'kim@nuk.example' }, type: 'success' },
    ]);
    expect(router.state.historyAction).toBe('REPLACE');
  });

  test('blocks other changes while one is in progress, and shows its failure', async () => {
    const { promise: responseDelay, resolve: sendResponse } = Promise.withResolvers<void>();
    const errorCodes = ['AddToGroupFailed', 'RemoveFromGroupFailed'];
    const { user, sent } = await open({
      user: buildUserResponse({}, { sessions }),
      responseDelay,
      errorCodes,
    });
    await user.click(getGroupCheckbox('Admin'));
    await user.click(getGroupCheckbox('Register repairs'));
    for (const name of ['Disable', 'Delete user', 'End all sessions']) {
      expect(getButton(name)).toHaveAttribute('aria-disabled', 'true');
      expect(getButton(name)).toHaveAccessibleDescription('Another change to this user is under way.');
      // oxlint-disable-next-line no-await-in-loop -- one button after the other
      await user.click(getButton(name));
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    sendResponse();
    expect(await screen.findByRole('alert')).toHaveTextContent('could not be added to the group');
    expect(getButton('Delete user')).not.toHaveAttribute('aria-disabled');
    expect(sent()).toHaveLength(1);
    await user.click(getGroupCheckbox('Register repairs'));
    expect(await screen.findByText(/could not be removed from the group/)).toBeVisible();
    expect(getShownAlerts()).toEqual([]);
  });
});

test('rejects deleting the last admin and reloads a changed user', async () => {
  const { user, requests } = await open({
    user: buildUserResponse({ roles: ['admin'], secondFactor: true }),
    errorCodes: ['LastAdmin', 'UserChanged'],
  });
  await user.click(getButton('Delete user'));
  const dialog = await confirm(user, /^Delete/, 'Delete user');
  expect(await dialog.findByRole('alert')).toHaveTextContent('last administrator of the region');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const requestCount = requests.length;
  await user.click(getButton('Switch off two-step verification'));
  await confirm(user, /^Switch off/, 'Switch off');
  await waitFor(() =>
    expect(getShownAlerts()).toEqual([{ key: 'errors.UserChanged', values: undefined, type: 'warning' }]),
  );
  expect(screen.queryByRole('dialog', { name: /^Switch off/ })).toBeNull();
  await waitFor(() =>
    expect(requests.slice(requestCount).map(({ method, url }) => `${method} ${url.pathname}`)).toContain(
      'GET /api/users/nuk/user',
    ),
  );
});

test('reloads user and history if they cannot be refreshed after a change', async () => {
  const events: ReturnType<typeof buildAuditEvent>[] = [];
  const { user } = await open({
    user: buildUserResponse({ enabled: false, status: 'inviteExpired' }, { obstacles: [inviteExpiredObstacle] }),
    events,
    failsRefresh: true,
  });
  const queryObstacle = () => screen.queryByText(/The invitation expired on/);
  expect(queryObstacle()).toBeVisible();
  events.push(buildAuditEvent({ action: 'enabled' }));
  await user.click(getButton('Enable'));
  expect(await screen.findByRole('list', { name: 'History' })).toHaveTextContent('Enabled');
  await waitFor(() => expect(queryObstacle()).toBeNull());
});

test('denies operations on one’s own account with reasons', async () => {
  const { sent, user } = await open({
    user: buildUserResponse(
      { email: 'sam@nuk.example', roles: ['admin', 'register-repairs'], secondFactor: true },
      { sessions },
    ),
  });
  for (const name of ['Disable', 'Delete user', 'Switch off two-step verification', /^End/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.getAllByText('Firefox on Windows')).toHaveLength(2);
  expect(screen.getByText(/End them under “Change password”/)).toBeVisible();
  await user.click(getGroupCheckbox('Admin'));
  expect(getGroupCheckbox('Admin')).toHaveAccessibleDescription(/your own account/);
  expect(screen.getAllByText(/your own account/)).toHaveLength(3);
  expect(sent()).toEqual([]);
  await user.click(getGroupCheckbox('Register repairs'));
  expect(sent()).toHaveLength(1);
});

test('replaces typed input when another admin changes the store', async () => {
  const userResponse = buildUserResponse();
  const { promise: responseDelay, resolve: sendResponse } = Promise.withResolvers<void>();
  const { user } = await open({ user: userResponse, responseDelay, errorCodes: ['UserChanged'] });
  await user.click(getGroupCheckbox('Admin'));
  const storeId = screen.getByLabelText('Store ID');
  await user.type(storeId, '-B');
  expect(getButton('Save store')).toBeVisible();
  Object.assign(userResponse.user, { ...storesResponse.items[1], version: 4 });
  sendResponse();
  await waitFor(() => expect(storeId).toHaveValue('UK-1002'));
  expect(screen.getByLabelText('Store name')).toHaveValue('Dublin Grafton Street');
  expect(storeId).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Save store' })).toBeNull();
});

test('offers no save for another spelling of the same store', async () => {
  const { user } = await open({ user: buildUserResponse() });
  await waitFor(() => expect(screen.getByLabelText('Store name')).toHaveAttribute('readonly'));
  const storeId = screen.getByLabelText('Store ID');
  await user.clear(storeId);
  await user.type(storeId, 'uk 1001');
  expect(storeId).toHaveAccessibleDescription('This is read as UK-1001, London Oxford Street.');
  expect(screen.queryByRole('button', { name: 'Save store' })).toBeNull();
});

test('requires store id and name, and fills in a known name', async () => {
  const { user, sent } = await open({ user: buildUserResponse() });
  await waitFor(() => expect(screen.getByLabelText('Store name')).toHaveAttribute('readonly'));
  await user.clear(screen.getByLabelText('Store ID'));
  await user.click(getButton('Save store'));
  // One for the id and one for the name, which was cleared with it.
  expect(await screen.findAllByText('Field is required.')).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Please fix form errors to proceed.' })).toHaveFocus();
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('Store ID'), 'UK-1002');
  expect(screen.getByLabelText('Store name')).toHaveValue('Dublin Grafton Street');
  await user.click(getButton('Save store'));
  await waitFor(() => expect(getShownAlerts().map(({ key }) => key)).toEqual(['users.done.storeChanged']));
  expect(sent()).toEqual([
    ['/api/users/nuk/change-store', { sub, version: 3, storeId: 'UK-1002', storeName: 'Dublin Grafton Street' }],
  ]);
});
