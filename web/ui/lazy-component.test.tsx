import { act, render, screen } from '@testing-library/react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/api/errors.ts';
import { alertStore } from './alerts.ts';
import { createLazyComponent } from './lazy-component.tsx';

const loadChunk = vi.hoisted(() => vi.fn<(load: () => Promise<unknown>) => Promise<unknown>>());
vi.mock('./chunks.ts', () => ({ loadChunk }));

const Part = () => <p>Here</p>;
const createFailingLoader = () => vi.fn<() => Promise<typeof Part>>().mockRejectedValue(new AppError('Offline'));

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override readonly state: { readonly error?: unknown } = {};
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return this.state.error === undefined ? this.props.children : <p>{String(this.state.error)}</p>;
  }
}

beforeEach(() => void loadChunk.mockReset().mockImplementation((load) => load()));

test('ignores a failed preload and loads on render', async () => {
  const load = createFailingLoader();
  const { Lazy, preload } = createLazyComponent(load);
  await preload();
  expect(loadChunk).not.toHaveBeenCalled();
  load.mockResolvedValue(Part);
  render(<Lazy />);
  expect(await screen.findByText('Here')).toBeVisible();
});

test('throws the failure and loads again when mounted again', async () => {
  const load = createFailingLoader();
  const { Lazy } = createLazyComponent(load);
  // React logs errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const renderLazy = () => render(<Lazy />, { wrapper: Boundary });
  const firstRender = renderLazy();
  expect(await screen.findByText('AppError: Offline')).toBeVisible();
  firstRender.unmount();
  load.mockResolvedValue(Part);
  renderLazy();
  expect(await screen.findByText('Here')).toBeVisible();
});

test('shows an alert when loading in an event handler fails', async () => {
  const loadPart = createFailingLoader();
  const { load } = createLazyComponent(loadPart);
  expect(await load()).toBe(false);
  expect(alertStore.get()).toMatchObject([{ key: 'errors.Offline', type: 'error' }]);
  loadPart.mockResolvedValue(Part);
  expect(await load()).toBe(true);
});

test('preloads on an idle page and then renders at once', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve(Part));
  const { Lazy, usePreload } = createLazyComponent(load);
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
