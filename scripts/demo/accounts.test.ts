import { describe, expect, test } from '@jest/globals';
import { buildRepairRow } from '#lambdas/lib/records/repair.ts';
import * as field from '#shared/api/fields.ts';
import { regionIds } from '#shared/config/regions.ts';
import { repairStates } from '#shared/repairs/lifecycle.ts';
import { repairBooking, repairBookingRules } from '#shared/repairs/repair.ts';
import { findSerialNumberWarning } from '#shared/repairs/serial-number.ts';
import { findPasswordWeakness } from '#shared/users/easy-password.ts';
import { demoAccounts, demoPassword, demoStores } from './accounts.ts';
import { createDemoRepairs } from './repairs.ts';
import type { DemoRepair } from './repairs.ts';

describe('demo accounts', () => {
  test.each(regionIds)('%s has an admin, staff, a disabled user and two invitations', (region) => {
    const accounts = demoAccounts.filter((account) => account.region === region);
    expect(accounts.find(({ roles }) => roles.includes('admin'))?.state).toBe('active');
    expect(accounts.some(({ roles, state }) => roles.includes('register-repairs') && state === 'active')).toBe(true);
    expect(accounts.map(({ state }) => state)).toEqual(expect.arrayContaining(['disabled', 'invited', 'expired']));
  });

  test('have valid email addresses and store ids', () => {
    expect(new Set(demoAccounts.map(({ email }) => email)).size).toBe(demoAccounts.length);
    for (const { email, store } of demoAccounts) {
      expect(field.email.safeParse(email).success).toBe(true);
      expect(field.storeId.safeParse(store.id).success).toBe(true);
    }
  });
});

describe('demo repairs', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const toRow = (repair: DemoRepair) => buildRepairRow({ ...repair, createdBy: 'user-1' });

  test.each(regionIds)('of %s are valid bookings with plausible serial numbers', (region) => {
    for (const store of demoStores[region]) {
      for (const demo of createDemoRepairs(region, store, 30, now)) {
        const {
          storeId: _,
          storeName: __,
          createdAt,
          termsAccepted: ___,
          version: ____,
          timeline: _____,
          ...booking
        } = demo;
        const parsed = repairBooking.parse({ ...booking, customerPresence: true, termsAcceptance: true });
        expect(
          repairBookingRules(parsed, { today: createdAt.slice(0, 10), isAdmin: false, returnPeriodDays: 30 }),
        ).toEqual([]);
        expect(findSerialNumberWarning(demo.product, demo.serialNumber)).toBeUndefined();
      }
    }
  });

  test.each(regionIds)('of %s cover every state, without entries in the future', (region) => {
    const repairs = demoStores[region].flatMap((store) => createDemoRepairs(region, store, 32, now));
    expect(new Set(repairs.map((demo) => toRow(demo).state))).toEqual(new Set(repairStates));
    for (const { timeline } of repairs) {
      const instants = timeline.map(({ at }) => at);
      expect(instants).toEqual([...instants].sort());
      expect(instants.every((instant) => instant <= now.toISOString())).toBe(true);
    }
  });

  test.each(regionIds)('of %s have one target date ahead and one overdue', (region) => {
    const rows = createDemoRepairs(region, demoStores[region][0], 32, now).map(toRow);
    const isAheadByTarget = rows.flatMap(({ next }) => (next?.promise === 'target' ? next.by >= '2026-11-21' : []));
    expect(isAheadByTarget).toEqual([true, false]);
  });

  test('are the same in every run, with distinct ids and references', () => {
    const repairs = createDemoRepairs('nuk', demoStores.nuk[0], 30, now);
    expect(createDemoRepairs('nuk', demoStores.nuk[0], 30, now)).toEqual(repairs);
    expect(new Set(repairs.map(({ id }) => id)).size).toBe(30);
    expect(new Set(repairs.map(({ storeRefNo }) => storeRefNo)).size).toBe(30);
  });

  test.each([32, 6])('in a list of %i, only the newest three and withdrawn repairs lack an RMA number', (count) => {
    const rows = createDemoRepairs('nuk', demoStores.nuk[0], count, now).map(toRow);
    expect(rows.slice(0, 3).map(({ state }) => state)).toEqual(['submitted', 'submitted', 'submitted']);
    for (const { rma, state } of rows.slice(3)) expect(rma === null).toBe(state === 'withdrawn');
    expect(new Set(rows.flatMap(({ rma }) => rma ?? [])).size).toBe(rows.filter(({ rma }) => rma !== null).length);
  });
});

test('the demo password is strong enough for every demo account', () => {
  for (const { email, store } of demoAccounts)
    expect([email, findPasswordWeakness(demoPassword, { email, storeId: store.id, storeName: store.name })]).toEqual([
      email,
      undefined,
    ]);
});
