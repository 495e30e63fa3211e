import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadDocument } from '#web/browser/load-document.ts';
import { useUnsavedInput } from '#web/browser/unsaved-input.ts';
import { buildAuth } from '#web/testing/auth.ts';
import { endSession, regionOfEndedSession } from './end-session.ts';
import { sessionStore } from './session-store.ts';

vi.mock('#web/browser/load-document.ts');

beforeEach(() => {
  history.replaceState(null, '', '/UK/nuk/repairs/submitted');
  sessionStore.clear('nuk');
  regionOfEndedSession.set(undefined);
});

test('opens the sign-in page of the region with the reason', () => {
  endSession('nuk', 'sessionEnded');
  expect(loadDocument).toHaveBeenCalledWith('/UK/nuk/auth/login?alert=sessionEnded');
});

test('keeps the page while a new session is active', () => {
  sessionStore.signIn('nuk', buildAuth(['NUK']));
  endSession('nuk', 'sessionEnded');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('keeps the page of another region', () => {
  endSession('nfr', 'sessionEnded');
  expect(loadDocument).not.toHaveBeenCalled();
});

test('keeps a page with unsaved input until a new session starts', () => {
  renderHook(() => useUnsavedInput(true));
  endSession('nuk', 'sessionEnded');
  expect(loadDocument).not.toHaveBeenCalled();
  expect(regionOfEndedSession.get()).toBe('nuk');
  sessionStore.signIn('nuk', buildAuth(['NUK']));
  expect(regionOfEndedSession.get()).toBeUndefined();
});
