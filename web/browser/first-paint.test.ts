import { expect, test, vi } from 'vitest';
import { waitForFirstPaint } from './first-paint.ts';

const waitForTasks = () => new Promise((resolve) => setTimeout(resolve, 10));

test('waits until the frame has been painted', async () => {
  const frameCallbacks: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frameCallbacks.push(callback));
  const onPaint = vi.fn<() => void>();
  void waitForFirstPaint().then(onPaint);
  await waitForTasks();
  expect(onPaint).not.toHaveBeenCalled();
  frameCallbacks.forEach((callback) => callback(0));
  await Promise.resolve();
  expect(onPaint).not.toHaveBeenCalled();
  await waitForTasks();
  expect(onPaint).toHaveBeenCalledOnce();
});

test('does not wait in a hidden document, which has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', vi.fn<typeof requestAnimationFrame>());
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await expect(waitForFirstPaint()).resolves.toBeUndefined();
});
