import { describe, expect, test } from '@jest/globals';
import * as field from '#shared/fields.ts';
import { regionIds } from '#shared/regions.ts';
import { repairBooking, repairBookingRules } from '#shared/repairs/booking.ts';
import { repair } from '#shared/repairs/repair.ts';
import { demoAccounts, demoStores } from './demo-accounts.ts';
import { demoRepairs } from './demo-repairs.ts';

describe('the demo accounts', () => {
  test.each(regionIds)('%s has an admin, staff, somebody disabled and two invitations', (region) => {
    const accounts = demoAccounts.filter((account) => account.region === region);
    expect(accounts.find(({ roles }) => roles.includes('admin'))?.state).toBe('active');
    expect(accounts.some(({ roles, state }) => roles.includes('register-repairs') && state === 'active')).toBe(true);
    expect(accounts.map(({ state }) => state)).toEqual(expect.arrayContaining(['disabled', 'invited', 'expired']));
  });

  test('have addresses and store ids that the portal takes', () => {
    expect(new Set(demoAccounts.map(({ email }) => email)).size).toBe(demoAccounts.length);
    for (const { email, store } of demoAccounts) {
      expect(field.email.safeParse(email).success).toBe(true);
      expect(field.storeId.safeParse(store.id).success).toBe(true);
    }
  });
});

describe('the demo repairs', () => {
  const now = new Date('2026-11-21T10:00:00Z');

  test.each(regionIds)('of %s are bookings that the portal would take', (region) => {
    for (const store of demoStores[region]) {
      for (const row of demoRepairs(region, store, 30, now)) {
        expect(repair.safeParse(row)).toMatchObject({ success: true });
        const { rma: _, storeId: __, storeName: ___, createdAt, ...booking } = row;
        const parsed = repairBooking.parse({ ...booking, customerPresence: true, termsAcceptance: true });
        expect(repairBookingRules(parsed, { today: createdAt.slice(0, 10) })).toEqual([]);
      }
    }
  });

  test('are the same in every run, each with its own id and reference, and the newest wait for their RMA', () => {
    const repairs = demoRepairs('nuk', demoStores.nuk[0], 30, now);
    expect(demoRepairs('nuk', demoStores.nuk[0], 30, now)).toEqual(repairs);
    expect(new Set(repairs.map(({ id }) => id)).size).toBe(30);
    expect(new Set(repairs.map(({ storeRefNo }) => storeRefNo)).size).toBe(30);
    expect(repairs.filter(({ rma }) => rma === null)).toHaveLength(3);
    expect(repairs[0]?.rma).toBeNull();
  });
});
