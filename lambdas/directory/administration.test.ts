import { randomUUID } from 'node:crypto';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { chunksOf } from '#lambdas/aws/concurrency.ts';
import { mayStaySignedIn } from '#lambdas/http/caller.ts';
import { actor, codesOf, directoryForTests, site } from '#scripts/testing/directory.ts';
import { auditItem } from './audit.ts';
import { newSession, sessionsStore } from './sessions.ts';
import type { User } from './user-row.ts';

const { there, admin, invite, failing } = directoryForTests(['sessions']);
/** As signing in and changing a password write it. */
const passwordSet = (user: User, at: Date) =>
  there().directory.users.notePassword(
    user,
    at,
    auditItem('audit', { user, action: 'passwordSet', actor: actor(), id: randomUUID(), now: at }),
    randomUUID(),
  );

const changes: [string, (user: User) => Promise<unknown>][] = [
  ['AdminDisableUser', (user) => admin().disable(actor(), user)],
  ['AdminAddUserToGroup', (user) => admin().addToGroup(actor(), user, 'register-returns')],
  ['AdminRemoveUserFromGroup', (user) => admin().removeFromGroup(actor(), user, 'register-repairs')],
  ['AdminUserGlobalSignOut', (user) => admin().endSessions(actor(), user)],
  ['AdminDeleteUser', (user) => admin().remove(actor(), user)],
  ['AdminCreateUser', (user) => admin().resend(actor(), user, site)],
];

describe.each(changes)('%s', (operation, change) => {
  test('by two admins at once: one is done, the other is told, and Cognito is asked once', async () => {
    const user = await invite();
    there().calls.length = 0;
    const results = await Promise.allSettled([change(user), change(user)]);
    expect(codesOf(results).toSorted()).toEqual(['UserChanged', 'done']);
    expect(there().calls.filter((asked) => asked === operation)).toHaveLength(1);
    expect(await there().events(user)).toHaveLength(2);
  });

  test('while another admin’s change is under way is refused, whatever version was read', async () => {
    const user = await invite();
    let second: Promise<unknown> | undefined;
    there().held.before = async (asked) => {
      if (asked !== operation || second) return;
      second = there()
        .row(user)
        .then((read) => admin().addToGroup(actor(), read, 'admin'));
      await second.catch(() => undefined);
    };
    await change(user);
    await expect(second).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await there().events(user)).toHaveLength(2);
  });

  test('refused by Cognito leaves the row as it was, with no event, and can be tried again at once', async () => {
    const user = await invite();
    failing(operation);
    await expect(change(user)).rejects.toThrow();
    there().held.before = () => {};
    expect(await there().row(user)).toEqual(user);
    expect(await there().events(user)).toHaveLength(1);
    await change(user);
    expect(await there().events(user)).toHaveLength(2);
  });

  test('broken off for good is completed by doing it again, once the claim has run out', async () => {
    const user = await invite();
    await there().directory.users.claim(user, { losesAdmin: false, by: 'somebody who died', now: there().now() });
    await expect(change(user)).rejects.toMatchObject({ code: 'UserChanged' });
    there().passTime(31);
    await change(user);
    expect(await there().events(user)).toHaveLength(2);
  });
});

describe('a store', () => {
  const called = (storeName: string) => ({ storeId: 'UK-7', storeName });

  test('has one name, whatever is said when somebody is invited or moved to it', async () => {
    const first = await invite(called('Old name'));
    const second = await invite({ ...called('New name'), email: 'second@store.example' });
    expect([first.storeName, second.storeName]).toEqual(['Old name', 'Old name']);
    const moved = await admin().changeStore(actor(), await invite({ email: 'third@store.example' }), {
      ...called('Third name'),
    });
    expect(moved).toMatchObject(called('Old name'));
  });

  test('that is renamed is called so at all of its users, each with an event; one that nobody knows is refused', async () => {
    const users = [await invite(called('Old name')), await invite({ ...called('x'), email: 'fifth@store.example' })];
    const elsewhere = await invite({ email: 'sixth@store.example' });
    const boss = actor('boss@store.example');
    // While another admin changes one of them: both changes stay.
    there().held.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await admin().renameStore(boss, 'nuk', called('New name'));
    };
    await admin().addToGroup(actor(), users[0] as User, 'admin');
    expect(await there().row(users[0] as User)).toMatchObject({ ...called('New name'), adminOf: 'nuk' });
    for (const user of users) {
      expect(await there().row(user)).toMatchObject(called('New name'));
      expect((await there().events(user)).find(({ action }) => action === 'storeChanged')).toMatchObject({
        by: 'boss@store.example',
        before: { storeName: 'Old name' },
        after: { storeName: 'New name' },
      });
    }
    expect(await there().row(elsewhere)).toEqual(elsewhere);
    await admin().renameStore(boss, 'nuk', called('New name'));
    expect((await there().events(users[1] as User)).filter(({ action }) => action === 'storeChanged')).toHaveLength(1);
    await expect(admin().renameStore(boss, 'nuk', { storeId: 'UK-nowhere', storeName: 'x' })).rejects.toMatchObject({
      code: 'NotFound',
    });
  });
});

describe('a change', () => {
  test('tells what was before and after, by whom, and by which request', async () => {
    const user = await invite();
    const boss = actor('boss@store.example');
    const row = await admin().addToGroup(boss, user, 'admin');
    expect((await there().events(user)).at(-1)).toMatchObject({
      action: 'addedToGroup',
      by: 'boss@store.example',
      requestId: boss.requestId,
      before: { roles: ['register-repairs'] },
      after: { roles: ['admin', 'register-repairs'] },
    });
    expect(row).toMatchObject({ version: 1, adminOf: 'nuk' });
    expect(await there().row(user)).toEqual(row);
  });

  test.each<[string, (user: User) => Promise<User>]>([
    ['adding to a group that they are in', (user) => admin().addToGroup(actor(), user, 'register-repairs')],
    ['removing from one that they aren’t in', (user) => admin().removeFromGroup(actor(), user, 'admin')],
    ['enabling whoever is', (user) => admin().enable(actor(), user)],
    ['naming the store that they have', (user) => admin().changeStore(actor(), user, user)],
  ])('that changes nothing is not told: %s', async (_, change) => {
    const user = await invite();
    expect(await change(user)).toEqual(user);
    expect(await there().row(user)).toEqual(user);
    expect(await there().events(user)).toHaveLength(1);
  });

  test('is either written with its event or not at all', async () => {
    const user = await invite();
    const at = there().now();
    Object.assign(there().clock, { at, newId: () => 'of-both' });
    const row = await admin().addToGroup(actor(), user, 'admin');
    // This event is there already: nothing is written over it, and the change is not written either.
    await expect(admin().removeFromGroup(actor(), row, 'admin')).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await there().row(user)).toEqual(row);
    expect((await there().events(user)).map(({ action }) => action)).toEqual(['invited', 'addedToGroup']);
  });

  test('leaves what the user did meanwhile: a password set ends sessions, whatever the admin read', async () => {
    const user = await invite();
    const at = new Date(Date.now() + 1000);
    there().held.before = async (operation) => {
      if (operation === 'AdminAddUserToGroup') await passwordSet(user, at);
    };
    await admin().addToGroup(actor(), user, 'admin');
    expect(await there().row(user)).toMatchObject({ validAfter: at.toISOString() });
  });

  test('of a group that Cognito refuses has its own error', async () => {
    const user = await invite();
    failing('AdminAddUserToGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(admin().addToGroup(actor(), user, 'admin')).rejects.toMatchObject({
      code: 'AddToGroupFailed',
    });
    failing('AdminRemoveUserFromGroup', Object.assign(new Error(), { name: 'ResourceNotFoundException' }));
    await expect(admin().removeFromGroup(actor(), user, 'register-repairs')).rejects.toMatchObject({
      code: 'RemoveFromGroupFailed',
    });
  });

  test('of somebody whom Cognito no longer knows says so, and reconciliation forgets them', async () => {
    const user = await invite();
    await there().directory.pool.remove('nuk', user.sub);
    await expect(admin().addToGroup(actor(), user, 'admin')).rejects.toMatchObject({
      code: 'UserNotFoundException',
    });
    await admin().forget({ by: 'reconciliation', requestId: 'run' }, user);
    expect(await there().directory.users.get('nuk', user.sub)).toBeUndefined();
    expect((await there().events(user)).at(-1)).toMatchObject({ action: 'reconciled', by: 'reconciliation' });
  });
});

describe('sessions', () => {
  const begin = async (user: User, at = new Date()) => {
    const session = newSession(user.region, randomUUID(), user.sub, at);
    await there().db.send(new PutCommand({ TableName: 'sessions', Item: session }));
    return session;
  };

  const sessions = () => sessionsStore(there().db, 'sessions');
  const putAll = async (items: readonly object[]) => {
    for (const chunk of chunksOf(items, 25))
      await there().db.send(
        new BatchWriteCommand({ RequestItems: { sessions: chunk.map((Item) => ({ PutRequest: { Item } })) } }),
      );
  };

  test('are all listed and ended, with one event, however many have ended since they began', async () => {
    const user = await invite();
    const now = there().now();
    const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000);
    const begun = (minutesAgo: number) => newSession('nuk', randomUUID(), user.sub, at(minutesAgo));
    const open = Array.from({ length: 120 }, () => begun(30));
    // As many bytes as DynamoDB reads in two pages of a Query.
    const padding = 'x'.repeat(20_000);
    const revoked = Array.from({ length: 110 }, () => ({ ...begun(10), revoked: true, padding }));
    const over = [{ ...begun(90) }, { ...begun(13 * 60), lastRefreshAt: at(1).toISOString() }];
    await putAll([...open, ...revoked, ...over]);
    const keys = (await sessions().list(user, now)).map(({ id }) => id);
    expect(keys.toSorted()).toEqual(open.map(({ id }) => id.split('#')[1]).toSorted());
    const event = auditItem('audit', { user, action: 'sessionsEnded', actor: actor(), id: randomUUID(), now });
    await sessions().endWithEvent('nuk', user.sub, keys, event);
    expect(await sessions().list(user, now)).toEqual([]);
    expect((await there().events(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('of before stay ended when somebody disabled is enabled again, also those begun at that very moment', async () => {
    const user = await invite();
    const disabled = await admin().disable(actor(), user);
    expect(mayStaySignedIn(disabled, await begin(user))).toBe(false);
    const late = await begin(disabled, new Date(Date.parse(disabled.validAfter ?? '') + 1));
    there().passTime(1);
    const enabled = await admin().enable(actor(), disabled);
    expect(enabled).toMatchObject({ enabled: true, regionState: 'nuk#invited' });
    expect(mayStaySignedIn(enabled, late)).toBe(false);
  });

  test('are ended one by one, with an event', async () => {
    const user = await invite();
    const [one, other] = [await begin(user), await begin(user)];
    const key = one.id.split('#')[1] ?? '';
    const row = await admin().endSession(
      actor(),
      user,
      sessionsStore(there().db, 'sessions').ending('nuk', user.sub, key),
    );
    expect((await sessionsStore(there().db, 'sessions').list(row, new Date())).map(({ id }) => id)).toEqual([
      other.id.split('#')[1],
    ]);
    expect((await there().events(user)).map(({ action }) => action)).toEqual(['invited', 'sessionsEnded']);
  });

  test('of somebody else are not ended, and nothing is told', async () => {
    const [user, victim] = [await invite(), await invite()];
    const session = await begin(victim);
    const ending = sessionsStore(there().db, 'sessions').ending('nuk', user.sub, session.id.split('#')[1] ?? '');
    await expect(admin().endSession(actor(), user, ending)).rejects.toMatchObject({ code: 'UserChanged' });
    expect(await sessionsStore(there().db, 'sessions').list(victim, new Date())).toHaveLength(1);
    expect(await there().events(user)).toHaveLength(1);
  });
});
