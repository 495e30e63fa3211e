import { describe, expect, test } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import { findPasswordWeakness } from './easy-password.ts';

const owner = { email: 'nothing@ndach.example', storeId: 'DE-2001', storeName: 'Berlin Alexanderplatz' };

describe('findPasswordWeakness', () => {
  test.each([
    'Password123!',
    'P@$$w0rd2026',
    'Passw0rt!!11',
    '123!Passwort',
    '$ecret-2026!',
    'Willkommen1!',
    'Bienvenue-01',
    'Sommer2026!!',
    'Motdepasse1!',
    'Mot-de-passe-1',
    'We1come2026!',
    'We1c0me2026!',
    'Konsole2026!',
    'WelcomeWelcome1!',
  ])('%s is based on a common word', (password) =>
    expect(findPasswordWeakness(password, owner)).toBe('passwordCommon'),
  );

  test.each([
    'Qwertz12345!',
    'Aaaaaaaa1!',
    'Abcdefgh1!',
    'Ab1!Ab1!Ab1!',
    'Zx7!qZx7!q',
    'Zyxwvut-9876',
    'Azertyuiop1!',
    'Aa1!aA1!aa1!',
    '1qaz@WSX3edc',
    '!QAY"WSX3edc',
  ])('%s is a repetition or a sequence', (password) =>
    expect(['passwordRepetitive', 'passwordCommon']).toContain(findPasswordWeakness(password, owner)),
  );

  test.each([
    'nothing@Ndach1',
    'N0thing@Ndach!',
    'Alexanderplatz-1',
    'Berlin-2026-Xx!',
    'De2001!!De2001',
    'Nintendo2026!',
    'Yoshi2026!!',
    'MarioKart2026!',
    'Animalcrossing1!',
    'Nintendo-Password1',
    'Retailer-Portal-1',
    'Store-DE-2001!',
    'Shop_DE.2001!!',
    'Filiale DE 2001!',
    'Magasin-d-e-2-0-0-1',
    'D.E.2.0.0.1-Kasse!',
    'Berlin.Alexander.Platz1',
    'Repair-Shop-Berlin1',
    'Filiale-Kasse-2001!',
    'Boutique-Caisse-1!',
    'Nintendo-Store-UK1!',
  ])('%s is based on the email, store, brand or trade', (password) =>
    expect(findPasswordWeakness(password, owner)).toBe('passwordPersonal'),
  );

  test.each([
    'Portal-Demo-2026!',
    'Chosen-Password-1!',
    'Correct-Horse-1',
    'Tante Erna isst 3 Kuchen!',
    'kX7-qPm2!vRt',
    ' Pässwörd 1 €\u{1F511} ',
    '夜空に星が 3 Sterne!',
  ])('accepts %s', (password) => expect(findPasswordWeakness(password, owner)).toBeUndefined());

  test('rejects variants of the 3,000 most common leaked passwords', () => {
    const leaked = Object.entries(dictionary).flatMap(([name, words]) => (name === 'passwords-common' ? words : []));
    // Entries with fewer than four letters are skipped: they do not meet the password rules, and adding letters to them
    // would make different passwords.
    const words = leaked.filter((word) => word.replaceAll(/[^a-z]/g, '').length >= 4).slice(0, 3000);
    const passwords = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}-2026!`);
    expect(passwords).toHaveLength(3000);
    expect(passwords.filter((password) => findPasswordWeakness(password, {}) === undefined)).toEqual([]);
  });

  test('accepts the same words for another user', () => {
    expect(findPasswordWeakness('Alexanderplatz-1', { email: 'sam@nuk.example' })).toBeUndefined();
    expect(findPasswordWeakness('nothing@Ndach1', { email: 'sam@nuk.example' })).toBeUndefined();
    expect(findPasswordWeakness('Correct-Horse-1', {})).toBeUndefined();
  });

  test('checks the longest passwords within 250 ms', () => {
    const longestPasswords = ['Ab1!'.repeat(64), 'a'.repeat(256), '1'.repeat(128) + 'é'.repeat(128), '!'.repeat(256)];
    // Processor time of this thread, which other work on the machine does not lengthen.
    const usageBefore = process.threadCpuUsage();
    for (const password of longestPasswords) findPasswordWeakness(password, owner);
    const { user, system } = process.threadCpuUsage(usageBefore);
    expect((user + system) / 1000).toBeLessThan(250);
  });
});
