import { act, render, screen } from '@testing-library/react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { alertStore } from './alerts.ts';
import { lazily } from './lazily.tsx';

const loadChunk = vi.hoisted(() => vi.fn<(load: () => Promise<unknown>) => Promise<unknown>>());
vi.mock('./chunks.ts', () => ({ loadChunk }));

const Part = () => <p>Here</p>;
const failing = () => vi.fn<() => Promise<typeof Part>>().mockRejectedValue(new AppError('Offline'));

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override readonly state: { readonly error?: unknown } = {};
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return this.state.error === undefined ? this.props.children : <p>{String(this.state.error)}</p>;
  }
}

beforeEach(() => void loadChunk.mockReset().mockImplementation((load) => load()));

test('a failure to preload harms nobody: no document is loaded for it, and the part loads once it shows', async () => {
  const load = failing();
  const { Lazy, preload } = lazily(load);
  await preload();
  expect(loadChunk).not.toHaveBeenCalled();
  load.mockResolvedValue(Part);
  render(<Lazy />);
  expect(await screen.findByText('Here')).toBeVisible();
});

test('a part that can’t be loaded says why, and is loaded anew when it shows again', async () => {
  const load = failing();
  const { Lazy } = lazily(load);
  // React says what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shown = () => render(<Lazy />, { wrapper: Boundary });
  const first = shown();
  expect(await screen.findByText('AppError: Offline')).toBeVisible();
  first.unmount();
  load.mockResolvedValue(Part);
  shown();
  expect(await screen.findByText('Here')).toBeVisible();
});

test('what a press opens and nobody can load is told, and opens with a later press', async () => {
  const importIt = failing();
  const { load } = lazily(importIt);
  expect(await load()).toBe(false);
  expect(alertStore.get()).toMatchObject([{ key: 'errors.Offline', type: 'error' }]);
  importIt.mockResolvedValue(Part);
  expect(await load()).toBe(true);
});

test('an idle page loads it before anybody asks: then it is there at once', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve(Part));
  const { Lazy, usePreload } = lazily(load);
  const Page = () => {
    usePreload();
    return null;
  };
  const { unmount } = render(<Page />);
  await act(() => vi.advanceTimersByTimeAsync(1_999));
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(load).toHaveBeenCalledOnce();
  unmount();
  vi.useRealTimers();
  render(<Lazy />);
  expect(screen.getByText('Here')).toBeVisible();
});
